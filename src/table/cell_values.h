#pragma once
// Cells written as text, read back: for comparing an answer that says "2001-02-03" or "12.50" as
// text with a reference that says it as a date or a number, and for tables written by hand. Strict:
// the whole text must be the value, in the form cell_text() gives.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "table/result_table.h"

namespace tally::table {

struct Decimal {
  Int128 unscaled = 0;
  int scale = 0;  // digits behind the point, as written
};

// "-12.50", "0.5", "7". Not ".5", "007" or "+1" (a code may be spelt so, a number is not), no
// exponent, at most 38 digits.
std::optional<Decimal> parse_decimal(std::string_view text);

// "1e3", "-1.5E+10", ".5", "nan", "inf", "-inf"; not "007" (a code) nor "+1".
std::optional<double> parse_real(std::string_view text);

std::optional<int64_t> parse_date(std::string_view text);  // "2001-02-03" → days
std::optional<int64_t> parse_time(std::string_view text);  // "04:05[:06[.5]]" → micros
// "2001-02-03[( |T)04:05[:06[.5]][Z|+02[[:]30]]]" → micros; a date is its midnight. With a zone,
// the instant in UTC.
std::optional<int64_t> parse_timestamp(std::string_view text);

constexpr int64_t kMicrosPerDay = 86'400'000'000;
constexpr int64_t kInfiniteDays = 2'147'483'647;  // as the engine stores infinite dates
constexpr int64_t kInfiniteMicros = 9'223'372'036'854'775'807;

// Text under which two spellings are the same value: without outer spaces, in lower case (ASCII,
// Latin, Greek and Cyrillic letters; accents stay).
std::string folded_text(std::string_view text);

}  // namespace tally::table
