// Queries: WITH, SELECT and its clauses, VALUES, set operations, ORDER BY and LIMIT.

#include "sql/parse_impl.h"

namespace tally::sql {
namespace {

constexpr int kLevelUnion = 1;
constexpr int kLevelIntersect = 2;

Select star_of(std::vector<FromItem> from) {
  Select made;
  made.items.push_back({Expression{Star{}, {}}, std::nullopt});
  made.from = std::move(from);
  return made;
}

}  // namespace

bool Parser::at_query(size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind != TokenKind::word) return false;
  for (const uint16_t word :
       {keyword("select"), keyword("with"), keyword("from"), keyword("table"), keyword("pivot"),
        keyword("unpivot"), keyword("pivot_wider"), keyword("pivot_longer"), keyword("describe"),
        keyword("show"), keyword("summarize")}) {
    if (token.code == word) return true;
  }
  return token.code == keyword("values") && at_symbol("(", ahead + 1);
}

// A query without its parentheses.
Result<Query> Parser::query() {
  TALLY_CHECK(deeper());
  const int outer = std::exchange(height_, 0);
  const Position at = peek().at;
  Query with;
  TALLY_CHECK(with_clause(with));
  TALLY_TRY(Query found, set_operand());
  TALLY_TRY(found, query_tail(std::move(found)));
  if (!with.with.empty()) {
    if (!found.with.empty()) return error_at(at, "a query can have only one WITH");
    found.with = std::move(with.with);
    found.recursive = with.recursive;
  }
  TALLY_CHECK(grow());
  height_ = std::max(outer, height_);
  shallower();
  return found;
}

bool Parser::at_query_tail() const {
  for (const uint16_t word :
       {keyword("union"), keyword("intersect"), keyword("except"), keyword("order"),
        keyword("limit"), keyword("offset"), keyword("fetch"), keyword("for")}) {
    if (at_keyword(word)) return true;
  }
  return false;
}

// What follows the first operand: set operations, then ORDER BY and LIMIT of the whole.
Result<Query> Parser::query_tail(Query left) {
  TALLY_TRY(Query whole, set_operation(std::move(left), kLevelUnion));
  TALLY_CHECK(ordering(whole));
  TALLY_CHECK(limits(whole));
  if (at_keyword(keyword("for"))) return unsupported("FOR UPDATE or FOR SHARE");
  return whole;
}

Result<Query> Parser::set_operation(Query left, int lowest) {
  while (true) {
    const bool intersect = at_keyword(keyword("intersect"));
    const bool union_ = at_keyword(keyword("union"));
    const int level = intersect ? kLevelIntersect : kLevelUnion;
    if ((!intersect && !union_ && !at_keyword(keyword("except"))) || level < lowest) return left;
    take();
    SetOp op = intersect ? SetOp::intersect : union_ ? SetOp::union_ : SetOp::except;
    const bool all = take_keyword(keyword("all"));
    if (!all) take_keyword(keyword("distinct"));
    if (at_keyword(keyword("by")) && at_keyword(keyword("name"), 1)) {
      if (!union_) return unsupported("BY NAME without UNION");
      take();
      take();
      op = SetOp::union_by_name;
    }
    TALLY_TRY(Query right, set_operand());
    TALLY_TRY(right, set_operation(std::move(right), level + 1));
    TALLY_CHECK(grow());
    Query made;
    made.body = SetOperation{op, all, std::move(left), std::move(right)};
    left = std::move(made);
  }
}

// One SELECT, VALUES or TABLE, or a query in parentheses.
Result<Query> Parser::set_operand() {
  Query made;
  if (at_symbol("(")) return query_in_parentheses();
  if (at_keyword(keyword("select")) || at_keyword(keyword("from"))) {
    TALLY_TRY(made.body, select());
    return made;
  }
  if (at_keyword(keyword("values"))) {
    TALLY_TRY(made.body, values());
    return made;
  }
  if (take_keyword(keyword("table"))) {
    TALLY_TRY(QualifiedName name, qualified_name("a table"));
    std::vector<FromItem> from;
    from.push_back({TableName{std::move(name)}, std::nullopt, {}, false, {}, peek().at});
    made.body = star_of(std::move(from));
    return made;
  }
  for (const uint16_t word :
       {keyword("pivot"), keyword("unpivot"), keyword("pivot_wider"), keyword("pivot_longer"),
        keyword("describe"), keyword("show"), keyword("summarize")}) {
    if (at_keyword(word)) return unsupported(text_of(peek()));
  }
  return unexpected("SELECT, FROM, VALUES, WITH or a query in parentheses");
}

Result<void> Parser::with_clause(Query& query) {
  if (!take_keyword(keyword("with"))) return {};
  query.recursive = at_keyword(keyword("recursive")) && take_keyword(keyword("recursive"));
  do {
    TALLY_TRY(CommonTable table, common_table());
    query.with.push_back(std::move(table));
  } while (take_symbol(","));
  return {};
}

