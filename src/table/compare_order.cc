#include "table/compare_order.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "table/compare_cells.h"

namespace tally::table {
namespace {

constexpr double kAccident = 0.2;

// Not-a-number stands behind every other number, as the engine sorts it, and ties with itself
// alone.
int compare_reals(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return int{std::isnan(a)} - int{std::isnan(b)};
  return a < b ? -1 : b < a ? 1 : 0;
}

// Negative, zero or positive; rows of one column, neither null.
int compare_values(const Column& column, size_t a, size_t b) {
  return std::visit(
      [&](const auto& values) {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_same_v<Value, Interval>) {
          return values[a] == values[b] ? 0 : 1;  // no order that people would see
        } else if constexpr (std::is_same_v<Value, double>) {
          return compare_reals(values[a], values[b]);
        } else {
          return values[a] < values[b] ? -1 : values[b] < values[a] ? 1 : 0;
        }
      },
      column.values);
}

bool equal_cells(const Column& column, size_t a, size_t b) {
  if (column.nulls[a] || column.nulls[b]) return column.nulls[a] == column.nulls[b];
  return compare_values(column, a, b) == 0;
}

class OrderGuess {
 public:
  explicit OrderGuess(const ResultTable& table) : table_(table), runs_(table.row_count, 0) {}

  void refine(size_t column) {
    uint32_t run = 0;
    uint32_t last_old = runs_.empty() ? 0 : runs_[0];
    for (size_t row = 1; row < runs_.size(); ++row) {
      bool same = runs_[row] == last_old && equal_cells(table_.columns[column], row - 1, row);
      last_old = runs_[row];
      runs_[row] = same ? run : ++run;
    }
    if (!runs_.empty()) runs_[0] = 0;
  }

  // log of the chance that the column is sorted within the runs by accident; nullopt: it is not
  // sorted, or it is constant and says nothing.
  std::optional<double> log_accident(size_t index) const {
    const Column& column = table_.columns[index];
    int direction = 0;
    double chance = std::log(2.0);
    for (size_t begin = 0; begin < runs_.size();) {
      size_t end = begin + 1, equal = 1;
      for (; end < runs_.size() && runs_[end] == runs_[begin]; ++end) {
        chance -= std::log(static_cast<double>(end - begin + 1));
        if (equal_cells(column, end - 1, end)) {
          chance += std::log(static_cast<double>(++equal));
          continue;
        }
        equal = 1;
        if (!keeps_direction(column, end, begin, direction)) return std::nullopt;
      }
      begin = end;
    }
    if (direction == 0) return std::nullopt;
    return std::min(chance, 0.0);
  }

  std::vector<uint32_t> take() { return std::move(runs_); }

 private:
  // Row `row` differs from the one before it. Nulls stand together at either end of a run.
  bool keeps_direction(const Column& column, size_t row, size_t begin, int& direction) const {
    if (column.nulls[row - 1])
      return std::all_of(column.nulls.begin() + static_cast<std::ptrdiff_t>(begin),
                         column.nulls.begin() + static_cast<std::ptrdiff_t>(row),
                         [](bool null) { return null; });
    if (column.nulls[row]) {
      for (size_t next = row + 1; next < runs_.size() && runs_[next] == runs_[begin]; ++next)
        if (!column.nulls[next]) return false;
      return true;
    }
    int step = compare_values(column, row - 1, row);
    if (direction == 0) direction = step;
    return step == direction;
  }

  const ResultTable& table_;
  std::vector<uint32_t> runs_;
};

std::optional<size_t> least_accidental(const ResultTable& table, const OrderGuess& guess) {
  std::optional<size_t> best;
  double best_chance = std::log(kAccident);
  for (size_t i = 0; i < table.columns.size(); ++i) {
    auto chance = guess.log_accident(i);
    if (!chance || *chance > best_chance) continue;
    best = i;
    best_chance = *chance;
  }
  return best;
}

int fallback_rank(const Column& column) {
  switch (cell_kind(column)) {
    case CellKind::measure:
      return 0;
    case CellKind::number:
      return 1;
    default:
      return 2;
  }
}

std::optional<size_t> fallback(const ResultTable& table, const OrderGuess& guess) {
  std::optional<size_t> best;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (!guess.log_accident(i)) continue;
    if (!best || fallback_rank(table.columns[i]) < fallback_rank(table.columns[*best])) best = i;
  }
  return best;
}

}  // namespace

std::vector<uint32_t> tie_runs(const ResultTable& reference,
                               const std::vector<size_t>& key_columns) {
  OrderGuess guess(reference);
  for (size_t column : key_columns) guess.refine(column);
  bool found = !key_columns.empty();
  while (key_columns.empty()) {
    auto column = least_accidental(reference, guess);
    if (!column && !found) column = fallback(reference, guess);
    if (!column) break;
    guess.refine(*column);
    found = true;
  }
  std::vector<uint32_t> runs = guess.take();
  if (!found)
    for (size_t row = 0; row < runs.size(); ++row) runs[row] = static_cast<uint32_t>(row);
  return runs;
}

}  // namespace tally::table
