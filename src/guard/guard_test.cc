// The whole guard over a real engine: every case under tests/guard. An attack pins rule, place,
// message and hint; an innocent query is approved, which includes that the engine can bind it.

#include "guard/guard.h"

#include <duckdb.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <vector>

#include "base/files.h"
#include "catalog/hidden.h"
#include "engine/duckdb/duckdb_engine.h"
#include "engine/duckdb/engine_fixture.h"
#include "guard/allowed_functions.h"

namespace tally::guard {
namespace {

// ---- the warehouse ----

constexpr const char* kStatements[] = {
    "CREATE TYPE status_type AS ENUM ('open', 'done')",
    "CREATE TABLE customers(customer_id INTEGER, name VARCHAR, email VARCHAR, city VARCHAR, "
    "country "
    "VARCHAR, since DATE, tags VARCHAR[], profile JSON, address STRUCT(street VARCHAR, zip "
    "VARCHAR))",
    "CREATE TABLE products(product_id INTEGER, name VARCHAR, category VARCHAR, price "
    "DECIMAL(10,2), "
    "weight DOUBLE)",
    "CREATE TABLE orders(order_id INTEGER, customer_id INTEGER, product_id INTEGER, ordered_at "
    "TIMESTAMP, quantity INTEGER, amount DECIMAL(12,2), status VARCHAR, note VARCHAR)",
    "CREATE TABLE revenue(month DATE, revenue DECIMAL(12,2))",
    "CREATE TABLE \"Order Details\"(order_id INTEGER, \"Unit Price\" DECIMAL(10,2))",
    "CREATE VIEW big_orders AS SELECT * FROM orders WHERE amount > 1000",
    "CREATE MACRO even(x) AS (SELECT max(email) FROM customers)",
    "CREATE MACRO \"@\"(x) AS 7",
    "CREATE MACRO tax(x) AS x * 0.19",
    "CREATE MACRO big(x) AS TABLE SELECT * FROM orders WHERE amount > x",
    "CREATE SCHEMA archive",
    "CREATE MACRO archive.upper(x) AS 'other'",
    "CREATE TABLE archive.orders_old(order_id INTEGER, amount DECIMAL(12,2))",
};

catalog::Table table(std::string schema, std::string name, std::vector<std::string> columns) {
  catalog::Table made;
  made.id = {"shop", std::move(schema), std::move(name)};
  for (std::string& column : columns) made.columns.push_back({std::move(column), "", true, ""});
  return made;
}

catalog::Catalog make_catalog() {
  return catalog::Catalog(
      {table("main", "customers",
             {"customer_id", "name", "email", "city", "country", "since", "tags", "profile",
              "address"}),
       table("main", "products", {"product_id", "name", "category", "price", "weight"}),
       table("main", "orders",
             {"order_id", "customer_id", "product_id", "ordered_at", "quantity", "amount", "status",
              "note"}),
       table("main", "revenue", {"month", "revenue"}),
       table("main", "Order Details", {"order_id", "Unit Price"}),
       table("main", "big_orders",
             {"order_id", "customer_id", "product_id", "ordered_at", "quantity", "amount", "status",
              "note"}),
       table("archive", "orders_old", {"order_id", "amount"})},
      "shop", "main", "catalog-1",
      {.macros = {{{"shop", "main", "even"}},
                  {{"shop", "main", "@"}},
                  {{"shop", "main", "tax"}},
                  {{"shop", "main", "big"}, true},
                  {{"shop", "archive", "upper"}}},
       .types = {}});
}

// With a table and two columns that its owner hides.
catalog::Catalog make_discreet_catalog() {
  return catalog::visible_part(make_catalog(), [](const auto& table, std::string_view column) {
    return table.name == "revenue" || (table.name == "customers" && column == "email") ||
           (table.name == "orders" && column == "note");
  });
}

class Warehouse {
 public:
  Warehouse() {
    std::string pattern = testing::TempDir() + "tally-guard-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    write_database(folder_ + "/shop.duckdb");
    engine_ = std::make_unique<engine::duckdb::DuckDbEngine>(
        engine::duckdb::DuckDbOptions{.database_path = folder_ + "/shop.duckdb"}, clock_);
  }
  ~Warehouse() {
    engine_.reset();
    std::filesystem::remove_all(folder_);
  }

