#include "measure/order_keys.h"

#include <gtest/gtest.h>

#include "table/literal.h"

namespace tally::measure {
namespace {

using Columns = std::vector<size_t>;

table::ResultTable table_of(const char* text) {
  auto table = table::table_from_literal(text);
  EXPECT_TRUE(table.ok());
  return *std::move(table);
}

TEST(OrderKeys, AreWhatIsShownOfOrderBy) {
  auto shown = table_of("State text | total integer\nTN | 1\n");
  auto keys = [&](const char* sql) { return order_columns(sql, shown); };
  EXPECT_EQ(keys("SELECT s AS state, t AS total FROM x ORDER BY total, 1 LIMIT 3"),
            (Columns{1, 0}));
  EXPECT_EQ(keys("SELECT s AS state, t AS total FROM x ORDER BY x.State, hidden, 2"), Columns{0});
  EXPECT_EQ(keys("SELECT s, sum(t) FROM x GROUP BY s ORDER BY SUM(t) DESC, s"), (Columns{1, 0}));
  EXPECT_TRUE(keys("SELECT *, sum(t) FROM x GROUP BY s ORDER BY sum(t)").empty());
  EXPECT_TRUE(keys("SELECT 1").empty());
  EXPECT_TRUE(keys("SELECT 1 ORDER BY 7").empty());
  EXPECT_TRUE(keys("no query").empty());
}

TEST(OrderKeys, WhatStandsBehindAMeasureIsNotAsked) {
  auto shown = table_of("year integer | name text | n integer\n2001 | a | 1\n");
  auto asked = [&](const char* sql) { return asked_order(sql, shown); };
  EXPECT_EQ(asked("SELECT y, name, count(*) AS n FROM x GROUP BY 1, 2 ORDER BY n DESC, name, y"),
            Columns{2});
  EXPECT_EQ(asked("SELECT y, name, count(*) AS n FROM x GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2"),
            (Columns{0, 2}));
  EXPECT_EQ(asked("SELECT y, name, count(*) AS n FROM x GROUP BY 1, 2 ORDER BY 1, 2"),
            (Columns{0, 1}));
  EXPECT_EQ(asked("SELECT y, name, rank() OVER (ORDER BY z) AS n FROM x ORDER BY n, name"),
            Columns{2});
  EXPECT_EQ(asked_order("SELECT * FROM x ORDER BY amount, name",
                        table_of("name text | amount decimal(2)\na | 1.00\n")),
            Columns{1});
}

// Gives one table, then another.
RunSql giving(const char* first, const char* longer, std::string* asked = nullptr) {
  return [=, turn = 0](const std::string& sql) mutable -> Result<table::ResultTable> {
    if (asked) *asked = sql;
    return table_of(++turn == 1 ? first : longer);
  };
}

std::string cut(const char* sql, const RunSql& run) {
  auto found = arbitrary_cut(sql, run);
  EXPECT_TRUE(found.ok());
  return found->value_or("");
}

TEST(ArbitraryCut, IsBetweenRowsThatAreEqualInOrderBy) {
  const char* sql = "SELECT name, n FROM x ORDER BY n DESC LIMIT 2";
  const char* first = "name text | n integer\na | 3\nb | 2\n";
  EXPECT_EQ(cut(sql, giving(first, "name text | n integer\na | 3\nb | 2\nc | 2\n")),
            "rows 2 and 3 are equal in ORDER BY, and LIMIT 2 takes one of them");
  EXPECT_EQ(cut(sql, giving(first, "name text | n integer\na | 3\nb | 2\nc | 1\n")), "");
  // Ties before the cut are free anyway, and the same row twice is the same whichever is taken.
  EXPECT_EQ(cut(sql, giving(first, "name text | n integer\na | 2\nb | 2\nc | 1\n")), "");
  EXPECT_EQ(cut(sql, giving(first, "name text | n integer\na | 3\nb | 2\nb | 2\n")), "");
  EXPECT_EQ(cut(sql, giving(first, first)), "");  // there is no third
}

TEST(ArbitraryCut, LooksAtWhatIsNotShownToo) {
  std::string asked;
  EXPECT_EQ(cut("SELECT name FROM x ORDER BY n + 1 LIMIT 1",
                giving("name text\na\n", "name text | k integer\na | 3\nb | 3\n", &asked)),
            "rows 1 and 2 are equal in ORDER BY, and LIMIT 1 takes one of them");
  EXPECT_EQ(asked, "SELECT name, n + 1 FROM x ORDER BY n + 1 LIMIT 2");
  EXPECT_EQ(cut("SELECT name FROM x LIMIT 1", giving("name text\na\n", "name text\na\nb\n")),
            "LIMIT 1 takes any rows, for there is no ORDER BY");
  // Nothing can be added to what is made distinct; without LIMIT there is no cut.
  auto never = [](const char*) { return giving("name text\na\n", "name text\na\nb\n"); };
  EXPECT_EQ(cut("SELECT DISTINCT name FROM x ORDER BY n LIMIT 1", never("")), "");
  EXPECT_EQ(cut("SELECT name FROM x ORDER BY name", never("")), "");
}

TEST(ArbitraryCut, WhatTheWorldSaysIsAnError) {
  auto failing = [](const std::string&) -> Result<table::ResultTable> {
    return outside_error("the worker died");
  };
  EXPECT_FALSE(arbitrary_cut("SELECT a FROM x LIMIT 1", failing).ok());
}

}  // namespace
}  // namespace tally::measure
