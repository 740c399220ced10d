#pragma once
// The table part of the answer object (design.md): written by hand, because decimals must keep all
// their digits, which JSON libraries turn into doubles.

#include <span>
#include <string>
#include <string_view>

#include "table/result_table.h"

namespace tally::table {

// {"columns":[{"name":…,"type":…,"unit":…}],"rows":[[…]],"more_rows":false} on one line, no spaces.
// `units[i]` belongs to column i; an empty or missing one is null. Cells as cell_json().
std::string table_json(const ResultTable& table, std::span<const std::string> units = {});

// `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result is
// always valid JSON.
std::string json_string(std::string_view text);

}  // namespace tally::table
