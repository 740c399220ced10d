#pragma once
// Names to ids: what a model reads, and whose keys a table's columns are.

#include <vector>

#include "catalog/hidden.h"
#include "catalog/inventory.h"
#include "import/catalog_file/resource_reader.h"

namespace tally::importing {

// Gives an id to every resource that has none (docs/catalog-files.md says which), then turns the
// links into edges and references. `edges` are pairs of ids, what is read first. What leads to
// nothing that is here is dropped and counted in one finding; what leads to a hidden resource is
// dropped in silence.
catalog::Inventory::Parts linked(std::string project, std::vector<RawResource> raw,
                                 std::vector<std::pair<std::string, std::string>> edges,
                                 const std::string& file, const catalog::HideRule& hide);

}  // namespace tally::importing
