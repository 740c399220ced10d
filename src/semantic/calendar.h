#pragma once
// Time in SQL: grains, ranges and parts of the calendar over one date or timestamp expression.

#include <string>
#include <string_view>
#include <vector>

#include "semantic/model.h"
#include "semantic/request.h"
#include "text/calendar.h"

namespace tally::semantic {

// ISO 8601 "2001-12-31" that is a day; with `allow_time` also "2001-12-31 23:59:59.5" (or with T).
bool is_iso_date(std::string_view text);
bool is_iso_datetime(std::string_view text);

// Columns a grain gives, each itself a grain: quarter → year, quarter_of_year. Their output names.
struct GrainColumn {
  Grain part;
  std::string name;
};
std::vector<GrainColumn> grain_columns(Grain grain);

// One such column. `type` is that of the time field.
sql::Expression grain_expression(Grain part, const sql::Expression& time, DataType type);

// The day of a time field: the field itself if it is a date.
sql::Expression day_of(sql::Expression time, DataType type);

// The step of time that a grain goes by; of parts of a year, the year.
text::Unit unit_of(Grain grain);
// The grain whose periods are such a step; of a half year, the quarter.
Grain grain_of(text::Unit unit);
// Is it the first day of a year, quarter, … of the civil calendar? (An empty text is not.)
bool begins_period(std::string_view iso, Grain grain);
// The first day of the period that is so many before the one that begins with `iso`.
std::string periods_before(std::string_view iso, Grain grain, int back);

// Errors `user`: no dates, dates in the wrong order, parts that no calendar has.
Result<void> check_times(const MetricRequest& request);
sql::Expression in_ranges(const std::vector<TimeRange>& ranges, const sql::Expression& time);
// `value` is the part of the day in question: grain_expression() or the calendar's own column.
sql::Expression in_part(const TimePart& part, sql::Expression value);

}  // namespace tally::semantic
