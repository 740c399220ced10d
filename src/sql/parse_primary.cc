// Operands: literals, names, CASE, CAST, lists, and what may hang on them (.x, [i]).

#include "sql/parse_impl.h"

namespace tally::sql {
namespace {

Expression make(decltype(Expression::node) node, Position at) {
  return {std::move(node), at};
}

bool is_type_word(uint16_t word) {
  for (const uint16_t known :
       {keyword("bigint"), keyword("bit"), keyword("boolean"), keyword("char"),
        keyword("character"), keyword("dec"), keyword("decimal"), keyword("float"), keyword("int"),
        keyword("integer"), keyword("nchar"), keyword("national"), keyword("numeric"),
        keyword("real"), keyword("smallint"), keyword("time"), keyword("timestamp"),
        keyword("varchar")}) {
    if (word == known) return true;
  }
  return false;
}

}  // namespace

Result<Expression> Parser::primary() {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::number:
      take();
      return make(Literal{Literal::Kind::number, std::string(text_of(token)), {}}, token.at);
    case TokenKind::text: {
      TALLY_TRY(std::string value, text_value());
      Expression literal = make(Literal{Literal::Kind::text, std::move(value), {}}, token.at);
      return postfix(std::move(literal), Methods::refused);
    }
    case TokenKind::symbol:
      return primary_symbol();
    case TokenKind::quoted_word:
      return name_or_call();
    case TokenKind::word:
      return word_primary();
    case TokenKind::end:
      break;
  }
  return unexpected("an expression");
}

Result<Expression> Parser::primary_symbol() {
  const uint32_t code = peek().code;
  Result<Expression> base =
      code == symbol_code("(")   ? parenthesized_expression()
      : code == symbol_code("[") ? list_literal(false)
      : code == symbol_code("{") ? struct_literal()
      : code == symbol_code("?") || code == symbol_code("$") || code == symbol_code("#")
          ? parameter()
          : Result<Expression>(unexpected("an expression"));
  if (!base.ok()) return base;
  return postfix(*std::move(base));
}

// .field, .method(…), [i], [i:j]
Result<Expression> Parser::postfix(Expression operand, Methods methods) {
  while (true) {
    if (at_symbol("[")) {
      TALLY_TRY(operand, subscript(std::move(operand)));
    } else if (at_symbol(".")) {
      if (methods == Methods::refused && at_any_name(1) && at_symbol("(", 2)) {
        return unsupported("calling a function on this with a dot");
      }
      TALLY_TRY(operand, field_or_method(std::move(operand)));
    } else {
      return operand;
    }
  }
}

Result<Expression> Parser::subscript(Expression operand) {
  const Position at = take().at;
  TALLY_CHECK(grow());
  Subscript made{std::move(operand), std::nullopt, std::nullopt, false, std::nullopt};
  if (!at_symbol(":")) {
    TALLY_TRY(Expression low, expression());
    made.low = std::move(low);
  }
  if (take_symbol(":")) {
    made.slice = true;
    if (at_symbol("-") && at_symbol(":", 1)) {
      take();
    } else if (!at_symbol(":") && !at_symbol("]")) {
      TALLY_TRY(Expression high, expression());
      made.high = std::move(high);
    }
    if (take_symbol(":") && !at_symbol("]")) {
      TALLY_TRY(Expression step, expression());
      made.step = std::move(step);
    }
  }
  TALLY_CHECK(expect_symbol("]"));
  return make(std::move(made), at);
}

// x.f(y) is f(x, y), as the engine has it.
Result<Expression> Parser::field_or_method(Expression operand) {
  const Position at = take().at;
  TALLY_CHECK(grow());
  TALLY_TRY(Identifier name, any_name("a field or a function"));
  if (!at_symbol("(")) return make(FieldAccess{std::move(operand), std::move(name)}, at);
  take();
  Call method;
  method.name = {std::move(name)};
  method.arguments.push_back({std::nullopt, std::move(operand)});
  while (!at_symbol(")")) {
    TALLY_TRY(Argument next, argument(method));
    method.arguments.push_back(std::move(next));
    if (!take_symbol(",")) break;
  }
  TALLY_CHECK(expect_symbol(")"));
  return make(std::move(method), at);
}

