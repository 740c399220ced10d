#include "semantic/calendar.h"

#include <fmt/format.h>

#include <charconv>

#include "semantic/request_words.h"

namespace tally::semantic {
namespace {

using sql::BinaryOp;
using sql::Expression;

// Digits of `text` from `start` as a number; -1 if they are not all digits.
int digits(std::string_view text, size_t start, size_t count) {
  int value = 0;
  for (size_t i = start; i < start + count; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

Expression extract(const char* part, Expression time) {
  return {sql::Extract{part, std::move(time)}, {}};
}

Expression as_date(Expression time) {
  return {sql::Cast{std::move(time), "DATE", false}, {}};
}

std::pair<int, int> part_bounds(Grain part) {
  return {1, part == Grain::quarter_of_year ? 4 : part == Grain::weekday ? 7 : 12};
}

Result<void> check_range(const TimeRange& range) {
  if (range.from.empty() && range.to.empty()) {
    return user_error("a time range has neither from nor to", "give one of them, as in 2001-01-01");
  }
  for (const std::string* day : {&range.from, &range.to}) {
    if (day->empty() || is_iso_date(*day)) continue;
    return user_error(fmt::format("\"{}\" is not a day", *day), "write it as in 2001-12-31");
  }
  if (range.from.empty() || range.to.empty() || range.from < range.to) return {};
  return user_error(fmt::format("the time from {} to {} has no day", range.from, range.to),
                    "\"to\" is the first day after it");
}

Result<void> check_days(const std::vector<TimeRange>& ranges, const std::vector<TimePart>& parts) {
  for (const auto& range : ranges) TALLY_CHECK(check_range(range));
  for (const auto& part : parts) {
    const char* name = grain_name(part.part);
    if (!is_folded(part.part)) {
      return user_error(fmt::format("\"{}\" is no part of the calendar", name),
                        "use quarter_of_year, month_of_year or weekday");
    }
    if (part.values.empty()) return user_error(fmt::format("{} has no values", name), "name some");
    auto [first, last] = part_bounds(part.part);
    for (int value : part.values) {
      if (value >= first && value <= last) continue;
      return user_error(fmt::format("{} {} does not exist", name, value),
                        fmt::format("it goes from {} to {}", first, last));
    }
  }
  return {};
}

}  // namespace

text::Unit unit_of(Grain grain) {
  switch (grain) {
    case Grain::quarter:
      return text::Unit::quarter;
    case Grain::month:
      return text::Unit::month;
    case Grain::week:
      return text::Unit::week;
    case Grain::day:
      return text::Unit::day;
    default:
      return text::Unit::year;
  }
}

Grain grain_of(text::Unit unit) {
  switch (unit) {
    case text::Unit::year:
      return Grain::year;
    case text::Unit::half:
    case text::Unit::quarter:
      return Grain::quarter;
    case text::Unit::month:
      return Grain::month;
    case text::Unit::week:
      return Grain::week;
    case text::Unit::day:
      break;
  }
  return Grain::day;
}

bool is_iso_date(std::string_view text) {
  return text.size() == 10 && text::parse_iso(text).has_value();
}

bool is_iso_datetime(std::string_view text) {
  if (is_iso_date(text)) return true;
  bool shaped = text.size() >= 16 && is_iso_date(text.substr(0, 10)) &&
                (text[10] == ' ' || text[10] == 'T') && text[13] == ':';
  int hour = digits(text, 11, 2), minute = digits(text, 14, 2);
  if (!shaped || hour < 0 || hour > 23 || minute < 0 || minute > 59) return false;
  if (text.size() == 16) return true;
  int second = digits(text, 17, 2);
  if (text[16] != ':' || second < 0 || second > 59) return false;
  size_t fraction = text.size() - 19;
  return fraction == 0 ||
         (fraction > 1 && fraction <= 7 && text[19] == '.' && digits(text, 20, fraction - 1) >= 0);
}

std::vector<GrainColumn> grain_columns(Grain grain) {
  switch (grain) {
    case Grain::quarter:
      return {{Grain::year, "year"}, {Grain::quarter_of_year, "quarter"}};
    case Grain::month:
      return {{Grain::year, "year"}, {Grain::month_of_year, "month"}};
    default:
      return {{grain, grain_name(grain)}};
  }
}

Expression grain_expression(Grain part, const Expression& time, DataType type) {
  switch (part) {
    case Grain::year:
      return extract("year", time);
    case Grain::quarter:
    case Grain::quarter_of_year:
      return extract("quarter", time);
    case Grain::month:
    case Grain::month_of_year:
      return extract("month", time);
    case Grain::weekday:
      return extract("isodow", time);
    case Grain::week:
      return as_date(sql::call("date_trunc", {sql::text_literal("week"), time}));
    case Grain::day:
      break;
  }
  return day_of(time, type);
}

Expression day_of(Expression time, DataType type) {
  return type == DataType::date ? std::move(time) : as_date(std::move(time));
}

bool begins_period(std::string_view iso, Grain grain) {
  auto day = text::parse_iso(iso);
  return day && text::start_of(*day, unit_of(grain)) == *day;
}

std::string periods_before(std::string_view iso, Grain grain, int back) {
  auto day = text::parse_iso(iso);
  return day ? text::iso(text::plus(*day, unit_of(grain), -back)) : std::string(iso);
}

Result<void> check_times(const MetricRequest& request) {
  TALLY_CHECK(check_days(request.time, request.time_parts));
  for (const auto& part : request.parts) TALLY_CHECK(check_days(part.time, part.time_parts));
  return {};
}

Expression in_ranges(const std::vector<TimeRange>& ranges, const Expression& time) {
  std::optional<Expression> any;
  for (const auto& range : ranges) {
    std::optional<Expression> both;
    if (!range.from.empty()) {
      both = sql::binary(BinaryOp::greater_equal, time, sql::date_literal(range.from));
    }
    if (!range.to.empty()) {
      Expression before = sql::binary(BinaryOp::less, time, sql::date_literal(range.to));
      both = both ? sql::binary(BinaryOp::logical_and, *std::move(both), std::move(before))
                  : std::move(before);
    }
    any = any ? sql::binary(BinaryOp::logical_or, *std::move(any), *std::move(both))
              : *std::move(both);
  }
  return *std::move(any);
}

Expression in_part(const TimePart& part, Expression value) {
  if (part.values.size() == 1) {
    return sql::binary(BinaryOp::equal, std::move(value),
                       sql::number_literal(std::to_string(part.values[0])));
  }
  sql::InList in;
  in.operand = std::move(value);
  for (int number : part.values) in.items.push_back(sql::number_literal(std::to_string(number)));
  return {std::move(in), {}};
}

}  // namespace tally::semantic
