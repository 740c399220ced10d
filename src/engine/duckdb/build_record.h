#pragma once
// The record beside a built warehouse: which recipe made it, and how to know that it is unchanged.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tally::engine::duckdb {

// What was asked for, in one line: the same line, the same warehouse.
std::string generated_recipe(const std::string& generator, double scale);
Result<std::string> script_recipe(const std::string& script);  // changes with the file's content

struct BuildRecord {
  std::string recipe;
  uint64_t bytes = 0;       // of the database file
  std::string fingerprint;  // of its first 12 KiB and last 256 KiB, in hexadecimal

  friend bool operator==(const BuildRecord&, const BuildRecord&) = default;
};

// The record that a file would have now (under 1 ms). Nothing when it is not there. DuckDB counts
// up in its header with every checkpoint, so a file that was written to has another fingerprint; a
// copied or touched one keeps it (archives and copies round the modification time, which therefore
// says nothing).
std::optional<BuildRecord> record_of_file(const std::string& path, const std::string& recipe);

// Records of `destination`: the newest first. A second one is only there so that a crash between
// writing the record and the rename leaves the old file recognised. Unreadable records are none.
std::vector<BuildRecord> read_records(const std::string& destination);
Result<void> write_records(const std::string& destination, const std::vector<BuildRecord>& records);
std::string record_path(const std::string& destination);

}  // namespace tally::engine::duckdb
