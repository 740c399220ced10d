#include "measure/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "measure/random.h"

namespace tally::measure {
namespace {

bool is_zero(const table::Column& column, size_t row) {
  return std::visit(
      [&](const auto& values) {
        using Value = std::decay_t<decltype(values[row])>;
        if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, table::Int128>)
          return table::is_numeric(column.type) && values[row] == Value{0};
        else
          return false;
      },
      column.values);
}

// Sums of reals differ in their last digits from run to run; those are not asked for.
std::string repeatable_text(const table::Column& column, size_t row) {
  const auto* reals = std::get_if<std::vector<double>>(&column.values);
  if (reals && !column.nulls[row]) return fmt::format("{:.9g}", (*reals)[row]);
  return table::cell_text(column, row);
}

std::vector<std::string> row_texts(const table::ResultTable& table, bool ordered) {
  std::vector<std::string> rows(table.row_count);
  for (const auto& column : table.columns)
    for (size_t row = 0; row < table.row_count; ++row)
      rows[row] += repeatable_text(column, row) + '\x1f';
  if (!ordered) std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

std::optional<std::string> reference_fault(const table::ResultTable& first,
                                           const table::ResultTable& second, bool ordered) {
  if (first.more_rows) return fmt::format("has more than {} rows", first.row_count);
  if (first.row_count == 0) return "has no rows";
  bool all_null = true, all_zero = true;
  for (const auto& column : first.columns)
    for (size_t row = 0; row < first.row_count; ++row) {
      if (column.nulls[row]) continue;
      all_null = false;
      all_zero = all_zero && is_zero(column, row);
    }
  if (all_null) return "is all NULL";
  if (all_zero) return "is all zero";
  if (row_texts(first, ordered) == row_texts(second, ordered)) return std::nullopt;
  if (ordered && row_texts(first, false) == row_texts(second, false))
    return "has another order when run twice (break ties in ORDER BY)";
  return "is another when run twice (sum money as DECIMAL, break ties before LIMIT)";
}

uint64_t reference_digest(const table::ResultTable& table, bool ordered) {
  std::string all;
  for (const auto& row : row_texts(table, ordered)) all += row + '\x1e';
  return stable_hash(all);
}

}  // namespace tally::measure
