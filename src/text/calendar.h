#pragma once
// Days of the Gregorian calendar, without clocks or zones.

#include <optional>
#include <string>
#include <string_view>

namespace tally::text {

struct Day {
  int year = 0, month = 1, day = 1;
  auto operator<=>(const Day&) const = default;
};

enum class Unit { day, week, month, quarter, half, year };

bool is_valid(Day day);
int days_in_month(int year, int month);

std::string iso(Day day);  // "2001-02-03"
// The first ten characters of an ISO date or timestamp.
std::optional<Day> parse_iso(std::string_view text);

// Days since 1970-01-01 and back (H. Hinnant, "chrono-compatible low-level date algorithms").
long day_number(Day day);
Day day_from_number(long number);

int weekday(Day day);  // ISO: 1 = Monday … 7 = Sunday

// First day of the unit that holds `day`; weeks start on Monday.
Day start_of(Day day, Unit unit);
// `day` moved by whole units; a day that the month lacks becomes its last one.
Day plus(Day day, Unit unit, int count);

}  // namespace tally::text
