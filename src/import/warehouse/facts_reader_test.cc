// Faults and texts of the fact queries, on an engine that answers from a list; what the real engine
// makes of them is in warehouse_test.cc.

#include <gmock/gmock.h>

#include "import/warehouse/warehouse.h"
#include "import/warehouse/warehouse_fixture.h"

namespace tally::importing {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const catalog::ObjectId kOrders{"db", "main", "or\"ders"};
const catalog::ObjectId kDays{"", "", "days"};

FactsWanted everything() {
  return {.times = {{"orders", kOrders, "day_id", kDays, "id", "day"},
                    {"orders/own", kOrders, "placed", std::nullopt, "", ""}},
          .values = {{"orders", "state", kOrders, "State"}, {"orders", "note", kOrders, "note"}},
          .counts = {{"orders", kOrders}},
          .max_distinct = 2};
}

void answer_all(FakeEngine& engine) {
  engine.answer("DESCRIBE", "n text | t text\nstate | VARCHAR\nnote | ENUM('a')");
  engine.answer("stats(", "s text\n[Approx Unique: 3]");
  engine.answer("CAST(\"State\" AS VARCHAR)", "v text | n integer\nOhio | 5\nUtah | 1");
  engine.answer("CAST(\"note\" AS VARCHAR)", "v text | n integer\na | 1\nb | 1\nc | 1");
  engine.answer("count_star() FROM", "n integer\n6");
  const std::string columns =
      "a date | b date | n integer | m integer | o integer | p integer | q integer | w integer\n";
  engine.answer("JOIN", columns + "2001-02-03 | 2001-12-31 | 9 | 31 | 4095 | 30 | 4095 | 127");
  engine.answer("\"placed\"", columns + "NULL | NULL | 0 | NULL | NULL | NULL | NULL | NULL");
}

Deadline never() {
  return Deadline::never();
}

std::string range_of(const std::string& days) {
  return "SELECT system.main.min(day), system.main.max(day), system.main.count_star(), "
         "system.main.max(system.main.day(day)), "
         "system.main.bit_or(system.main.pow(2, system.main.month(day) - 1)::BIGINT), "
         "system.main.max(system.main.day(day_after)), "
         "system.main.bit_or(system.main.pow(2, system.main.month(day_after) - 1)::BIGINT), "
         "system.main.bit_or(system.main.pow(2, system.main.isodow(day) - 1)::BIGINT) "
         "FROM (SELECT day, TRY_CAST(day + INTERVAL 1 DAY AS DATE) AS day_after FROM (" +
         days + ") WHERE system.main.isfinite(day))";
}

TEST(ReadFacts, AsksWithQuotedNamesOnly) {
  FakeEngine engine;
  answer_all(engine);
  auto facts = read_facts(engine, everything(), never());
  ASSERT_TRUE(facts.ok()) << facts.error().message;
  EXPECT_THAT(facts->warnings, IsEmpty());
  EXPECT_EQ(facts->row_counts.at("orders"), 6u);
  EXPECT_EQ(facts->date_ranges.at("orders"), (catalog::DateRange{"2001-02-03", "2001-12-31"}));
  EXPECT_FALSE(facts->date_ranges.contains("orders/own"));  // no row has a date
  EXPECT_THAT(
      engine.asked(),
      ElementsAre(
          R"(SELECT system.main.count_star() FROM "db"."main"."or""ders")",
          range_of(
              R"(SELECT DISTINCT TRY_CAST(d."day" AS DATE) AS day FROM "db"."main"."or""ders" AS f )"
              R"(JOIN "days" AS d ON f."day_id" = d."id")"),
          range_of(
              R"(SELECT DISTINCT TRY_CAST("placed" AS DATE) AS day FROM "db"."main"."or""ders")"),
          R"(SELECT column_name, column_type FROM (DESCRIBE "db"."main"."or""ders"))",
          R"(SELECT system.main.stats("State") FROM "db"."main"."or""ders" LIMIT 1)",
          R"(SELECT value, system.main.count_star() AS row_count FROM (SELECT CAST("State" AS VARCHAR) AS value )"
          R"(FROM "db"."main"."or""ders") WHERE system.main.strlen(value) BETWEEN 1 AND 200 GROUP BY value )"
          R"(ORDER BY row_count DESC, value LIMIT 3)",
          R"(SELECT system.main.stats("note") FROM "db"."main"."or""ders" LIMIT 1)",
          R"(SELECT value, system.main.count_star() AS row_count FROM (SELECT CAST("note" AS VARCHAR) AS value )"
          R"(FROM "db"."main"."or""ders") WHERE system.main.strlen(value) BETWEEN 1 AND 200 GROUP BY value )"
          R"(ORDER BY row_count DESC, value LIMIT 3)"));
}

TEST(ReadFacts, KeepsNothingOfAColumnWithTooManyValues) {
  FakeEngine engine;
  answer_all(engine);
  auto facts = read_facts(engine, everything(), never());
  ASSERT_TRUE(facts.ok());
  ASSERT_EQ(facts->values.columns().size(), 2u);
  EXPECT_TRUE(facts->values.columns()[0].complete);
  EXPECT_EQ(facts->values.columns()[0].values[0], std::pair(std::string("Ohio"), uint64_t{5}));
  EXPECT_FALSE(facts->values.columns()[1].complete);
  EXPECT_THAT(facts->values.columns()[1].values, IsEmpty());
}

TEST(ReadFacts, DoesNotLookWhereStatisticsSayFarTooMany) {
  FakeEngine engine;
  engine.answer("stats(\"note\")", "s text\n[Min: x][Approx Unique: 12]");
  answer_all(engine);
  auto facts = read_facts(engine, everything(), never());
  ASSERT_TRUE(facts.ok());
  EXPECT_FALSE(facts->values.columns()[1].complete);
  for (const std::string& text : engine.asked())
    EXPECT_EQ(text.find("CAST(\"note\""), std::string::npos) << text;
}

TEST(ReadFacts, NumbersAndDatesAreNotIndexed) {
  FakeEngine engine;
  engine.answer("DESCRIBE", "n text | t text\nSTATE | VARCHAR\nnote | DATE");
  answer_all(engine);
  auto facts = read_facts(engine, everything(), never());
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->values.columns().size(), 1u);
  EXPECT_THAT(facts->warnings, IsEmpty());
}

