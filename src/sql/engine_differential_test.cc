// The test that two parsers agree: ours and the engine's. What the engine's parser makes of a query
// must be what it makes of our print of it. It is the one file of this folder that links DuckDB,
// and only as a test: src/sql itself must not need an engine.

#include <duckdb.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "sql/cases.h"
#include "sql/keywords.h"
#include "sql/parser.h"
#include "sql/printer.h"

namespace tally::sql {
namespace {

using Json = nlohmann::json;

class Engine {
 public:
  Engine() {
    duckdb_config config = nullptr;
    duckdb_create_config(&config);
    duckdb_set_config(config, "threads", "1");
    EXPECT_EQ(duckdb_open_ext(nullptr, &database_, config, nullptr), DuckDBSuccess);
    duckdb_destroy_config(&config);
    EXPECT_EQ(duckdb_connect(database_, &connection_), DuckDBSuccess);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() {
    duckdb_disconnect(&connection_);
    duckdb_close(&database_);
  }

  // The rows of a query without parameters, or of one with `text` for its parameter.
  std::vector<std::vector<std::string>> rows(const char* query, const std::string* text = nullptr) {
    duckdb_prepared_statement statement = nullptr;
    duckdb_result result;
    std::vector<std::vector<std::string>> found;
    EXPECT_EQ(duckdb_prepare(connection_, query, &statement), DuckDBSuccess) << query;
    if (text != nullptr) duckdb_bind_varchar_length(statement, 1, text->data(), text->size());
    if (duckdb_execute_prepared(statement, &result) == DuckDBSuccess) {
      for (idx_t row = 0; row < duckdb_row_count(&result); ++row) {
        found.emplace_back();
        for (idx_t column = 0; column < duckdb_column_count(&result); ++column) {
          char* value = duckdb_value_varchar(&result, column, row);
          found.back().emplace_back(value == nullptr ? "" : value);
          duckdb_free(value);
        }
      }
    }
    duckdb_destroy_result(&result);
    duckdb_destroy_prepare(&statement);
    return found;
  }

  bool execute(const std::string& query) {
    return duckdb_query(connection_, query.c_str(), nullptr) == DuckDBSuccess;
  }

  // The engine's tree without positions; null where it refuses the text.
  Json tree(const std::string& query) {
    const auto found = rows("SELECT json_serialize_sql(?::VARCHAR)", &query);
    Json parsed = Json::parse(found.at(0).at(0), nullptr, false);
    if (parsed.is_discarded() || parsed.value("error", true)) return nullptr;
    strip(parsed);
    return parsed;
  }

 private:
  // Positions go; and two spellings that our tree does not tell apart, for they mean the same: the
  // functions that the engine's grammar makes of syntax are in schema main (TRIM(LEADING FROM x) is
  // main.ltrim(x)), and ** is ^.
  static void strip(Json& node) {
    if (node.is_object()) {
      node.erase("query_location");
      if (node.contains("function_name")) {
        if (node["schema"] == "main") node["schema"] = "";
        if (node["function_name"] == "**") node["function_name"] = "^";
      }
    }
    if (node.is_structured()) {
      for (Json& child : node) strip(child);
    }
  }

  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
};

class EngineDifferential : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { engine_ = std::make_unique<Engine>(); }
  static void TearDownTestSuite() { engine_.reset(); }

  void expect_same(const std::string& text) {
    const auto tree = parse_query(text);
    ASSERT_TRUE(tree.ok()) << text << "\n" << tree.error().message;
    const Json expected = engine_->tree(text);
    ASSERT_FALSE(expected.is_null()) << "the engine refuses\n" << text;
    for (const bool pretty : {false, true}) {
      const std::string printed = print(*tree, {.pretty = pretty});
      const Json found = engine_->tree(printed);
      EXPECT_EQ(found, expected) << text << "\nwas printed as\n" << printed;
    }
  }

  static std::unique_ptr<Engine> engine_;
};
std::unique_ptr<Engine> EngineDifferential::engine_;

TEST_F(EngineDifferential, Corpus) {
  for (const auto& query : testing::corpus()) {
    SCOPED_TRACE(query.file);
    expect_same(query.text);
  }
}

// The texts are the TPC's, so they are read from the extension and not kept here.
TEST_F(EngineDifferential, TpcQueries) {
  for (const std::string name : {"tpcds", "tpch"}) {
    const auto file = std::filesystem::path(TALLY_SOURCE_DIR) /
                      "build/third_party/duckdb/extensions" / (name + ".duckdb_extension");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
    ASSERT_TRUE(engine_->execute("LOAD '" + file.string() + "'"));
    const std::string query = "SELECT query FROM " + name + "_queries() ORDER BY query_nr";
    const auto found = engine_->rows(query.c_str());
    EXPECT_GE(found.size(), 22U);
    for (const auto& row : found) expect_same(row.at(0));
  }
}

// What we refuse as no SQL the engine refuses too: "… is not supported" says that it may not.
TEST_F(EngineDifferential, ErrorsAreErrors) {
  for (const auto& file : testing::files_of("errors")) {
    for (const std::string& part : testing::parts_of(testing::read_text(file), "\n====\n")) {
      const auto sides = testing::parts_of(part, "\n----\n");
      const std::string& message = sides.at(1);
      if (message.ends_with("is not supported") || message.ends_with("are not supported")) continue;
      if (message.find("found describe") != std::string::npos) continue;
      const Json tree = engine_->tree(sides.at(0));
      const bool one = tree.is_object() && tree["statements"].size() == 1;
      EXPECT_FALSE(one) << sides.at(0) << "\n" << message;
    }
  }
}

TEST_F(EngineDifferential, Keywords) {
  const std::map<std::string, KeywordClass> kClasses = {
      {"unreserved", KeywordClass::unreserved},
      {"column_name", KeywordClass::column_name},
      {"type_function", KeywordClass::type_function},
      {"reserved", KeywordClass::reserved}};
  const auto found = engine_->rows("SELECT keyword_name, keyword_category FROM duckdb_keywords()");
  EXPECT_EQ(found.size(), size_t{keyword_tables::kCount});
  for (const auto& row : found) {
    const uint16_t word = find_keyword(row.at(0));
    EXPECT_NE(word, 0) << row.at(0);
    EXPECT_EQ(keyword_class(word), kClasses.at(row.at(1))) << row.at(0);
  }
}

// Every key word in every place a name can stand, printed so that the engine reads the same name.
TEST_F(EngineDifferential, KeywordsAsNames) {
  for (int number = 1; number <= keyword_tables::kCount; ++number) {
    const std::string word(keyword_text(static_cast<uint16_t>(number)));
    const std::string quoted = "\"" + word + "\"";
    expect_same("SELECT a." + quoted + ", {" + quoted + ": 1}, x::" + quoted + " AS " + quoted +
                " FROM " + quoted + " AS " + quoted + "(" + quoted + ")");
    expect_same("SELECT 1 AS " + word);
    // The engine counts the arguments of some functions as it parses.
    const bool three = engine_->tree("SELECT " + quoted + "(1)").is_null();
    const std::string arguments = three ? "(1, 2, 3)" : "(1)";
    expect_same("SELECT " + quoted + arguments + ", s." + quoted + arguments);
  }
}

// A text with a NUL byte arrives in the engine as it is.
TEST_F(EngineDifferential, NulByteInText) {
  const std::string text("a\0b'", 4);
  const std::string query = "SELECT hex(" + print(text_literal(text)) + ")";
  EXPECT_EQ(engine_->rows(query.c_str()).at(0).at(0), "61006227");
}

}  // namespace
}  // namespace tally::sql
