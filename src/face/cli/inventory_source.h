#pragma once
// Where a command's inventory comes from: a dbt project, its manifest, a catalog file, or the
// warehouse itself.
// All commands that look into the catalog (search, lineage, show, …) open it here.
//
//   --project DIR        the raw project, without dbt
//   --manifest FILE      manifest.json, gzip or not; catalog.json beside it is read too
//   --catalog FILE       a catalog file (docs/catalog-files.md), with --db NAME
//   (none)               tally.yml's `dbt:`; else, of dbt_project.yml and a tally.yml that names a
//                        warehouse, the one nearer above the folder (-C), in one folder the
//                        project: somebody wrote down more there. TALLY_WAREHOUSE without a
//                        tally.yml counts last: it lies nowhere.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/inventory.h"
#include "face/cli/arguments.h"
#include "face/cli/context.h"

namespace tally::cli {

// The options as those commands declare them.
std::vector<OptionSpec> with_inventory_options(std::vector<OptionSpec> options);

struct OpenInventory {
  std::shared_ptr<const catalog::Inventory> inventory;
  std::unique_ptr<answer::Workspace> workspace;  // of a warehouse's own inventory; else null
};
// What is wrong with a model that should describe the warehouse is noted on stderr, unless the
// command lists all findings itself.
enum class Faults { noted, listed };
Result<OpenInventory> open_inventory(const Arguments& arguments, Context& context,
                                     Faults faults = Faults::noted);

// The one resource that a person means by `name`; of a bare name the one that ref() could mean.
// Error `user` with the nearest names (code
// "unknown_name"), or with the ids of all that have the name (code "ambiguous_name").
Result<catalog::ResourceIndex> choose_resource(const catalog::Inventory& inventory,
                                               const std::string& name);

// The shortest name that choose_resource takes for it; sources with their source's name.
std::string shown_name(const catalog::Inventory& inventory, catalog::ResourceIndex index);

// Reports the error; codes of choose_resource exit as not answered.
int fail_choice(const Error& error, const Arguments& arguments, Context& context);

}  // namespace tally::cli
