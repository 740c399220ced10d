#pragma once
// DuckDB's vectors → the columns of a ResultTable, exactly. A value that the column's typed form
// cannot hold (an infinite date, nanoseconds, an unsigned 128-bit integer past the signed range)
// turns its whole column into text rather than into a lie. Worker side only.

#include <duckdb.h>

#include <vector>

#include "engine/duckdb/worker_types.h"
#include "table/result_table.h"

namespace tally::engine::duckdb {

class TableBuilder {
 public:
  explicit TableBuilder(std::vector<ColumnPlan> plans);

  // Appends rows of `chunk` while the whole stays within the limits. False: something was cut.
  bool append(duckdb_data_chunk chunk, uint64_t max_rows, uint64_t max_bytes);

  table::ResultTable take(bool more_rows);

 private:
  // How many of the chunk's first rows fit; adds their bytes to bytes_.
  idx_t fitting_rows(duckdb_data_chunk chunk, idx_t rows, uint64_t max_bytes);

  std::vector<ColumnPlan> plans_;
  table::ResultTable table_;
  uint64_t fixed_row_bytes_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace tally::engine::duckdb
