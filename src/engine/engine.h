#pragma once
// Parse, explain, run: three doors, all of them inside worker processes under a deadline, because
// parsing and planning can hang too. Only guard calls parse and explain; run takes ApprovedSql.
//
// Deadline contract: the caller has its answer at most 50 ms after the deadline, whatever the query
// does. A deadline, an out-of-memory or a worker that died is an Error of kind `outside` with code
// "deadline", "out_of_memory", "worker_died" or "cancelled"; the next query works. SQL that does
// not parse, bind or compute is an Error of kind `user` in the engine's words, code "parser",
// "binder", "catalog", "conversion", "execution"; where the engine knows the place, the message
// begins with "line L, column C: " (from 1; columns count characters, not bytes). parse() reads
// SELECT alone: anything else that is one or more well-formed statements is a user error with code
// "not_select". A database that cannot be opened is `outside` with a code that begins with
// "database_" (see duckdb/warehouse_error.h); a fault inside the engine (its own internal error, a
// damaged page) is `outside` with code "engine".

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/cancel.h"
#include "sql/sql_text.h"
#include "table/result_table.h"

namespace tally::engine {

struct RunLimits {
  uint64_t max_rows = 10'000;        // beyond: cut, ResultTable::more_rows
  uint64_t max_bytes = 64ull << 20;  // of the encoded result; beyond: cut too
  const Cancel* cancel = nullptr;    // raised: this query answers "cancelled" at once
};

struct RunOutcome {
  table::ResultTable table;
  double seconds = 0;  // inside the worker: prepare + execute + fetch
};

// EXPLAIN's plan as the engine's JSON text. For cost rules later; today it proves that the text
// binds.
struct Plan {
  std::string json;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;  // "duckdb"
  // What makes the data as they stand doubtful although they can be read, a sentence each.
  virtual std::vector<std::string> doubts() const { return {}; }
  virtual Result<sql::ParsedSql> parse(const sql::SqlText& text, Deadline deadline) = 0;
  virtual Result<Plan> explain(const sql::ParsedSql& parsed, Deadline deadline) = 0;
  virtual Result<RunOutcome> run(const sql::ApprovedSql& approved, const RunLimits& limits,
                                 Deadline deadline) = 0;
  // Nothing more is asked for now: what is kept ready for the next query may go, in the background.
  // Later calls work, at the price of a new start.
  virtual void rest() {}
};

}  // namespace tally::engine
