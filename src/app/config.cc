#include "app/config.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/quantity.h"
#include "semantic/tree.h"

namespace tally::app {
namespace {

namespace fs = std::filesystem;
using answer::Settings;
using semantic::Node;
using semantic::Position;
using semantic::Tree;

constexpr const char* kFileName = "tally.yml";

constexpr size_t kMaxBytes = 1 << 20;
constexpr const char* kKnown =
    "known: warehouse, model, today, state, limits.deadline, limits.rows, limits.memory, "
    "dbt.project, dbt.manifest, dbt.profiles, dbt.target, dbt.vars, dbt.env, dbt.hide.tags, "
    "dbt.hide.meta";

constexpr std::pair<const char*, const char*> kVariables[] = {
    {"TALLY_WAREHOUSE", "warehouse"},      {"TALLY_MODEL", "model"},
    {"TALLY_STATE_DIR", "state"},          {"TALLY_TODAY", "today"},
    {"TALLY_DEADLINE", "limits.deadline"}, {"TALLY_ROWS", "limits.rows"},
    {"TALLY_MEMORY", "limits.memory"},     {"TALLY_DBT_PROJECT", "dbt.project"},
    {"TALLY_DBT_MANIFEST", "dbt.manifest"}};

// Everything that is wrong, for one error at the end: who corrects a file wants to know it all.
class Mistakes {
 public:
  void add(const std::string& place, const Error& error) {
    list_.push_back({fmt::format("{}: {}", place, error.message), error.hint});
  }
  Result<void> result() const {
    if (list_.empty()) return {};
    if (list_.size() == 1) return user_error(list_[0].message, list_[0].hint);
    std::string all;
    for (const auto& one : list_) {
      all += (all.empty() ? "" : "\n") + one.message;
      if (!one.hint.empty()) all += fmt::format(" ({})", one.hint);
    }
    return user_error(std::move(all));
  }

 private:
  struct Mistake {
    std::string message, hint;
  };
  std::vector<Mistake> list_;
};

std::string absolute(const std::string& folder, const std::string& path) {
  return fs::path(path).is_absolute() ? path
                                      : (fs::path(folder) / path).lexically_normal().string();
}

bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (size_t i : {0, 1, 2, 3, 5, 6, 8, 9})
    if (text[i] < '0' || text[i] > '9') return false;
  int year = std::stoi(text.substr(0, 4));
  auto month = static_cast<unsigned>(std::stoi(text.substr(5, 2)));
  auto day = static_cast<unsigned>(std::stoi(text.substr(8, 2)));
  using std::chrono::year_month_day;
  return year_month_day{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)}
      .ok();
}

}  // namespace

Result<void> apply_setting(Settings& settings, const std::string& key, const std::string& value,
                           const std::string& folder) {
  if (value.empty()) return user_error(fmt::format("\"{}\" has no value", key));
  if (key == "warehouse") {
    settings.database = absolute(folder, value);
  } else if (key == "model") {
    settings.model = absolute(folder, value);
  } else if (key == "state") {
    settings.state = absolute(folder, value);
  } else if (key == "dbt.project") {
    settings.dbt.project = absolute(folder, value);
  } else if (key == "dbt.manifest") {
    settings.dbt.manifest = absolute(folder, value);
  } else if (key == "dbt.profiles") {
    settings.dbt.profiles = absolute(folder, value);
  } else if (key == "dbt.target") {
    settings.dbt.target = value;
  } else if (key == "today") {
    if (!is_date(value))
      return user_error(fmt::format("today: \"{}\" is not a date", value),
                        "write it like 2003-01-31");
    settings.today = value;
  } else if (key == "limits.deadline") {
    TALLY_TRY(settings.deadline, parse_duration(value));
  } else if (key == "limits.rows") {
    TALLY_TRY(settings.limits.max_rows, parse_count(value));
  } else {
    TALLY_TRY(settings.memory_bytes, parse_bytes(value));
  }
  return {};
}

namespace {

// Walks the file's tree and applies what it finds, collecting whatever is wrong.
class FileReader {
 public:
  FileReader(Settings& settings, const Tree& tree) : settings_(settings), tree_(tree) {}

  Result<void> read() {
    const Node& top = tree_.top();
    if (top.kind == Node::Kind::null)
      return user_error(fmt::format("{} holds no settings", settings_.file), kStart);
    if (top.kind != Node::Kind::map)
      wrong(top, "this is not a list of settings", kStart);
    else
      read_map(top, "");
    return mistakes_.result();
  }
  static constexpr const char* kStart = "start with: warehouse: FILE.duckdb";

