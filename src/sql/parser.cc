#include "sql/parser.h"

#include <fmt/format.h>

#include "sql/parse_impl.h"
#include "sql/printer.h"

namespace tally::sql {
namespace {

// Every tree given out can be printed and read again. The printed form may nest deeper than the
// text did (a::int::int is CAST(CAST(…)), + ~ x is +(~x)), so a text that comes near the bounds is
// read only if its printed form is. Counting what the printer will write would be cheaper and would
// have to follow each change of it; deep texts are rare.
template <typename Tree>
Result<Tree> readable_when_printed(std::string_view text, const ParseOptions& options,
                                   Result<Tree> (Parser::*read)()) {
  TALLY_TRY(std::vector<Token> tokens, tokenize(text, options.start));
  Parser parser(text, std::move(tokens));
  TALLY_TRY(Tree tree, (parser.*read)());
  if (parser.shallow()) return tree;
  const std::string printed = print(tree);
  TALLY_TRY(std::vector<Token> again, tokenize(printed, {1, 1}));
  if ((Parser(printed, std::move(again)).*read)().ok()) return tree;
  return error_at(
      options.start,
      fmt::format("nested more than {} levels deep with all its parentheses written out",
                  kMaxNesting));
}

}  // namespace

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
  return readable_when_printed(text, options, &Parser::whole_query);
}

Result<Expression> parse_expression(std::string_view text, const ParseOptions& options) {
  return readable_when_printed(text, options, &Parser::whole_expression);
}

}  // namespace tally::sql
