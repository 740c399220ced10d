#pragma once
// DuckDB's column types: their spelling, and the form they take in a ResultTable. Worker side only.

#include <duckdb.h>

#include <string>
#include <vector>

#include "table/result_table.h"

namespace tally::engine::duckdb {

// Type ids that the pinned header does not know yet.
constexpr int kTypeGeometry = 40;
constexpr int kTypeVariant = 41;

// The engine's own spelling: "DECIMAL(15,2)", "INTEGER[]", "STRUCT(a INTEGER, b VARCHAR)".
std::string spelling(duckdb_logical_type type);

// How one result column is read.
struct ColumnPlan {
  std::string name;
  std::string engine_type;
  duckdb_type id = DUCKDB_TYPE_INVALID;
  duckdb_type storage = DUCKDB_TYPE_INVALID;  // of decimals and enums: the integer they lie in
  table::Type type = table::Type::text;
  int scale = 0;
  std::vector<std::string> labels;  // of an enum
  bool needs_cast = false;          // has no form of ours: the engine must turn it into text first
};

ColumnPlan plan_column(std::string name, duckdb_logical_type type);

}  // namespace tally::engine::duckdb
