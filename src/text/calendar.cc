#include "text/calendar.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tally::text {

int days_in_month(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<size_t>(month - 1)];
}

bool is_valid(Day day) {
  return day.year >= 1 && day.year <= 9999 && day.month >= 1 && day.month <= 12 && day.day >= 1 &&
         day.day <= days_in_month(day.year, day.month);
}

std::string iso(Day day) {
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%04d-%02d-%02d", day.year, day.month, day.day);
  return buffer.data();
}

std::optional<Day> parse_iso(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  auto number = [&](size_t from, size_t count) {
    int value = 0;
    for (size_t i = from; i < from + count; ++i) {
      if (text[i] < '0' || text[i] > '9') return -1;
      value = value * 10 + (text[i] - '0');
    }
    return value;
  };
  Day day{number(0, 4), number(5, 2), number(8, 2)};
  if (!is_valid(day)) return std::nullopt;
  return day;
}

long day_number(Day day) {
  long y = day.month <= 2 ? day.year - 1 : day.year;
  long era = (y >= 0 ? y : y - 399) / 400;
  long year_of_era = y - era * 400;
  long day_of_year = (153 * (day.month + (day.month > 2 ? -3 : 9)) + 2) / 5 + day.day - 1;
  long day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

Day day_from_number(long number) {
  number += 719468;
  long era = (number >= 0 ? number : number - 146096) / 146097;
  long day_of_era = number - era * 146097;
  long year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  long shifted_month = (5 * day_of_year + 2) / 153;
  Day day;
  day.day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  day.month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  day.year = static_cast<int>(year_of_era + era * 400 + (day.month <= 2 ? 1 : 0));
  return day;
}

int weekday(Day day) {
  long number = day_number(day) + 3;  // 1970-01-01 was a Thursday
  return static_cast<int>(((number % 7) + 7) % 7) + 1;
}

Day start_of(Day day, Unit unit) {
  switch (unit) {
    case Unit::day:
      return day;
    case Unit::week:
      return day_from_number(day_number(day) - (weekday(day) - 1));
    case Unit::month:
      return {day.year, day.month, 1};
    case Unit::quarter:
      return {day.year, (day.month - 1) / 3 * 3 + 1, 1};
    case Unit::half:
      return {day.year, day.month <= 6 ? 1 : 7, 1};
    case Unit::year:
      return {day.year, 1, 1};
  }
  return day;
}

Day plus(Day day, Unit unit, int count) {
  switch (unit) {
    case Unit::day:
      return day_from_number(day_number(day) + count);
    case Unit::week:
      return day_from_number(day_number(day) + 7L * count);
    default:
      break;
  }
  int months = unit == Unit::month ? 1 : unit == Unit::quarter ? 3 : unit == Unit::half ? 6 : 12;
  int total = day.year * 12 + (day.month - 1) + months * count;
  Day moved{total / 12, total % 12 + 1, 1};
  moved.day = std::min(day.day, days_in_month(moved.year, moved.month));
  return moved;
}

}  // namespace tally::text
