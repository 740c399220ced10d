// parse(print(tree)) == tree over the corpus, and the exact texts of tests/sql/print.

#include "sql/printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/cases.h"
#include "sql/parser.h"

namespace tally::sql {
namespace {

void expect_round_trip(const std::string& text, bool pretty) {
  const auto tree = parse_query(text);
  ASSERT_TRUE(tree.ok()) << text << "\n" << tree.error().message;
  const std::string printed = print(*tree, {.pretty = pretty});
  const auto again = parse_query(printed);
  ASSERT_TRUE(again.ok()) << printed << "\n" << again.error().message;
  EXPECT_TRUE(*again == *tree) << text << "\nwas printed as\n" << printed;
  EXPECT_EQ(print(*again, {.pretty = pretty}), printed);
}

TEST(Printer, CorpusIsLarge) {
  EXPECT_GE(testing::corpus().size(), 200U);
}

TEST(Printer, EveryQueryRoundTrips) {
  for (const auto& query : testing::corpus()) {
    SCOPED_TRACE(query.file);
    expect_round_trip(query.text, false);
    expect_round_trip(query.text, true);
  }
}

// tests/sql/print/*.case: the query, ---- and what it is printed as. pretty*.case print pretty.
TEST(Printer, Cases) {
  for (const auto& file : testing::files_of("print")) {
    const bool pretty = file.filename().string().starts_with("pretty");
    for (const std::string& part : testing::parts_of(testing::read_text(file), "\n====\n")) {
      const auto sides = testing::parts_of(part, "\n----\n");
      ASSERT_EQ(sides.size(), 2U) << file << "\n" << part;
      const auto tree = parse_query(sides[0]);
      ASSERT_TRUE(tree.ok()) << sides[0] << "\n" << tree.error().message;
      EXPECT_EQ(print(*tree, {.pretty = pretty}), sides[1]) << file;
    }
  }
}

TEST(Printer, TreesMadeByHand) {
  const auto a = [] { return column("a"); };
  const auto printed = [](const Expression& tree) { return print(tree); };
  EXPECT_EQ(printed(column("order", "Group by")), "\"order\".\"Group by\"");
  EXPECT_EQ(printed(text_literal("it's")), "'it''s'");
  EXPECT_EQ(printed(date_literal("2001-02-03")), "DATE '2001-02-03'");
  EXPECT_EQ(printed(binary(BinaryOp::multiply, binary(BinaryOp::add, a(), number_literal("1")),
                           number_literal("-2"))),
            "(a + 1) * -2");
  EXPECT_EQ(printed(binary(BinaryOp::power, number_literal("-2"), number_literal("2"))), "-2 ^ 2");
  EXPECT_EQ(printed({Unary{UnaryOp::minus, number_literal("-2")}, {}}), "- -2");
  EXPECT_EQ(printed(binary(BinaryOp::logical_and, binary(BinaryOp::logical_or, a(), a()), a())),
            "(a OR a) AND a");
  EXPECT_EQ(printed(binary(BinaryOp::bitwise_xor, a(), number_literal("1"))), "xor(a, 1)");
  EXPECT_EQ(printed(call("sum", {}, false)), "sum()");
  EXPECT_EQ(printed(call("select", {})), "\"select\"()");
  EXPECT_EQ(printed(is_not_null(a())), "a IS NOT NULL");
  EXPECT_EQ(printed({Cast{a(), "DECIMAL(15, 2)", false}, {}}), "CAST(a AS DECIMAL(15, 2))");
}

// A NUL byte cannot stand in SQL text, but DuckDB's values may hold one.
TEST(Printer, NulByteInText) {
  EXPECT_EQ(print(text_literal(std::string("a\0b'c", 5))), "('a' || chr(0) || 'b''c')");
  EXPECT_EQ(print(text_literal(std::string("\0", 1))), "('' || chr(0) || '')");
}

TEST(Printer, AnsiQuotesCapitals) {
  const Expression tree = column("Orders", "Amount");
  EXPECT_EQ(print(tree), "Orders.Amount");
  EXPECT_EQ(print(tree, {.dialect = Dialect::ansi}), "\"Orders\".\"Amount\"");
}

}  // namespace
}  // namespace tally::sql
