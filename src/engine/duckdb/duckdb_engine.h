#pragma once
// DuckDB behind the Engine seam: every text is parsed, planned and run in exec'ed worker processes
// that open the database read-only, so that whatever a query does, the caller has its answer at
// most 50 ms after the deadline and the next query works. This side never loads the DuckDB library.
//
// Thread-safe. Construction returns at once: the first worker starts in the background (unless told
// to wait for a query), and errors (no such file, no worker program) come with the first query.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "engine/engine.h"

namespace tally::engine::duckdb {

struct DuckDbOptions {
  std::string database_path;
  // database_path is a CSV or Parquet file: an empty database, whose queries can read this file
  // alone.
  bool is_data_file = false;
  std::string worker_path = {};  // empty: tally-worker beside the running program
  // Of one worker, in bytes beyond the DuckDB library's own; 0: no limit. Ignored by workers built
  // with a sanitizer, which cannot live under it.
  uint64_t address_space = 2ull << 30;
  uint32_t threads = 0;          // of one worker; 0: one a core
  uint32_t max_workers = 0;      // queries at the same time; 0: one a core
  uint64_t total_memory = 0;     // for all workers at the same time; 0: 3/4 of the machine's
  std::string temp_folder = {};  // for what does not fit in memory; empty: the system's
  uint64_t max_temp_bytes = 8ull << 30;  // of one worker
  // An idle worker holds the file's read lock, and so keeps its owner from writing: it goes after
  // this.
  std::chrono::milliseconds idle_close{10'000};
  // A query that runs longer than this (or half of its time) has a spare worker started beside it.
  std::chrono::milliseconds spare_after{200};
  bool start_at_once = true;      // else the first worker starts with the first query
  std::string time_zone = "UTC";  // for casts of timestamps with a zone
  bool quiet_workers = true;      // their standard error goes nowhere
};

class DuckDbEngine final : public Engine {
 public:
  // `clock` and `cancel` (null: none) must outlive the engine. `cancel` raised: every call that
  // runs or waits, and every later one until it is lowered, answers "cancelled".
  DuckDbEngine(DuckDbOptions options, const Clock& clock, const Cancel* cancel = nullptr);
  ~DuckDbEngine() override;  // kills what still runs; waits for it at most 100 ms

  std::string name() const override { return "duckdb"; }
  std::vector<std::string> doubts() const override;
  Result<sql::ParsedSql> parse(const sql::SqlText& text, Deadline deadline) override;
  Result<Plan> explain(const sql::ParsedSql& parsed, Deadline deadline) override;
  Result<RunOutcome> run(const sql::ApprovedSql& approved, const RunLimits& limits,
                         Deadline deadline) override;
  void rest() override;

  // For `tally doctor`: opens the database in a worker if none is open, and asks nothing.
  Result<void> check(Deadline deadline);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tally::engine::duckdb
