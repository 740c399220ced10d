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

struct Order {
  std::variant<size_t, std::string> by;  // index into group_by, or a metric's name
  bool descending = true;
  bool operator==(const Order&) const = default;
};

struct MetricRequest {
  std::vector<std::string> metrics;  // one or more
  std::vector<GroupBy> group_by;
  std::vector<Filter> filters;
  std::vector<MetricFilter> having;
  std::vector<TimeRange> time;  // any of them; empty: all days
  std::vector<TimePart> time_parts;
  std::string time_role;  // TimeRole::name; empty: each metric's own default
  std::vector<Order> order;
  std::optional<uint64_t> limit;
  bool operator==(const MetricRequest&) const = default;
};

// JSON, both ways. The reader is strict: unknown keys, wrong types and unknown words are errors
// that name the key path ("filters[1].op: …") and what is allowed.
//   {"metrics": ["revenue"], "group_by": [{"field": "product.category"}, {"grain": "month"}],
//    "filters": [{"field": "address.city", "role": "shipping", "op": "=", "values": ["Oslo"]}],
//    "having": [{"metric": "revenue", "op": ">", "values": [1000]}],
//    "time": [{"from": "2001-01-01", "to": "2002-01-01"}],
//    "time_parts": [{"part": "month_of_year", "values": [12]}], "time_role": "shipped",
//    "order": [{"metric": "revenue", "direction": "desc"}, {"group": 0, "direction": "asc"}],
//    "limit": 10}
// ops: = != < <= > >= in not_in between not_between like not_like is_null is_not_null
Result<MetricRequest> parse_request(std::string_view json);
std::string to_json(const MetricRequest& request);
std::string_view request_schema();  // JSON Schema, draft 2020-12

const char* grain_name(Grain grain);
const char* op_text(FilterOp op);

}  // namespace tally::semantic
