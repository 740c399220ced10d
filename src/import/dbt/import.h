#pragma once
// Two doors, one inventory: the artifacts that dbt wrote, or the project's own files.

#include <map>
#include <string>

#include "base/result.h"
#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/hidden.h"

namespace tally::importing::dbt {

// manifest.json of any version, gzip or not. catalog.json and semantic_manifest.json beside it (or
// as named) are read too; one that is broken is a finding.
struct ManifestOptions {
  std::string manifest;
  std::string catalog;            // empty: the one beside the manifest, if there is one
  std::string semantic_manifest;  // likewise
  HideRule hide = {};
};
Result<catalog::Inventory> import_manifest(const ManifestOptions& options);

}  // namespace tally::importing::dbt
