#pragma once
// Which facts of the data a semantic model makes worth measuring: the date range of every fact's
// time roles, and the values of every text dimension that is not personal.

#include "import/warehouse/warehouse.h"
#include "semantic/model.h"

namespace tally::answer {

importing::FactsWanted wanted_facts(const semantic::Model& model);

}  // namespace tally::answer
