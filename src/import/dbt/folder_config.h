#pragma once
// Config as dbt adds it up: dbt_project.yml by folder, then the property file, then config() in the
// file itself; for packages the root project's dbt_project.yml has the last word. Tags add up, meta
// merges key by key, of all else the later value counts.

#include <string>
#include <vector>

#include "import/dbt/data.h"

namespace tally::importing::dbt {

// `later` over `config`. Keys may have the + of dbt_project.yml.
void merge_config(Data& config, const Data& later);

// What `section` of a dbt_project.yml ("models": {package: {folder: {+tags: …}}}) says of the
// resource with this fully qualified name: the values of every level on the way, later over
// earlier. Keys with + are config, those without are too unless they are folders.
void add_folder_config(Data& config, const Data* section, const std::vector<std::string>& fqn);

}  // namespace tally::importing::dbt
