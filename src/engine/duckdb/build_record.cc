#include "engine/duckdb/build_record.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace tally::engine::duckdb {

using Json = nlohmann::json;

std::string generated_recipe(double scale) {
  return fmt::format("tpcds scale {}", scale);
}

Result<std::string> script_recipe(const std::string& script) {
  TALLY_TRY(std::string text, read_file(script));
  // FNV-1a: tells two versions of one's own file apart, and need not withstand anybody.
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("script {:016x}", hash);
}

std::string record_path(const std::string& destination) {
  std::filesystem::path path(destination);
  return (path.parent_path() / ".tally" / fmt::format("built-{}.json", path.filename().string()))
      .string();
}

std::optional<BuildRecord> record_of_file(const std::string& path, const std::string& recipe) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  int64_t modified = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
  return BuildRecord{recipe, static_cast<uint64_t>(status.st_size), modified};
}

std::vector<BuildRecord> read_records(const std::string& destination) {
  auto text = read_file(record_path(destination));
  if (!text.ok()) return {};
  std::vector<BuildRecord> records;
  try {
    Json json = Json::parse(*text);
    for (const Json& entry : json.at("records"))
      records.push_back({entry.at("recipe"), entry.at("bytes"), entry.at("modified_ns")});
  } catch (const Json::exception&) {
    return {};
  }
  return records;
}

Result<void> write_records(const std::string& destination,
                           const std::vector<BuildRecord>& records) {
  Json entries = Json::array();
  for (const BuildRecord& record : records)
    entries.push_back(
        {{"recipe", record.recipe}, {"bytes", record.bytes}, {"modified_ns", record.modified_ns}});
  return write_file(record_path(destination), Json{{"records", entries}}.dump(1) + "\n");
}

}  // namespace tally::engine::duckdb
