#pragma once
// Which files an import looks at, and whether they are as they were: an unchanged project need not
// be read again.

#include <cstdint>
#include <string>
#include <vector>

#include "import/dbt/import.h"

namespace tally::importing::dbt {

// Files and folders, present or not, in an order of their own. A folder's time says that something
// came or went. What is no project has its own files alone.
std::vector<std::string> files_of(const ProjectOptions& options);
std::vector<std::string> files_of(const ManifestOptions& options);

// Over size, time of change and inode of each: another number means that something changed.
uint64_t stamp_of(const std::vector<std::string>& files);

}  // namespace tally::importing::dbt
