#include "engine/duckdb/worker_build_database.h"

#include <dlfcn.h>
#include <duckdb.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "engine/duckdb/warehouse_error.h"

namespace tally::engine::duckdb {
namespace {

namespace fs = std::filesystem;

// A result that is destroyed on every way out.
struct QueryResult {
  duckdb_result raw{};
  QueryResult() = default;
  QueryResult(const QueryResult&) = delete;
  QueryResult& operator=(const QueryResult&) = delete;
  ~QueryResult() { duckdb_destroy_result(&raw); }
  // The library may give no text on failure.
  std::string error() {
    const char* text = duckdb_result_error(&raw);
    return text ? text : "DuckDB gave no reason";
  }
};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// What went wrong while writing. A full disk and memory that ran out are the world's fault.
Error writing_error(std::string message) {
  if (has(message, "No space left on device") || has(message, "Disk quota exceeded"))
    return outside_error("the disk is full: " + std::move(message),
                         "free some space, or choose another folder or a smaller scale",
                         "disk_full");
  if (has(message, "File too large"))
    return outside_error("a file may not grow this large: " + std::move(message),
                         "raise the limit (ulimit -f), or choose a smaller scale", "disk_full");
  if (has(message, "Out of Memory") || has(message, "bad_alloc"))
    return outside_error("memory ran out: " + std::move(message), "choose a smaller scale",
                         "out_of_memory");
  return outside_error(std::move(message));
}

// Half of the machine's memory, or of what its control group allows: beside the buffers that this
// limits the generator has its own, and the machine other work. DuckDB's own default is 80%.
std::string memory_limit() {
  auto pages = static_cast<uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  uint64_t bytes = pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  if (auto text = read_file("/sys/fs/cgroup/memory.max"); text.ok()) {
    uint64_t allowed = std::strtoull(text->c_str(), nullptr, 10);  // "max": 0
    if (allowed > 0) bytes = std::min(bytes, allowed);
  }
  return fmt::format("{}MiB", std::max<uint64_t>(256, bytes / 2 >> 20));
}

std::string doubled(const std::string& text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    if (c == quote) out += c;
    out += c;
  }
  return out + quote;
}

}  // namespace

struct BuildDatabase::Handles {
  std::string path;
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;

  ~Handles() {
    if (connection) duckdb_disconnect(&connection);
    if (database) duckdb_close(&database);
  }

  // Empty on success, else DuckDB's words.
  std::string open(const std::vector<std::pair<const char*, std::string>>& settings) {
    duckdb_config config = nullptr;
    if (duckdb_create_config(&config) != DuckDBSuccess) return "cannot create a configuration";
    std::string failure;
    for (const auto& [name, value] : settings)
      if (duckdb_set_config(config, name, value.c_str()) != DuckDBSuccess)
        failure = fmt::format("cannot set {} to {}", name, value);
    char* reason = nullptr;
    if (failure.empty() &&
        duckdb_open_ext(path.c_str(), &database, config, &reason) != DuckDBSuccess)
      failure = reason ? reason : "DuckDB gave no reason";
    duckdb_free(reason);
    duckdb_destroy_config(&config);
    if (failure.empty() && duckdb_connect(database, &connection) != DuckDBSuccess)
      failure = "cannot connect to the database";
    return failure;
  }
};

