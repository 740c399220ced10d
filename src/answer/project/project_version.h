#pragma once
// What identifies a project's content, as far as answers use it: a change of a model's SQL alone is
// none.

#include <string>

#include "import/dbt/import.h"

namespace tally::answer {

std::string version_of(const importing::dbt::Import& import);

}  // namespace tally::answer
