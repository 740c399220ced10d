#pragma once
// tally.yml → Settings. Looked for in the folder and above it; TALLY_* variables override.
//
//   warehouse: demo.duckdb         # the database file, relative to this file
//   model: model.ossie.yml         # the semantic model (optional for plain SQL, and where the dbt
//                                  # project has a semantic layer)
//   today: 2003-01-02              # what "last year" counts from (default: the last day with data)
//   state: .tally                  # caches (default)
//   limits: {deadline: 30s, rows: 10000, memory: 2GiB}
//   dbt:                           # the dbt project behind it (optional)
//     project: ../shop             # its folder; or manifest: ../shop/target/manifest.json
//     target: prod                 # of its profile
//     profiles: ../shop            # the folder of profiles.yml
//     vars: {start: 2020-01-01}
//     env: {DBT_SCHEMA: shop}      # what env_var() may see
//     hide: {tags: [internal], meta: [expose]}
//
// Variables: TALLY_WAREHOUSE, TALLY_MODEL, TALLY_TODAY, TALLY_STATE_DIR, TALLY_DEADLINE,
// TALLY_ROWS, TALLY_MEMORY, TALLY_DBT_PROJECT, TALLY_DBT_MANIFEST. With TALLY_WAREHOUSE set, no
// tally.yml is needed.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answer/settings.h"
#include "base/result.h"

namespace tally::app {

using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment process_environment();

// One setting under its name as in the file ("limits.rows"), known to be one; relative paths start
// at `folder`.
Result<void> apply_setting(answer::Settings& settings, const std::string& key,
                           const std::string& value, const std::string& folder);

// `folder` empty: the current one. Errors name file, line and column, or where was looked.
enum class Warehouse { required, optional };
Result<answer::Settings> load_settings(const std::string& folder, const Environment& environment,
                                       Warehouse warehouse = Warehouse::required);

// The variable that says this setting, whatever the file says; empty: none does.
std::string variable_above(const std::string& key, const Environment& environment);

// The file's text into settings; `file` names it and anchors relative paths.
Result<answer::Settings> parse_settings(std::string_view text, const std::string& file);

}  // namespace tally::app
