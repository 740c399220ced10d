#include "engine/duckdb/build_record.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/files.h"

namespace tally::engine::duckdb {

using Json = nlohmann::json;

namespace {

constexpr uint64_t kHeadBytes = 12 << 10;   // DuckDB's headers
constexpr uint64_t kTailBytes = 256 << 10;  // its last block

// Up to `count` bytes from `offset`; the end of a short file is no failure.
std::string part_of(std::ifstream& file, uint64_t offset, uint64_t count) {
  std::string bytes(count, '\0');
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<size_t>(file.gcount()));
  if (file.eof()) file.clear();
  return bytes;
}

}  // namespace

std::string generated_recipe(const std::string& generator, double scale) {
  return fmt::format("{} scale {}", generator, scale);
}

Result<std::string> script_recipe(const std::string& script) {
  TALLY_TRY(std::string text, read_file(script));
  return fmt::format("script {:016x}", checksum(text));
}

std::string record_path(const std::string& destination) {
  std::filesystem::path path(destination);
  return (path.parent_path() / ".tally" / fmt::format("built-{}.json", path.filename().string()))
      .string();
}

std::optional<BuildRecord> record_of_file(const std::string& path, const std::string& recipe) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return std::nullopt;
  uint64_t bytes = std::filesystem::file_size(path, failed);
  std::ifstream file(path, std::ios::binary);
  std::string sample = part_of(file, 0, kHeadBytes);
  if (bytes > kTailBytes) sample += part_of(file, bytes - kTailBytes, kTailBytes);
  if (failed || !file) return std::nullopt;
  return BuildRecord{recipe, bytes, fmt::format("{:016x}", checksum(sample))};
}

std::vector<BuildRecord> read_records(const std::string& destination) {
  auto text = read_file(record_path(destination));
  if (!text.ok()) return {};
  std::vector<BuildRecord> records;
  try {
    Json json = Json::parse(*text);
    for (const Json& entry : json.at("records"))
      records.push_back({entry.at("recipe"), entry.at("bytes"), entry.at("fingerprint")});
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
        {{"recipe", record.recipe}, {"bytes", record.bytes}, {"fingerprint", record.fingerprint}});
  return write_file(record_path(destination), Json{{"records", entries}}.dump(1) + "\n");
}

}  // namespace tally::engine::duckdb