// A key word in operand position: what it begins, or a plain name.
Result<Expression> Parser::word_primary() {
  const Token& token = peek();
  const auto word = static_cast<uint16_t>(token.code);
  switch (word) {
    case keyword("null"):
      take();
      return make(Literal{}, token.at);
    case keyword("true"):
    case keyword("false"):
      take();
      return make(Literal{Literal::Kind::boolean, word == keyword("true") ? "true" : "false", {}},
                  token.at);
    case keyword("lambda"):
      return lambda();
    case keyword("interval"):
      if (at_symbol("(", 1) || peek(1).kind == TokenKind::text ||
          peek(1).kind == TokenKind::number) {
        return interval();
      }
      break;
    case keyword("default"):
      return unsupported("DEFAULT");
    case keyword("operator"):
      if (at_symbol("(", 1)) return unsupported("OPERATOR(…)");
      break;
    default:
      break;
  }
  bool handled = false;
  Result<Expression> special = special_word(word, handled);
  if (!handled) return name_or_call();
  if (!special.ok()) return special;
  return postfix(*std::move(special));
}

// The words with a syntax of their own that may carry .field and [i] behind them.
Result<Expression> Parser::special_word(uint16_t word, bool& handled) {
  handled = true;
  const bool opens = at_symbol("(", 1);
  switch (word) {
    case keyword("case"):
      return case_expression();
    case keyword("array"):
      return array();
    case keyword("map"):
      if (at_symbol("{", 1)) return map_literal();
      break;
    case keyword("cast"):
      return cast(false);
    case keyword("try_cast"):
      if (opens) return cast(true);
      break;
    case keyword("exists"):
      if (opens) return exists();
      break;
    case keyword("row"):
      if (opens) return row();
      break;
    case keyword("extract"):
      if (opens) return extract();
      break;
    case keyword("substring"):
      if (opens) return substring();
      break;
    case keyword("trim"):
      if (opens) return trim();
      break;
    case keyword("position"):
      if (opens) return position();
      break;
    case keyword("overlay"):
      if (opens) return overlay();
      break;
    case keyword("coalesce"):
    case keyword("nullif"):
    case keyword("grouping"):
    case keyword("grouping_id"):
      if (opens) return call({take_identifier()});
      break;
    default:
      break;
  }
  handled = false;
  return bug_error("not a special word");
}

// Column, call, t.*, or a literal with its type in front.
Result<Expression> Parser::name_or_call() {
  const Token& token = peek();
  const auto word = static_cast<uint16_t>(token.kind == TokenKind::word ? token.code : 0);
  const bool zone = (word == keyword("time") || word == keyword("timestamp")) &&
                    (at_keyword(keyword("with"), 1) || at_keyword(keyword("without"), 1)) &&
                    at_keyword(keyword("time"), 2);
  const bool type_ahead = peek(1).kind == TokenKind::text || at_symbol("(", 1) || zone;
  const bool precision = word == keyword("double") && at_keyword(keyword("precision"), 1) &&
                         peek(2).kind == TokenKind::text;
  if (precision || (is_type_word(word) && type_ahead)) {
    TALLY_TRY(std::string name, type());
    return typed_literal(std::move(name));
  }
  if (at_function_name() && at_symbol("(", 1)) {
    TALLY_TRY(Expression made, call({take_identifier()}));
    return postfix(std::move(made));
  }
  if (at_function_name() && peek(1).kind == TokenKind::text) {
    const bool national =
        keyword_tables::same_word("n", text_of(token)) && peek(1).offset == token.offset + 1;
    if (national) {  // N'text'
      take();
      return typed_literal("VARCHAR");
    }
    TALLY_TRY(std::string name, type());
    return typed_literal(std::move(name));
  }
  if (!at_column_name()) return unexpected("an expression");
  ColumnRef column{{take_identifier()}};
  while (at_symbol(".")) {
    take();
    if (at_symbol("*")) {
      if (column.name.size() > 1) return unsupported("a qualified name before .*");
      return star(std::move(column.name));
    }
    TALLY_TRY(Identifier part, any_name("a name"));
    column.name.push_back(std::move(part));
  }
  if (at_symbol("(") && column.name.size() > 1) {
    TALLY_TRY(Expression made, call(std::move(column.name)));
    made.at = token.at;
    return postfix(std::move(made));
  }
  return postfix(make(std::move(column), token.at), Methods::refused);
}

