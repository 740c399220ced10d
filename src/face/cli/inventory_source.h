#pragma once
// Where a command's inventory comes from: a dbt project, its manifest, a catalog file, or what
// tally.yml names.
// All commands that look into the catalog (search, lineage, show, …) open it here.
//
//   --project DIR        the raw project, without dbt
//   --manifest FILE      manifest.json, gzip or not; catalog.json beside it is read too
//   --catalog FILE       a catalog file (docs/catalog-files.md), with --db NAME
//   (none)               tally.yml's `dbt:`, else dbt_project.yml in the folder (-C) or above it

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

Result<std::shared_ptr<const catalog::Inventory>> open_inventory(const Arguments& arguments,
                                                                 Context& context);

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
