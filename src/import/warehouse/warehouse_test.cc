// Catalog and facts of real database files through the real engine.

#include "import/warehouse/warehouse.h"

#include <gmock/gmock.h>

#include "engine/duckdb/engine_fixture.h"
#include "import/warehouse/warehouse_fixture.h"

namespace tally::importing {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

class Warehouse : public FolderTest {
 protected:
  engine::duckdb::DuckDbEngine& open(const std::vector<std::string>& statements) {
    engine::duckdb::write_database(path("my w.duckdb"), statements);
    engine_ = std::make_unique<engine::duckdb::DuckDbEngine>(
        engine::duckdb::DuckDbOptions{.database_path = path("my w.duckdb"),
                                      .temp_folder = path("temp")},
        clock_);
    return *engine_;
  }
  Deadline soon() { return Deadline::in(std::chrono::seconds(60), clock_); }
  catalog::Catalog catalog_of(const std::vector<std::string>& statements) {
    auto catalog = read_catalog(open(statements), "v1", soon());
    EXPECT_TRUE(catalog.ok()) << catalog.error().message;
    return catalog.ok() ? *catalog : catalog::Catalog();
  }
  catalog::Facts facts_of(const FactsWanted& wanted) {
    auto facts = read_facts(*engine_, wanted, soon());
    EXPECT_TRUE(facts.ok()) << facts.error().message;
    return facts.ok() ? std::move(*facts) : catalog::Facts();
  }
  catalog::ObjectId table(std::string name) { return {"my w", "main", std::move(name)}; }

