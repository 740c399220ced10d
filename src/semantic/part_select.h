#pragma once
// One part of a plan as SQL: the joins it needs, its conditions, its groups and aggregates.

#include <string>
#include <vector>

#include "semantic/plan.h"

namespace tally::semantic {

struct PartSelect {
  sql::FromItem from;
  std::optional<sql::Expression> where;
  std::vector<sql::Expression> groups;      // beside Plan::groups
  std::vector<sql::Expression> aggregates;  // beside Part::aggregates
  // Whether the group holds days that are asked for, where the plan begins earlier.
  std::optional<sql::Expression> is_asked_for;
  std::vector<std::string> rules;
};

Result<PartSelect> select_part(const Plan& plan, const Part& part);

}  // namespace tally::semantic
