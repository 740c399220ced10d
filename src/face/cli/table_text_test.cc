#include "face/cli/table_text.h"

#include <gtest/gtest.h>

#include "table/literal.h"

namespace tally::cli {
namespace {

TEST(TableText, GroupsDigitsOfPlainNumbersOnly) {
  EXPECT_EQ(grouped("1234567.50"), "1,234,567.50");
  EXPECT_EQ(grouped("-1234"), "-1,234");
  EXPECT_EQ(grouped("999"), "999");
  EXPECT_EQ(grouped("0.0001"), "0.0001");
  EXPECT_EQ(grouped("1e+20"), "1e+20");
  EXPECT_EQ(grouped("nan"), "nan");
  EXPECT_EQ(grouped(""), "");
  EXPECT_EQ(grouped("2001-02-03"), "2001-02-03");
}

TEST(TableText, WidthCountsWhatATerminalShows) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("Malm\u00f6"), 5u);
  EXPECT_EQ(display_width("\u4e2d\u6587"), 4u);
  EXPECT_EQ(display_width("\xff\xfe"), 2u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
}

std::string shown(const table::ResultTable& table, TableTextOptions options) {
  return table_text(table, options, Terminal{});
}

table::ResultTable two_rows() {
  table::Column name{.name = "name",
                     .type = table::Type::text,
                     .engine_type = "VARCHAR",
                     .nulls = {false, true},
                     .values = std::vector<std::string>{"a\x1b[31m", ""}};
  table::Column year{.name = "year",
                     .type = table::Type::integer,
                     .engine_type = "INTEGER",
                     .nulls = {false, false},
                     .values = std::vector<int64_t>{2001, 2002}};
  table::Column sum{.name = "sum",
                    .type = table::Type::integer,
                    .engine_type = "BIGINT",
                    .nulls = {false, false},
                    .values = std::vector<int64_t>{1234567, 5}};
  return {{name, year, sum}, 2, false};
}

TEST(TableText, AlignsGroupsAndDisarmsControlCharacters) {
  EXPECT_EQ(shown(two_rows(), {.amounts = {false, false, true}, .units = {"", "", "kg"}}),
            "  name       year   sum (kg)\n"
            "  ─────────  ────  ─────────\n"
            "  a\\x1b[31m  2001  1,234,567\n"
            "  NULL       2002          5\n");
}

TEST(TableText, NamesTheDaysOfTheWeek) {
  table::Column day{.name = "weekday",
                    .type = table::Type::integer,
                    .engine_type = "BIGINT",
                    .nulls = {false, false, false},
                    .values = std::vector<int64_t>{1, 7, 8}};
  EXPECT_EQ(shown({{day}, 3, false}, {.weekdays = {true}}),
            "  weekday\n"
            "  ───────\n"
            "  Monday\n"
            "  Sunday\n"
            "  8\n");
}

// People read names and a few digits; the JSON has ids and all of them.
TEST(TableText, ShowsTitlesAndRoundsQuotients) {
  table::Column rate{.name = "average_stay",
                     .type = table::Type::real,
                     .engine_type = "DOUBLE",
                     .nulls = {false, false, false, false},
                     .values = std::vector<double>{23410.93651, 0.0321456789, -2.5, 12}};
  EXPECT_EQ(shown({{rate}, 4, false}, {.amounts = {true}, .titles = {"average stay"}}),
            "  average stay\n"
            "  ────────────\n"
            "     23,410.94\n"
            "       0.03215\n"
            "          -2.5\n"
            "            12\n");
}

TEST(TableText, CutsLongTablesWithACount) {
  EXPECT_EQ(shown(two_rows(), {.max_rows = 1}),
            "  name       year      sum\n"
            "  ─────────  ────  ───────\n"
            "  a\\x1b[31m  2001  1234567\n"
            "  … 1 of 2 rows shown (--rows N, --rows 0 for all)\n");
}

TEST(TableText, AnEmptyTableSaysSo) {
  auto table = two_rows();
  table.row_count = 0;
  for (auto& column : table.columns) column.nulls.clear();
  EXPECT_NE(shown(table, {}).find("(no rows)"), std::string::npos);
}

}  // namespace
}  // namespace tally::cli
