#pragma once
// The rule of catalog/hidden.h on what a dbt project says of a resource, for both doors.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/hidden.h"
#include "import/dbt/data.h"

namespace tally::importing::dbt {

using catalog::HideRule;

// `meta` may be null.
bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta);

// What a property file that is no YAML may hide: whatever it gives a name to, if some word of it
// hides; else nothing.
std::vector<std::string> names_it_may_hide(const HideRule& rule, std::string_view text);

}  // namespace tally::importing::dbt
