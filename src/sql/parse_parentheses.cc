// What an opening parenthesis holds: an expression, a row of them, or a query.

#include "sql/parse_impl.h"

namespace tally::sql {

Result<Expression> Parser::parenthesized_expression() {
  const Position at = peek().at;
  TALLY_TRY(Parenthesized inside, parenthesized(TrailingComma::refused));
  if (auto* query = std::get_if<Query>(&inside)) {
    return Expression{ScalarQuery{std::move(*query)}, at};
  }
  auto& items = std::get<std::vector<Expression>>(inside);
  if (items.size() == 1) return std::move(items[0]);
  Row made;
  made.items = std::move(items);
  return Expression{std::move(made), at};
}

// Parentheses belong to a query as long as they can: ((SELECT 1) UNION SELECT 2) is one, while
// ((SELECT 1) + 2) turns out to be an expression on the way.
Result<Parser::Parenthesized> Parser::parenthesized(TrailingComma comma) {
  const bool leads_to_query = query_behind_parentheses();
  take();
  if (!leads_to_query) {
    TALLY_TRY(Expression first, expression());
    return parenthesized_rest(std::move(first), comma);
  }
  if (at_symbol("(")) return doubly_parenthesized(comma);
  TALLY_TRY(Query inside, query());
  TALLY_CHECK(expect_symbol(")"));
  return Parenthesized(std::move(inside));
}

Result<Parser::Parenthesized> Parser::doubly_parenthesized(TrailingComma comma) {
  const Position at = peek().at;
  TALLY_CHECK(deeper());
  TALLY_TRY(Parenthesized inside, parenthesized(TrailingComma::refused));
  shallower();
  TALLY_CHECK(grow());
  if (auto* inner = std::get_if<Query>(&inside)) {
    Query found = std::move(*inner);
    if (at_query_tail()) {
      TALLY_TRY(found, query_tail(std::move(found)));
    }
    if (take_symbol(")")) return Parenthesized(std::move(found));
    std::vector<Expression> scalar;
    scalar.push_back({ScalarQuery{std::move(found)}, at});
    inside = std::move(scalar);
  }
  auto& items = std::get<std::vector<Expression>>(inside);
  Expression first;
  if (items.size() == 1) {
    first = std::move(items[0]);
  } else {
    Row made;
    made.items = std::move(items);
    first = {std::move(made), at};
  }
  TALLY_TRY(first, postfix(std::move(first)));
  TALLY_TRY(first, continue_expression(std::move(first), 0, Operators::all));
  return parenthesized_rest(std::move(first), comma);
}

Result<Parser::Parenthesized> Parser::parenthesized_rest(Expression first, TrailingComma comma) {
  std::vector<Expression> items;
  items.push_back(std::move(first));
  while (take_symbol(",")) {
    if (comma == TrailingComma::allowed && at_symbol(")")) break;
    TALLY_TRY(Expression item, expression());
    items.push_back(std::move(item));
  }
  TALLY_CHECK(expect_symbol(")"));
  return Parenthesized(std::move(items));
}

// Standing on '(': does a query begin behind this run of parentheses? Each run is looked over once.
bool Parser::query_behind_parentheses() {
  if (run_end_ <= next_) {
    run_end_ = next_;
    while (tokens_[run_end_].kind == TokenKind::symbol &&
           tokens_[run_end_].code == symbol_code("(")) {
      ++run_end_;
    }
  }
  return at_query(run_end_ - next_);
}

Result<Query> Parser::query_in_parentheses() {
  if (!at_symbol("(") || !query_behind_parentheses()) return unexpected("a query in parentheses");
  TALLY_TRY(Parenthesized inside, parenthesized(TrailingComma::refused));
  if (auto* found = std::get_if<Query>(&inside)) return std::move(*found);
  return error_at(peek().at, "expected a query in parentheses, found an expression");
}

}  // namespace tally::sql
