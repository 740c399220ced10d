#pragma once
// Periods that a result shows whole and the data has only a part of: the year in which it begins,
// the month in which it ends. Beside whole ones they look like a fall.

#include <string>
#include <vector>

#include "catalog/facts.h"
#include "semantic/plan.h"

namespace tally::semantic {

// "invoice begins on 2021-02-05: its first year is a part of one". `facts` may be null.
std::vector<std::string> cut_period_rules(const Plan& plan, const catalog::Facts* facts);

}  // namespace tally::semantic
