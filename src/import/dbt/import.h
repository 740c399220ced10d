#pragma once
// Two doors, one inventory: the artifacts that dbt wrote, or the project's own files.

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/hidden.h"
#include "import/dbt/semantic_layer.h"

namespace tally::importing::dbt {

// All that a project says.
struct Import {
  catalog::Inventory inventory;
  SemanticLayer semantics;
  // Relations that no answer may name, read or show. Without a name: one that nobody knows the name
  // of.
  struct HiddenRelation {
    catalog::ObjectId id;
    bool is_source = false;
  };
  std::vector<HiddenRelation> hidden;
  // A file or folder cannot be read, so that what it hides is not known.
  bool is_in_doubt = false;
  // One of these hides by name, and not a word of it is known: a property file, a whole folder.
  bool is_blind = false;
};

// The first file or folder that cannot be read, or nullptr.
const catalog::Finding* unread_file(const std::vector<catalog::Finding>& findings);

// import_all() keeps hidden columns, marked, for whoever must know what not to tell; the other
// doors leave them out.

// manifest.json of any version, gzip or not. catalog.json and semantic_manifest.json beside it (or
// as named) are read too; one that is broken is a finding.
struct ManifestOptions {
  std::string manifest = {};
  std::string catalog = {};            // empty: the one beside the manifest, if there is one
  std::string semantic_manifest = {};  // likewise
  HideRule hide = {};
  catalog::IsHidden hidden_before = {};  // see ProjectOptions
};
Result<catalog::Inventory> import_manifest(const ManifestOptions& options);
Result<Import> import_all(const ManifestOptions& options);
// Whether what cannot be read seems to hide anything: a word of it does.
bool may_hide(const ManifestOptions& options);

// The folder of a dbt_project.yml. Only a project whose own dbt_project.yml cannot be read is an
// error; everything else that is wrong is a finding.
struct ProjectOptions {
  std::string folder = {};
  HideRule hide = {};
  // What another reading found hidden, if anybody knows: it stays so where this one is in doubt.
  catalog::IsHidden hidden_before = {};
  std::string target = {};                              // of the profile; empty: its default
  std::string profiles_folder = {};                     // empty: the project's folder
  std::map<std::string, std::string> vars = {};         // values as YAML
  std::string more_vars = {};                           // --vars: a YAML map; goes before `vars`
  std::map<std::string, std::string> environment = {};  // what env_var() sees
};
Result<catalog::Inventory> import_project(const ProjectOptions& options);
Result<Import> import_all(const ProjectOptions& options);
bool may_hide(const ProjectOptions& options);

}  // namespace tally::importing::dbt
