#pragma once
// Config as dbt adds it up: dbt_project.yml by folder, then the property file, then config() in the
// file itself; for packages the root project's dbt_project.yml has the last word. Tags add up, meta
// merges key by key, of all else the later value counts.

#include <string>
#include <vector>

#include "import/dbt/data.h"

namespace tally::importing::dbt {

// What becomes of tags and meta that are there already: of most kinds they add up. A source's tags
// are replaced, an exposure's tags and meta.
enum class Laying : uint8_t { add_up, replace_tags, replace };

// Lays `later` over `config`, as dbt does: by default tags add up without repeats, meta is laid
// over, the rest is replaced. A "+" before a key is dropped.
void merge_config(Data& config, const Data& later, Laying laying = Laying::add_up);

// What `section` of a dbt_project.yml (the value of "models:") says of a resource: the config of
// every level that the fqn (package, folders, name) goes through, deeper over shallower.
void add_folder_config(Data& config, const Data* section, const std::vector<std::string>& fqn,
                       Laying laying = Laying::add_up);

}  // namespace tally::importing::dbt
