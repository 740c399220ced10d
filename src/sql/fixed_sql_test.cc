#include "sql/fixed_sql.h"

#include <gtest/gtest.h>

#include "sql/parser.h"

namespace tally::sql {
namespace {

TEST(FixedSql, QuotesNamesAndValues) {
  const ApprovedSql approved = FixedSql("SELECT ")
                                   .name("a\"b")
                                   .then(", ")
                                   .value("it's")
                                   .then(", ")
                                   .value(-5)
                                   .then(" FROM ")
                                   .name("select")
                                   .approve("duckdb");
  EXPECT_EQ(approved.text(), "SELECT \"a\"\"b\", 'it''s', -5 FROM \"select\"");
  EXPECT_EQ(approved.scope().engine, "duckdb");
  EXPECT_EQ(approved.scope().role, "own");
}

TEST(FixedSql, Appends) {
  FixedSql list("a");
  list.append(FixedSql(", ").name("b"));
  EXPECT_EQ(list.text(), "a, \"b\"");
}

TEST(FixedSql, ValuesStayOneLiteral) {
  for (const std::string_view hostile :
       {"'; DROP TABLE t; --", "\\'", "''", "a\nb", "/* ", "$$", "", "é\xF0\x9F\x99\x82"}) {
    const auto tree = parse_expression(quote_literal(hostile));
    ASSERT_TRUE(tree.ok()) << hostile;
    EXPECT_EQ(*tree, text_literal(std::string(hostile)));
  }
}

TEST(FixedSql, NulBytesAreSpelledOut) {
  EXPECT_EQ(quote_literal(std::string_view("\0", 1)), "('' || chr(0) || '')");
  EXPECT_EQ(quote_literal(std::string_view("a\0\0b", 4)), "('a' || chr(0) || '' || chr(0) || 'b')");
}

}  // namespace
}  // namespace tally::sql