Result<Expression> Parser::typed_literal(std::string type_name) {
  const Position at = peek().at;
  TALLY_TRY(std::string value, text_value());
  return make(Literal{Literal::Kind::typed, std::move(value), std::move(type_name)}, at);
}

// *, t.*, and *COLUMNS(…), which unpacks its columns into the arguments around it.
Result<Expression> Parser::star(QualifiedName qualifier) {
  const Position at = take().at;
  if (qualifier.empty() && at_keyword(keyword("columns")) && at_symbol("(", 1)) {
    TALLY_TRY(Expression columns, call({take_identifier()}));
    Call unpack;
    unpack.name = {{"unpack", false}};
    unpack.arguments.push_back({std::nullopt, std::move(columns)});
    return make(std::move(unpack), at);
  }
  Star made;
  made.qualifier = std::move(qualifier);
  TALLY_CHECK(star_exclude(made));
  TALLY_CHECK(star_replace(made));
  TALLY_CHECK(star_rename(made));
  return make(std::move(made), at);
}

// One element of EXCLUDE or RENAME: a or t.a
Result<QualifiedName> Parser::star_name() {
  TALLY_TRY(Identifier first, column_name_or_text("a column name"));
  QualifiedName name{std::move(first)};
  while (take_symbol(".")) {
    TALLY_TRY(Identifier part, column_name_or_text("a column name"));
    name.push_back(std::move(part));
  }
  return name;
}

Result<void> Parser::star_exclude(Star& star) {
  if (!take_keyword(keyword("exclude"))) return {};
  const bool list = take_symbol("(");
  do {
    if (list && at_symbol(")")) break;
    TALLY_TRY(QualifiedName name, star_name());
    if (name.size() == 1) {
      star.exclude.push_back(std::move(name[0]));
    } else {
      star.exclude_qualified.push_back(std::move(name));
    }
  } while (list && take_symbol(","));
  if (!list) return {};
  if (star.exclude.empty() && star.exclude_qualified.empty()) return unexpected("a column name");
  return expect_symbol(")");
}

Result<void> Parser::star_replace(Star& star) {
  if (!take_keyword(keyword("replace"))) return {};
  const bool list = take_symbol("(");
  do {
    if (list && at_symbol(")") && !star.replace.empty()) break;
    TALLY_TRY(Expression value, expression());
    TALLY_CHECK(expect_keyword(keyword("as")));
    TALLY_TRY(Identifier name, column_name("a column name"));
    star.replace.emplace_back(std::move(value), std::move(name));
  } while (list && take_symbol(","));
  return list ? expect_symbol(")") : Result<void>{};
}

Result<void> Parser::star_rename(Star& star) {
  if (!take_keyword(keyword("rename"))) return {};
  const bool list = take_symbol("(");
  const auto empty = [&] { return star.rename.empty() && star.rename_qualified.empty(); };
  do {
    if (list && at_symbol(")") && !empty()) break;
    TALLY_TRY(QualifiedName from, star_name());
    TALLY_CHECK(expect_keyword(keyword("as")));
    TALLY_TRY(Identifier to, column_name("a column name"));
    if (from.size() == 1) {
      star.rename.emplace_back(std::move(from[0]), std::move(to));
    } else {
      star.rename_qualified.emplace_back(std::move(from), std::move(to));
    }
  } while (list && take_symbol(","));
  return list ? expect_symbol(")") : Result<void>{};
}

