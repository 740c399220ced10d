#pragma once
// What is a result? A columnar, typed table; decimals and big integers exact. Types without a C++
// form (lists, structs, maps, unions, bit strings, …) arrive as readable text under their own
// type name, never as a failure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tally::table {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

enum class Type {
  boolean,
  integer,       // every signed and unsigned integer up to 64 bits that fits int64
  hugeint,       // 128-bit signed; also uint64 and uhugeint values that fit
  decimal,       // unscaled Int128 with `scale`
  real,          // float and double; stored as double
  text,          // varchar, enum, uuid, json, and anything readable only as text
  blob,          // raw bytes
  date,          // int64: days since 1970-01-01
  time,          // int64: microseconds since midnight
  timestamp,     // int64: microseconds since the epoch, no zone
  timestamp_tz,  // int64: microseconds since the epoch, UTC instant
  interval,      // Interval
};

struct Interval {
  int32_t months = 0;
  int32_t days = 0;
  int64_t micros = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// One column. `engine_type` is the engine's own spelling ("DECIMAL(15,2)", "UUID", "INTEGER[]").
// `values` holds one entry a row, whatever `nulls` says (zero or empty where null):
//   boolean, integer, date, time, timestamp, timestamp_tz → vector<int64_t>
//   hugeint, decimal → vector<Int128>;  real → vector<double>
//   text, blob → vector<string>;  interval → vector<Interval>
struct Column {
  using Values = std::variant<std::vector<int64_t>, std::vector<Int128>, std::vector<double>,
                              std::vector<std::string>, std::vector<Interval>>;
  std::string name;
  Type type = Type::text;
  std::string engine_type;
  int scale = 0;  // decimal only
  std::vector<bool> nulls;
  Values values;
};

struct ResultTable {
  std::vector<Column> columns;
  size_t row_count = 0;
  bool more_rows = false;  // a limit cut the result here

  size_t column_count() const { return columns.size(); }
};

// The cell as plain text: decimals with all their places, dates ISO 8601, timestamps
// "2001-02-03 04:05:06[.ffffff]" (with "+00" for timestamp_tz; the fraction without trailing
// zeros), years before 1 as "0044-03-15 (BC)", infinite ones "infinity", blobs as \xHH escapes for
// bytes outside printable ASCII and for the backslash, reals in the shortest form that reads back,
// intervals "1 year 2 months 3 days 04:05:06.5", null as "NULL".
std::string cell_text(const Column& column, size_t row);

// The cell as one JSON value (design.md, "the answer object"): numbers with all their digits,
// ISO 8601 strings for dates and timestamps ("2001-02-03T04:05:06", "+00:00" behind it for
// timestamp_tz), null, true/false. Lists, structs and maps stay JSON strings here. NaN and
// infinities are strings ("nan", "inf", "-inf").
std::string cell_json(const Column& column, size_t row);

bool is_numeric(Type type);
// No values yet, of the C++ type that columns of `type` hold.
Column::Values empty_values(Type type);
const char* type_name(Type type);  // "integer", "decimal", … as in the enum
std::optional<Type> type_of_name(std::string_view name);

// Exact decimal text of an unscaled value: (12345, 2) → "123.45", (-5, 2) → "-0.05".
std::string int128_text(Int128 value, int scale = 0);

}  // namespace tally::table
