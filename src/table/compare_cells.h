#pragma once
// Cells made comparable: every value of a column becomes a small number that is equal exactly where
// the values are, or, for money and measures, a number with a tolerance. Private to the comparator.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "table/result_table.h"

namespace tally::table {

// What a reference column's values are compared as.
enum class CellKind { number, measure, moment, time, interval, text, blob, boolean };
CellKind cell_kind(const Column& reference);

// One column seen as one kind. For `measure`, `numbers` holds the values of rows whose id is
// kNumber; otherwise equal ids mean equal values. Ids compare across the columns of one encoder.
struct CellColumn {
  static constexpr uint32_t kNull = 0, kNotANumber = 1, kInfinity = 2, kMinusInfinity = 3;
  // kOther: of no such kind ("abc" as a number), where that is let pass; equal to nothing.
  static constexpr uint32_t kNumber = 4, kOther = 5, kFirst = 6;
  std::vector<uint32_t> ids;
  std::vector<long double> numbers;  // measure only; 0 where the id is not kNumber
  std::vector<uint32_t> order;       // measure only: the rows with a number, by value
};

class CellEncoder {
 public:
  // nullopt: some value cannot be of that kind at all ("abc" as a number).
  std::optional<CellColumn> encode(const Column& column, CellKind kind);
  // The same, such values becoming kOther: to say which cell is the wrong one.
  CellColumn encode_loosely(const Column& column, CellKind kind);

 private:
  // false: the cell cannot be of that kind.
  bool encode_cell(const Column& column, size_t row, CellKind kind, CellColumn& out);
  uint32_t id_of(Int128 value);
  uint32_t id_of(std::string value);
  std::optional<uint32_t> exact_id(const Column& column, size_t row, CellKind kind);

  struct NumberHash {
    size_t operator()(Int128 value) const {
      auto bits = static_cast<UInt128>(value);
      return static_cast<size_t>((bits ^ (bits >> 64)) * 0x9e3779b97f4a7c15u >> 7);
    }
  };
  std::unordered_map<Int128, uint32_t, NumberHash> numbers_;
  std::unordered_map<std::string, uint32_t> texts_;
  uint32_t next_ = CellColumn::kFirst;
};

// How far an answer may be from the reference value `reference`, both finite. `places`: see
// CompareOptions.
long double tolerance(long double reference, std::optional<int> places);
// Values further apart than this have no partner in common, nor any beyond each other: what a
// reference value next to `value` could be allowed, which just below magnitude 1 is more than
// `value` itself is.
long double reach(long double value, std::optional<int> places);
bool within(long double reference, long double answer, std::optional<int> places);

}  // namespace tally::table
