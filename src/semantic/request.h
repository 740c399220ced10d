#pragma once
// The metric request: what the compiler takes, and what a route fills. Published as JSON Schema
// (`tally request --schema`), run by `tally request FILE`.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tally::semantic {

// A field of the model, and which way to it ("ship" address rather than the default one).
struct FieldRef {
  std::string dataset, field;
  std::string role;  // Relationship::role; empty: the default way
  bool operator==(const FieldRef&) const = default;
};

// Calendar grains. year … day place rows on the time line; the *_of_* ones fold years together.
// Columns a grain gives: year → year; quarter → year, quarter; month → year, month;
// week → week (its Monday); day → day; the folded ones → one integer column
// (weekday: ISO 1 = Monday).
enum class Grain { year, quarter, month, week, day, quarter_of_year, month_of_year, weekday };

struct GroupBy {
  std::variant<FieldRef, Grain> by;
  bool operator==(const GroupBy&) const = default;
};

// A literal with its kind kept, so that 2001 and '2001' differ.
struct Value {
  enum class Kind { text, number, boolean, date };
  Kind kind = Kind::text;
  std::string text;  // number: digits as written; date: ISO 8601
  bool operator==(const Value&) const = default;
};

enum class FilterOp {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in,
  between,
  not_between,
  like,
  not_like,
  is_null,
  is_not_null
};

struct Filter {
  FieldRef field;
  FilterOp op = FilterOp::equal;
  std::vector<Value> values;  // one; between: two; in: one or more; is_null: none
  bool operator==(const Filter&) const = default;
};

// A condition on a metric's value per group ("states with sales above a million").
struct MetricFilter {
  std::string metric;
  FilterOp op = FilterOp::greater;
  std::vector<Value> values;  // numbers
  bool operator==(const MetricFilter&) const = default;
};

// Days [from, to): ISO dates, `to` exclusive; an empty side is open.
struct TimeRange {
  std::string from, to;
  bool operator==(const TimeRange&) const = default;
};

// A calendar part without a year: "in December", "on weekends".
struct TimePart {
  Grain part = Grain::month_of_year;  // one of the folded grains
  std::vector<int> values;
  bool operator==(const TimePart&) const = default;
};

// A metric over part of what the request asks about: "tickets that are urgent", "revenue of 2023".
// Named, so that calculations, having and order can speak of it.
struct MetricPart {
  std::string name, metric;
  std::vector<Filter> filters;
  std::vector<TimeRange> time;
  std::vector<TimePart> time_parts;
  bool operator==(const MetricPart&) const = default;
};

// A column worked out from the columns of the result.
//   share          100 × of ÷ its sum over all rows (of the same groups `within`)
//   percent, ratio, difference, growth   of two columns: 100 × of ÷ to, of ÷ to, of − to,
//                  100 × (of − to) ÷ to
//   change, change_percent   of − what it was `back` periods before, and that as a percentage
//   running_total, year_to_date   its sum up to the row's period; the second begins anew each year
// The periods are those of the one grain that is grouped by; other groups are gone through apart.
struct Calculation {
  enum class Kind {
    share,
    percent,
    ratio,
    difference,
    growth,
    change,
    change_percent,
    running_total,
    year_to_date
  };
  Kind kind = Kind::share;
  std::string of, to;          // metrics or parts; `to` of the kinds that take two
  std::vector<size_t> within;  // share: indexes into group_by
  int back = 1;                // change: how many periods
  bool operator==(const Calculation&) const = default;
};

// The rows of the result taken together: "average monthly revenue", "how many customers with …".
struct Summary {
  enum class Aggregate { count, sum, average, median, minimum, maximum };
  Aggregate aggregate = Aggregate::average;
  std::vector<size_t> over;  // indexes into group_by: these groups are folded, the others stay
  bool operator==(const Summary&) const = default;
};

struct Order {
  // Index into group_by, or the name of a metric, part or calculation.
  std::variant<size_t, std::string> by;
  bool descending = true;
  bool operator==(const Order&) const = default;
};

struct MetricRequest {
  std::vector<std::string> metrics;  // one or more; may be none beside calculations
  std::vector<GroupBy> group_by;
  std::vector<Filter> filters;
  std::vector<MetricFilter> having;
  std::vector<TimeRange> time;  // any of them; empty: all days
  std::vector<TimePart> time_parts;
  std::string time_role;  // TimeRole::name; empty: each metric's own default
  std::vector<Order> order;
  std::optional<uint64_t> limit;
  std::vector<size_t>
      limit_within;  // groups of which each has `limit` rows: "top 3 of each region"
  std::vector<MetricPart> parts;
  std::vector<Calculation> calculations;
  std::optional<Summary> summary;
  bool operator==(const MetricRequest&) const = default;
};

// JSON, both ways. The reader is strict: unknown keys, wrong types and unknown words are errors
// that name the key path ("filters[1].op: …") and what is allowed.
//   {"metrics": ["revenue"], "group_by": [{"field": "product.category"}, {"grain": "month"}],
//    "filters": [{"field": "address.city", "role": "shipping", "op": "=", "values": ["Lima"]}],
//    "having": [{"metric": "revenue", "op": ">", "values": [1000]}],
//    "time": [{"from": "2001-01-01", "to": "2002-01-01"}],
//    "time_parts": [{"part": "month_of_year", "values": [12]}], "time_role": "shipped",
//    "order": [{"metric": "revenue", "direction": "desc"}, {"group": 0, "direction": "asc"}],
//    "limit": 10, "limit_within": [0],
//    "parts": [{"name": "revenue online", "metric": "revenue", "filters": […], "time": […]}],
//    "calculations": [{"kind": "percent", "of": "revenue online", "to": "revenue"}],
//    "summary": {"aggregate": "average", "over": [1]}}
// ops: = != < <= > >= in not_in between not_between like not_like is_null is_not_null
Result<MetricRequest> parse_request(std::string_view json);
std::string to_json(const MetricRequest& request);
std::string_view request_schema();  // JSON Schema, draft 2020-12

const char* grain_name(Grain grain);
const char* op_text(FilterOp op);
const char* calculation_name(Calculation::Kind kind);
const char* summary_name(Summary::Aggregate aggregate);

// Does it compare two columns, or go through periods?
bool takes_two(Calculation::Kind kind);
bool is_over_periods(Calculation::Kind kind);

// What a calculation's column is called: "revenue_share", "urgent_percent", of a change over
// several periods "revenue_change_over_12".
std::string calculation_column(const Calculation& calculation);

}  // namespace tally::semantic
