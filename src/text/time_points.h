#pragma once
// Single points of a time phrase: one year, quarter, month, day, weekday, or a relative time.
// Inner header of text/time_phrases: ranges and lists are built there.

#include <optional>
#include <span>
#include <vector>

#include "text/time_phrases.h"

namespace tally::text {

struct TimePoint {
  size_t last = 0;  // one past its last token
  Unit unit = Unit::year;
  std::optional<int> year;
  int index = 1;  // quarter 1–4, half 1–2, month 1–12
  int day = 1;    // unit day
  int count = 1;  // units it spans: "the 1990s", "first 3 months of 2001"
  std::optional<Relative> relative;
  TimeTrouble trouble = TimeTrouble::none;
  std::vector<int> weekdays;  // not empty: a weekday part
  bool weak = false;
};

std::optional<TimePoint> time_point_at(std::span<const Token> tokens, size_t at);

// Its days, taking `year` where it names none. Not for relatives and weekdays.
DaySpan span_of(const TimePoint& point, int year);

// The words of time by their folded spelling.
std::optional<int> month_of(std::string_view folded);
std::optional<int> weekday_of(std::string_view folded);  // ISO: 1 = Monday
// The first year of a decade in words; 0 where it can be of two centuries.
std::optional<int> decade_of(std::string_view folded);
std::optional<Unit> unit_of(std::string_view folded);  // "month", "months"

}  // namespace tally::text