Result<CommonTable> Parser::common_table() {
  TALLY_TRY(Identifier name, column_name_or_text("a name for the common table"));
  CommonTable made{std::move(name), {}, std::nullopt, Query{}, {}};
  if (at_symbol("(")) {
    TALLY_TRY(made.columns, parenthesized_names());
  }
  if (take_keywords(keyword("using"), keyword("key"))) {
    TALLY_CHECK(expect_symbol("("));
    TALLY_TRY(made.using_key, expressions(")"));
  }
  TALLY_CHECK(expect_keyword(keyword("as")));
  if (take_keywords(keyword("not"), keyword("materialized"))) {
    made.materialized = false;
  } else if (take_keyword(keyword("materialized"))) {
    made.materialized = true;
  }
  TALLY_CHECK(expect_symbol("("));
  TALLY_TRY(made.query, query());
  TALLY_CHECK(expect_symbol(")"));
  return made;
}

// The engine lets (SELECT … LIMIT 5) ORDER BY x add to the query inside; a clause given twice is
// an error.
Result<void> Parser::ordering(Query& query) {
  const Position at = peek().at;
  if (!take_keywords(keyword("order"), keyword("by"))) return {};
  if (!query.order_by.empty() || query.order_by_all) {
    return error_at(at, "a query can have only one ORDER BY");
  }
  if (at_keyword(keyword("all"))) {
    take();
    query.order_by_all = true;
    query.order_by_all_ascending = take_keyword(keyword("asc"));
    query.order_by_all_descending = !query.order_by_all_ascending && take_keyword(keyword("desc"));
    TALLY_TRY(query.order_by_all_nulls_first, nulls_order());
    return {};
  }
  TALLY_TRY(query.order_by, order_items());
  return {};
}

Result<void> Parser::limits(Query& query) {
  while (true) {
    const Position at = peek().at;
    if (at_keyword(keyword("limit")) || at_keyword(keyword("fetch"))) {
      if (query.limit) return error_at(at, "a query can have only one LIMIT");
      TALLY_CHECK(at_keyword(keyword("limit")) ? limit(query) : fetch(query));
    } else if (take_keyword(keyword("offset"))) {
      if (query.offset) return error_at(at, "a query can have only one OFFSET");
      TALLY_TRY(query.offset, expression());
      if (!take_keyword(keyword("row"))) take_keyword(keyword("rows"));
    } else {
      return {};
    }
  }
}

// LIMIT 5, LIMIT 5 %, LIMIT ALL. (infix() leaves a % that no operand follows.)
Result<void> Parser::limit(Query& query) {
  take();
  if (take_keyword(keyword("all"))) {
    query.limit = null_literal();
    return {};
  }
  TALLY_TRY(query.limit, expression());
  const bool percent = take_symbol("%") || take_keyword(keyword("percent"));
  query.limit_percent = percent;
  if (at_symbol(",")) return unsupported("LIMIT with two numbers (use OFFSET)");
  return {};
}

// FETCH FIRST 3 ROWS ONLY
Result<void> Parser::fetch(Query& query) {
  take();
  if (!take_keyword(keyword("first")) && !take_keyword(keyword("next"))) {
    return unexpected("FIRST or NEXT");
  }
  if (at_keyword(keyword("row")) || at_keyword(keyword("rows"))) {
    query.limit = number_literal("1");
  } else {
    TALLY_TRY(query.limit, expression(kLevelSign));
  }
  if (!take_keyword(keyword("row")) && !take_keyword(keyword("rows"))) return unexpected("ROWS");
  return expect_keyword(keyword("only"));
}

Result<Select> Parser::select() {
  Select made;
  const bool from_first = take_keyword(keyword("from"));
  if (from_first) {
    TALLY_TRY(made.from, from_list());
  }
  if (take_keyword(keyword("select"))) {
    TALLY_CHECK(select_list(made));
  } else {
    made.items = star_of({}).items;
  }
  if (at_keyword(keyword("into"))) return unsupported("SELECT INTO");
  if (!from_first && take_keyword(keyword("from"))) {
    TALLY_TRY(made.from, from_list());
  }
  if (take_keyword(keyword("where"))) {
    TALLY_TRY(made.where, expression());
  }
  if (take_keywords(keyword("group"), keyword("by"))) TALLY_CHECK(group_by(made));
  if (take_keyword(keyword("having"))) {
    TALLY_TRY(made.having, expression());
  }
  if (take_keyword(keyword("window"))) TALLY_CHECK(windows(made));
  if (take_keyword(keyword("qualify"))) {
    TALLY_TRY(made.qualify, expression());
  }
  if (take_keywords(keyword("using"), keyword("sample"))) {
    TALLY_TRY(made.sample, sample());
  }
  return made;
}