// ?, $1, $name, #1
Result<Expression> Parser::parameter() {
  const Token& sign = take();
  std::string text(text_of(sign));
  if (text != "?") {
    const Token& name = peek();
    const bool fits =
        name.kind == TokenKind::number || (text == "$" && name.kind == TokenKind::word);
    const bool adjacent = name.offset == sign.offset + sign.length;
    const bool whole = text_of(name).find_first_not_of("0123456789") == std::string_view::npos;
    if (!fits || (name.kind == TokenKind::number && !(adjacent && whole))) {
      return unexpected(text == "$" ? "a parameter's name or number" : "a column's number");
    }
    text += text_of(take());
  }
  return make(Parameter{std::move(text)}, sign.at);
}

Result<Expression> Parser::case_expression() {
  const Position at = take().at;
  Case made;
  if (!at_keyword(keyword("when"))) {
    TALLY_TRY(Expression operand, expression());
    made.operand = std::move(operand);
  }
  if (!at_keyword(keyword("when"))) return unexpected("WHEN");
  while (take_keyword(keyword("when"))) {
    TALLY_TRY(Expression condition, expression());
    TALLY_CHECK(expect_keyword(keyword("then")));
    TALLY_TRY(Expression value, expression());
    made.branches.emplace_back(std::move(condition), std::move(value));
  }
  if (take_keyword(keyword("else"))) {
    TALLY_TRY(Expression otherwise, expression());
    made.otherwise = std::move(otherwise);
  }
  if (!take_keyword(keyword("end"))) return unexpected("WHEN, ELSE or END");
  return make(std::move(made), at);
}

Result<Expression> Parser::cast(bool is_try) {
  const Position at = take().at;
  TALLY_CHECK(expect_symbol("("));
  TALLY_TRY(Expression operand, expression());
  TALLY_CHECK(expect_keyword(keyword("as")));
  TALLY_TRY(std::string name, type());
  TALLY_CHECK(expect_symbol(")"));
  return make(Cast{std::move(operand), std::move(name), is_try}, at);
}

// INTERVAL '3' DAY, INTERVAL 3 DAY, INTERVAL (n) DAY, INTERVAL '3 days'
Result<Expression> Parser::interval() {
  const Position at = take().at;
  const Token& token = peek();
  Expression amount;
  if (token.kind == TokenKind::text) {
    TALLY_TRY(std::string text, text_value());
    amount = make(Literal{Literal::Kind::text, std::move(text), {}}, token.at);
  } else if (token.kind == TokenKind::number) {
    if (text_of(token).find_first_not_of("0123456789_") != std::string_view::npos) {
      return unexpected("a whole number, a text or parentheses");
    }
    take();
    amount = make(Literal{Literal::Kind::number, std::string(text_of(token)), {}}, token.at);
  } else {
    take();
    TALLY_TRY(amount, expression());
    TALLY_CHECK(expect_symbol(")"));
  }
  TALLY_TRY(std::string unit, interval_unit());
  return make(Interval{std::move(amount), std::move(unit)}, at);
}

// "DAY" for DAY and DAYS; "" if no unit follows.
Result<std::string> Parser::interval_unit() {
  constexpr std::pair<uint16_t, std::string_view> kUnits[] = {
      {keyword("year"), "YEAR"},
      {keyword("years"), "YEAR"},
      {keyword("quarter"), "QUARTER"},
      {keyword("quarters"), "QUARTER"},
      {keyword("month"), "MONTH"},
      {keyword("months"), "MONTH"},
      {keyword("week"), "WEEK"},
      {keyword("weeks"), "WEEK"},
      {keyword("day"), "DAY"},
      {keyword("days"), "DAY"},
      {keyword("hour"), "HOUR"},
      {keyword("hours"), "HOUR"},
      {keyword("minute"), "MINUTE"},
      {keyword("minutes"), "MINUTE"},
      {keyword("second"), "SECOND"},
      {keyword("seconds"), "SECOND"},
      {keyword("millisecond"), "MILLISECOND"},
      {keyword("milliseconds"), "MILLISECOND"},
      {keyword("microsecond"), "MICROSECOND"},
      {keyword("microseconds"), "MICROSECOND"},
      {keyword("decade"), "DECADE"},
      {keyword("decades"), "DECADE"},
      {keyword("century"), "CENTURY"},
      {keyword("centuries"), "CENTURY"},
      {keyword("millennium"), "MILLENNIUM"},
      {keyword("millennia"), "MILLENNIUM"},
  };
  for (const auto& [word, unit] : kUnits) {
    if (!take_keyword(word)) continue;
    if (at_keyword(keyword("to"))) return unsupported("an interval of two units");
    return std::string(unit);
  }
  return std::string();
}

