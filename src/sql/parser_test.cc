// What is refused and how it is said, positions, and input that is out to hurt.

#include "sql/parser.h"

#include <gtest/gtest.h>

#include "sql/cases.h"
#include "sql/printer.h"

namespace tally::sql {
namespace {

std::string error_of(std::string_view text, Position start = {1, 1}) {
  const auto tree = parse_query(text, {.start = start});
  return tree.ok() ? "accepted: " + print(*tree) : tree.error().message;
}

std::string repeated(std::string_view part, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i) text += part;
  return text;
}

// tests/sql/errors/*.case: the query, ---- and the whole message.
TEST(Parser, Errors) {
  for (const auto& file : testing::files_of("errors")) {
    for (const std::string& part : testing::parts_of(testing::read_text(file), "\n====\n")) {
      const auto sides = testing::parts_of(part, "\n----\n");
      ASSERT_EQ(sides.size(), 2U) << file << "\n" << part;
      EXPECT_EQ(error_of(sides[0]), sides[1]) << sides[0];
    }
  }
}

TEST(Parser, ErrorsAreUserErrors) {
  EXPECT_EQ(parse_query("").error().kind, ErrorKind::user);
  EXPECT_EQ(parse_expression("1 +").error().message,
            "line 1, column 4: expected an expression, found the end");
  EXPECT_EQ(parse_expression("1 1").error().message, "line 1, column 3: expected the end, found 1");
}

TEST(Parser, PositionsAreThoseOfTheFile) {
  EXPECT_EQ(error_of("SELECT\n  FROM", {10, 7}),
            "line 11, column 3: expected an expression, found FROM");
  EXPECT_EQ(error_of("SELECT FROM", {10, 7}),
            "line 10, column 14: expected an expression, found FROM");
  const auto tree = parse_expression("a +\n  sum(b)", {.start = {5, 3}});
  ASSERT_TRUE(tree.ok());
  const auto& sum = std::get<Binary>(tree->node);
  EXPECT_EQ(sum.left->at.line, 5);
  EXPECT_EQ(sum.left->at.column, 3);
  EXPECT_EQ(sum.right->at.line, 6);
  EXPECT_EQ(sum.right->at.column, 3);
}

TEST(Parser, BytesThatAreNoText) {
  EXPECT_EQ(error_of(std::string("SELECT\n \0", 9)),
            "line 2, column 2: a NUL byte cannot stand in SQL");
  EXPECT_EQ(error_of("SELECT '\xFF'"), "line 1, column 9: the text is not valid UTF-8");
  EXPECT_EQ(error_of("SELECT \xC0\xAF"), "line 1, column 8: the text is not valid UTF-8");
  EXPECT_EQ(error_of("SELECT \xED\xA0\x80"), "line 1, column 8: the text is not valid UTF-8");
  EXPECT_EQ(error_of("SELECT e'\\000'"), "line 1, column 8: a NUL byte cannot stand in a text");
  EXPECT_EQ(error_of("SELECT e'\\xFF'"), "line 1, column 8: the escapes do not make valid UTF-8");
  EXPECT_EQ(error_of("SELECT \x01"), "line 1, column 8: the character 0x01 has no meaning here");
}

// The engine reads these as white space, so must we.
TEST(Parser, UnicodeSpaces) {
  EXPECT_EQ(error_of("SELECT\xC2\xA0"
                     "a\xE3\x80\x80"
                     "FROM\xE2\x80\x83t"),
            "accepted: SELECT a FROM t");
  EXPECT_EQ(error_of("SELECT '\xC2\xA0'"), "accepted: SELECT '\xC2\xA0'");
}

TEST(Parser, LongWordsAreCutInMessages) {
  EXPECT_EQ(error_of("SELECT a b " + repeated("x", 100)),
            "line 1, column 12: expected the end, found " + repeated("x", 40) + "…");
  EXPECT_EQ(error_of("SELECT a b '" + repeated("é", 50) + "'"),
            "line 1, column 12: expected the end, found '" + repeated("é", 19) + "…");
}

// Depth is bounded whatever it is made of; nothing here may overflow the stack or take long.
TEST(Parser, DeepNesting) {
  const std::string deep = "nested more than 200 levels deep";
  const size_t n = 100000;
  for (const auto& [open, middle, close] :
       std::initializer_list<std::array<std::string, 3>>{{"(", "1", ")"},
                                                         {"(", "SELECT 1", ")"},
                                                         {"(SELECT ", "1", ")"},
                                                         {"SELECT * FROM (", "SELECT 1", ")"},
                                                         {"[", "1", "]"},
                                                         {"f(", "1", ")"},
                                                         {"CASE WHEN ", "1", " THEN 1 END"},
                                                         {"NOT ", "1", ""},
                                                         {"- ", "1", ""},
                                                         {"CAST(", "1", " AS INT)"},
                                                         {"{'a': ", "1", "}"},
                                                         {"EXISTS (SELECT ", "1", ")"},
                                                         {"LAMBDA x: ", "1", ""},
                                                         {"1 IN (", "1", ")"}}) {
    const std::string text = repeated(open, n) + middle + repeated(close, n);
    const std::string whole = open.starts_with("SELECT") ? text : "SELECT " + text;
    EXPECT_NE(error_of(whole).find(deep), std::string::npos) << open;
  }
  EXPECT_NE(error_of("SELECT a::" + repeated("STRUCT(a ", n)).find(deep), std::string::npos);
  EXPECT_NE(error_of("SELECT * FROM " + repeated("(", n) + "a").find(deep), std::string::npos);
  EXPECT_NE(error_of("SELECT * FROM a" + repeated(" JOIN b", n)).find(deep), std::string::npos);
  EXPECT_NE(error_of("SELECT 1 GROUP BY " + repeated("GROUPING SETS (", n)).find(deep),
            std::string::npos);
}

// Chains nest to the left: cheap to read, but the tree is as high as the chain is long.
TEST(Parser, LongChains) {
  const std::string high = "more than 1000 operators hang on one another";
  const size_t n = 100000;
  for (const std::string link : {" + 1", " AND a", "::INT", "[1]", ".f(1)", " IS NULL"}) {
    EXPECT_NE(error_of("SELECT (a)" + repeated(link, n)).find(high), std::string::npos) << link;
  }
  for (const std::string link : {" + 1", " AND a", "[1]", ".f"})
    EXPECT_EQ(error_of("SELECT (a)" + repeated(link, 900)).find("line"), std::string::npos) << link;
  // These nest when printed: CAST(CAST(…)), f(f(…)), ((a IS NULL) IS NULL).
  for (const std::string link : {"::INT", ".f(1)", " IS NULL"}) {
    EXPECT_EQ(error_of("SELECT (a)" + repeated(link, 150)).find("line"), std::string::npos) << link;
    EXPECT_EQ(error_of("SELECT (a)" + repeated(link, 300)),
              "line 1, column 1: nested more than 200 levels deep with all its parentheses "
              "written out")
        << link;
  }
  EXPECT_NE(error_of("SELECT 1" + repeated(" UNION SELECT 1", n)).find(high), std::string::npos);
  EXPECT_NE(error_of("SELECT * FROM a" + repeated(" CROSS JOIN b", n)).find(high),
            std::string::npos);
  std::string pyramid = "1";
  for (int i = 0; i < 150; ++i) pyramid = "(" + pyramid + repeated(" + 1", 150) + ")";
  EXPECT_NE(error_of("SELECT " + pyramid).find(high), std::string::npos);
}

// The printed form of every tree is read again, however near to the bounds it is.
TEST(Parser, WhatIsReadNearTheBoundsIsReadWhenPrinted) {
  for (const auto& [open, close] : std::initializer_list<std::pair<std::string, std::string>>{
           {"", "::INT"},
           {"", ".f(1)"},
           {"", " IS NULL"},
           {"", " COLLATE c AT TIME ZONE 'z'"},
           {"+ ~ ", ""},
           {"- @ ~ ", ""},
           {"NOT ~ ", ""},
           {"a BETWEEN (", ") AND 2"},
           {"(SELECT ", ")"},
           {"((SELECT ", ") UNION SELECT 2)"},
           {"1 IN ((SELECT ", "))"},
           {"[x FOR x IN ", " IF a]"}}) {
    int read = 0;
    for (size_t length = 1; length <= 210; ++length) {
      const std::string text = "SELECT " + repeated(open, length) + "(a)" + repeated(close, length);
      const auto tree = parse_query(text);
      if (!tree.ok()) break;
      ++read;
      for (const bool pretty : {false, true}) {
        const auto again = parse_query(print(*tree, {.pretty = pretty}));
        ASSERT_TRUE(again.ok()) << length << " of " << open << close << again.error().message;
        EXPECT_TRUE(*again == *tree);
      }
    }
    EXPECT_GE(read, 20) << open << close;
  }
}

// Breadth is free.
TEST(Parser, WideQueries) {
  const size_t n = 20000;
  EXPECT_EQ(error_of("SELECT 1" + repeated(", a", n)), "accepted: SELECT 1" + repeated(", a", n));
  EXPECT_EQ(error_of("SELECT a IN (1" + repeated(", 2", n) + ")"),
            "accepted: SELECT a IN (1" + repeated(", 2", n) + ")");
  EXPECT_EQ(error_of(repeated("/*", n)), "line 1, column 1: this comment is never closed with */");
  EXPECT_EQ(error_of(repeated("(", n) + repeated(")", n)).substr(0, 7), "line 1,");
}

}  // namespace
}  // namespace tally::sql
