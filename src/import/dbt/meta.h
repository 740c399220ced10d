#pragma once
// What a resource's meta says to people: its owner, other names, how to use it. Projects agree on
// no keys, so the value's form decides where it can.

#include <string>
#include <vector>

#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/hidden.h"

namespace tally::importing::dbt {

// "finance", or of {name, email} and lists the names.
std::string owner_text(const Data& owner);
std::string owner_of_meta(const Data& meta);
// Lists or texts under "aliases", "synonyms" and the like.
std::vector<std::string> aliases_of_meta(const Data& meta);
// A column's other names, and whether nobody may be told of it, of its meta (may be null), its
// label and its tags.
void describe_column(const Data* meta, const std::string& label, const HideRule& hide,
                     catalog::ResourceColumn& column);
// Whatever is prose (three words or more), line by line.
std::string notes_of_meta(const Data& meta);

}  // namespace tally::importing::dbt