  SystemClock clock_;
  std::unique_ptr<engine::duckdb::DuckDbEngine> engine_;
};

TEST_F(Warehouse, ReadsMacrosAndTypes) {
  catalog::Catalog catalog = catalog_of({
      "CREATE MACRO \"Sum\"(x) AS 1, (x, y) AS 2",
      "CREATE SCHEMA other",
      "CREATE MACRO other.rows(n) AS TABLE SELECT n",
      "CREATE TYPE mood AS ENUM ('good', 'bad')",
  });
  const auto& own = catalog.definitions();
  ASSERT_EQ(own.macros.size(), 2u);
  EXPECT_EQ(own.macros[0].id, (catalog::ObjectId{"my w", "main", "Sum"}));
  EXPECT_FALSE(own.macros[0].is_table);
  EXPECT_EQ(own.macros[1].id, (catalog::ObjectId{"my w", "other", "rows"}));
  EXPECT_TRUE(own.macros[1].is_table);
  ASSERT_EQ(own.types.size(), 1u);
  EXPECT_EQ(own.types[0].id, table("mood"));
  EXPECT_EQ(own.types[0].type, "ENUM");
  EXPECT_TRUE(catalog.has_macro("sum"));
  EXPECT_FALSE(catalog.has_macro("rows"));  // of another schema: not by its bare name
  EXPECT_FALSE(catalog.has_macro("max"));
}

// Macros named like what our own queries call, in every form: nothing we read changes.
TEST_F(Warehouse, MacrosNamedLikeTheEnginesFunctionsAnswerNothingOfOurs) {
  const std::vector<std::string> tables = {
      "CREATE TABLE a (x INTEGER, y INTEGER, PRIMARY KEY (y, x))",
      "CREATE TABLE b (day DATE, place VARCHAR, x INTEGER, y INTEGER, "
      "FOREIGN KEY (y, x) REFERENCES a (y, x))",
      "INSERT INTO a VALUES (1, 2)",
      "INSERT INTO b VALUES ('2001-02-03', 'Oslo', 1, 2), ('2004-05-06', 'Rome', NULL, 2), "
      "('infinity', 'Rome', NULL, NULL)"};
  std::vector<std::string> statements = tables;
  for (const std::string name : {"count",
                                 "count_star",
                                 "min",
                                 "max",
                                 "stats",
                                 "strlen",
                                 "isfinite",
                                 "current_database",
                                 "current_schema",
                                 "unnest",
                                 "generate_subscripts",
                                 "generate_series",
                                 "array_length",
                                 "len",
                                 "range",
                                 "arg_min",
                                 "json_serialize_sql",
                                 "struct_extract",
                                 "||",
                                 "chr",
                                 "and"}) {
    statements.push_back("CREATE MACRO \"" + name + "\"() AS 'm', (p) AS 'm', (p, q) AS 'm'");
  }
  for (const std::string name : {"duckdb_tables", "duckdb_views", "duckdb_columns", "duckdb_types",
                                 "duckdb_constraints", "duckdb_functions"})
    statements.push_back("CREATE MACRO " + name + "() AS TABLE SELECT 'm' AS schema_name");

  catalog::Catalog catalog = catalog_of(statements);
  EXPECT_EQ(catalog.database(), "my w");
  EXPECT_EQ(catalog.schema(), "main");
  ASSERT_EQ(catalog.tables().size(), 2u);
  EXPECT_EQ(catalog.definitions().macros.size(), 27u);
  EXPECT_THAT(catalog.tables()[0].primary_key, ElementsAre("y", "x"));
  ASSERT_EQ(catalog.tables()[1].foreign_keys.size(), 1u);
  EXPECT_THAT(catalog.tables()[1].foreign_keys[0].columns, ElementsAre("y", "x"));
  EXPECT_THAT(catalog.tables()[1].foreign_keys[0].target_columns, ElementsAre("y", "x"));

  catalog::Facts facts = facts_of({.times = {{"b", table("b"), "day", {}, "", ""}},
                                   .values = {{"b", "place", table("b"), "place"}},
                                   .counts = {{"b", table("b")}}});
  EXPECT_THAT(facts.warnings, IsEmpty());
  EXPECT_EQ(facts.row_counts["b"], 3u);
  EXPECT_EQ(facts.date_ranges["b"].first, "2001-02-03");
  EXPECT_EQ(facts.date_ranges["b"].last, "2004-05-06");
  ASSERT_EQ(facts.values.columns().size(), 1u);
  EXPECT_THAT(facts.values.columns()[0].values, ElementsAre(Pair("Rome", 2u), Pair("Oslo", 1u)));
}

// The guard judges what the engine says a text means, so no macro may say it.
TEST_F(Warehouse, AMacroDoesNotReadTheTextsForTheGuard) {
  auto& engine = open({"CREATE MACRO json_serialize_sql(x) AS '{\"error\":false}'"});
  auto parsed = engine.parse({"SELECT 7"}, soon());
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_NE(parsed->tree_json.find("SELECT_NODE"), std::string::npos) << parsed->tree_json;
}

// Of a bare name the table beside the view, as the engine has it: x is a column of other.a alone.
TEST_F(Warehouse, ViewsSayWhatTheyRead) {
  catalog::Catalog catalog = catalog_of({
      "CREATE TABLE a (id INTEGER)",
      "CREATE TABLE \"B c\" (id INTEGER)",
      "CREATE SCHEMA other",
      "CREATE TABLE other.a (x INTEGER)",
      "CREATE VIEW plain AS SELECT id FROM A",
      "CREATE VIEW twice AS SELECT * FROM plain WHERE id IN (SELECT id FROM main.\"b C\" UNION "
      "FROM plain)",
      "CREATE VIEW hidden_by_with AS WITH a AS (SELECT 1 AS id) SELECT id FROM a",
      "CREATE VIEW other.beside (y) AS SELECT x FROM a",
      "CREATE VIEW other.by_database AS SELECT x FROM \"my w\".a",
      "CREATE VIEW other.of_default AS SELECT id FROM plain",
      "CREATE VIEW none AS SELECT * FROM range(3)",
  });
  const auto reads = [&](const std::string& name) {
    std::vector<std::string> names;
    const auto* view = catalog.find(name);
    EXPECT_NE(view, nullptr) << name;
    if (view)
      for (const auto& id : view->reads) names.push_back(id.schema + "." + id.name);
    return names;
  };
  EXPECT_THAT(reads("plain"), ElementsAre("main.a"));
  EXPECT_THAT(reads("twice"), ElementsAre("main.B c", "main.plain"));
  EXPECT_THAT(reads("hidden_by_with"), IsEmpty());
  EXPECT_THAT(reads("other.beside"), ElementsAre("other.a"));
  EXPECT_THAT(reads("other.by_database"), ElementsAre("other.a"));
  EXPECT_THAT(reads("other.of_default"), ElementsAre("main.plain"));
  EXPECT_THAT(reads("none"), IsEmpty());
  EXPECT_THAT(reads("a"), IsEmpty());
}

TEST_F(Warehouse, ReadsTablesColumnsCommentsAndKeys) {
  catalog::Catalog catalog = catalog_of({
      "CREATE TABLE a (id INTEGER PRIMARY KEY, \"we ird\"\"x\" VARCHAR UNIQUE, n DECIMAL(7,2) "
      "NOT NULL, g INTEGER GENERATED ALWAYS AS (id * 2) VIRTUAL, UNIQUE (n, id), CHECK (n > 0))",
      "CREATE SCHEMA other",
      "CREATE TABLE other.a (id INTEGER PRIMARY KEY, e ENUM('x', 'y'), l INTEGER[])",
      "CREATE TABLE other.b (k INTEGER, \"a,id\" INTEGER REFERENCES other.a (id))",
      "COMMENT ON TABLE a IS 'it''s a'",
      "COMMENT ON COLUMN a.n IS 'the n'",
      "INSERT INTO a SELECT i, i::VARCHAR, i + 1 FROM range(10) r(i)",
  });
  EXPECT_EQ(catalog.version(), "v1");
  EXPECT_EQ(catalog.database(), "my w");
  EXPECT_EQ(catalog.schema(), "main");
  EXPECT_THAT(catalog.tables(), SizeIs(3));

  const catalog::Table* a = catalog.find("A");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->comment, "it's a");
  EXPECT_EQ(a->estimated_rows, 10u);
  ASSERT_THAT(a->columns, SizeIs(4));
  EXPECT_EQ(a->columns[1].name, "we ird\"x");
  EXPECT_EQ(a->columns[2].type, "DECIMAL(7,2)");
  EXPECT_FALSE(a->columns[2].nullable);
  EXPECT_EQ(a->columns[2].comment, "the n");
  EXPECT_EQ(a->columns[3].name, "g");
  EXPECT_THAT(a->primary_key, ElementsAre("id"));
  EXPECT_THAT(a->unique_keys, ElementsAre(ElementsAre("we ird\"x"), ElementsAre("n", "id")));