 private:
  static bool is_known(const std::string& key) {
    return std::string_view(kKnown).find(" " + key + ",") != std::string_view::npos ||
           std::string_view(kKnown).ends_with(" " + key);
  }
  void wrong(const Node& node, std::string message, std::string hint = {}) {
    Position at = tree_.at(node);
    mistakes_.add(fmt::format("{}:{}:{}", settings_.file, at.line, at.column),
                  user_error(std::move(message), std::move(hint)));
  }
  void read_map(const Node& map, const std::string& prefix) {
    std::set<std::string> seen;
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const Node& name = tree_[map.children[i]];
      if (!name.is_scalar_text()) {
        wrong(name, "a setting's name must be a word");
        continue;
      }
      std::string key = prefix + name.text;
      if (!seen.insert(key).second)
        wrong(name, fmt::format("\"{}\" is set twice", key), "remove one");
      else
        read_entry(name, key, tree_[map.children[i + 1]]);
    }
  }
  void read_entry(const Node& name, const std::string& key, const Node& value) {
    if (key == "limits") {
      if (value.kind == Node::Kind::map) return read_map(value, "limits.");
      return wrong(value, "\"limits\" must have settings of its own",
                   "write it like: limits: {deadline: 30s, rows: 10000, memory: 2GiB}");
    }
    if (key == "dbt" || key == "dbt.hide") {
      if (value.kind == Node::Kind::map) return read_map(value, key + ".");
      return wrong(value, fmt::format("\"{}\" must have settings of its own", key),
                   "write it like: dbt: {project: FOLDER}");
    }
    if (key == "dbt.vars") return read_words(value, key, settings_.dbt.vars);
    if (key == "dbt.env") return read_words(value, key, settings_.dbt.environment, false);
    if (key == "dbt.hide.tags") return read_list(value, key, settings_.dbt.hide_tags);
    if (key == "dbt.hide.meta") return read_list(value, key, settings_.dbt.hide_meta);
    if (!is_known(key)) return wrong(name, fmt::format("unknown setting \"{}\"", key), kKnown);
    if (value.kind == Node::Kind::null)
      return wrong(value, fmt::format("\"{}\" has no value", key));
    if (!value.is_scalar_text())
      return wrong(value, fmt::format("\"{}\" must be a single value", key));
    auto applied = apply_setting(settings_, key, value.text, settings_.folder);
    if (!applied.ok()) wrong(value, applied.error().message, applied.error().hint);
  }

  // Names with values, which are kept as YAML: what they mean is for whoever wants them.
  void read_words(const Node& map, const std::string& key,
                  std::map<std::string, std::string>& words, bool as_yaml = true) {
    if (map.kind != Node::Kind::map)
      return wrong(map, fmt::format("\"{}\" must be names with values", key),
                   fmt::format("write it like: {}: {{name: value}}", key.substr(4)));
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const Node& name = tree_[map.children[i]];
      if (!name.is_scalar_text())
        wrong(name, "a name must be a word");
      else if (const Node& value = tree_[map.children[i + 1]]; as_yaml)
        words[name.text] = yaml_text(value, 0);
      else
        words[name.text] = value.text;
    }
  }
  void read_list(const Node& list, const std::string& key,
                 std::optional<std::vector<std::string>>& words) {
    if (list.kind != Node::Kind::list)
      return wrong(list, fmt::format("\"{}\" must be a list", key), "write it like: [a, b]");
    words.emplace();
    for (const uint32_t child : list.children) {
      if (!tree_[child].is_scalar_text())
        wrong(tree_[child], fmt::format("\"{}\" must hold words", key));
      else
        words->push_back(tree_[child].text);
    }
  }
  // The node in YAML's flow style. Text in quotes stays text, a plain word what it is.
  std::string yaml_text(const Node& node, int depth) const {
    if (depth > 20) return "null";
    const bool is_map = node.kind == Node::Kind::map;
    switch (node.kind) {
      case Node::Kind::null:
        return "null";
      case Node::Kind::text: {
        std::string out = "'";
        for (const char c : node.text) out += c == '\'' ? "''" : std::string(1, c);
        return out + "'";
      }
      case Node::Kind::list:
      case Node::Kind::map: {
        std::string out = is_map ? "{" : "[";
        for (size_t i = 0; i < node.children.size(); ++i) {
          if (i > 0) out += is_map && i % 2 == 1 ? ": " : ", ";
          out += yaml_text(tree_[node.children[i]], depth + 1);
        }
        return out + (is_map ? "}" : "]");
      }
      default:
        return node.text;
    }
  }

  Settings& settings_;
  const Tree& tree_;
  Mistakes mistakes_;
};

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
  Mistakes mistakes;
  for (const auto& [variable, key] : kVariables) {
    auto value = environment(variable);
    if (!value || value->empty()) continue;
    auto applied = apply_setting(settings, key, *value, folder);
    if (!applied.ok()) mistakes.add(variable, applied.error());
  }
  return mistakes.result();
}

}  // namespace

Environment process_environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (!value) return std::nullopt;
    return std::string(value);
  };
}

std::string variable_above(const std::string& key, const Environment& environment) {
  for (const auto& [variable, name] : kVariables)
    if (key == name && !environment(variable).value_or("").empty()) return variable;
  return "";
}

Result<Settings> parse_settings(std::string_view text, const std::string& file) {
  Settings settings;
  settings.file = file;
  settings.folder = fs::path(file).parent_path().string();
  settings.state = absolute(settings.folder, ".tally");
  if (text.size() > kMaxBytes)
    return user_error(fmt::format("{} has {} bytes, more than the {} that settings may have", file,
                                  text.size(), kMaxBytes),
                      "is it the right file?");
  auto outcome = semantic::parse_yaml(text);
  if (!outcome.tree) {
    const auto& fault = outcome.fault;
    return user_error(
        fmt::format("{}:{}:{}: {}", file, fault.at.line, fault.at.column, fault.message),
        fault.fix.empty() ? FileReader::kStart : fault.fix);
  }
  TALLY_CHECK(FileReader(settings, *outcome.tree).read());
  return settings;
}

Result<Settings> load_settings(const std::string& folder, const Environment& environment,
                               Warehouse warehouse) {
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
  if (settings.database.empty() && warehouse == Warehouse::required) {
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
