#pragma once
// The database inside a worker: opened read-only and locked, then asked through three doors, each
// request on a connection of its own, so that no temporary object, transaction or variable outlives
// it. Worker side only.

#include <memory>
#include <string>

#include "base/result.h"
#include "engine/duckdb/protocol.h"

namespace tally::engine::duckdb {

class Database {
 public:
  // The error's message is DuckDB's raw text: the parent explains it (warehouse_error.h).
  static Result<std::unique_ptr<Database>> open(const OpenRequest& request);
  ~Database();

  Reply answer(const Request& request);

 private:
  struct State;
  explicit Database(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tally::engine::duckdb
