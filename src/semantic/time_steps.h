#pragma once
// How fine the days of a fact are. Rows that are months bear a date, too, and by week or by day
// they would be months dressed as weeks: what the days cannot tell apart cannot be asked for.

#include <string>
#include <vector>

#include "catalog/facts.h"
#include "semantic/plan.h"

namespace tally::semantic {

// Key of a date range in catalog::Facts::date_ranges: "dataset", or "dataset/role" for roles that
// are not the dataset's default.
std::string time_key(const Dataset& dataset, const TimeRole& role);

// The shortest period that the days of a role tell apart: year, quarter, month, week or day. What
// the model says goes before what the data says; day where neither does. `facts` may be null.
Grain step_of(const Dataset& fact, const TimeRole& role, const catalog::Facts* facts);

// kNotExpressible where the request parts the time more finely than a fact's days do, or cuts one
// of its periods.
Result<void> check_steps(const Plan& plan, const catalog::Facts* facts);

// What becomes of weeks that lie in two months.
std::vector<std::string> step_rules(const Plan& plan, const catalog::Facts* facts);

}  // namespace tally::semantic