  engine::Engine& engine() { return *engine_; }
  const catalog::Catalog& catalog() const { return catalog_; }
  Result<Verdict> judge(std::string text, GuardOptions options = {}) {
    return Guard(*engine_, catalog_, options).judge({std::move(text)}, Deadline::never());
  }
  Result<Verdict> judge_discreetly(std::string text, GuardOptions options = {}) {
    return Guard(*engine_, discreet_, options).judge({std::move(text)}, Deadline::never());
  }

 private:
  static void write_database(const std::string& path) {
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;
    ASSERT_EQ(duckdb_open(path.c_str(), &database), DuckDBSuccess);
    ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
    for (const char* statement : kStatements) {
      duckdb_result result;
      ASSERT_EQ(duckdb_query(connection, statement, &result), DuckDBSuccess)
          << duckdb_result_error(&result);
      duckdb_destroy_result(&result);
    }
    duckdb_disconnect(&connection);
    duckdb_close(&database);
  }

  std::string folder_;
  SystemClock clock_;
  std::unique_ptr<engine::duckdb::DuckDbEngine> engine_;
  catalog::Catalog catalog_ = make_catalog(), discreet_ = make_discreet_catalog();
};

// One engine for all cases.
class Shop : public testing::Environment {
 public:
  void SetUp() override { warehouse = std::make_unique<Warehouse>(); }
  void TearDown() override { warehouse.reset(); }
  static inline std::unique_ptr<Warehouse> warehouse;
};
const auto* const kShop = testing::AddGlobalTestEnvironment(new Shop);

// ---- the cases ----

struct Case {
  std::string file, name, sql;
  std::string expected;  // "approved", or rule, place, message and hint on lines of their own
};

std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.file << ": " << one.name;
}

// "--- name", lines of SQL, then for attacks "=> rule line:column" and indented message and hint.
std::vector<Case> read_case_file(const std::filesystem::path& path, const std::string& expected) {
  std::vector<Case> cases;
  std::istringstream lines(read_file(path.string()).value());
  bool in_expected = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("--- ")) {
      cases.push_back({path.stem().string(), line.substr(4), "", expected});
      in_expected = false;
    } else if (!cases.empty() && line.starts_with("=> ")) {
      cases.back().expected = line.substr(3);
      in_expected = true;
    } else if (!cases.empty() && in_expected) {
      cases.back().expected += "\n" + line.substr(std::min<size_t>(2, line.size()));
    } else if (!cases.empty()) {
      cases.back().sql += (cases.back().sql.empty() ? "" : "\n") + line;
    }
  }
  return cases;
}

std::vector<Case> read_cases(const std::string& folder, const std::string& expected) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(TALLY_SOURCE_DIR "/tests/guard/" + folder))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Case> cases;
  for (const auto& file : files)
    for (Case& one : read_case_file(file, expected)) cases.push_back(std::move(one));
  return cases;
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file + "_" + info.param.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

std::string describe(const Result<Verdict>& verdict) {
  if (!verdict.ok()) return "error: " + verdict.error().message;
  const auto* refusal = std::get_if<Refusal>(&*verdict);
  if (refusal == nullptr) return "approved";
  std::string text =
      fmt::format("{} {}:{}\n{}", refusal->rule, refusal->line, refusal->column, refusal->message);
  return refusal->hint.empty() ? text : text + "\n" + refusal->hint;
}

class GuardCase : public testing::TestWithParam<Case> {};

TEST_P(GuardCase, IsJudged) {
  EXPECT_EQ(describe(Shop::warehouse->judge(GetParam().sql)), GetParam().expected)
      << GetParam().sql;
}