TEST(ReadFacts, IntegersAreIndexedWhereTwoOfThemSayYesAndNo) {
  for (bool two : {true, false}) {
    FakeEngine engine;
    engine.answer("DESCRIBE", "n text | t text\ngift | INTEGER");
    engine.answer("stats(", "s text\n[Approx Unique: 2]");
    engine.answer("CAST(\"gift\" AS VARCHAR)",
                  two ? "v text | n integer\n0 | 5\n1 | 1" : "v text | n integer\n0 | 5");
    FactsWanted wanted{.values = {{"orders", "gift", kOrders, "gift", true}}};
    auto facts = read_facts(engine, wanted, never());
    ASSERT_TRUE(facts.ok());
    EXPECT_EQ(facts->values.columns().size(), two ? 1u : 0u);
  }
}

TEST(ReadFacts, WhatCannotBeReadCostsAWarningNotTheRest) {
  FakeEngine engine;
  engine.fail("CAST(\"State\"", {ErrorKind::user, "Conversion Error: x", {}, "conversion"});
  engine.fail("JOIN", {ErrorKind::outside, "out of memory", {}, "out_of_memory"});
  engine.fail("count_star() FROM \"db\"",
              {ErrorKind::outside, "the worker died", {}, "worker_died"});
  answer_all(engine);
  auto facts = read_facts(engine, everything(), never());
  ASSERT_TRUE(facts.ok());
  EXPECT_THAT(facts->warnings,
              ElementsAre("the rows of orders could not be counted: the worker died",
                          "the date range of orders could not be read: out of memory",
                          "the values of orders.state could not be read: Conversion Error: x"));
  EXPECT_EQ(facts->values.columns().size(), 1u);
}

TEST(ReadFacts, AColumnThatIsNotThereIsAWarning) {
  FakeEngine engine;
  engine.answer("DESCRIBE", "n text | t text\nstate | VARCHAR");
  answer_all(engine);
  auto facts = read_facts(engine, everything(), never());
  ASSERT_TRUE(facts.ok());
  EXPECT_THAT(facts->warnings, ElementsAre("the values of orders.note could not be read: "
                                           "db.main.or\"ders has no column note"));
}

TEST(ReadFacts, TheDeadlineAndALostFileEndIt) {
  for (std::string code : {"deadline", "cancelled", "database"}) {
    FakeEngine engine;
    engine.fail("stats(", {ErrorKind::outside, "stopped", {}, code});
    answer_all(engine);
    auto facts = read_facts(engine, everything(), never());
    ASSERT_FALSE(facts.ok()) << code;
    EXPECT_EQ(facts.error().code, code);
  }
}

TEST(ReadCatalog, PassesErrorsOnAndRefusesOddAnswers) {
  FakeEngine engine;
  engine.fail("current_schema", {ErrorKind::outside, "no such file", {}, "database"});
  EXPECT_EQ(read_catalog(engine, "v", never()).error().message, "no such file");
  FakeEngine odd;
  odd.answer("current_schema", "a text\nx");
  EXPECT_EQ(read_catalog(odd, "v", never()).error().message,
            "a query of our own came back with other columns: "
            "SELECT system.main.current_database(), system.main.current_schema()");
}

}  // namespace
}  // namespace tally::importing
