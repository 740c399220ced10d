#pragma once
// A table written by hand, for case files and tests:
//
//   region text | year integer | amount decimal(2) | sold date
//   Zealand     | 2001         | 12.50             | 2001-02-03
//   "NULL"      | NULL         | -0.05             | NULL
//
// Types are type_name()'s (decimal with its scale). Cells are trimmed; NULL is null; "…" keeps
// spaces, bars and the word NULL, and knows the escapes of C. Empty lines and lines of # are
// skipped.

#include <string_view>

#include "base/result.h"
#include "table/result_table.h"

namespace tally::table {

// Error `user` names the line (1-based within `text`) and the cell.
Result<ResultTable> table_from_literal(std::string_view text);

}  // namespace tally::table
