// Operators: precedence climbing over the levels of parse_impl.h.

#include "sql/parse_impl.h"

namespace tally::sql {

// What stands behind a finished expression, if that is an operator.
struct Parser::Infix {
  enum class Kind {
    none,
    symbol,
    custom,
    arrow,
    logical,
    is,
    predicate,
    not_null,
    collate,
    at_zone,
    cast
  };
  Kind kind = Kind::none;
  int level = 0;
  BinaryOp op = BinaryOp::add;
};

namespace {

struct SymbolOperator {
  uint32_t code;
  BinaryOp op;
  int level;
};

constexpr SymbolOperator kSymbolOperators[] = {
    {symbol_code("="), BinaryOp::equal, kLevelComparison},
    {symbol_code("<>"), BinaryOp::not_equal, kLevelComparison},
    {symbol_code("!="), BinaryOp::not_equal, kLevelComparison},
    {symbol_code("<"), BinaryOp::less, kLevelComparison},
    {symbol_code("<="), BinaryOp::less_equal, kLevelComparison},
    {symbol_code(">"), BinaryOp::greater, kLevelComparison},
    {symbol_code(">="), BinaryOp::greater_equal, kLevelComparison},
    {symbol_code("+"), BinaryOp::add, kLevelSum},
    {symbol_code("-"), BinaryOp::subtract, kLevelSum},
    {symbol_code("*"), BinaryOp::multiply, kLevelProduct},
    {symbol_code("/"), BinaryOp::divide, kLevelProduct},
    {symbol_code("//"), BinaryOp::integer_divide, kLevelProduct},
    {symbol_code("%"), BinaryOp::modulo, kLevelProduct},
    {symbol_code("^"), BinaryOp::power, kLevelPower},
    {symbol_code("**"), BinaryOp::power, kLevelPower},
    {symbol_code("||"), BinaryOp::concat, kLevelOperator},
    {symbol_code("=="), BinaryOp::equal, kLevelOperator},
    {symbol_code("&"), BinaryOp::bitwise_and, kLevelOperator},
    {symbol_code("|"), BinaryOp::bitwise_or, kLevelOperator},
    {symbol_code("<<"), BinaryOp::shift_left, kLevelOperator},
    {symbol_code(">>"), BinaryOp::shift_right, kLevelOperator},
    {symbol_code("~"), BinaryOp::regex_match, kLevelOperator},
    {symbol_code("!~"), BinaryOp::not_regex_match, kLevelOperator},
    {symbol_code("@>"), BinaryOp::contains, kLevelOperator},
    {symbol_code("<@"), BinaryOp::contained_in, kLevelOperator},
    {symbol_code("&&"), BinaryOp::overlaps, kLevelOperator},
    // The left side of both arrows binds as loosely as can be, the right side of ->> tightly:
    // x = a ->> 'b' is (x = a) ->> 'b' to the engine.
    {symbol_code("->"), BinaryOp::json_get, kLevelArrow},
    {symbol_code("->>"), BinaryOp::json_get_text, kLevelArrow},
};

bool non_associative(int level) {
  return level == kLevelIs || level == kLevelComparison || level == kLevelPredicate;
}

// Nodes that end in an operand: only behind those can a second operator of the level not stand.
bool ends_in_operand(const Expression& expression) {
  return std::holds_alternative<Binary>(expression.node) ||
         std::holds_alternative<Between>(expression.node) ||
         std::holds_alternative<Like>(expression.node);
}

bool is_operator_symbol(std::string_view symbol) {
  return symbol.find_first_not_of("~!@^&|`+-*/%<>=") == std::string_view::npos && symbol != "=>";
}

Expression make(decltype(Expression::node) node, Position at) {
  return {std::move(node), at};
}

}  // namespace

Result<Expression> Parser::expression(int lowest, Operators operators) {
  TALLY_CHECK(deeper());
  const int outer = std::exchange(height_, 0);
  TALLY_TRY(Expression left, prefixed(operators));
  TALLY_TRY(Expression whole, continue_expression(std::move(left), lowest, operators));
  TALLY_CHECK(grow());
  height_ = std::max(outer, height_);
  shallower();
  return whole;
}

// Reads operators of at least level `lowest` behind `left`.
Result<Expression> Parser::continue_expression(Expression left, int lowest, Operators operators) {
  int closed = 0;  // the non-associative level just used: a < b < c is an error
  while (true) {
    const Infix found = infix(operators);
    if (found.kind == Infix::Kind::none || found.level < lowest) return left;
    if (found.level == closed) {
      return unexpected("AND, OR or parentheses (comparisons do not chain)");
    }
    const bool closes = non_associative(found.level);
    TALLY_TRY(left, apply(found, std::move(left), operators));
    TALLY_CHECK(grow());
    closed = closes && ends_in_operand(left) ? found.level : 0;
  }
}

Parser::Infix Parser::infix(Operators operators) const {
  using Kind = Infix::Kind;
  const Token& token = peek();
  if (token.kind == TokenKind::symbol) {
    const bool restricted = operators == Operators::restricted;
    if (token.code == symbol_code("::")) return {Kind::cast, kLevelCast, {}};
    for (const SymbolOperator& known : kSymbolOperators) {
      if (known.code != token.code) continue;
      if (known.level == kLevelArrow && restricted) return {};
      // LIMIT 10 %
      if (known.op == BinaryOp::modulo && !starts_expression(1)) return {};
      return {known.level == kLevelArrow ? Kind::arrow : Kind::symbol, known.level, known.op};
    }
    if (is_operator_symbol(text_of(token))) return {Kind::custom, kLevelOperator, {}};
    return {};
  }
  if (token.kind != TokenKind::word || token.code == 0) return {};
  return word_infix(operators);
}

Parser::Infix Parser::word_infix(Operators operators) const {
  using Kind = Infix::Kind;
  const auto word = static_cast<uint16_t>(peek().code);
  if (word == keyword("is")) {
    const size_t ahead = at_keyword(keyword("not"), 1) ? 2 : 1;
    const bool admitted = operators == Operators::all || at_keyword(keyword("distinct"), ahead);
    return admitted ? Infix{Kind::is, kLevelIs, {}} : Infix{};
  }
  if (operators == Operators::restricted) return {};
  switch (word) {
    case keyword("or"):
      return {Kind::logical, kLevelOr, BinaryOp::logical_or};
    case keyword("and"):
      return {Kind::logical, kLevelAnd, BinaryOp::logical_and};
    case keyword("isnull"):
    case keyword("notnull"):
      return {Kind::is, kLevelIs, {}};
    case keyword("between"):
    case keyword("in"):
    case keyword("like"):
    case keyword("ilike"):
    case keyword("similar"):
    case keyword("glob"):
      return {Kind::predicate, kLevelPredicate, {}};
    case keyword("not"):
      if (at_keyword(keyword("null"), 1)) return {Kind::not_null, kLevelNot, {}};
      for (const uint16_t next : {keyword("between"), keyword("in"), keyword("like"),
                                  keyword("ilike"), keyword("similar")}) {
        if (at_keyword(next, 1)) return {Kind::predicate, kLevelPredicate, {}};
      }
      return {};
    case keyword("collate"):
      return {Kind::collate, kLevelCollate, {}};
    case keyword("at"):
      if (!at_keyword(keyword("time"), 1)) return {};
      return {Kind::at_zone, kLevelAtTimeZone, {}};
    default:
      return {};
  }
}

Result<Expression> Parser::apply(const Infix& found, Expression left, Operators operators) {
  const Position at = peek().at;
  switch (found.kind) {
    case Infix::Kind::symbol:
    case Infix::Kind::custom:
      return symbol_operator(found, std::move(left), operators);
    case Infix::Kind::arrow: {
      take();
      const int right_level = found.op == BinaryOp::json_get ? kLevelArrow : kLevelOperator;
      TALLY_TRY(Expression right, expression(right_level + 1, operators));
      return make(Binary{found.op, std::move(left), std::move(right)}, at);
    }
    case Infix::Kind::logical: {
      take();
      TALLY_TRY(Expression right, expression(found.level + 1, operators));
      return make(Binary{found.op, std::move(left), std::move(right)}, at);
    }
    case Infix::Kind::is:
      return is_test(std::move(left), operators);
    case Infix::Kind::not_null:
      take();
      take();
      return make(IsTest{std::move(left), IsTest::What::null, true}, at);
    case Infix::Kind::predicate:
      return predicate(std::move(left));
    case Infix::Kind::collate: {
      take();
      TALLY_TRY(Identifier name, column_name("a collation"));
      while (take_symbol(".")) {
        TALLY_TRY(Identifier part, any_name("a collation"));
        name.text += "." + part.text;
      }
      return make(Collate{std::move(left), std::move(name)}, at);
    }
    case Infix::Kind::at_zone: {
      take();
      take();
      TALLY_CHECK(expect_keyword(keyword("zone")));
      TALLY_TRY(Expression zone, expression(kLevelAtTimeZone + 1, operators));
      return make(AtTimeZone{std::move(left), std::move(zone)}, at);
    }
    case Infix::Kind::cast: {
      take();
      TALLY_TRY(std::string name, type());
      return make(Cast{std::move(left), std::move(name), false}, at);
    }
    case Infix::Kind::none:
      break;
  }
  return bug_error("no operator to apply");
}

Result<Expression> Parser::symbol_operator(const Infix& found, Expression left,
                                           Operators operators) {
  const Token& token = take();
  const bool quantifier =
      at_keyword(keyword("any")) || at_keyword(keyword("some")) || at_keyword(keyword("all"));
  if (found.kind == Infix::Kind::symbol) {
    if (quantifier) return quantified(found.op, std::move(left));
    TALLY_TRY(Expression right, expression(found.level + 1, operators));
    return make(Binary{found.op, std::move(left), std::move(right)}, token.at);
  }
  CustomOperator custom{std::string(text_of(token)), std::move(left), std::nullopt};
  if (starts_expression()) {
    TALLY_TRY(Expression right, expression(kLevelOperator + 1, operators));
    custom.right = std::move(right);
  }
  return make(std::move(custom), token.at);
}

bool Parser::starts_expression(size_t ahead) const {
  const Token& token = peek(ahead);
  switch (token.kind) {
    case TokenKind::end:
      return false;
    case TokenKind::symbol:
      return std::string_view("([{?$#+-~@!").find(text_of(token)[0]) != std::string_view::npos;
    case TokenKind::word:
      break;
    default:
      return true;
  }
  if (keyword_class(static_cast<uint16_t>(token.code)) != KeywordClass::reserved) return true;
  for (const uint16_t word : {keyword("case"), keyword("cast"), keyword("not"), keyword("null"),
                              keyword("true"), keyword("false"), keyword("array")}) {
    if (token.code == word) return true;
  }
  return false;
}

// -x, +x, NOT x, ~x, @x, *
Result<Expression> Parser::prefixed(Operators operators) {
  const Token& token = peek();
  if (token.kind == TokenKind::word && token.code == keyword("not")) {
    if (operators == Operators::restricted) return unexpected("an expression without NOT");
    take();
    TALLY_TRY(Expression operand, expression(kLevelNot, operators));
    return make(Unary{UnaryOp::logical_not, std::move(operand)}, token.at);
  }
  if (token.kind != TokenKind::symbol) return primary();
  const std::string_view symbol = text_of(token);
  if (symbol == "-" || symbol == "+") {
    take();
    TALLY_TRY(Expression operand, expression(kLevelSign, operators));
    return make(Unary{symbol == "-" ? UnaryOp::minus : UnaryOp::plus, std::move(operand)},
                token.at);
  }
  if (symbol == "*") return star({});
  if (!is_operator_symbol(symbol) || symbol.find_first_of("~!@^&|`") == std::string_view::npos) {
    return primary();
  }
  take();
  TALLY_TRY(Expression operand, expression(kLevelOperator + 1, operators));
  if (symbol == "~") return make(Unary{UnaryOp::bitwise_not, std::move(operand)}, token.at);
  return make(CustomOperator{std::string(symbol), std::nullopt, std::move(operand)}, token.at);
}

// IS [NOT] NULL | TRUE | FALSE | UNKNOWN | DISTINCT FROM x, ISNULL, NOTNULL
Result<Expression> Parser::is_test(Expression left, Operators operators) {
  const Position at = peek().at;
  if (take_keyword(keyword("isnull"))) {
    return make(IsTest{std::move(left), IsTest::What::null, false}, at);
  }
  if (take_keyword(keyword("notnull"))) {
    return make(IsTest{std::move(left), IsTest::What::null, true}, at);
  }
  take();
  const bool negated = take_keyword(keyword("not"));
  if (take_keyword(keyword("distinct"))) {
    TALLY_CHECK(expect_keyword(keyword("from")));
    TALLY_TRY(Expression right, expression(kLevelIs + 1, operators));
    const BinaryOp op = negated ? BinaryOp::is_not_distinct_from : BinaryOp::is_distinct_from;
    return make(Binary{op, std::move(left), std::move(right)}, at);
  }
  constexpr std::pair<uint16_t, IsTest::What> kTests[] = {
      {keyword("null"), IsTest::What::null},
      {keyword("true"), IsTest::What::true_},
      {keyword("false"), IsTest::What::false_},
      {keyword("unknown"), IsTest::What::unknown},
  };
  for (const auto& [word, what] : kTests) {
    if (take_keyword(word)) return make(IsTest{std::move(left), what, negated}, at);
  }
  return unexpected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
}

Result<Expression> Parser::predicate(Expression left) {
  const Position at = peek().at;
  const bool negated = take_keyword(keyword("not"));
  Result<Expression> found = at_keyword(keyword("between")) ? between(std::move(left), negated)
                             : at_keyword(keyword("in"))    ? in(std::move(left), negated)
                                                            : like(std::move(left), negated);
  if (found.ok()) found->at = at;
  return found;
}

Result<Expression> Parser::between(Expression left, bool negated) {
  take();
  if (at_keyword(keyword("symmetric"))) return unsupported("BETWEEN SYMMETRIC");
  take_keyword(keyword("asymmetric"));
  TALLY_TRY(Expression low, expression(0, Operators::restricted));
  TALLY_CHECK(expect_keyword(keyword("and")));
  TALLY_TRY(Expression high, expression(kLevelPredicate + 1));
  return Expression{Between{std::move(left), std::move(low), std::move(high), negated}, {}};
}

// x IN (1, 2), x IN (SELECT …), x IN list
Result<Expression> Parser::in(Expression left, bool negated) {
  take();
  if (!at_symbol("(")) {
    const Token& token = peek();
    TALLY_TRY(Expression list, primary());
    if (std::holds_alternative<Literal>(list.node) || std::holds_alternative<Interval>(list.node)) {
      return error_at(token.at, "expected ( or a list, found " + std::string(text_of(token)));
    }
    InList made{std::move(left), {}, negated, true};
    made.items.push_back(std::move(list));
    return Expression{std::move(made), {}};
  }
  TALLY_TRY(Parenthesized inside, parenthesized(TrailingComma::allowed));
  if (auto* query = std::get_if<Query>(&inside)) {
    return Expression{InQuery{std::move(left), std::move(*query), negated}, {}};
  }
  auto& items = std::get<std::vector<Expression>>(inside);
  return Expression{InList{std::move(left), std::move(items), negated, false}, {}};
}

Result<Expression> Parser::like(Expression left, bool negated) {
  Like made{Like::Kind::like, std::move(left), Expression{}, std::nullopt, negated};
  if (take_keyword(keyword("similar"))) {
    TALLY_CHECK(expect_keyword(keyword("to")));
    made.kind = Like::Kind::similar_to;
  } else if (take_keyword(keyword("ilike"))) {
    made.kind = Like::Kind::ilike;
  } else if (take_keyword(keyword("glob"))) {
    made.kind = Like::Kind::glob;
  } else {
    TALLY_CHECK(expect_keyword(keyword("like")));
  }
  TALLY_TRY(made.pattern, expression(kLevelPredicate + 1));
  const bool escapes = made.kind == Like::Kind::like || made.kind == Like::Kind::ilike;
  if (escapes && take_keyword(keyword("escape"))) {
    TALLY_TRY(Expression escape, expression(kLevelPredicate + 1));
    made.escape = std::move(escape);
  } else if (at_keyword(keyword("escape"))) {
    return unsupported("ESCAPE behind SIMILAR TO or GLOB");
  }
  return Expression{std::move(made), {}};
}

// x = ANY (SELECT …), x <> ALL (list)
Result<Expression> Parser::quantified(BinaryOp op, Expression left) {
  const Position at = peek().at;
  const bool all = take().code == keyword("all");
  if (!at_symbol("(")) return unexpected("(");
  TALLY_TRY(Parenthesized inside, parenthesized(TrailingComma::refused));
  if (auto* query = std::get_if<Query>(&inside)) {
    return make(Quantified{op, all, std::move(left), Box<Query>(std::move(*query))}, at);
  }
  auto& items = std::get<std::vector<Expression>>(inside);
  if (items.size() != 1) return error_at(at, "expected one list or query behind ANY or ALL");
  return make(Quantified{op, all, std::move(left), Box<Expression>(std::move(items[0]))}, at);
}

Result<std::vector<Expression>> Parser::expressions(std::string_view closing) {
  std::vector<Expression> items;
  while (!at_symbol(closing)) {
    TALLY_TRY(Expression item, expression());
    items.push_back(std::move(item));
    if (!take_symbol(",")) break;
  }
  TALLY_CHECK(expect_symbol(closing));
  return items;
}

}  // namespace tally::sql
