#pragma once
// Inventories of catalog files: --catalog FILE with --db NAME. Commands open theirs through
// inventory_source.h, which knows of projects and manifests too.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/hidden.h"
#include "catalog/inventory.h"
#include "face/cli/arguments.h"
#include "face/cli/context.h"
#include "retrieval/index_snapshot.h"

namespace tally::cli {

std::vector<OptionSpec> source_options();

// What may not be seen: as tally.yml says, or nothing with --include-hidden.
Result<catalog::HideRule> hide_rule(const Arguments& arguments, Context& context);

// Of the files that --catalog names. Notes on stderr what could not be read of it.
Result<std::shared_ptr<const catalog::Inventory>> open_catalog(const Arguments& arguments,
                                                               Context& context);

// The index of an inventory: of the one kept in the state folder of tally.yml, if there is one;
// else made for this run.
retrieval::KeptIndex index_of(std::shared_ptr<const catalog::Inventory> inventory,
                              const Arguments& arguments, Context& context);

// A number of things, as --name gives it.
Result<size_t> count_option(const Arguments& arguments, const char* name, size_t fallback,
                            size_t most);

// The files that --catalog names: one path, or several with commas between them.
std::vector<std::string> catalog_paths(const std::string& given);
void note_findings(const std::vector<catalog::Finding>& findings, Context& context);

}  // namespace tally::cli