INSTANTIATE_TEST_SUITE_P(Attacks, GuardCase, testing::ValuesIn(read_cases("attacks", "none")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Innocent, GuardCase, testing::ValuesIn(read_cases("innocent", "approved")),
                         test_name);

class HiddenCase : public testing::TestWithParam<Case> {};

TEST_P(HiddenCase, IsJudged) {
  EXPECT_EQ(describe(Shop::warehouse->judge_discreetly(GetParam().sql)), GetParam().expected)
      << GetParam().sql;
}

INSTANTIATE_TEST_SUITE_P(Hidden, HiddenCase, testing::ValuesIn(read_cases("hidden", "approved")),
                         test_name);

// Our own compiler joins by hidden keys, of tables that are seen.
TEST(HiddenColumns, MayBeReadWhereTheCallerSaysSo) {
  const GuardOptions options{.reads_hidden = true};
  EXPECT_EQ(
      describe(Shop::warehouse->judge_discreetly("SELECT count(email) FROM customers", options)),
      "approved");
  EXPECT_NE(describe(Shop::warehouse->judge_discreetly("SELECT month FROM revenue", options)),
            "approved");
}

// ---- limits ----

std::string repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(GuardLimits, RefusesATextThatIsTooLong) {
  EXPECT_EQ(describe(Shop::warehouse->judge("SELECT '" + std::string(100'000, 'x') + "'")),
            "text_too_long 0:0\nThe text has 100009 bytes; at most 100000 are read.\n"
            "Shorten it; a long list of values belongs into a table.");
  EXPECT_EQ(describe(Shop::warehouse->judge("SELECT 1234", {.max_text_bytes = 10})),
            "text_too_long 0:0\nThe text has 11 bytes; at most 10 are read.\n"
            "Shorten it; a long list of values belongs into a table.");
}

TEST(GuardLimits, RefusesBadBytes) {
  EXPECT_EQ(describe(Shop::warehouse->judge(std::string("SELECT 'a\0b'", 12))),
            "bad_bytes 1:10\nThe text holds a NUL byte.\nSend the text as UTF-8.");
  // Stray continuation, overlong, surrogate, beyond Unicode, cut short.
  for (const char* bytes : {"\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                            "\xF0\x9F\x98", "\xFF"})
    EXPECT_EQ(describe(Shop::warehouse->judge("SELECT\n '" + std::string(bytes) + "'")),
              "bad_bytes 2:3\nThe text is not valid UTF-8.\nSend the text as UTF-8.");
}

TEST(GuardLimits, RefusesDeepNesting) {
  EXPECT_EQ(describe(Shop::warehouse->judge("SELECT " + std::string(201, '(') + "1" +
                                            std::string(201, ')'))),
            "nested_too_deep 1:208\nBrackets stand more than 200 levels deep.\n"
            "Split the query with WITH.");
  EXPECT_EQ(
      describe(Shop::warehouse->judge("SELECT " + repeated("quantity + ", 250) + "1 FROM orders")),
      "nested_too_deep 1:578\nExpressions stand more than 200 levels deep.\n"
      "Split the query with WITH.");
  EXPECT_EQ(describe(Shop::warehouse->judge("SELECT " + repeated("quantity + ", 2'000) +
                                            "1 FROM orders")),
            "nested_too_deep 0:0\nThe text is nested deeper than the engine reads.\n"
            "Split the query with WITH.");
  EXPECT_EQ(describe(Shop::warehouse->judge("SELECT '" + std::string(300, '(') + "' FROM orders")),
            "approved");
}

TEST(GuardLimits, RefusesTooManyTables) {
  std::string few = "SELECT count(*) FROM orders o" + repeated(", products", 59);
  EXPECT_EQ(describe(Shop::warehouse->judge(few, {.plan = false})), "approved");
  EXPECT_EQ(describe(Shop::warehouse->judge(few + ", revenue", {.plan = false})),
            "too_many_joins 1:622\nThe query reads more than 60 tables.\n"
            "Split it, or read each table once.");
  // Two thousand tables by doubling: each common table is read twice by the next.
  std::string doubling = "WITH c0 AS (SELECT order_id FROM orders)";
  for (int i = 1; i <= 10; ++i)
    doubling += fmt::format(
        ", c{0} AS NOT MATERIALIZED (SELECT x.order_id FROM c{1} x JOIN c{1} y USING (order_id))",
        i, i - 1);
  EXPECT_TRUE(describe(Shop::warehouse->judge(doubling + " SELECT * FROM c10"))
                  .starts_with("too_many_joins 1:"));
}

TEST(GuardLimits, RefusesTooManyTerms) {
  std::string terms = "SELECT 1 FROM orders WHERE quantity = 0";
  for (int i = 1; i <= 1'000; ++i) terms += fmt::format(" OR quantity = {}", i);
  EXPECT_EQ(describe(Shop::warehouse->judge(terms)),
            "too_many_terms 1:41\nAND and OR join more than 1000 terms.\n"
            "A list of values is shorter: x IN (1, 2, …).");
}

// ---- rules ----

TEST(GuardRules, EachExampleIsRefusedByItsRule) {
  for (const RuleInfo& rule : rules()) {
    if (rule.example.empty()) continue;  // too long to print: the limits above
    std::string verdict = describe(Shop::warehouse->judge(std::string(rule.example)));
    EXPECT_EQ(verdict.substr(0, verdict.find(' ')), rule.rule) << rule.example;
  }
}

TEST(GuardRules, EveryCaseNamesAKnownRule) {
  for (const Case& one : read_cases("attacks", "none")) {
    std::string name = one.expected.substr(0, one.expected.find(' '));
    EXPECT_TRUE(std::any_of(rules().begin(), rules().end(),
                            [&](const RuleInfo& rule) { return rule.rule == name; }))
        << one << " expects " << name;
  }
}

TEST(GuardRules, TheDocumentHoldsTheSameList) {
  std::string expected;
  for (const RuleInfo& rule : rules())
    expected += fmt::format("| `{}` | {} | {} |\n", rule.rule, rule.meaning,
                            rule.example.empty() ? "" : fmt::format("`{}`", rule.example));
  std::string document = read_file(TALLY_SOURCE_DIR "/docs/guard-rules.md").value();
  EXPECT_EQ(document.substr(document.find("|---|---|---|\n") + 14), expected);
}

// A name that the engine does not have would be a slip, or a door for whoever defines it.
TEST(GuardRules, EveryAllowedFunctionIsTheEngines) {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  duckdb_result result;
  ASSERT_EQ(duckdb_open(nullptr, &database), DuckDBSuccess);
  ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
  ASSERT_EQ(duckdb_query(connection, "SELECT DISTINCT lower(function_name) FROM duckdb_functions()",
                         &result),
            DuckDBSuccess);
  std::set<std::string> names;
  for (idx_t row = 0; row < duckdb_row_count(&result); ++row) {
    char* name = duckdb_value_varchar(&result, 0, row);
    names.insert(name);
    duckdb_free(name);
  }
  duckdb_destroy_result(&result);
  duckdb_disconnect(&connection);
  duckdb_close(&database);
  for (std::string_view name : allowed_function_names())
    EXPECT_TRUE(names.contains(std::string(name))) << name;
}

// ---- what an approval is worth ----

TEST(GuardApproval, IsForThisTextEngineCatalogAndRole) {
  auto verdict = Shop::warehouse->judge("SELECT count(*) FROM orders;");
  ASSERT_TRUE(verdict.ok());
  const auto* approved = std::get_if<sql::ApprovedSql>(&*verdict);
  ASSERT_NE(approved, nullptr);
  EXPECT_EQ(approved->text(), "SELECT count(*) FROM orders;");
  EXPECT_EQ(approved->scope(), (sql::ApprovalScope{"duckdb", "catalog-1", "analyst"}));
  EXPECT_TRUE(Shop::warehouse->engine().run(*approved, {}, Deadline::never()).ok());
}

// What is an operator or a bracket in the text is a function for the engine.
TEST(GuardMacros, OperatorsAndBracketsAreFunctionsToo) {
  const std::pair<const char*, const char*> cases[] = {
      {"+", "SELECT amount + 1 FROM orders"},
      {"list_value", "SELECT [amount] FROM orders"},
      {"array_extract", "SELECT tags[1] FROM customers"},
      {"array_slice", "SELECT tags[1:2] FROM customers"},
      {"map_extract_value", "SELECT tags[1] FROM customers"},
      {"struct_extract", "SELECT (address).zip FROM customers"},
      {"struct_extract", "SELECT address.zip FROM customers"},
      {"struct_extract", "SELECT c.address.zip FROM customers c"},
      {"union_extract", "SELECT customers.address.zip FROM customers"},
      {"list", "SELECT * FROM orders PIVOT (sum(amount) FOR status IN ('open', 'paid'))"},
      {"unpivot_list", "SELECT * FROM products UNPIVOT (v FOR k IN (price, weight))"},
      {"list_filter", "SELECT COLUMNS(c -> c = 'amount') FROM orders"},
      {"list_sort", "SELECT list(amount ORDER BY amount) FROM orders"},
      {"list_apply", "SELECT [t || 'x' FOR t IN tags] FROM customers"},
      {"struct_pack", "SELECT {'a': amount} FROM orders"},
      {"map", "SELECT MAP {'a': amount} FROM orders"},
      {"to_days", "SELECT ordered_at + INTERVAL 3 DAY FROM orders"},
      {"date_part", "SELECT EXTRACT(year FROM ordered_at) FROM orders"},
      {"timezone", "SELECT ordered_at AT TIME ZONE 'UTC' FROM orders"},
      {"COUNT_STAR", "SELECT count(*) FROM orders"},
      {"~~", "SELECT note LIKE 'a%' FROM orders"},
      {"row_number", "SELECT row_number() OVER () FROM orders"},
      {"range", "SELECT * FROM range(3)"},
  };
  for (const auto& [macro, sql] : cases) {
    auto sound = Shop::warehouse->judge(sql);
    ASSERT_TRUE(sound.ok());
    EXPECT_TRUE(std::holds_alternative<sql::ApprovedSql>(*sound)) << sql;
    catalog::Catalog catalog(Shop::warehouse->catalog().tables(), "shop", "main", "2",
                             {.macros = {{{"shop", "main", macro}}}, .types = {}});
    auto verdict = Guard(Shop::warehouse->engine(), catalog).judge({sql}, Deadline::never());
    ASSERT_TRUE(verdict.ok());
    const auto* refusal = std::get_if<Refusal>(&*verdict);
    ASSERT_NE(refusal, nullptr) << sql;
    EXPECT_EQ(refusal->rule, "warehouse_macro") << sql;
  }
}

// What no function stands behind is not refused for a macro's name: columns, comparisons, order,
// collations. The engine agrees, measured on a file with all these macros.
TEST(GuardMacros, ColumnsAndComparisonsAreNoFunctions) {
  catalog::Definitions definitions;
  std::vector<std::string> statements = {
      "CREATE TABLE t(n INTEGER, name VARCHAR, s STRUCT(x INTEGER))",
      "INSERT INTO t VALUES (3, 'b', {'x': 1}), (4, 'A', {'x': 2})"};
  for (const std::string name :
       {"struct_extract", "union_extract", "=", ">=", "<", "and", "or", "not", "in", "between",
        "nocase", "lower", "collate", "coalesce", "case", "cast", "list"}) {
    definitions.macros.push_back({{"macros", "main", name}});
    statements.push_back("CREATE MACRO \"" + name + "\"() AS 'm', (p) AS 'm', (p, q) AS 'm'");
  }
  std::string pattern = testing::TempDir() + "tally-macros-XXXXXX";
  const std::string folder = ::mkdtemp(pattern.data());
  engine::duckdb::write_database(folder + "/macros.duckdb", statements);
  SystemClock clock;
  auto engine = std::make_unique<engine::duckdb::DuckDbEngine>(
      engine::duckdb::DuckDbOptions{.database_path = folder + "/macros.duckdb"}, clock);
  catalog::Table t;
  t.id = {"macros", "main", "t"};
  t.columns = {{"n", "INTEGER", true, ""}, {"name", "VARCHAR", true, ""}, {"s", "", true, ""}};
  const catalog::Catalog catalog({t}, "macros", "main", "1", definitions);
  const std::pair<const char*, int64_t> cases[] = {
      {"SELECT n FROM t WHERE n >= 4 AND NOT n < 4", 4},
      {"SELECT t.n FROM t WHERE t.n = 3 OR t.n = 9", 3},
      {"SELECT main.t.n FROM t WHERE n BETWEEN 4 AND 5", 4},
      {"SELECT u.n FROM t u WHERE u.name IN ('b')", 3},
      {"SELECT n FROM t ORDER BY name COLLATE NOCASE LIMIT 1", 4},
      {"SELECT n FROM t WHERE name COLLATE NOCASE = 'a'", 4},
      {"SELECT CASE WHEN n = 3 THEN CAST('7' AS BIGINT) ELSE COALESCE(n, 1) END FROM t LIMIT 1", 7},
  };
  for (const auto& [sql, expected] : cases) {
    auto verdict = Guard(*engine, catalog).judge({sql}, Deadline::never());
    ASSERT_TRUE(verdict.ok()) << verdict.error().message;
    const auto* approved = std::get_if<sql::ApprovedSql>(&*verdict);
    ASSERT_NE(approved, nullptr) << sql << std::get<Refusal>(*verdict).message;
    auto run = engine->run(*approved, {}, Deadline::never());
    ASSERT_TRUE(run.ok()) << sql << run.error().message;
    ASSERT_EQ(run->table.row_count, 1u) << sql;
    EXPECT_EQ(table::cell_text(run->table.columns[0], 0), std::to_string(expected)) << sql;
  }
  engine.reset();
  std::filesystem::remove_all(folder);
}

// An engine that answers as told, and counts.
class TellingEngine final : public engine::Engine {
 public:
  std::string name() const override { return "telling"; }
  Result<sql::ParsedSql> parse(const sql::SqlText& text, Deadline) override {
    if (parse_error) return *parse_error;
    return sql::ParsedSql{other_text.value_or(text.text),
                          R"({"error":false,"statements":[{"node":{"type":"SELECT_NODE",
                             "aggregate_handling":"STANDARD_HANDLING"}}]})"};
  }
  Result<engine::Plan> explain(const sql::ParsedSql&, Deadline) override {
    ++explained;
    if (explain_error) return *explain_error;
    return engine::Plan{};
  }
  Result<engine::RunOutcome> run(const sql::ApprovedSql&, const engine::RunLimits&,
                                 Deadline) override {
    return bug_error("not here");
  }

  std::optional<Error> parse_error, explain_error;
  std::optional<std::string> other_text;
  int explained = 0;
};

class GuardFaults : public testing::Test {
 protected:
  std::string judge(GuardOptions options = {}) {
    return describe(
        Guard(engine_, Shop::warehouse->catalog(), options).judge({"SELECT"}, Deadline::never()));
  }
  TellingEngine engine_;
};

TEST_F(GuardFaults, ADeadlineIsNoVerdict) {
  engine_.parse_error = outside_error("the deadline passed", "", "deadline");
  EXPECT_EQ(judge(), "error: the deadline passed");
  EXPECT_EQ(engine_.explained, 0);
}

TEST_F(GuardFaults, AWorkerThatDiesWhilePlanningIsNoVerdict) {
  engine_.explain_error = outside_error("the worker died", "", "worker_died");
  EXPECT_EQ(judge(), "error: the worker died");
}

TEST_F(GuardFaults, AnotherTextThanTheOneJudgedIsABug) {
  engine_.other_text = "DROP TABLE orders";
  EXPECT_EQ(judge(), "error: the engine parsed another text than it was given");
}

TEST_F(GuardFaults, PlansOnlyWhenAsked) {
  EXPECT_EQ(judge({.plan = false}), "approved");
  EXPECT_EQ(engine_.explained, 0);
  EXPECT_EQ(judge(), "approved");
  EXPECT_EQ(engine_.explained, 1);
}

}  // namespace
}  // namespace tally::guard