  const catalog::Table* other = catalog.find("other.a");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->columns[1].type, "ENUM('x', 'y')");
  EXPECT_EQ(other->columns[2].type, "INTEGER[]");
  const catalog::Table* b = catalog.find("other.b");
  ASSERT_NE(b, nullptr);
  ASSERT_THAT(b->foreign_keys, SizeIs(1));
  EXPECT_THAT(b->foreign_keys[0].columns, ElementsAre("a,id"));
  EXPECT_EQ(b->foreign_keys[0].target.text(), "my w.other.a");
  EXPECT_THAT(b->foreign_keys[0].target_columns, ElementsAre("id"));
}

TEST_F(Warehouse, ViewsAreReadEvenIfTheyNoLongerBind) {
  catalog::Catalog catalog = catalog_of({
      "CREATE TABLE t (x INTEGER)",
      "CREATE VIEW fine AS SELECT x, x + 1 AS y FROM t",
      "COMMENT ON VIEW fine IS 'good'",
      "CREATE TABLE gone (x INTEGER)",
      "CREATE VIEW broken AS SELECT x FROM gone",
      "DROP TABLE gone",
  });
  ASSERT_NE(catalog.find("fine"), nullptr);
  EXPECT_EQ(catalog.find("fine")->kind, catalog::ObjectKind::view);
  EXPECT_EQ(catalog.find("fine")->comment, "good");
  EXPECT_THAT(catalog.find("fine")->columns, SizeIs(2));
  EXPECT_NE(catalog.find("broken"), nullptr);
}

TEST_F(Warehouse, AnEmptyDatabaseHasNoTables) {
  EXPECT_THAT(catalog_of({}).tables(), IsEmpty());
}

TEST_F(Warehouse, ThousandsOfTables) {
  std::vector<std::string> statements = {"BEGIN"};
  for (int i = 0; i < 3000; ++i)
    statements.push_back("CREATE TABLE t" + std::to_string(i) + " (a INTEGER, b VARCHAR, c DATE)");
  statements.push_back("COMMIT");
  catalog::Catalog catalog = catalog_of(statements);
  EXPECT_THAT(catalog.tables(), SizeIs(3000));
  EXPECT_THAT(catalog.find("t2999")->columns, SizeIs(3));
}

