#include "table/cell_values.h"

#include <array>
#include <charconv>
#include <limits>

namespace tally::table {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes exactly `count` digits off the front.
std::optional<int64_t> take_digits(std::string_view& text, size_t count) {
  if (text.size() < count) return std::nullopt;
  int64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool is_leap(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int64_t days_in_month(int64_t year, int64_t month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[static_cast<size_t>(month - 1)];
}

// Day number of a proleptic Gregorian date (H. Hinnant, days_from_civil); year ≥ 0.
int64_t days_from_civil(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2 ? 1 : 0;
  int64_t era = (year >= 0 ? year : year - 399) / 400;
  int64_t year_of_era = year - era * 400;
  int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

std::optional<int64_t> take_date(std::string_view& text) {
  auto year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  auto month = take_digits(text, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, '-')) return std::nullopt;
  auto day = take_digits(text, 2);
  if (!day || *day < 1 || *day > days_in_month(*year, *month)) return std::nullopt;
  return days_from_civil(*year, *month, *day);
}

std::optional<int64_t> take_time(std::string_view& text) {
  auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  auto minute = take_digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  int64_t seconds = *hour * 3600 + *minute * 60;
  if (!take(text, ':')) return seconds * 1'000'000;
  auto second = take_digits(text, 2);
  if (!second || *second > 59) return std::nullopt;
  int64_t micros = (seconds + *second) * 1'000'000;
  if (!take(text, '.')) return micros;
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  for (int64_t unit = 100'000; unit > 0 && !text.empty() && is_digit(text.front()); unit /= 10) {
    micros += (text.front() - '0') * unit;
    text.remove_prefix(1);
  }
  return micros;
}

// "Z", "+02", "-05:30", "+0530" behind a time of day: how far ahead of UTC it is. Takes all of it.
std::optional<int64_t> take_zone(std::string_view& text) {
  if (take(text, 'Z')) return 0;
  bool west = !text.empty() && text.front() == '-';
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  auto hours = take_digits(text, 2);
  if (!hours || *hours > 15) return std::nullopt;  // the engine's own bound
  int64_t minutes = *hours * 60;
  if (!text.empty()) {
    take(text, ':');
    auto rest = take_digits(text, 2);
    if (!rest || *rest > 59) return std::nullopt;
    minutes += *rest;
  }
  return (west ? -minutes : minutes) * 60'000'000;
}

// Lower case of one letter of two UTF-8 bytes; 0: not an upper-case letter we know.
unsigned lower_two_bytes(unsigned point) {
  if (point >= 0xc0 && point <= 0xde && point != 0xd7) return point + 0x20;  // Latin-1
  bool odd_upper = (point >= 0x139 && point <= 0x148) || (point >= 0x179 && point <= 0x17e);
  if (odd_upper) return point % 2 == 1 ? point + 1 : 0;
  if (point == 0x130 || point == 0x131 || point == 0x178) return 0;  // dotted İ, dotless ı, Ÿ
  if (point >= 0x100 && point <= 0x177) return point % 2 == 0 ? point + 1 : 0;
  if (point >= 0x391 && point <= 0x3a9 && point != 0x3a2) return point + 0x20;  // Greek
  if (point >= 0x410 && point <= 0x42f) return point + 0x20;                    // Cyrillic
  if (point >= 0x400 && point <= 0x40f) return point + 0x50;
  return 0;
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  bool negative = take(text, '-');
  size_t point = text.find('.');
  std::string_view whole = text.substr(0, point);
  std::string_view fraction = point == text.npos ? "" : text.substr(point + 1);
  bool empty_part = whole.empty() || (point != text.npos && fraction.empty());
  if (empty_part || (whole.size() > 1 && whole.front() == '0')) return std::nullopt;
  if (whole.size() + fraction.size() > 38) return std::nullopt;
  Decimal decimal{0, static_cast<int>(fraction.size())};
  for (std::string_view part : {whole, fraction})
    for (char c : part) {
      if (!is_digit(c)) return std::nullopt;
      decimal.unscaled = decimal.unscaled * 10 + (c - '0');
    }
  if (negative) decimal.unscaled = -decimal.unscaled;
  return decimal;
}

std::optional<int64_t> parse_date(std::string_view text) {
  auto days = take_date(text);
  return text.empty() ? days : std::nullopt;
}

std::optional<int64_t> parse_time(std::string_view text) {
  auto micros = take_time(text);
  return text.empty() ? micros : std::nullopt;
}

std::optional<int64_t> parse_timestamp(std::string_view text) {
  auto days = take_date(text);
  if (!days) return std::nullopt;
  int64_t midnight = *days * kMicrosPerDay;
  if (text.empty()) return midnight;
  if (!take(text, ' ') && !take(text, 'T')) return std::nullopt;
  auto micros = take_time(text);
  if (!micros) return std::nullopt;
  auto ahead = text.empty() ? std::optional<int64_t>(0) : take_zone(text);
  if (!ahead || !text.empty()) return std::nullopt;
  return midnight + *micros - *ahead;
}

std::optional<double> parse_real(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits == "inf") return digits.size() == text.size() ? kInfinity : -kInfinity;
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  bool is_code = digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
  bool is_number = !text.empty() && text.find_first_not_of("0123456789+-.eE") == text.npos;
  if (is_code || !is_number) return std::nullopt;
  double value = 0;
  auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string folded_text(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\f\v";
  size_t first = text.find_first_not_of(kSpaces);
  if (first == text.npos) return {};
  std::string out(text.substr(first, text.find_last_not_of(kSpaces) - first + 1));
  for (size_t i = 0; i < out.size(); ++i) {
    auto byte = static_cast<unsigned char>(out[i]);
    if (byte >= 'A' && byte <= 'Z') out[i] = static_cast<char>(byte + ('a' - 'A'));
    if (byte < 0xc3 || byte > 0xdf || i + 1 == out.size()) continue;
    auto next = static_cast<unsigned char>(out[i + 1]);
    unsigned lower = lower_two_bytes((byte & 0x1fu) << 6 | (next & 0x3fu));
    if (lower == 0) continue;
    out[i] = static_cast<char>(0xc0 | lower >> 6);
    out[++i] = static_cast<char>(0x80 | (lower & 0x3f));
  }
  return out;
}

}  // namespace tally::table
