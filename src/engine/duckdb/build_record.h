#pragma once
// The record beside a built warehouse: which recipe made it, and how to know that it is unchanged.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tally::engine::duckdb {

// What was asked for, in one line: the same line, the same warehouse.
std::string generated_recipe(double scale);
Result<std::string> script_recipe(const std::string& script);  // changes with the file's content

struct BuildRecord {
  std::string recipe;
  uint64_t bytes = 0;       // of the database file
  int64_t modified_ns = 0;  // its modification time, since 1970

  friend bool operator==(const BuildRecord&, const BuildRecord&) = default;
};

// The record that a file would have now. Nothing when it is not there.
std::optional<BuildRecord> record_of_file(const std::string& path, const std::string& recipe);

// Records of `destination`: the newest first. A second one is only there so that a crash between
// writing the record and the rename leaves the old file recognised. Unreadable records are none.
std::vector<BuildRecord> read_records(const std::string& destination);
Result<void> write_records(const std::string& destination, const std::vector<BuildRecord>& records);
std::string record_path(const std::string& destination);

}  // namespace tally::engine::duckdb
