#include "table/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "table/cell_values.h"
#include "table/json.h"

namespace tally::table {
namespace {

constexpr int64_t kMicrosPerSecond = 1'000'000;

struct Civil {
  int64_t year;
  unsigned month, day;
};

// Proleptic Gregorian date of a day number (H. Hinnant, "chrono-compatible low-level date
// algorithms", civil_from_days).
Civil civil_from_days(int64_t days) {
  days += 719'468;
  int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
  auto day_of_era = static_cast<unsigned>(days - era * 146'097);
  unsigned year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  unsigned month_index = (5 * day_of_year + 2) / 153;
  unsigned day = day_of_year - (153 * month_index + 2) / 5 + 1;
  unsigned month = month_index < 10 ? month_index + 3 : month_index - 9;
  return {static_cast<int64_t>(year_of_era) + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

bool infinite_date(int64_t days) {
  return days >= kInfiniteDays || days <= -kInfiniteDays;
}
bool infinite_timestamp(int64_t micros) {
  return micros == kInfiniteMicros || micros <= -kInfiniteMicros;
}
std::string infinity_text(int64_t value) {
  return value > 0 ? "infinity" : "-infinity";
}

std::string date_text(int64_t days) {
  if (infinite_date(days)) return infinity_text(days);
  Civil civil = civil_from_days(days);
  if (civil.year > 0) return fmt::format("{:04}-{:02}-{:02}", civil.year, civil.month, civil.day);
  return fmt::format("{:04}-{:02}-{:02} (BC)", 1 - civil.year, civil.month, civil.day);
}

// ".5" for half a second, "" for none: trailing zeros say nothing.
std::string fraction_text(int64_t micros) {
  if (micros == 0) return {};
  std::string digits = fmt::format(".{:06}", micros);
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

// "04:05:06.5"; hours may pass 24 in an interval.
std::string clock_text(uint64_t micros) {
  uint64_t seconds = micros / kMicrosPerSecond;
  return fmt::format("{:02}:{:02}:{:02}{}", seconds / 3600, seconds / 60 % 60, seconds % 60,
                     fraction_text(static_cast<int64_t>(micros % kMicrosPerSecond)));
}

std::string time_text(int64_t micros) {
  return micros < 0 ? "-" + clock_text(0 - static_cast<uint64_t>(micros))
                    : clock_text(static_cast<uint64_t>(micros));
}

std::string timestamp_text(int64_t micros, char between, std::string_view zone) {
  if (infinite_timestamp(micros)) return infinity_text(micros);
  int64_t days = micros / kMicrosPerDay, rest = micros % kMicrosPerDay;
  if (rest < 0) {
    rest += kMicrosPerDay;
    --days;
  }
  return fmt::format("{}{}{}{}", date_text(days), between, clock_text(static_cast<uint64_t>(rest)),
                     zone);
}

void add_part(std::string& out, int64_t amount, std::string_view unit) {
  if (amount == 0) return;
  if (!out.empty()) out += ' ';
  out += fmt::format("{} {}{}", amount, unit, amount == 1 || amount == -1 ? "" : "s");
}

// As the engine prints it: "1 year 2 months 3 days 04:05:06.5".
std::string interval_text(const Interval& interval) {
  std::string out;
  add_part(out, interval.months / 12, "year");
  add_part(out, interval.months % 12, "month");
  add_part(out, interval.days, "day");
  if (interval.micros == 0 && !out.empty()) return out;
  if (!out.empty()) out += ' ';
  return out += time_text(interval.micros);
}

// The shortest digits that read back to the same value of the column's own width.
std::string real_text(double value, bool single) {
  return single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

std::string blob_text(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f && c != '\\')
      out += c;
    else
      out += fmt::format("\\x{:02X}", byte);
  }
  return out;
}

template <typename T>
const T& at(const Column& column, size_t row) {
  return std::get<std::vector<T>>(column.values)[row];
}

}  // namespace

std::string int128_text(Int128 value, int scale) {
  bool negative = value < 0;
  auto rest = static_cast<UInt128>(value);
  if (negative) rest = 0 - rest;
  std::string reversed;
  for (int digit = 0; rest != 0 || digit <= scale; ++digit) {
    if (digit == scale && scale > 0) reversed += '.';
    reversed += static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  }
  if (negative) reversed += '-';
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

Column::Values empty_values(Type type) {
  switch (type) {
    case Type::hugeint:
    case Type::decimal:
      return std::vector<Int128>();
    case Type::real:
      return std::vector<double>();
    case Type::text:
    case Type::blob:
      return std::vector<std::string>();
    case Type::interval:
      return std::vector<Interval>();
    default:
      return std::vector<int64_t>();
  }
}

bool is_numeric(Type type) {
  return type == Type::integer || type == Type::hugeint || type == Type::decimal ||
         type == Type::real;
}

const char* type_name(Type type) {
  switch (type) {
    case Type::boolean:
      return "boolean";
    case Type::integer:
      return "integer";
    case Type::hugeint:
      return "hugeint";
    case Type::decimal:
      return "decimal";
    case Type::real:
      return "real";
    case Type::text:
      return "text";
    case Type::blob:
      return "blob";
    case Type::date:
      return "date";
    case Type::time:
      return "time";
    case Type::timestamp:
      return "timestamp";
    case Type::timestamp_tz:
      return "timestamp_tz";
    case Type::interval:
      return "interval";
  }
  return "unknown";
}

std::optional<Type> type_of_name(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Type::interval); ++i)
    if (name == type_name(static_cast<Type>(i))) return static_cast<Type>(i);
  return std::nullopt;
}

std::string cell_text(const Column& column, size_t row) {
  if (column.nulls[row]) return "NULL";
  switch (column.type) {
    case Type::boolean:
      return at<int64_t>(column, row) != 0 ? "true" : "false";
    case Type::integer:
      return std::to_string(at<int64_t>(column, row));
    case Type::hugeint:
      return int128_text(at<Int128>(column, row));
    case Type::decimal:
      return int128_text(at<Int128>(column, row), column.scale);
    case Type::real:
      return real_text(at<double>(column, row), column.engine_type == "FLOAT");
    case Type::text:
      return at<std::string>(column, row);
    case Type::blob:
      return blob_text(at<std::string>(column, row));
    case Type::date:
      return date_text(at<int64_t>(column, row));
    case Type::time:
      return time_text(at<int64_t>(column, row));
    case Type::timestamp:
      return timestamp_text(at<int64_t>(column, row), ' ', "");
    case Type::timestamp_tz:
      return timestamp_text(at<int64_t>(column, row), ' ', "+00");
    case Type::interval:
      return interval_text(at<Interval>(column, row));
  }
  return {};
}

std::string cell_json(const Column& column, size_t row) {
  if (column.nulls[row]) return "null";
  switch (column.type) {
    case Type::boolean:
    case Type::integer:
    case Type::hugeint:
    case Type::decimal:
      return cell_text(column, row);
    case Type::real:
      if (std::isfinite(at<double>(column, row))) return cell_text(column, row);
      return json_string(cell_text(column, row));
    case Type::timestamp:
      return json_string(timestamp_text(at<int64_t>(column, row), 'T', ""));
    case Type::timestamp_tz:
      return json_string(timestamp_text(at<int64_t>(column, row), 'T', "+00:00"));
    default:
      return json_string(cell_text(column, row));
  }
}

}  // namespace tally::table
