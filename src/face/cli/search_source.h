#pragma once
// Which inventory a command searches: --catalog FILE with --db NAME.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/inventory.h"
#include "face/cli/arguments.h"
#include "face/cli/context.h"

namespace tally::cli {

std::vector<OptionSpec> source_options();

// Notes on stderr what could not be read of it.
Result<std::shared_ptr<const catalog::Inventory>> open_inventory(const Arguments& arguments,
                                                                 Context& context);

// The one resource that a person means by `name`. Error `user` with the nearest names (code
// "unknown_name"), or with the ids of all that have the name (code "ambiguous_name").
Result<catalog::ResourceIndex> choose_resource(const catalog::Inventory& inventory,
                                               const std::string& name);
// Reports the error; codes of choose_resource exit as not answered.
int fail_choice(const Error& error, const Arguments& arguments, Context& context);

// A number of things, as --name gives it.
Result<size_t> count_option(const Arguments& arguments, const char* name, size_t fallback,
                            size_t most);

// The files that --catalog names: one path, or several with commas between them.
std::vector<std::string> catalog_paths(const std::string& given);
void note_findings(const std::vector<catalog::Finding>& findings, Context& context);

}  // namespace tally::cli