Result<void> Parser::select_list(Select& made) {
  if (take_keyword(keyword("distinct"))) {
    made.distinct = true;
    if (take_keyword(keyword("on"))) {
      TALLY_CHECK(expect_symbol("("));
      TALLY_TRY(made.distinct_on, expressions(")"));
      if (made.distinct_on.empty()) return unexpected("an expression in DISTINCT ON");
    }
  } else {
    take_keyword(keyword("all"));
  }
  do {
    if (!made.items.empty() && !at_item()) break;  // the engine allows a comma behind the last
    TALLY_TRY(SelectItem item, select_item());
    made.items.push_back(std::move(item));
  } while (take_symbol(","));
  return {};
}

// May a select item begin here? Only what follows a select list may not.
bool Parser::at_item() const {
  const Token& token = peek();
  if (token.kind == TokenKind::end || at_symbol(")") || at_symbol(";")) return false;
  for (const uint16_t word :
       {keyword("from"), keyword("where"), keyword("group"), keyword("having"), keyword("window"),
        keyword("qualify"), keyword("order"), keyword("limit"), keyword("offset"), keyword("union"),
        keyword("except"), keyword("intersect"), keyword("using"), keyword("fetch"),
        keyword("for")}) {
    if (at_keyword(word)) return false;
  }
  return true;
}

Result<SelectItem> Parser::select_item() {
  std::optional<Identifier> alias;
  if (at_column_name() && at_symbol(":", 1)) {
    alias = take_identifier();
    take();
  }
  TALLY_TRY(Expression value, expression());
  if (!alias && take_keyword(keyword("as"))) {
    TALLY_TRY(alias, any_name_or_text("a column alias"));
  } else if (!alias) {
    // Without AS only a word that is no key word can be an alias.
    const Token& token = peek();
    const bool plain =
        token.kind == TokenKind::quoted_word || (token.kind == TokenKind::word && token.code == 0);
    if (plain) alias = take_identifier();
  }
  return SelectItem{std::move(value), std::move(alias)};
}

Result<void> Parser::group_by(Select& made) {
  if (take_keyword(keyword("all"))) {
    made.group_by_all = true;
    return {};
  }
  do {
    if (!made.group_by.empty() && !at_item()) break;
    TALLY_TRY(GroupingSet set, grouping_set());
    made.group_by.push_back(std::move(set));
  } while (take_symbol(","));
  return {};
}

// x, (a, b), (), ROLLUP (…), CUBE (…), GROUPING SETS (…)
Result<GroupingSet> Parser::grouping_set() {
  TALLY_CHECK(deeper());
  GroupingSet made;
  if (take_keywords(keyword("grouping"), keyword("sets"))) {
    made.kind = GroupingSet::Kind::sets;
    TALLY_CHECK(expect_symbol("("));
    do {
      if (!made.sets.empty() && at_symbol(")")) break;
      TALLY_TRY(GroupingSet inner, grouping_set());
      made.sets.push_back(std::move(inner));
    } while (take_symbol(","));
    TALLY_CHECK(expect_symbol(")"));
  } else if ((at_keyword(keyword("rollup")) || at_keyword(keyword("cube"))) && at_symbol("(", 1)) {
    made.kind =
        take().code == keyword("rollup") ? GroupingSet::Kind::rollup : GroupingSet::Kind::cube;
    take();
    TALLY_TRY(made.items, expressions(")"));
    if (made.items.empty()) return unexpected("an expression to group by");
  } else if (at_symbol("(") && at_symbol(")", 1)) {
    take();
    take();
  } else {
    TALLY_TRY(Expression key, expression());
    auto* row = std::get_if<Row>(&key.node);
    if (row != nullptr && row->items.size() > 1) {
      made.items = std::move(row->items);  // (a, b) is a set of two keys
    } else {
      made.items.push_back(std::move(key));
    }
  }
  shallower();
  return made;
}

Result<void> Parser::windows(Select& made) {
  do {
    TALLY_TRY(Identifier name, column_name("a window's name"));
    TALLY_CHECK(expect_keyword(keyword("as")));
    TALLY_TRY(Window defined, window());
    made.windows.emplace_back(std::move(name), std::move(defined));
  } while (take_symbol(","));
  return {};
}

// VALUES (1, 'a'), (2, 'b')
Result<Values> Parser::values() {
  take();
  Values made;
  do {
    if (!made.rows.empty() && !at_symbol("(")) break;
    const Position at = peek().at;
    TALLY_CHECK(expect_symbol("("));
    TALLY_TRY(std::vector<Expression> row, expressions(")"));
    if (row.empty()) return error_at(at, "a row of VALUES cannot be empty");
    if (!made.rows.empty() && made.rows[0].size() != row.size()) {
      return error_at(at, "all rows of VALUES must have the same number of columns");
    }
    made.rows.push_back(std::move(row));
  } while (take_symbol(","));
  return made;
}

}  // namespace tally::sql
