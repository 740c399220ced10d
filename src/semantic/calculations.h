#pragma once
// The grouped rows of a plan taken further: shares, changes, running totals, the top of each group,
// summaries. One query over the rows, which become a common table.

#include <string>
#include <vector>

#include "semantic/compiler.h"
#include "semantic/plan.h"

namespace tally::semantic {

// A column of the rows where the plan begins earlier: is the period one that is asked for?
inline constexpr const char* kAskedForColumn = "is_asked_for";

// `rows` has the columns Plan::groups and Plan::metrics by name, neither limited nor ordered, and
// no condition on metrics.
Result<sql::Query> go_further(const Plan& plan, sql::Query rows);

// What the result's columns are: without and with calculations, and what was decided silently.
std::vector<OutputColumn> plain_columns(const Plan& plan);
std::vector<OutputColumn> further_columns(const Plan& plan);
std::vector<std::string> further_rules(const Plan& plan);

}  // namespace tally::semantic