BuildDatabase::BuildDatabase(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
BuildDatabase::BuildDatabase(BuildDatabase&&) noexcept = default;
BuildDatabase::~BuildDatabase() = default;

Result<BuildDatabase> BuildDatabase::create(const std::string& path) {
  auto handles = std::make_unique<Handles>();
  handles->path = path;
  std::string failure = handles->open({{"memory_limit", memory_limit()},
                                       {"temp_directory", path + ".spill"},
                                       {"autoinstall_known_extensions", "false"},
                                       {"autoload_known_extensions", "false"}});
  if (!failure.empty()) return writing_error(fmt::format("cannot create {}: {}", path, failure));
  return BuildDatabase(std::move(handles));
}

Result<BuildDatabase> BuildDatabase::open(const std::string& path) {
  TALLY_CHECK(check_database_file(path));
  auto handles = std::make_unique<Handles>();
  handles->path = path;
  std::string failure = handles->open({{"access_mode", "READ_ONLY"},
                                       {"autoinstall_known_extensions", "false"},
                                       {"autoload_known_extensions", "false"}});
  if (!failure.empty()) return explain_open_error(path, failure);
  return BuildDatabase(std::move(handles));
}

Result<void> BuildDatabase::run(const std::string& sql) {
  QueryResult result;
  if (duckdb_query(handles_->connection, sql.c_str(), &result.raw) != DuckDBSuccess)
    return writing_error(result.error());
  return {};
}

Result<uint64_t> BuildDatabase::number(const std::string& sql) {
  QueryResult result;
  if (duckdb_query(handles_->connection, sql.c_str(), &result.raw) != DuckDBSuccess)
    return writing_error(result.error());
  return static_cast<uint64_t>(duckdb_value_int64(&result.raw, 0, 0));
}

Result<void> BuildDatabase::run_script(const std::string& text, const std::string& name) {
  duckdb_extracted_statements raw = nullptr;
  idx_t count = duckdb_extract_statements(handles_->connection, text.c_str(), &raw);
  auto destroy = [](duckdb_extracted_statements statements) {
    duckdb_destroy_extracted(&statements);
  };
  std::unique_ptr<_duckdb_extracted_statements, decltype(destroy)> statements(raw, destroy);
  if (count == 0) {
    const char* reason = duckdb_extract_statements_error(raw);
    return user_error(fmt::format("{}: {}", name, reason ? reason : "there is no statement in it"));
  }
  for (idx_t i = 0; i < count; ++i) {
    auto failed = [&](std::string reason) {
      Error error = writing_error(fmt::format("{}: statement {}: {}", name, i + 1, reason));
      if (error.code.empty()) error.kind = ErrorKind::user;
      return error;
    };
    // Prepared only now: a statement binds to what those before it have made.
    duckdb_prepared_statement prepared = nullptr;
    bool ready = duckdb_prepare_extracted_statement(handles_->connection, raw, i, &prepared) ==
                 DuckDBSuccess;
    const char* unprepared = ready ? nullptr : duckdb_prepare_error(prepared);
    std::string failure = ready ? "" : unprepared ? unprepared : "it cannot be prepared";
    if (ready) {
      QueryResult result;
      if (duckdb_execute_prepared(prepared, &result.raw) != DuckDBSuccess) failure = result.error();
    }
    duckdb_destroy_prepare(&prepared);
    if (!failure.empty()) return failed(std::move(failure));
  }
  return {};
}

std::string quoted_name(const std::string& name) {
  return doubled(name, '"');
}
std::string quoted_text(const std::string& text) {
  return doubled(text, '\'');
}

Result<std::string> find_extension(const std::string& wanted, const std::string& file) {
  std::vector<fs::path> folders;
  if (!wanted.empty()) {
    folders.emplace_back(wanted);
  } else {
    Dl_info library{};
    // The library and its extensions must be of the same version to the last digit: look beside it.
    if (::dladdr(reinterpret_cast<void*>(&duckdb_open_ext), &library) != 0 && library.dli_fname) {
      fs::path folder = fs::path(library.dli_fname).parent_path();
      folders.push_back(folder.parent_path() / "extensions");
      folders.push_back(folder);
    }
  }
  std::string looked;
  for (const fs::path& folder : folders) {
    if (::access((folder / file).c_str(), R_OK) == 0) return (folder / file).string();
    looked += fmt::format("{}{}", looked.empty() ? "" : " or ", folder.string());
  }
  return outside_error(fmt::format("cannot find {} in {}", file, looked),
                       "run tools/fetch_duckdb.sh, or set TALLY_EXTENSION_DIR to its folder");
}

}  // namespace tally::engine::duckdb
