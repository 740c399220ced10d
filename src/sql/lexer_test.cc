#include "sql/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/dialect.h"
#include "sql/keywords.h"

namespace tally::sql {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> words(std::string_view text) {
  const auto tokens = tokenize(text);
  if (!tokens.ok()) return {tokens.error().message};
  std::vector<std::string> found;
  for (const Token& token : *tokens) found.emplace_back(token.in(text));
  found.pop_back();  // the end
  return found;
}

std::string value(std::string_view text) {
  const auto tokens = tokenize(text);
  if (!tokens.ok()) return tokens.error().message;
  return token_value(tokens->front(), text);
}

TEST(Lexer, OperatorsAreTheLongestRun) {
  EXPECT_THAT(words("a->>'b'"), ElementsAre("a", "->>", "'b'"));
  EXPECT_THAT(words("a<=>b"), ElementsAre("a", "<=>", "b"));
  EXPECT_THAT(words("a!~~*b"), ElementsAre("a", "!~~*", "b"));
  EXPECT_THAT(words("x::int[]"), ElementsAre("x", "::", "int", "[", "]"));
  EXPECT_THAT(words("f(a:=1,b=>2)"),
              ElementsAre("f", "(", "a", ":=", "1", ",", "b", "=>", "2", ")"));
}

// PostgreSQL's rule: only an operator with one of ~!@^&|`% in it may end in a sign.
TEST(Lexer, SignsAreGivenBack) {
  EXPECT_THAT(words("a*-1"), ElementsAre("a", "*", "-", "1"));
  EXPECT_THAT(words("a>=-1"), ElementsAre("a", ">=", "-", "1"));
  EXPECT_THAT(words("a||-1"), ElementsAre("a", "||-", "1"));
  EXPECT_THAT(words("a=- -1"), ElementsAre("a", "=", "-", "-", "1"));
}

TEST(Lexer, CommentsEndOperators) {
  EXPECT_THAT(words("a+--x\nb"), ElementsAre("a", "+", "b"));
  EXPECT_THAT(words("a*/*x*/b"), ElementsAre("a", "*", "b"));
  EXPECT_THAT(words("a/* /* */ */b"), ElementsAre("a", "b"));
}

TEST(Lexer, Numbers) {
  EXPECT_THAT(words("1 1.5 .5 1. 1e5 1E-5 1_000 1_0.5_5"),
              ElementsAre("1", "1.5", ".5", "1.", "1e5", "1E-5", "1_000", "1_0.5_5"));
  EXPECT_THAT(words("1e x 1_ 1__0 0x1F"),
              ElementsAre("1", "e", "x", "1", "_", "1", "__0", "0", "x1F"));
  EXPECT_THAT(words("1..2"), ElementsAre("1", "..", "2"));
}

TEST(Lexer, TextValues) {
  EXPECT_EQ(value("'it''s'"), "it's");
  EXPECT_EQ(value("'a'\n  'b'"), "ab");
  EXPECT_EQ(value("'a''' \n 'b'"), "a'b");
  EXPECT_EQ(value("e'\\t\\x41\\101\\'\\\\'"), "\tAA'\\");
  EXPECT_EQ(value("$x$it's $$$x$"), "it's $$");
  EXPECT_EQ(value("\"a\"\"b\""), "a\"b");
  EXPECT_THAT(words("'a' 'b'"), ElementsAre("'a'", "'b'"));
}

TEST(Lexer, Positions) {
  const std::string_view text = "a\n  'x\ny' b -- c\n\xC3\xA9 d";
  const auto tokens = tokenize(text, {3, 5});
  ASSERT_TRUE(tokens.ok());
  std::vector<std::pair<int, int>> found;
  for (const Token& token : *tokens) found.emplace_back(token.at.line, token.at.column);
  EXPECT_THAT(found, ElementsAre(std::pair(3, 5), std::pair(4, 3), std::pair(5, 4), std::pair(6, 1),
                                 std::pair(6, 4), std::pair(6, 5)));
}

TEST(Keywords, AnyCase) {
  EXPECT_EQ(find_keyword("SeLeCt"), keyword("select"));
  EXPECT_EQ(keyword_text(find_keyword("ROLLUP")), "rollup");
  EXPECT_EQ(find_keyword("selects"), 0);
  EXPECT_EQ(find_keyword(""), 0);
}

TEST(Dialect, Names) {
  EXPECT_EQ(written_name("orders"), "orders");
  EXPECT_EQ(written_name("Orders"), "Orders");
  EXPECT_EQ(written_name("Orders", Dialect::duckdb, true), "\"Orders\"");
  EXPECT_EQ(written_name("order"), "\"order\"");
  EXPECT_EQ(written_name("LEFT"), "\"LEFT\"");
  EXPECT_EQ(written_name("year"), "year");
  EXPECT_EQ(written_name("a b"), "\"a b\"");
  EXPECT_EQ(written_name("1a"), "\"1a\"");
  EXPECT_EQ(written_name("a$"), "\"a$\"");
  EXPECT_EQ(written_name("ünï"), "\"ünï\"");
  EXPECT_EQ(written_name(""), "\"\"");
}

TEST(Dialect, Functions) {
  EXPECT_EQ(written_function("COALESCE"), "COALESCE");
  EXPECT_EQ(written_function("coalesce", Dialect::duckdb, true), "\"coalesce\"");
  EXPECT_EQ(written_function("left"), "left");
  EXPECT_EQ(written_function("interval"), "\"interval\"");
  EXPECT_EQ(written_function("case"), "\"case\"");
  EXPECT_TRUE(takes_lambda("List_Transform"));
  EXPECT_FALSE(takes_lambda("json_extract"));
}

}  // namespace
}  // namespace tally::sql
