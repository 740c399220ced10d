#pragma once
// Where a question's word is none of the model's: what in the warehouse is called so. Only names
// that have every word count, and nothing that must not be named: what a dbt project hides, and
// what is personal.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "semantic/model.h"

namespace tally::answer {

// A sentence such as "tides.water_level_cm looks like it, but the model does not describe it.";
// empty: nothing is called so. `catalog`: the visible part (catalog/hidden.h).
std::string way_out(const std::vector<std::string>& unknown, const semantic::Model& model,
                    const catalog::Catalog& catalog);

}  // namespace tally::answer
