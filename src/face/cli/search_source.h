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

// The files that --catalog names: one path, or several with commas between them.
std::vector<std::string> catalog_paths(const std::string& given);
void note_findings(const std::vector<catalog::Finding>& findings, Context& context);

}  // namespace tally::cli
