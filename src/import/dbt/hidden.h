#pragma once
// The rule of catalog/hidden.h on what a dbt project says of a resource, for both doors.

#include <string>
#include <vector>

#include "catalog/hidden.h"
#include "import/dbt/data.h"

namespace tally::importing::dbt {

using catalog::HideRule;

// `meta` may be null.
bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta);

}  // namespace tally::importing::dbt
