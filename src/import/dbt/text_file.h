#pragma once
// Files of a project as text, whatever an editor or a copy did to them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/inventory.h"

namespace tally::importing::dbt {

constexpr size_t kMaxFileBytes = 16u << 20;  // a template or a property file beyond is not read

// Without byte order mark, line ends \n, valid UTF-8: bytes that are none become U+FFFD, and UTF-16
// is turned into it, with a finding "not_utf8" that says where. nullopt with a finding: unreadable
// ("unreadable_file"), or too large ("large_file"). `shown` names it in findings.
std::optional<std::string> read_text_file(const std::string& path, const std::string& shown,
                                          std::vector<catalog::Finding>& findings);

// The same for a text that is there already.
std::string clean_text(std::string text, const std::string& shown,
                       std::vector<catalog::Finding>& findings);

// The beginning of a file, to the end of its first line (not inside double quotes) or 1 MiB;
// nullopt: unreadable.
std::optional<std::string> first_line_of(const std::string& path);

// The first 256 KiB of a file; nullopt: unreadable.
std::optional<std::string> beginning_of(const std::string& path);

// A link to a folder that it stands in: to follow it would never end.
bool leads_back(const std::filesystem::directory_entry& entry);

// Files below `folder`/`below` whose names end in one of `endings`, relative to `folder`, sorted.
// Hidden folders, those that dbt fills itself (target, dbt_packages) and what .dbtignore lists are
// passed over; so are names that dbt does not look at: ".x.sql", "#x.sql", "~x.sql". A folder that
// cannot be read, or holds more than anybody reads, is a finding "unreadable_folder"; one that is
// not there is none. `shown` stands before paths in findings.
std::vector<std::string> files_below(const std::string& folder, const std::string& below,
                                     const std::vector<std::string_view>& endings,
                                     const std::string& shown,
                                     std::vector<catalog::Finding>& findings);

}  // namespace tally::importing::dbt
