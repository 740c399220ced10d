#pragma once
// What to call each resource when a file lists them: as its catalog does.

#include <string>
#include <vector>

#include "catalog/inventory.h"

namespace tally::retrieval {

// The name where it means one resource only; of several the models keep it, and sources are called
// "source.table". Whatever is still not unique goes by its id.
std::vector<std::string> labels(const catalog::Inventory& inventory);

}  // namespace tally::retrieval
