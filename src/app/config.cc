#include "app/config.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/quantity.h"

namespace tally::app {
namespace {

namespace fs = std::filesystem;
using answer::Settings;

constexpr const char* kFileName = "tally.yml";

Error at(const std::string& file, const YAML::Mark& mark, std::string message,
         std::string hint = {}) {
  if (mark.line < 0) return user_error(fmt::format("{}: {}", file, message), std::move(hint));
  return user_error(fmt::format("{}:{}:{}: {}", file, mark.line + 1, mark.column + 1, message),
                    std::move(hint));
}

std::string absolute(const std::string& folder, const std::string& path) {
  return fs::path(path).is_absolute() ? path
                                      : (fs::path(folder) / path).lexically_normal().string();
}

// One setting under a name, from the file or from a variable.
Result<void> apply(Settings& settings, const std::string& key, const std::string& value,
                   const std::string& folder) {
  if (key == "warehouse") {
    settings.database = absolute(folder, value);
  } else if (key == "model") {
    settings.model = absolute(folder, value);
  } else if (key == "state") {
    settings.state = absolute(folder, value);
  } else if (key == "today") {
    settings.today = value;
  } else if (key == "limits.deadline") {
    TALLY_TRY(settings.deadline, parse_duration(value));
  } else if (key == "limits.rows") {
    TALLY_TRY(settings.limits.max_rows, parse_count(value));
  } else if (key == "limits.memory") {
    TALLY_TRY(settings.memory_bytes, parse_bytes(value));
  } else {
    return user_error(
        fmt::format("unknown setting \"{}\"", key),
        "known: warehouse, model, today, state, limits.deadline, limits.rows, limits.memory");
  }
  return {};
}

bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (size_t i : {0, 1, 2, 3, 5, 6, 8, 9})
    if (text[i] < '0' || text[i] > '9') return false;
  int month = std::stoi(text.substr(5, 2)), day = std::stoi(text.substr(8, 2));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

Result<void> apply_node(Settings& settings, const std::string& key, const YAML::Node& node,
                        const std::string& file) {
  if (!node.IsScalar())
    return at(file, node.Mark(), fmt::format("\"{}\" must be a single value", key));
  auto applied = apply(settings, key, node.Scalar(), settings.folder);
  if (!applied.ok()) return at(file, node.Mark(), applied.error().message, applied.error().hint);
  if (key == "today" && !is_date(settings.today))
    return at(file, node.Mark(), fmt::format("today: \"{}\" is not a date", settings.today),
              "write it like 2003-01-31");
  return {};
}

Result<void> apply_map(Settings& settings, const YAML::Node& map, const std::string& prefix,
                       const std::string& file) {
  for (const auto& entry : map) {
    if (!entry.first.IsScalar())
      return at(file, entry.first.Mark(), "a setting's name must be a word");
    std::string key = prefix + entry.first.Scalar();
    if (key == "limits" && entry.second.IsMap()) {
      TALLY_CHECK(apply_map(settings, entry.second, "limits.", file));
    } else {
      TALLY_CHECK(apply_node(settings, key, entry.second, file));
    }
  }
  return {};
}

std::optional<std::string> find_upward(fs::path folder) {
  std::error_code ignored;
  for (;;) {
    auto candidate = folder / kFileName;
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
    if (!folder.has_parent_path() || folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

Result<void> apply_environment(Settings& settings, const Environment& environment,
                               const std::string& folder) {
  static constexpr std::pair<const char*, const char*> kVariables[] = {
      {"TALLY_WAREHOUSE", "warehouse"},      {"TALLY_MODEL", "model"},
      {"TALLY_STATE_DIR", "state"},          {"TALLY_TODAY", "today"},
      {"TALLY_DEADLINE", "limits.deadline"}, {"TALLY_ROWS", "limits.rows"},
      {"TALLY_MEMORY", "limits.memory"}};
  for (const auto& [variable, key] : kVariables) {
    auto value = environment(variable);
    if (!value || value->empty()) continue;
    auto applied = apply(settings, key, *value, folder);
    if (!applied.ok())
      return user_error(fmt::format("{}: {}", variable, applied.error().message),
                        applied.error().hint);
    if (!settings.today.empty() && !is_date(settings.today))
      return user_error(fmt::format("{}: \"{}\" is not a date", variable, settings.today),
                        "write it like 2003-01-31");
  }
  return {};
}

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (!value) return std::nullopt;
    return std::string(value);
  };
}

Result<Settings> parse_settings(std::string_view text, const std::string& file) {
  Settings settings;
  settings.file = file;
  settings.folder = fs::path(file).parent_path().string();
  settings.state = absolute(settings.folder, ".tally");
  try {
    auto root = YAML::Load(std::string(text));
    if (!root.IsMap())
      return at(file, root.Mark(), "this is not a list of settings",
                "start with: warehouse: FILE.duckdb");
    TALLY_CHECK(apply_map(settings, root, "", file));
  } catch (const YAML::Exception& error) {
    return at(file, error.mark, fmt::format("not valid YAML: {}", error.msg));
  }
  return settings;
}

Result<Settings> load_settings(const std::string& folder, const Environment& environment) {
  std::error_code failed;
  fs::path start = folder.empty() ? fs::current_path(failed) : fs::absolute(folder, failed);
  if (failed || !fs::is_directory(start, failed))
    return user_error(
        fmt::format("{} is not a folder", folder.empty() ? "the current folder" : folder));
  Settings settings;
  if (auto file = find_upward(start.lexically_normal())) {
    TALLY_TRY(auto text, read_file(*file));
    TALLY_TRY(settings, parse_settings(text, *file));
  } else {
    settings.folder = start.string();
    settings.state = absolute(settings.folder, ".tally");
  }
  TALLY_CHECK(apply_environment(settings, environment, start.string()));
  if (settings.database.empty()) {
    if (!settings.file.empty())
      return user_error(fmt::format("{} names no warehouse", settings.file),
                        "add a line: warehouse: FILE.duckdb");
    return user_error(
        fmt::format("no {} in {} or above it", kFileName, start.string()),
        "make a demo with: tally demo; or name the folder with -C DIR; or set TALLY_WAREHOUSE");
  }
  return settings;
}

}  // namespace tally::app
