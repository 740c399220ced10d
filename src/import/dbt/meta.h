#pragma once
// What a resource's meta says to people: its owner, other names, how to use it. Projects agree on
// no keys, so the value's form decides where it can.

#include <string>
#include <vector>

#include "import/dbt/data.h"

namespace tally::importing::dbt {

// "finance", or of {name, email} and lists the names.
std::string owner_text(const Data& owner);
std::string owner_of_meta(const Data& meta);
// Lists or texts under "aliases", "synonyms" and the like.
std::vector<std::string> aliases_of_meta(const Data& meta);
// Whatever is prose (three words or more), line by line.
std::string notes_of_meta(const Data& meta);

}  // namespace tally::importing::dbt
