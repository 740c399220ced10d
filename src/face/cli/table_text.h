#pragma once
// A result table for a person: numbers right-aligned and grouped, long tables cut with a count,
// wide cells cut with an ellipsis.

#include <string>
#include <vector>

#include "face/cli/context.h"
#include "table/result_table.h"

namespace tally::cli {

struct TableTextOptions {
  size_t max_rows = 40;  // 0: all
  size_t max_cell_width = 48;
  // Columns whose numbers are amounts: digits grouped by thousands. Years and keys stay as they
  // are.
  std::vector<bool> amounts = {};
  std::vector<std::string> units = {};   // shown behind the column's name, "" for none
  std::vector<std::string> titles = {};  // shown for the column's name
  std::vector<bool> weekdays = {};       // 1 to 7 are shown as Monday to Sunday
};

std::string table_text(const table::ResultTable& table, const TableTextOptions& options,
                       const Terminal& terminal);

// "1234567.50" → "1,234,567.50"; text that is no plain number comes back unchanged.
std::string grouped(const std::string& number);

// Columns a terminal uses for UTF-8 text: wide East Asian and emoji count two, combining none.
size_t display_width(std::string_view text);

}  // namespace tally::cli
