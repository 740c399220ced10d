#include "sql/tables_read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/parser.h"

namespace tally::sql {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> dotted(const std::vector<QualifiedName>& names) {
  std::vector<std::string> all;
  for (const auto& name : names) {
    std::string& text = all.emplace_back();
    for (const auto& part : name) text += (text.empty() ? "" : ".") + part.text;
  }
  return all;
}

std::vector<std::string> tables_of(std::string_view sql) {
  const auto query = parse_query(sql);
  EXPECT_TRUE(query.ok()) << sql;
  return query.ok() ? dotted(tables_read(*query)) : std::vector<std::string>{"?"};
}

TEST(TablesRead, InTheOrderOfTheText) {
  EXPECT_THAT(tables_of("SELECT * FROM a, s.b JOIN d.s.c ON (SELECT max(x) FROM e) = c.x"),
              ElementsAre("a", "s.b", "d.s.c", "e"));
  EXPECT_THAT(tables_of("SELECT 1 FROM a UNION ALL (SELECT 2 FROM b EXCEPT FROM c)"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(tables_of("SELECT 1"), IsEmpty());
}

TEST(TablesRead, InSubqueriesOfEveryKind) {
  EXPECT_THAT(tables_of("SELECT (SELECT 1 FROM a), ARRAY(SELECT x FROM b) FROM (SELECT * FROM c) "
                        "WHERE x IN (SELECT y FROM d) AND EXISTS (FROM e) AND z = ANY (FROM f) "
                        "GROUP BY ROLLUP ((SELECT 1 FROM g)) HAVING (SELECT true FROM h) "
                        "ORDER BY (SELECT 1 FROM i) LIMIT (SELECT 1 FROM j)"),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"));
  EXPECT_THAT(tables_of("SELECT sum(x) OVER w FROM a WINDOW w AS (ORDER BY (SELECT 1 FROM b)) "
                        "QUALIFY (SELECT true FROM c)"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(tables_of("VALUES (1, (SELECT 2 FROM a))"), ElementsAre("a"));
  EXPECT_THAT(tables_of("SELECT * FROM range((SELECT max(x) FROM a))"), ElementsAre("a"));
}

TEST(TablesRead, CommonTablesAreNone) {
  EXPECT_THAT(tables_of("WITH p AS (FROM a), q AS (FROM P JOIN b USING (x)) FROM q, s.p"),
              ElementsAre("a", "b", "s.p"));
  // Only where it is in scope.
  EXPECT_THAT(tables_of("SELECT * FROM (WITH p AS (FROM a) FROM p), p"), ElementsAre("a", "p"));
  EXPECT_THAT(tables_of("WITH p AS (FROM q), q AS (FROM a) FROM p"), ElementsAre("q", "a"));
}

TEST(TablesRead, ACommonTableMayReadTheTableThatItHides) {
  EXPECT_THAT(tables_of("WITH p AS (FROM p) FROM p"), ElementsAre("p"));
  EXPECT_THAT(tables_of("WITH RECURSIVE p AS (FROM a UNION ALL FROM p) FROM p"), ElementsAre("a"));
}

TEST(TablesRead, OfAView) {
  const auto of = [](std::string_view text) {
    auto names = tables_read_by_view(text);
    return names.ok() ? dotted(*names) : std::vector<std::string>{names.error().message};
  };
  EXPECT_THAT(of("CREATE VIEW v AS SELECT * FROM a;"), ElementsAre("a"));
  EXPECT_THAT(of("CREATE VIEW s.\"as\" (x, \"as y\") AS WITH c AS (FROM a) FROM c AS d, b"),
              ElementsAre("a", "b"));
  EXPECT_THAT(of("CREATE VIEW v"), ElementsAre("there is no AS in this CREATE VIEW"));
}

}  // namespace
}  // namespace tally::sql