const std::vector<std::string> kOrders = {
    "CREATE TABLE days (id INTEGER, day DATE, label VARCHAR)",
    "INSERT INTO days SELECT i, DATE '2000-01-01' + i::INTEGER, "
    "(DATE '2000-01-01' + i::INTEGER)::VARCHAR FROM range(1000) r(i)",
    "CREATE TYPE mood AS ENUM ('sad', 'happy', 'never used')",
    "CREATE TABLE orders (day_id INTEGER, placed TIMESTAMP, state VARCHAR, feeling mood, "
    "note VARCHAR, code VARCHAR, amount INTEGER, paid BOOLEAN)",
    "INSERT INTO orders SELECT i, TIMESTAMP '2001-01-01 12:00:00' + INTERVAL (i) DAY, "
    "CASE WHEN i % 3 = 0 THEN 'Ohio' WHEN i % 3 = 1 THEN 'Utah' END, "
    "CASE WHEN i % 2 = 0 THEN 'sad' ELSE 'happy' END, "
    "'note ' || i, 'c' || i, i, i % 2 = 0 FROM range(10, 20) r(i)",
    "INSERT INTO orders VALUES (NULL, 'infinity', '', NULL, repeat('x', 201), E'a\\nb\\x01', 1, "
    "NULL)",
};

TEST_F(Warehouse, DateRangesThroughEveryKindOfPath) {
  open(kOrders);
  catalog::Facts facts =
      facts_of({.times = {{"via", table("orders"), "day_id", table("days"), "id", "day"},
                          {"text", table("orders"), "day_id", table("days"), "id", "label"},
                          {"own", table("orders"), "placed", std::nullopt, "", ""},
                          {"number", table("orders"), "amount", std::nullopt, "", ""},
                          {"missing", table("orders"), "nothing", std::nullopt, "", ""}}});
  EXPECT_EQ(facts.date_ranges["via"], (catalog::DateRange{"2000-01-11", "2000-01-20"}));
  EXPECT_EQ(facts.date_ranges["text"], (catalog::DateRange{"2000-01-11", "2000-01-20"}));
  EXPECT_EQ(facts.date_ranges["own"], (catalog::DateRange{"2001-01-11", "2001-01-20"}));
  EXPECT_FALSE(facts.date_ranges.contains("number"));
  EXPECT_THAT(facts.warnings, SizeIs(1));  // of the column that is not there
}

// First days, last days and one weekday; a single other day is as fine as days are.
TEST_F(Warehouse, WhatDatesStandFor) {
  open(
      {"CREATE TABLE t AS SELECT (DATE '2020-01-01' + INTERVAL (i) MONTH)::DATE AS first, "
       "last_day((DATE '2020-01-01' + INTERVAL (i) MONTH)::DATE) AS last, "
       "(DATE '2020-01-01' + INTERVAL (3 * i) MONTH) AS quarter, "
       "make_date(2000 + i::INTEGER, 12, 31) AS year_end, DATE '2020-01-06' + 7 * i::INTEGER AS "
       "week, "
       "DATE '2020-01-01' + i::INTEGER AS day, "
       "(DATE '2020-01-01' + INTERVAL (i) MONTH)::DATE + (i = 7)::INTEGER AS stray "
       "FROM range(24) r(i)"});
  FactsWanted wanted;
  for (const char* column : {"first", "last", "quarter", "year_end", "week", "day", "stray"})
    wanted.times.push_back({column, table("t"), column, std::nullopt, "", ""});
  catalog::Facts facts = facts_of(wanted);
  EXPECT_EQ(facts.date_ranges["first"],
            (catalog::DateRange{"2020-01-01", "2021-12-01", text::Unit::month}));
  EXPECT_EQ(facts.date_ranges["last"].step, text::Unit::month);
  EXPECT_EQ(facts.date_ranges["quarter"].step, text::Unit::quarter);
  EXPECT_EQ(facts.date_ranges["year_end"].step, text::Unit::year);
  EXPECT_EQ(facts.date_ranges["week"].step, text::Unit::week);
  EXPECT_EQ(facts.date_ranges["day"].step, text::Unit::day);
  EXPECT_EQ(facts.date_ranges["stray"].step, text::Unit::day);
}

