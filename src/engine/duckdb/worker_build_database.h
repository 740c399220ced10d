#pragma once
// A database being built or checked, inside the building worker. The one place where the builder
// touches DuckDB's C interface. Not thread-safe.

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

namespace tally::engine::duckdb {

class BuildDatabase {
 public:
  // Opens `path` for writing, created if missing; what does not fit in memory goes to `path`.spill.
  static Result<BuildDatabase> create(const std::string& path);
  // Opens an existing file read-only; errors as explain_open_error() gives them.
  static Result<BuildDatabase> open(const std::string& path);
  BuildDatabase(BuildDatabase&&) noexcept;
  ~BuildDatabase();

  // One statement, its result thrown away.
  Result<void> run(const std::string& sql);
  // All statements of a script, in order. Errors name `name` and the number of the statement.
  Result<void> run_script(const std::string& text, const std::string& name);
  // One statement that yields one whole number.
  Result<uint64_t> number(const std::string& sql);

 private:
  struct Handles;
  explicit BuildDatabase(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

std::string quoted_name(const std::string& name);  // "na""me"
std::string quoted_text(const std::string& text);  // 'te''xt'
// The folder with the extensions that belong to the DuckDB library in use: `wanted` if not empty,
// else beside the library. Error when `file` is in none of them.
Result<std::string> find_extension(const std::string& wanted, const std::string& file);

}  // namespace tally::engine::duckdb
