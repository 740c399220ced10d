#pragma once
// The warehouse itself as something to search, show and walk, where no dbt project describes it:
// tables, views and keys as its own catalog has them, with what the semantic model says of them.

#include <string>

#include "answer/workspace.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/inventory.h"
#include "semantic/model.h"

namespace tally::answer {

// Tables and views by "database.schema.name"; metrics by "metric.model.name", read from the tables
// that they aggregate. `model` may be null. A hidden column is not in it, nor a key over one; a
// personal field lends nothing but the tag "personal" to its column, which its table has anyway.
catalog::Inventory::Parts warehouse_parts(const catalog::Catalog& tables,
                                          const semantic::Model* model);

// Of the workspace's catalog and model: nothing is measured, and with both kept the engine is not
// asked. A model that cannot be had is a finding ("no_model"), no error.
Result<catalog::Inventory> warehouse_inventory(Workspace& workspace, Deadline deadline);

}  // namespace tally::answer
