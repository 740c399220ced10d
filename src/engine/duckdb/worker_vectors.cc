#include "engine/duckdb/worker_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "engine/duckdb/worker_handles.h"

namespace tally::engine::duckdb {
namespace {

using table::Column;
using table::Int128;
using table::Type;
__extension__ typedef unsigned __int128 Uint128;

constexpr int64_t kInfinity =
    std::numeric_limits<int64_t>::max();  // of timestamps; minus: -kInfinity
constexpr int32_t kInfiniteDay = std::numeric_limits<int32_t>::max();

Int128 wide(duckdb_hugeint value) {
  return static_cast<Int128>((static_cast<Uint128>(value.upper) << 64) | value.lower);
}
Uint128 wide(duckdb_uhugeint value) {
  return (static_cast<Uint128>(value.upper) << 64) | value.lower;
}

std::string unsigned_text(Uint128 value) {
  std::string out;
  do out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while (value /= 10);
  return out;
}

// DuckDB keeps UUIDs sortable as signed integers: the top bit is flipped.
std::string uuid_text(duckdb_hugeint value) {
  uint64_t high = static_cast<uint64_t>(value.upper) ^ (1ull << 63);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xFFFF,
                     high & 0xFFFF, value.lower >> 48, value.lower & 0xFFFFFFFFFFFFull);
}

std::string one_cell(Type type, int64_t value) {
  Column column{"", type, "", 0, {false}, std::vector<int64_t>{value}};
  return cell_text(column, 0);
}

std::string nanosecond_text(int64_t value) {
  int64_t seconds = value / 1'000'000'000;
  int64_t rest = value % 1'000'000'000;
  if (rest < 0) --seconds, rest += 1'000'000'000;
  std::string out = one_cell(Type::timestamp, seconds * 1'000'000);
  if (rest == 0) return out;
  out += fmt::format(".{:09}", rest);
  return out.erase(out.find_last_not_of('0') + 1);
}

// One vector of a chunk, its first `rows` values of the stored type Raw.
template <typename Raw>
struct Source {
  Source(duckdb_vector vector, idx_t row_count)
      : data(static_cast<const Raw*>(duckdb_vector_get_data(vector))),
        validity(duckdb_vector_get_validity(vector)),
        rows(row_count) {}
  bool valid(idx_t row) const { return !validity || duckdb_validity_row_is_valid(validity, row); }
  template <typename Predicate>
  bool any(Predicate predicate) const {
    for (idx_t row = 0; row < rows; ++row)
      if (valid(row) && predicate(data[row])) return true;
    return false;
  }
  const Raw* data;
  uint64_t* validity;
  idx_t rows;
};

template <typename Raw, typename Value, typename Convert>
void append_values(Column& column, duckdb_vector vector, idx_t rows, Convert convert) {
  Source<Raw> source(vector, rows);
  auto& values = std::get<std::vector<Value>>(column.values);
  for (idx_t row = 0; row < rows; ++row) {
    bool valid = source.valid(row);
    column.nulls.push_back(!valid);
    values.push_back(valid ? Value(convert(source.data[row])) : Value());
  }
}

template <typename Raw>
void append_integers(Column& column, duckdb_vector vector, idx_t rows) {
  append_values<Raw, int64_t>(column, vector, rows, [](Raw v) { return static_cast<int64_t>(v); });
}

template <typename Raw>
void append_decimals(Column& column, duckdb_vector vector, idx_t rows) {
  append_values<Raw, Int128>(column, vector, rows, [](Raw v) { return static_cast<Int128>(v); });
}

template <typename Raw>
void append_labels(Column& column, duckdb_vector vector, idx_t rows, const ColumnPlan& plan) {
  append_values<Raw, std::string>(column, vector, rows, [&](Raw v) { return plan.labels.at(v); });
}

void turn_into_text(Column& column) {
  std::vector<std::string> texts(column.nulls.size());
  for (size_t row = 0; row < texts.size(); ++row)
    if (!column.nulls[row]) texts[row] = cell_text(column, row);
  column.type = Type::text;
  column.values = std::move(texts);
}

// For types whose typed form is narrower than the engine's: `fits` says which values it holds,
// `typed` gives them, `text` is the whole truth once one value did not fit.
template <typename Raw, typename Value, typename Fits, typename Typed, typename Text>
void append_narrowed(Column& column, duckdb_vector vector, idx_t rows, Fits fits, Typed typed,
                     Text text) {
  if (column.type != Type::text &&
      Source<Raw>(vector, rows).any([&](const Raw& v) { return !fits(v); }))
    turn_into_text(column);
  if (column.type == Type::text)
    append_values<Raw, std::string>(column, vector, rows, text);
  else
    append_values<Raw, Value>(column, vector, rows, typed);
}

// `scale` is what one stored unit is in microseconds.
void append_timestamps(Column& column, duckdb_vector vector, idx_t rows, Type type, int64_t scale) {
  auto fits = [&](int64_t v) {
    int64_t ignored;
    return v != kInfinity && v != -kInfinity && !__builtin_mul_overflow(v, scale, &ignored);
  };
  auto typed = [&](int64_t v) { return v * scale; };
  auto text = [&](int64_t v) -> std::string {
    if (v == kInfinity) return "infinity";
    if (v == -kInfinity) return "-infinity";
    return fits(v) ? one_cell(type, v * scale) : fmt::format("{} × {} µs", v, scale);
  };
  append_narrowed<int64_t, int64_t>(column, vector, rows, fits, typed, text);
}

void append_nanoseconds(Column& column, duckdb_vector vector, idx_t rows) {
  auto infinite = [](int64_t v) { return v == kInfinity || v == -kInfinity; };
  auto fits = [&](int64_t v) { return !infinite(v) && v % 1000 == 0; };
  auto typed = [](int64_t v) { return v / 1000; };
  auto text = [&](int64_t v) -> std::string {
    if (infinite(v)) return v > 0 ? "infinity" : "-infinity";
    return nanosecond_text(v);
  };
  append_narrowed<int64_t, int64_t>(column, vector, rows, fits, typed, text);
}

void append_dates(Column& column, duckdb_vector vector, idx_t rows) {
  auto fits = [](int32_t v) { return v != kInfiniteDay && v != -kInfiniteDay; };
  auto typed = [](int32_t v) { return static_cast<int64_t>(v); };
  auto text = [&](int32_t v) -> std::string {
    if (!fits(v)) return v > 0 ? "infinity" : "-infinity";
    return one_cell(Type::date, v);
  };
  append_narrowed<int32_t, int64_t>(column, vector, rows, fits, typed, text);
}

void append_unsigned_huge(Column& column, duckdb_vector vector, idx_t rows) {
  auto fits = [](duckdb_uhugeint v) { return v.upper >> 63 == 0; };
  auto typed = [](duckdb_uhugeint v) { return static_cast<Int128>(wide(v)); };
  auto text = [](duckdb_uhugeint v) { return unsigned_text(wide(v)); };
  append_narrowed<duckdb_uhugeint, Int128>(column, vector, rows, fits, typed, text);
}

void append_decimal(Column& column, duckdb_vector vector, idx_t rows, duckdb_type storage) {
  if (storage == DUCKDB_TYPE_SMALLINT) return append_decimals<int16_t>(column, vector, rows);
  if (storage == DUCKDB_TYPE_INTEGER) return append_decimals<int32_t>(column, vector, rows);
  if (storage == DUCKDB_TYPE_BIGINT) return append_decimals<int64_t>(column, vector, rows);
  append_values<duckdb_hugeint, Int128>(column, vector, rows, [](auto v) { return wide(v); });
}

void append_enum(Column& column, duckdb_vector vector, idx_t rows, const ColumnPlan& plan) {
  if (plan.storage == DUCKDB_TYPE_UTINYINT)
    return append_labels<uint8_t>(column, vector, rows, plan);
  if (plan.storage == DUCKDB_TYPE_USMALLINT)
    return append_labels<uint16_t>(column, vector, rows, plan);
  append_labels<uint32_t>(column, vector, rows, plan);
}

void append_numbers(Column& column, duckdb_vector vector, idx_t rows, duckdb_type id) {
  switch (id) {
    case DUCKDB_TYPE_BOOLEAN:
      return append_integers<bool>(column, vector, rows);
    case DUCKDB_TYPE_TINYINT:
      return append_integers<int8_t>(column, vector, rows);
    case DUCKDB_TYPE_SMALLINT:
      return append_integers<int16_t>(column, vector, rows);
    case DUCKDB_TYPE_INTEGER:
      return append_integers<int32_t>(column, vector, rows);
    case DUCKDB_TYPE_UTINYINT:
      return append_integers<uint8_t>(column, vector, rows);
    case DUCKDB_TYPE_USMALLINT:
      return append_integers<uint16_t>(column, vector, rows);
    case DUCKDB_TYPE_UINTEGER:
      return append_integers<uint32_t>(column, vector, rows);
    case DUCKDB_TYPE_UBIGINT:
      return append_decimals<uint64_t>(column, vector, rows);
    case DUCKDB_TYPE_FLOAT:
      return append_values<float, double>(column, vector, rows, [](float v) { return v; });
    case DUCKDB_TYPE_DOUBLE:
      return append_values<double, double>(column, vector, rows, [](double v) { return v; });
    case DUCKDB_TYPE_HUGEINT:
      return append_values<duckdb_hugeint, Int128>(column, vector, rows,
                                                   [](auto v) { return wide(v); });
    default:
      return append_integers<int64_t>(column, vector, rows);  // bigint, time
  }
}

void append_column(Column& column, duckdb_vector vector, idx_t rows, const ColumnPlan& plan) {
  switch (plan.id) {
    case DUCKDB_TYPE_DATE:
      return append_dates(column, vector, rows);
    case DUCKDB_TYPE_TIMESTAMP:
      return append_timestamps(column, vector, rows, Type::timestamp, 1);
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return append_timestamps(column, vector, rows, Type::timestamp_tz, 1);
    case DUCKDB_TYPE_TIMESTAMP_MS:
      return append_timestamps(column, vector, rows, Type::timestamp, 1'000);
    case DUCKDB_TYPE_TIMESTAMP_S:
      return append_timestamps(column, vector, rows, Type::timestamp, 1'000'000);
    case DUCKDB_TYPE_TIMESTAMP_NS:
      return append_nanoseconds(column, vector, rows);
    case DUCKDB_TYPE_UHUGEINT:
      return append_unsigned_huge(column, vector, rows);
    case DUCKDB_TYPE_DECIMAL:
      return append_decimal(column, vector, rows, plan.storage);
    case DUCKDB_TYPE_ENUM:
      return append_enum(column, vector, rows, plan);
    case DUCKDB_TYPE_UUID:
      return append_values<duckdb_hugeint, std::string>(column, vector, rows, uuid_text);
    case DUCKDB_TYPE_INTERVAL:
      return append_values<duckdb_interval, table::Interval>(
          column, vector, rows, [](auto v) { return table::Interval{v.months, v.days, v.micros}; });
    case DUCKDB_TYPE_VARCHAR:
    case DUCKDB_TYPE_BLOB:
      return append_values<duckdb_string_t, std::string>(column, vector, rows, view_of);
    default:
      return append_numbers(column, vector, rows, plan.id);
  }
}

bool has_strings(const ColumnPlan& plan) {
  return plan.id == DUCKDB_TYPE_VARCHAR || plan.id == DUCKDB_TYPE_BLOB;
}

}  // namespace

TableBuilder::TableBuilder(std::vector<ColumnPlan> plans) : plans_(std::move(plans)) {
  for (const auto& plan : plans_) {
    Column column{plan.name,  plan.type, plan.engine_type,
                  plan.scale, {},        table::empty_values(plan.type)};
    table_.columns.push_back(std::move(column));
    fixed_row_bytes_ += has_strings(plan) ? 4 : 16;
  }
}

idx_t TableBuilder::fitting_rows(duckdb_data_chunk chunk, idx_t rows, uint64_t max_bytes) {
  std::vector<Source<duckdb_string_t>> strings;
  for (idx_t i = 0; i < plans_.size(); ++i)
    if (has_strings(plans_[i])) strings.emplace_back(duckdb_data_chunk_get_vector(chunk, i), rows);
  for (idx_t row = 0; row < rows; ++row) {
    uint64_t size = fixed_row_bytes_;
    for (const auto& source : strings)
      if (source.valid(row)) size += view_of(source.data[row]).size();
    if (bytes_ + size > max_bytes) return row;
    bytes_ += size;
  }
  return rows;
}

bool TableBuilder::append(duckdb_data_chunk chunk, uint64_t max_rows, uint64_t max_bytes) {
  idx_t offered = duckdb_data_chunk_get_size(chunk);
  idx_t rows = std::min<idx_t>(offered, max_rows - std::min<uint64_t>(max_rows, table_.row_count));
  rows = fitting_rows(chunk, rows, max_bytes);
  for (size_t i = 0; i < plans_.size(); ++i)
    append_column(table_.columns[i], duckdb_data_chunk_get_vector(chunk, i), rows, plans_[i]);
  table_.row_count += rows;
  return rows == offered;
}

table::ResultTable TableBuilder::take(bool more_rows) {
  table_.more_rows = more_rows;
  return std::move(table_);
}

}  // namespace tally::engine::duckdb
