#include "table/compare_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "table/cell_values.h"

namespace tally::table {
namespace {

template <typename T>
const T& at(const Column& column, size_t row) {
  return std::get<std::vector<T>>(column.values)[row];
}

long double power_of_ten(int exponent) {
  long double power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

// The whole number that a decimal is, if it is one.
std::optional<Int128> whole(Int128 unscaled, int scale) {
  for (; scale > 0; --scale) {
    if (unscaled % 10 != 0) return std::nullopt;
    unscaled /= 10;
  }
  return unscaled;
}

// A cell as an exact number. Reals past 2^126 cannot be converted and are nothing.
std::optional<Int128> exact_number(const Column& column, size_t row) {
  switch (column.type) {
    case Type::integer:
      return at<int64_t>(column, row);
    case Type::hugeint:
      return at<Int128>(column, row);
    case Type::decimal:
      return whole(at<Int128>(column, row), column.scale);
    case Type::real: {
      double value = at<double>(column, row);
      if (!(std::fabs(value) < 0x1p126) || value != std::trunc(value)) return std::nullopt;
      return static_cast<Int128>(value);
    }
    case Type::text: {
      auto decimal = parse_decimal(at<std::string>(column, row));
      return decimal ? whole(decimal->unscaled, decimal->scale) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

std::optional<long double> measure(const Column& column, size_t row) {
  switch (column.type) {
    case Type::integer:
      return static_cast<long double>(at<int64_t>(column, row));
    case Type::hugeint:
      return static_cast<long double>(at<Int128>(column, row));
    case Type::decimal:
      return static_cast<long double>(at<Int128>(column, row)) / power_of_ten(column.scale);
    case Type::real:
      return static_cast<long double>(at<double>(column, row));
    case Type::text: {
      const auto& text = at<std::string>(column, row);
      if (auto decimal = parse_decimal(text))
        return static_cast<long double>(decimal->unscaled) / power_of_ten(decimal->scale);
      return parse_real(text);
    }
    default:
      return std::nullopt;
  }
}

uint32_t measure_id(long double value) {
  if (std::isnan(value)) return CellColumn::kNotANumber;
  if (std::isfinite(value)) return CellColumn::kNumber;
  return value > 0 ? CellColumn::kInfinity : CellColumn::kMinusInfinity;
}

std::optional<int64_t> moment(const Column& column, size_t row) {
  if (column.type == Type::text) return parse_timestamp(at<std::string>(column, row));
  if (column.type == Type::timestamp || column.type == Type::timestamp_tz)
    return at<int64_t>(column, row);
  if (column.type != Type::date) return std::nullopt;
  int64_t days = at<int64_t>(column, row);
  if (days >= kInfiniteDays) return kInfiniteMicros;
  if (days <= -kInfiniteDays) return -kInfiniteMicros;
  // The engine's last date is in the year 5,881,580, its last timestamp in 294,247.
  constexpr int64_t kLastDay = kInfiniteMicros / kMicrosPerDay;
  if (days > kLastDay || days < -kLastDay) return std::nullopt;
  return days * kMicrosPerDay;
}

// Months of 30 days and days of 24 hours, as the engine compares them.
Int128 interval_micros(const Interval& interval) {
  return (Int128{interval.months} * 30 + interval.days) * kMicrosPerDay + interval.micros;
}

// What a text column would say for this cell: a whole number without its point, a midnight as its
// date.
std::string as_text(const Column& column, size_t row) {
  if (column.type == Type::decimal) {
    auto number = whole(at<Int128>(column, row), column.scale);
    if (number) return int128_text(*number);
  }
  std::string text = cell_text(column, row);
  constexpr std::string_view kMidnight = " 00:00:00";
  if (column.type == Type::timestamp && text.ends_with(kMidnight))
    text.resize(text.size() - kMidnight.size());
  return text;
}

std::optional<Int128> boolean(const Column& column, size_t row) {
  if (column.type == Type::boolean) return at<int64_t>(column, row) != 0 ? 1 : 0;
  if (column.type != Type::text) return std::nullopt;
  std::string text = folded_text(at<std::string>(column, row));
  if (text == "true") return 1;
  if (text == "false") return 0;
  return std::nullopt;
}

// Sorted as doubles, which is twice as fast; the last bits are put right in passing.
std::vector<uint32_t> value_order(const CellColumn& cells) {
  std::vector<std::pair<double, uint32_t>> keyed;
  keyed.reserve(cells.ids.size());
  for (uint32_t row = 0; row < cells.ids.size(); ++row)
    if (cells.ids[row] == CellColumn::kNumber)
      keyed.emplace_back(static_cast<double>(cells.numbers[row]), row);
  std::sort(keyed.begin(), keyed.end());
  std::vector<uint32_t> order;
  order.reserve(keyed.size());
  for (const auto& [value, row] : keyed) {
    order.push_back(row);
    for (size_t i = order.size() - 1;
         i > 0 && cells.numbers[order[i]] < cells.numbers[order[i - 1]]; --i)
      std::swap(order[i], order[i - 1]);
  }
  return order;
}

}  // namespace

CellKind cell_kind(const Column& reference) {
  switch (reference.type) {
    case Type::boolean:
      return CellKind::boolean;
    case Type::integer:
    case Type::hugeint:
      return CellKind::number;
    case Type::decimal:
    case Type::real:
      return CellKind::measure;
    case Type::text:
      return CellKind::text;
    case Type::blob:
      return CellKind::blob;
    case Type::date:
    case Type::timestamp:
    case Type::timestamp_tz:
      return CellKind::moment;
    case Type::time:
      return CellKind::time;
    case Type::interval:
      return CellKind::interval;
  }
  return CellKind::text;
}

uint32_t CellEncoder::id_of(Int128 value) {
  auto [found, added] = numbers_.try_emplace(value, next_);
  if (added) ++next_;
  return found->second;
}

uint32_t CellEncoder::id_of(std::string value) {
  auto [found, added] = texts_.try_emplace(std::move(value), next_);
  if (added) ++next_;
  return found->second;
}

// Ids of different kinds may coincide; they are never compared with each other.
std::optional<uint32_t> CellEncoder::exact_id(const Column& column, size_t row, CellKind kind) {
  std::optional<Int128> number;
  switch (kind) {
    case CellKind::number:
      number = exact_number(column, row);
      break;
    case CellKind::moment:
      number = moment(column, row);
      break;
    case CellKind::boolean:
      number = boolean(column, row);
      break;
    case CellKind::time:
      if (column.type == Type::time) number = at<int64_t>(column, row);
      if (column.type == Type::text) number = parse_time(at<std::string>(column, row));
      break;
    case CellKind::interval:
      if (column.type == Type::interval) number = interval_micros(at<Interval>(column, row));
      break;
    case CellKind::text:
      return id_of(folded_text(as_text(column, row)));
    case CellKind::blob:
      if (column.type != Type::blob) return std::nullopt;
      return id_of(at<std::string>(column, row));
    case CellKind::measure:
      break;
  }
  if (!number) return std::nullopt;
  return id_of(*number);
}

bool CellEncoder::encode_cell(const Column& column, size_t row, CellKind kind, CellColumn& out) {
  if (column.nulls[row]) return true;
  if (kind != CellKind::measure) {
    auto id = exact_id(column, row, kind);
    if (id) out.ids[row] = *id;
    return id.has_value();
  }
  auto value = measure(column, row);
  if (!value) return false;
  out.ids[row] = measure_id(*value);
  if (out.ids[row] == CellColumn::kNumber) out.numbers[row] = *value;
  return true;
}

namespace {

CellColumn all_null(size_t rows, CellKind kind) {
  CellColumn out;
  out.ids.assign(rows, CellColumn::kNull);
  if (kind == CellKind::measure) out.numbers.assign(rows, 0);
  return out;
}

}  // namespace

std::optional<CellColumn> CellEncoder::encode(const Column& column, CellKind kind) {
  CellColumn out = all_null(column.nulls.size(), kind);
  for (size_t row = 0; row < out.ids.size(); ++row)
    if (!encode_cell(column, row, kind, out)) return std::nullopt;
  if (kind == CellKind::measure) out.order = value_order(out);
  return out;
}

CellColumn CellEncoder::encode_loosely(const Column& column, CellKind kind) {
  CellColumn out = all_null(column.nulls.size(), kind);
  for (size_t row = 0; row < out.ids.size(); ++row)
    if (!encode_cell(column, row, kind, out)) out.ids[row] = CellColumn::kOther;
  if (kind == CellKind::measure) out.order = value_order(out);
  return out;
}

long double tolerance(long double reference, std::optional<int> places) {
  long double magnitude = std::fabs(reference);
  long double allowed = magnitude >= 1 ? 0.005L : 0.00005L;
  if (places) allowed = 0.5L / power_of_ten(*places);
  return allowed + 1e-12L * magnitude;
}

long double reach(long double value, std::optional<int> places) {
  return tolerance(std::fabs(value) + (places ? 1 : 0.01L), places);
}

bool within(long double reference, long double answer, std::optional<int> places) {
  return std::fabs(reference - answer) <= tolerance(reference, places);
}

}  // namespace tally::table
