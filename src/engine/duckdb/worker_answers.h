#pragma once
// TPC-DS's official answers out of DuckDB's tpcds extension. It carries them, but its own function
// for them, tpcds_answers(), always fails in the pinned version (it asks for a scale that it
// lacks); as exported data they can be had all the same. Building worker only.

#include <string>

#include "base/result.h"

namespace tally::engine::duckdb {

// Writes FOLDER/SCALE/NN.csv for every answer in `extension` (the file of the extension). Error
// `outside` if it has none, or a file cannot be written.
Result<void> write_official_answers(const std::string& extension, const std::string& folder);

}  // namespace tally::engine::duckdb
