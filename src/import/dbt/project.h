#pragma once
// A dbt project as its files say it, before anything is rendered: the packages with their settings
// and files. render.h evaluates templates against it.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/inventory.h"
#include "import/dbt/data.h"

namespace tally::importing::dbt {

// A text file of a package. Line ends are \n and a byte order mark is gone.
struct TextFile {
  std::string path;  // relative to its package's folder
  std::string text;
};

// `dispatch:` of a dbt_project.yml.
struct DispatchOrder {
  std::string macro_namespace;
  std::vector<std::string> search_order;  // package names
};

struct Package {
  std::string name;
  std::string folder;    // absolute
  std::string relative;  // its folder relative to the root project's; empty: the root project
  std::string version;
  std::string settings_file;  // of its folder: "dbt_project.yml"
  Data settings;
  bool has_vars_file = false;  // vars.yml, which is read before the settings
  std::vector<DispatchOrder> dispatch;

  // Paths of dbt_project.yml with dbt's defaults and old spellings, relative to `folder`.
  struct Paths {
    std::vector<std::string> models, seeds, snapshots, analyses, tests, macros, functions, docs;
    std::string packages_install = "dbt_packages";
  } paths;

  // Macros: *.sql under the macro paths, and generic tests (tests/generic). Read at once, since any
  // template may call them.
  std::vector<TextFile> macro_files;

  const Data* vars() const { return settings.get("vars"); }
};

// Who asks, as far as dbt's context can tell: `target`, `var`, `env_var`.
struct Invocation {
  std::string adapter;         // "duckdb": picks adapter.dispatch's implementations
  std::string profile_name;    // target.profile_name
  std::string target_name;     // target.name
  std::string schema = "dbt";  // target.schema, target.database
  std::string database;
  Data target;  // further keys of the profile's output; a map
  Data vars;    // --vars: a map; before those of dbt_project.yml
  // env_var: only what the caller allows. Names that are not here have their default, or a finding.
  std::map<std::string, std::string> environment;
};

struct Project {
  std::vector<Package> packages;  // the root project first, then by name
  Invocation invocation;
  // Packages that packages.yml or dependencies.yml names and that are not installed, by the name
  // that is known of them ("dbt_utils"): macros of theirs cannot be evaluated.
  std::vector<std::string> absent_packages;

  const Package& root() const { return packages.front(); }
  const Package* package(std::string_view name) const;
};

}  // namespace tally::importing::dbt
