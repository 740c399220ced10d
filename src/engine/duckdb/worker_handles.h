#pragma once
// DuckDB's C handles with owners. Worker side only.

#include <duckdb.h>

#include <memory>
#include <string>
#include <string_view>

namespace tally::engine::duckdb {

template <typename Handle, void (*kDestroy)(Handle*)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  ~Owned() {
    if (handle_) kDestroy(&handle_);
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Handle get() const { return handle_; }
  Handle* out() { return &handle_; }
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  Handle handle_ = nullptr;
};

using Config = Owned<duckdb_config, duckdb_destroy_config>;
using DatabaseHandle = Owned<duckdb_database, duckdb_close>;
using Connection = Owned<duckdb_connection, duckdb_disconnect>;
using Prepared = Owned<duckdb_prepared_statement, duckdb_destroy_prepare>;
using Pending = Owned<duckdb_pending_result, duckdb_destroy_pending>;
using LogicalType = Owned<duckdb_logical_type, duckdb_destroy_logical_type>;
using Chunk = Owned<duckdb_data_chunk, duckdb_destroy_data_chunk>;

class QueryResult {
 public:
  QueryResult() = default;
  ~QueryResult() { duckdb_destroy_result(&result_); }
  QueryResult(const QueryResult&) = delete;
  QueryResult& operator=(const QueryResult&) = delete;
  duckdb_result* out() { return &result_; }
  duckdb_result value() const { return result_; }
  // The engine's words; it can fail without any.
  std::string error() {
    const char* text = duckdb_result_error(&result_);
    return text ? text : "";
  }

 private:
  duckdb_result result_{};
};

// Takes over a string that DuckDB allocated; empty for NULL.
inline std::string take_string(char* text) {
  std::string out = text ? text : "";
  duckdb_free(text);
  return out;
}

inline std::string_view view_of(const duckdb_string_t& value) {
  return value.value.inlined.length <= 12
             ? std::string_view(value.value.inlined.inlined, value.value.inlined.length)
             : std::string_view(value.value.pointer.ptr, value.value.pointer.length);
}

}  // namespace tally::engine::duckdb
