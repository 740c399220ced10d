#include "sql/parser.h"

#include "sql/parse_impl.h"

namespace tally::sql {

Result<Query> Parser::whole_query() {
  TALLY_TRY(Query found, query());
  take_symbol(";");
  TALLY_CHECK(expect_end());
  return found;
}

Result<Expression> Parser::whole_expression() {
  TALLY_TRY(Expression found, expression());
  TALLY_CHECK(expect_end());
  return found;
}

// Every dialect we read so far is a part of DuckDB's, so `options.dialect` changes nothing yet.
Result<Query> parse_query(std::string_view text, const ParseOptions& options) {
  TALLY_TRY(std::vector<Token> tokens, tokenize(text, options.start));
  return Parser(text, std::move(tokens)).whole_query();
}

Result<Expression> parse_expression(std::string_view text, const ParseOptions& options) {
  TALLY_TRY(std::vector<Token> tokens, tokenize(text, options.start));
  return Parser(text, std::move(tokens)).whole_expression();
}

}  // namespace tally::sql