// [a, b], ARRAY[a, b], [f(x) FOR x IN list IF condition]
Result<Expression> Parser::list_literal(bool array) {
  const Position at = take().at;
  ListLiteral made;
  made.array = array;
  while (!at_symbol("]")) {
    TALLY_TRY(Expression item, expression());
    if (!array && made.items.empty() && at_keyword(keyword("for"))) {
      return comprehension(std::move(item), at);
    }
    made.items.push_back(std::move(item));
    if (!take_symbol(",")) break;
  }
  TALLY_CHECK(expect_symbol("]"));
  return make(std::move(made), at);
}

Result<Expression> Parser::comprehension(Expression result, Position at) {
  take();
  ListComprehension made{std::move(result), {}, Expression{}, std::nullopt};
  do {
    TALLY_TRY(Identifier name, column_name_or_text("a name"));
    made.names.push_back(std::move(name));
  } while (take_symbol(","));
  TALLY_CHECK(expect_keyword(keyword("in")));
  TALLY_TRY(made.list, expression());
  if (take_keyword(keyword("if"))) {
    TALLY_TRY(Expression condition, expression());
    made.condition = std::move(condition);
  }
  TALLY_CHECK(expect_symbol("]"));
  return make(std::move(made), at);
}

// {'a': 1, b: 2}
Result<Expression> Parser::struct_literal() {
  const Position at = take().at;
  StructLiteral made;
  do {
    if (!made.fields.empty() && at_symbol("}")) break;
    TALLY_TRY(Identifier name, column_name_or_text("a field name"));
    TALLY_CHECK(expect_symbol(":"));
    TALLY_TRY(Expression value, expression());
    made.fields.emplace_back(std::move(name), std::move(value));
  } while (take_symbol(","));
  TALLY_CHECK(expect_symbol("}"));
  return make(std::move(made), at);
}

Result<Expression> Parser::map_literal() {
  const Position at = take().at;
  take();
  MapLiteral made;
  while (!at_symbol("}")) {
    TALLY_TRY(Expression key, expression());
    TALLY_CHECK(expect_symbol(":"));
    TALLY_TRY(Expression value, expression());
    made.entries.emplace_back(std::move(key), std::move(value));
    if (!take_symbol(",")) break;
  }
  TALLY_CHECK(expect_symbol("}"));
  return make(std::move(made), at);
}

// ARRAY[…] or ARRAY(SELECT …)
Result<Expression> Parser::array() {
  const Position at = take().at;
  if (at_symbol("[")) return list_literal(true);
  TALLY_TRY(Query inside, query_in_parentheses());
  return make(ArrayQuery{std::move(inside)}, at);
}

Result<Expression> Parser::exists() {
  const Position at = take().at;
  TALLY_TRY(Query inside, query_in_parentheses());
  return make(Exists{std::move(inside)}, at);
}

Result<Expression> Parser::row() {
  const Position at = take().at;
  take();
  Row made;
  TALLY_TRY(made.items, expressions(")"));
  return make(std::move(made), at);
}

// LAMBDA x, y: body
Result<Expression> Parser::lambda() {
  const Position at = take().at;
  Lambda made{{}, Expression{}, false};
  do {
    TALLY_TRY(Identifier name, column_name_or_text("a parameter's name"));
    made.parameters.push_back(std::move(name));
  } while (take_symbol(","));
  TALLY_CHECK(expect_symbol(":"));
  TALLY_TRY(made.body, expression());
  return make(std::move(made), at);
}

}  // namespace tally::sql
