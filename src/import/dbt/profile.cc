// What is known of the target: profiles.yml where it can be found, else guesses.

#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "catalog/spelling.h"
#include "import/dbt/project_reader.h"
#include "import/dbt/render.h"
#include "text/identifier.h"

namespace tally::importing::dbt {
namespace {

namespace fs = std::filesystem;

// Adapters as `type:` of a profile names them; longer names before those that they hold.
constexpr std::array<std::string_view, 17> kAdapters = {
    "postgres", "bigquery", "snowflake",   "databricks", "redshift", "clickhouse",
    "duckdb",   "athena",   "sqlserver",   "starrocks",  "trino",    "spark",
    "synapse",  "fabric",   "materialize", "vertica",    "teradata"};

std::vector<std::string> profile_files(const ProjectOptions& options) {
  std::vector<std::string> folders;
  if (!options.profiles_folder.empty()) folders.push_back(options.profiles_folder);
  folders.push_back(options.folder);
  if (const char* home = std::getenv("HOME"); home && options.profiles_folder.empty())
    folders.push_back(std::string(home) + "/.dbt");
  std::vector<std::string> files;
  std::error_code failed;
  for (const std::string& folder : folders) {
    const fs::path file = fs::path(folder) / "profiles.yml";
    if (fs::is_regular_file(file, failed)) files.push_back(file.string());
  }
  return files;
}

bool has_template(const std::string& text) {
  return text.find("{{") != text.npos;
}

// A profile's values may be templates over env_var; what cannot be told keeps `otherwise`.
std::string value_of(Renderer& renderer, const Data& output,
                     std::initializer_list<std::string_view> keys, const std::string& otherwise) {
  for (const std::string_view key : keys) {
    const std::string text = output.text_of(key);
    if (text.empty()) continue;
    if (!has_template(text)) return text;
    const auto value = renderer.value_of(0, text, nullptr);
    if (value.ok() && value->is_scalar() && !value->text.empty()) return value->text;
  }
  return otherwise;
}

// DuckDB names a database after its file: "dev" of "data/dev.duckdb", "shop" of "md:shop?x=1".
std::string duckdb_database(std::string path) {
  if (path == ":memory:") return "memory";
  path.resize(std::min(path.find('?'), path.size()));
  const bool is_remote = path.starts_with("md:") || path.starts_with("motherduck:");
  path.erase(0, path.find_last_of("/:") + 1);
  if (is_remote && path.empty()) return "my_db";
  path.erase(0, path.find_first_not_of('.'));
  path.resize(std::min(path.find('.'), path.size()));
  return path;
}

void take_output(const Data& output, Project& project) {
  Renderer renderer(project);
  Invocation& invocation = project.invocation;
  const std::string adapter = value_of(renderer, output, {"type"}, "");
  const std::string schema = value_of(renderer, output, {"schema", "dataset"}, invocation.schema);
  std::string database =
      value_of(renderer, output, {"dbname", "database", "catalog", "project"}, "");
  if (database.empty() && adapter == "duckdb")
    database = duckdb_database(value_of(renderer, output, {"path"}, ":memory:"));
  Data target;
  target.kind = Data::Kind::map;
  for (size_t at = 0; at < output.keys.size(); ++at) {
    const std::string key = catalog::lower_ascii(output.keys[at]);
    const bool is_secret = key.find("pass") != key.npos || key.find("token") != key.npos ||
                           key.find("key") != key.npos || key.find("secret") != key.npos;
    if (!is_secret && !has_template(output.values[at].text))
      target.set(output.keys[at], output.values[at]);
  }
  invocation.adapter = adapter;
  invocation.schema = schema;
  invocation.database = database;
  invocation.target = std::move(target);
}

// True: the file has the profile.
bool take_profile(const Data& data, const std::string& name, const std::string& wanted,
                  Project& project, std::vector<catalog::Finding>& findings) {
  const Data* profile = data.get(name);
  const Data* outputs = profile ? profile->get("outputs") : nullptr;
  if (!outputs || outputs->keys.empty()) return false;
  std::string target = wanted.empty() ? profile->text_of("target") : wanted;
  if (has_template(target)) {
    Renderer renderer(project);
    const auto value = renderer.value_of(0, target, nullptr);
    target = value.ok() && value->is_scalar() ? value->text : std::string();
  }
  const Data* output = outputs->get(target);
  if (!output && !wanted.empty())
    findings.push_back(
        {.code = "unknown_target",
         .message = "profile " + name + " has no target " + wanted + "; its first one counts"});
  project.invocation.target_name = output ? target : outputs->keys.front();
  take_output(output ? *output : outputs->values.front(), project);
  return true;
}

}  // namespace

std::string guess_adapter(const std::string& folder, const std::string& profile) {
  std::error_code failed;
  fs::path at = folder;
  for (int up = 0; up < 3; ++up) {
    for (const char* name : {"requirements.txt", "pyproject.toml", "Pipfile", "setup.py"}) {
      if (!fs::is_regular_file(at / name, failed)) continue;
      const auto text = read_file((at / name).string());
      for (const std::string_view adapter : kAdapters)
        if (text.ok() && text->find("dbt-" + std::string(adapter)) != text->npos)
          return std::string(adapter);
    }
    at = at.parent_path();
  }
  const std::string lower = catalog::lower_ascii(profile);
  for (const std::string_view adapter : kAdapters)
    if (lower.find(adapter) != lower.npos) return std::string(adapter);
  return {};
}

// The adapter that the texts name most, as a word in quotes ("target.type == 'bigquery'") or before
// the name of a macro (bigquery__date_diff); empty: none.
std::string named_adapter(const std::vector<std::string_view>& texts) {
  std::string_view most;
  size_t most_often = 0;
  for (const std::string_view adapter : kAdapters) {
    size_t often = 0;
    for (const std::string_view text : texts)
      for (size_t at = text.find(adapter); at != text.npos; at = text.find(adapter, at + 1)) {
        const char before = at > 0 ? text[at - 1] : ' ';
        const std::string_view after = text.substr(at + adapter.size(), 2);
        const bool is_quoted = (before == '\'' || before == '"') && after.starts_with(before);
        const bool is_prefix = after == "__" && !text::is_identifier_character(before);
        often += is_quoted || is_prefix;
      }
    if (often > most_often) {
      most = adapter;
      most_often = often;
    }
  }
  return std::string(most);
}

void read_profile(const ProjectOptions& options, const std::string& profile, Project& project,
                  std::vector<catalog::Finding>& findings) {
  Invocation& invocation = project.invocation;
  invocation.profile_name = profile;
  invocation.target_name = options.target.empty() ? "dev" : options.target;
  for (const std::string& file : profile_files(options)) {
    std::vector<catalog::Finding> faults;
    const auto data = read_yaml_file(file, fs::path(file).filename().string(), faults);
    findings.insert(findings.end(), faults.begin(), faults.end());
    if (data && take_profile(*data, profile, options.target, project, findings)) break;
  }
  if (invocation.adapter.empty()) invocation.adapter = guess_adapter(options.folder, profile);
}

}  // namespace tally::importing::dbt