TEST_F(Warehouse, ValuesWithTheirCounts) {
  open(kOrders);
  FactsWanted wanted{.values = {}, .counts = {{"orders", table("orders")}}, .max_distinct = 11};
  for (std::string column :
       {"state", "feeling", "note", "code", "amount", "paid", "placed", "STATE"})
    wanted.values.push_back({"orders", column, table("orders"), column});
  catalog::Facts facts = facts_of(wanted);
  EXPECT_THAT(facts.warnings, IsEmpty());
  EXPECT_EQ(facts.row_counts["orders"], 11u);
  auto values = [&](std::string_view field) {
    const auto* column = facts.values.find_column("orders", field);
    return column == nullptr ? std::vector<std::pair<std::string, uint64_t>>() : column->values;
  };
  EXPECT_THAT(values("state"), ElementsAre(Pair("Utah", 4), Pair("Ohio", 3)));
  EXPECT_THAT(values("STATE"), SizeIs(2));
  EXPECT_THAT(values("feeling"), ElementsAre(Pair("happy", 5), Pair("sad", 5)));
  EXPECT_THAT(values("note"), SizeIs(10));  // the long one is left out
  EXPECT_THAT(values("code"), SizeIs(11));
  EXPECT_EQ(facts.values.lookup("A B").size(), 1u);
  for (std::string field : {"amount", "paid", "placed"})
    EXPECT_EQ(facts.values.find_column("orders", field), nullptr) << field;
}

TEST_F(Warehouse, ColumnsWithTooManyValuesAreKnownAsSuch) {
  open(
      {"CREATE TABLE t AS SELECT 'v' || i AS many, 'w' || (i % 60) AS more, "
       "'x' || (i % 50) AS fine FROM range(5000) r(i)",
       "CREATE VIEW v AS SELECT * FROM t"});
  FactsWanted wanted{.max_distinct = 50};
  for (std::string source : {"t", "v"})
    for (std::string column : {"many", "more", "fine"})
      wanted.values.push_back({source, column, table(source), column});
  catalog::Facts facts = facts_of(wanted);
  for (std::string source : {"t", "v"}) {
    EXPECT_FALSE(facts.values.find_column(source, "many")->complete);
    EXPECT_FALSE(facts.values.find_column(source, "more")->complete);
    EXPECT_THAT(facts.values.find_column(source, "more")->values, IsEmpty());
    EXPECT_THAT(facts.values.find_column(source, "fine")->values, SizeIs(50));
  }
}

TEST_F(Warehouse, ABrokenViewDoesNotLoseTheRest) {
  open({"CREATE TABLE t AS SELECT 'a' AS x", "CREATE TABLE gone (x VARCHAR)",
        "CREATE VIEW broken AS SELECT x FROM gone", "DROP TABLE gone"});
  catalog::Facts facts = facts_of({.values = {{"b", "x", table("broken"), "x"},
                                              {"t", "x", table("t"), "x"},
                                              {"n", "x", table("never"), "x"}},
                                   .counts = {{"b", table("broken")}, {"t", table("t")}}});
  EXPECT_THAT(facts.warnings, SizeIs(3));
  EXPECT_EQ(facts.row_counts.size(), 1u);
  EXPECT_THAT(facts.values.columns(), SizeIs(1));
}

TEST_F(Warehouse, APassedDeadlineIsAnError) {
  open(kOrders);
  auto facts = read_facts(*engine_, {.counts = {{"orders", table("orders")}}},
                          Deadline::in(std::chrono::seconds(0), clock_));
  ASSERT_FALSE(facts.ok());
  EXPECT_EQ(facts.error().code, "deadline");
  auto catalog = read_catalog(*engine_, "v", Deadline::in(std::chrono::seconds(0), clock_));
  ASSERT_FALSE(catalog.ok());
  EXPECT_EQ(catalog.error().code, "deadline");
}

}  // namespace
}  // namespace tally::importing
