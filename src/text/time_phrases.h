#pragma once
// Phrases that place something in time, as typed candidates: spans of days, calendar parts without
// a year, and times counted from today.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "text/calendar.h"
#include "text/tokens.h"

namespace tally::text {

// Days [from, to); a side that is not there is open.
struct DaySpan {
  std::optional<Day> from, to;
  bool operator==(const DaySpan&) const = default;
};

// A part of every year or week: months 1–12, quarters 1–4, ISO weekdays 1–7.
enum class Part { month, quarter, weekday };

// A time counted from a day that the reader chooses.
struct Relative {
  enum class Kind {
    current,   // this year; count 0
    previous,  // last year: the whole unit before this one
    past,      // the past `count` units, up to and with today
    to_date,   // from the start of this unit to today
    ago,       // the one day `count` units back: "yesterday"
    whole      // the whole unit `count` units back, or ahead if negative: "two years ago"
  };
  // Which side of it is meant: "since last year", "before this month".
  enum class Side { within, from_start, from_end, to_start, to_end };
  // What it counts from: "the previous year" goes by a year named beside it, "last year" never
  // does, and "the year before" has to.
  enum class Anchor { today, named_or_today, named };
  Kind kind = Kind::previous;
  Unit unit = Unit::year;
  int count = 1;
  Side side = Side::within;
  Anchor anchor = Anchor::today;
  bool operator==(const Relative&) const = default;
};

// Why words that mean a time name no days.
enum class TimeTrouble {
  none,
  reversed,     // "from 2002 to 2001"
  two_ways,     // "05/03/2001": day or month first
  no_year,      // "on 3 May"
  no_such_day,  // "31 February 2001"
  vague,        // "early 2001", "last March"
  starting,     // "contracts starting in 2001": since then, or what starts then
};

struct TimePhrase {
  size_t first = 0, last = 0;  // tokens [first, last)
  // Exactly one of the three says something, or `trouble` does.
  std::vector<DaySpan> spans;
  std::optional<Part> part;
  std::vector<int> values;  // of the part
  std::optional<Relative> relative;
  Unit unit = Unit::day;                    // what was named: "2000 and 2001" are years
  bool weak = false;                        // could be an ordinary word or number: "may", "2001"
  bool compared = false;                    // "2000 versus 2001"
  TimeTrouble trouble = TimeTrouble::none;  // then it has no days
};

// Candidates that start at token `at`, the longest first. Reads years from 1800 to 2199.
std::vector<TimePhrase> time_phrases_at(std::span<const Token> tokens, size_t at);

// A relative time seen from `today`.
DaySpan resolve(const Relative& relative, Day today);

}  // namespace tally::text
