// FROM: tables, table functions, subqueries, joins, aliases, samples.

#include "sql/dialect.h"
#include "sql/parse_impl.h"

namespace tally::sql {

Result<std::vector<FromItem>> Parser::from_list() {
  std::vector<FromItem> items;
  do {
    const bool more = at_any_name() || at_symbol("(") || peek().kind == TokenKind::text;
    if (!items.empty() && (!more || !at_item() || at_keyword(keyword("select")))) break;
    TALLY_TRY(FromItem item, from_item());
    items.push_back(std::move(item));
  } while (take_symbol(","));
  return items;
}

Result<FromItem> Parser::from_item() {
  TALLY_TRY(FromItem first, table());
  return joined(std::move(first));
}

bool Parser::at_join() const {
  for (const uint16_t word :
       {keyword("join"), keyword("inner"), keyword("left"), keyword("right"), keyword("full"),
        keyword("cross"), keyword("natural"), keyword("asof"), keyword("semi"), keyword("anti"),
        keyword("positional")}) {
    if (at_keyword(word)) return true;
  }
  return false;
}

// Joins to the left, but `a JOIN b JOIN c ON x ON y` nests to the right: a join that still waits
// for its ON takes the next one as its right side.
Result<FromItem> Parser::joined(FromItem left) {
  while (at_join()) {
    const Position at = peek().at;
    TALLY_TRY(Join join, join_operator());
    TALLY_TRY(FromItem right, table());
    const bool conditional =
        !join.natural && join.kind != JoinKind::cross && join.kind != JoinKind::positional;
    if (conditional) {
      TALLY_CHECK(deeper());
      if (at_join()) {
        TALLY_TRY(right, joined(std::move(right)));
      }
      shallower();
    }
    join.left = std::move(left);
    join.right = std::move(right);
    if (conditional) TALLY_CHECK(join_condition(join));
    TALLY_CHECK(grow());
    left = FromItem{std::move(join), std::nullopt, {}, false, {}, at};
  }
  return left;
}

Result<Join> Parser::join_operator() {
  Join join;
  join.natural = take_keyword(keyword("natural"));
  const bool asof = !join.natural && take_keyword(keyword("asof"));
  constexpr std::pair<uint16_t, JoinKind> kKinds[] = {
      {keyword("inner"), JoinKind::inner}, {keyword("left"), JoinKind::left},
      {keyword("right"), JoinKind::right}, {keyword("full"), JoinKind::full},
      {keyword("semi"), JoinKind::semi},   {keyword("anti"), JoinKind::anti},
      {keyword("cross"), JoinKind::cross}, {keyword("positional"), JoinKind::positional},
  };
  for (const auto& [word, kind] : kKinds) {
    if (!take_keyword(word)) continue;
    join.kind = kind;
    const bool outer = kind == JoinKind::left || kind == JoinKind::right || kind == JoinKind::full;
    if (outer) take_keyword(keyword("outer"));
    break;
  }
  if (asof) {
    switch (join.kind) {
      case JoinKind::inner:
        join.kind = JoinKind::asof;
        break;
      case JoinKind::left:
        join.kind = JoinKind::asof_left;
        break;
      case JoinKind::right:
        join.kind = JoinKind::asof_right;
        break;
      case JoinKind::full:
        join.kind = JoinKind::asof_full;
        break;
      default:
        return unsupported("this kind of ASOF join");
    }
  }
  TALLY_CHECK(expect_keyword(keyword("join")));
  return join;
}

Result<void> Parser::join_condition(Join& join) {
  if (take_keyword(keyword("on"))) {
    TALLY_TRY(join.on, expression());
    return {};
  }
  if (!take_keyword(keyword("using"))) return unexpected("ON or USING");
  TALLY_TRY(join.using_columns, parenthesized_names());
  return {};
}

// One table with its alias and sample.
Result<FromItem> Parser::table() {
  const Position at = peek().at;
  std::optional<Identifier> prefix;
  const bool named = at_column_name() || peek().kind == TokenKind::text;
  if (named && at_symbol(":", 1)) {
    TALLY_TRY(prefix, column_name_or_text("an alias"));
    take();
  }
  const bool lateral = take_keyword(keyword("lateral"));
  TALLY_TRY(FromItem item, table_base());
  item.at = at;
  item.lateral = lateral;
  if (lateral && std::holds_alternative<TableName>(item.item)) {
    return error_at(at, "expected a query or a function behind LATERAL, found a table");
  }
  item.alias = std::move(prefix);
  TALLY_CHECK(table_suffix(item));
  return item;
}

// What may follow a table: alias, sample.
Result<void> Parser::table_suffix(FromItem& item) {
  const bool as = !item.alias && take_keyword(keyword("as"));
  if (as || (!item.alias && at_column_name())) {
    TALLY_TRY(item.alias, as ? column_name_or_text("an alias") : column_name("an alias"));
    if (at_symbol("(")) {
      TALLY_TRY(item.column_aliases, parenthesized_names());
    }
  }
  if (at_keyword(keyword("at")) && at_symbol("(", 1)) return unsupported("AT (time travel)");
  if (take_keyword(keyword("tablesample"))) {
    TALLY_TRY(item.sample, sample());
  }
  if (at_keyword(keyword("pivot")) || at_keyword(keyword("unpivot"))) {
    return unsupported(text_of(peek()));
  }
  return {};
}

Result<FromItem> Parser::table_base() {
  if (at_symbol("(")) return parenthesized_table();
  FromItem item;
  if (at_keyword(keyword("values")) && at_symbol("(", 1)) {
    Query inside;
    TALLY_TRY(inside.body, values());
    item.item = Subquery{std::move(inside)};
    return item;
  }
  if (at_keyword(keyword("rows")) && at_keyword(keyword("from"), 1)) {
    return unsupported("ROWS FROM");
  }
  if (take_keyword(keyword("only"))) {
    TALLY_TRY(QualifiedName name, qualified_name("a table"));
    item.item = TableName{std::move(name)};
    return item;
  }
  const bool function = at_function_name() && at_symbol("(", 1);
  QualifiedName name;
  if (function) {
    name.push_back(take_identifier());
  } else {
    TALLY_TRY(name, qualified_name("a table, a function or a query in parentheses"));
  }
  if (!at_symbol("(") || (!function && name.size() == 1)) {
    item.item = TableName{std::move(name)};
    return item;
  }
  TALLY_TRY(Expression made, table_call(std::move(name)));
  const bool ordinality = take_keywords(keyword("with"), keyword("ordinality"));
  item.item = TableFunction{std::move(made), ordinality};
  return item;
}

Result<Expression> Parser::table_call(QualifiedName name) {
  const Position at = tokens_[next_ - 1].at;
  Call made;
  made.name = std::move(name);
  take();
  TALLY_CHECK(call_arguments(made));
  return Expression{std::move(made), at};
}

// (SELECT …) or (a JOIN b …). As with expressions, a run of parentheses belongs to a query as long
// as it can: ((SELECT 1) UNION SELECT 2) is one, ((SELECT 1) AS x JOIN t ON …) is not.
Result<FromItem> Parser::parenthesized_table() {
  TALLY_CHECK(deeper());
  const bool leads_to_query = query_behind_parentheses();
  take();
  FromItem item;
  item.at = peek().at;
  if (leads_to_query && !at_symbol("(")) {
    TALLY_TRY(Query inside, query());
    item.item = Subquery{std::move(inside)};
  } else {
    const bool nested = at_symbol("(");
    TALLY_TRY(item, nested ? parenthesized_table() : table());
    TALLY_CHECK(grow());
    auto* subquery = std::get_if<Subquery>(&item.item);
    if (nested && subquery != nullptr && at_query_tail()) {
      TALLY_TRY(*subquery->query, query_tail(std::move(*subquery->query)));
    }
    if (!(nested && at_symbol(")"))) {
      if (nested) TALLY_CHECK(table_suffix(item));
      if (!at_join()) return unexpected("a join");
      TALLY_TRY(item, joined(std::move(item)));
    }
  }
  TALLY_CHECK(expect_symbol(")"));
  shallower();
  return item;
}

// As written, in one spelling: "10%", "reservoir(20 ROWS) REPEATABLE (3)", "10% (bernoulli, 4)"
Result<std::string> Parser::sample() {
  std::string text;
  if (at_column_name()) text = written_name(take_identifier().text);
  if (at_symbol("(")) {
    take();
    TALLY_TRY(std::string size, sample_size());
    TALLY_CHECK(expect_symbol(")"));
    text += "(" + size + ")";
    if (!take_keyword(keyword("repeatable"))) return text;
    TALLY_CHECK(expect_symbol("("));
    TALLY_TRY(std::string seed, whole_number());
    TALLY_CHECK(expect_symbol(")"));
    return text + " REPEATABLE (" + seed + ")";
  }
  if (!text.empty()) return unexpected("(");
  TALLY_TRY(text, sample_size());
  if (!take_symbol("(")) return text;
  TALLY_TRY(Identifier method, column_name("a sampling method"));
  text += " (" + written_name(method.text);
  if (take_symbol(",")) {
    TALLY_TRY(std::string seed, whole_number());
    text += ", " + seed;
  }
  TALLY_CHECK(expect_symbol(")"));
  return text + ")";
}

Result<std::string> Parser::sample_size() {
  if (peek().kind != TokenKind::number) return unexpected("a number of rows or a percentage");
  std::string size(text_of(take()));
  if (take_symbol("%") || take_keyword(keyword("percent"))) return size + "%";
  if (take_keyword(keyword("rows"))) return size + " ROWS";
  return size;
}

Result<std::string> Parser::whole_number() {
  const std::string_view text = text_of(peek());
  const bool whole = text.find_first_not_of("0123456789") == std::string_view::npos;
  if (peek().kind != TokenKind::number || !whole) return unexpected("a whole number");
  return std::string(text_of(take()));
}

// a, schema.a, 'file.csv'
Result<QualifiedName> Parser::qualified_name(std::string_view wanted) {
  TALLY_TRY(Identifier first, column_name_or_text(wanted));
  QualifiedName name{std::move(first)};
  while (take_symbol(".")) {
    TALLY_TRY(Identifier part, any_name("a name"));
    name.push_back(std::move(part));
  }
  return name;
}

}  // namespace tally::sql
