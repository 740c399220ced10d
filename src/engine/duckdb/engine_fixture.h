#pragma once
// For the tests of this folder: a small database, an engine over it, approval without a guard.

#include <duckdb.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "engine/duckdb/duckdb_engine.h"

namespace tally::guard {

// Stands in for guard's own, which this folder may not link.
class Approver {
 public:
  static sql::ApprovedSql approve(std::string text) {
    return sql::ApprovedSql(std::move(text), {"duckdb", "", "test"});
  }
};

}  // namespace tally::guard

namespace tally::engine::duckdb {

using namespace std::chrono_literals;

inline void write_database(const std::string& path, const std::vector<std::string>& statements) {
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  ASSERT_EQ(duckdb_open(path.c_str(), &database), DuckDBSuccess) << path;
  ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
  for (const auto& statement : statements) {
    duckdb_result result;
    ASSERT_EQ(duckdb_query(connection, statement.c_str(), &result), DuckDBSuccess)
        << statement << ": " << duckdb_result_error(&result);
    duckdb_destroy_result(&result);
  }
  duckdb_disconnect(&connection);
  duckdb_close(&database);
}

// A folder of its own for each test, gone afterwards.
class EngineTest : public testing::Test {
 protected:
  EngineTest() {
    std::string pattern = testing::TempDir() + "tally-engine-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    options_.database_path = folder_ + "/small.duckdb";
    options_.temp_folder = folder_ + "/temp";
    write_database(
        options_.database_path,
        {"CREATE TABLE numbers AS SELECT i, 'name' || i AS name FROM range(1000) r(i)",
         "CREATE TYPE many AS ENUM (SELECT 'v' || i FROM range(300) r(i))",
         "CREATE TABLE labels AS SELECT ('v' || i)::many AS label FROM range(300) r(i)"});
  }
  ~EngineTest() override { std::filesystem::remove_all(folder_); }

  Deadline soon(std::chrono::milliseconds time = 20s) { return Deadline::in(time, clock_); }
  Result<RunOutcome> run(DuckDbEngine& engine, std::string sql, Deadline deadline,
                         RunLimits limits = {}) {
    return engine.run(guard::Approver::approve(std::move(sql)), limits, deadline);
  }
  Result<RunOutcome> run(DuckDbEngine& engine, std::string sql) {
    return run(engine, std::move(sql), soon());
  }
  // The one cell of a one-cell result, or the error's code and message.
  std::string cell(DuckDbEngine& engine, std::string sql) { return cell_of(run(engine, sql)); }
  static std::string cell_of(const Result<RunOutcome>& outcome) {
    if (!outcome.ok()) return outcome.error().code + ": " + outcome.error().message;
    if (outcome->table.row_count != 1) return std::to_string(outcome->table.row_count) + " rows";
    return cell_text(outcome->table.columns.at(0), 0);
  }

  SystemClock clock_;
  std::string folder_;
  DuckDbOptions options_;
};

}  // namespace tally::engine::duckdb
