#pragma once
// Tables of a warehouse that its dbt project knows nothing of.

#include "catalog/catalog.h"
#include "catalog/inventory.h"

namespace tally::answer {

// A project's inventory with the tables of its warehouse behind it that no resource is, nor has the
// name of one: those are built for another target. `visible` is without what the project hides;
// where that is not known, nothing is added.
catalog::Inventory with_other_tables(catalog::Inventory project, const catalog::Catalog& visible);

}  // namespace tally::answer
