#pragma once
// A request with its names looked up, and cut into parts: one part a fact and time role, aggregated
// apart from the others.

#include <optional>
#include <string>
#include <vector>

#include "semantic/aggregates.h"
#include "semantic/calendar.h"
#include "semantic/model.h"
#include "semantic/request.h"

namespace tally::semantic {

// Internal errors of this code become NotExpressible at the compiler's border.
inline constexpr const char* kNotExpressible = "not_expressible";
Error not_expressible(std::string reason, std::string hint);

struct ResolvedField {
  const Dataset* dataset = nullptr;
  const Field* field = nullptr;
  std::string role;
  bool operator==(const ResolvedField&) const = default;
  std::string spoken_name() const;  // "ship customer address state"
};

// One column of the result that rows are grouped by.
struct GroupColumn {
  std::vector<size_t> groups;  // indexes into request.group_by that give it
  std::optional<ResolvedField> field;
  Grain part = Grain::year;  // without a field
  std::string name;          // in the output; unique
};

struct UsedMetric {
  const Metric* metric = nullptr;
  std::string name;               // the metric's, or the part's
  std::optional<size_t> of_part;  // index into request.parts: only these rows and days
  MetricShape shape;
  std::vector<size_t> parts;  // beside shape.aggregates: the part that computes each …
  std::vector<size_t> slots;  // … and which of the part's aggregates it is
};

struct Part {
  const Dataset* fact = nullptr;
  const TimeRole* time = nullptr;  // null: no time, or not needed
  const Metric* metric = nullptr;  // the first that needs this part, for messages
  std::vector<const Aggregate*> aggregates;
  std::vector<std::optional<size_t>> of_parts;  // beside aggregates: UsedMetric::of_part
  std::vector<std::string> names;  // beside aggregates: column names where parts are joined
  std::string name;                // of the part, where parts are joined
};

struct Plan {
  const Model* model = nullptr;
  const MetricRequest* request = nullptr;
  std::vector<GroupColumn> groups;
  std::vector<ResolvedField> filters;                    // beside request->filters
  std::vector<std::vector<ResolvedField>> part_filters;  // beside request->parts[i].filters
  // Those asked for, in their order, then those that only having, order or calculations need.
  std::vector<UsedMetric> metrics;
  std::vector<Part> parts;
  // The request's, begun earlier where a change needs the period before: then only what lies from
  // `asked_from` on is shown.
  std::vector<TimeRange> times;
  std::string asked_from;

  const UsedMetric& metric(std::string_view name) const;
  bool uses_time() const;  // a grain, a range or a part of the calendar
  // Is there something to work out from the grouped rows?
  bool goes_further() const;
  // The columns of a group_by entry, as indexes into groups.
  std::vector<size_t> columns_of(size_t group) const;
};

// Errors: `user` for names the model does not have; kNotExpressible for what it cannot combine.
Result<Plan> make_plan(const Model& model, const MetricRequest& request);

// The way from a fact to a field's dataset. A field of the dataset that gives the fact its dates is
// that of the time role in use. `only_way` is set if the role does not exist for this fact and
// there is but one way: that one is meant. Errors carry Model::path()'s codes.
Result<Path> way_to(const Model& model, const Dataset& fact, const TimeRole* time,
                    const Dataset& target, const std::string& role, bool* only_way = nullptr);

// The time role that a metric's part has: the request's, else the metric's, else the fact's
// default.
const TimeRole* time_role_of(const Dataset& fact, const Metric& metric,
                             const MetricRequest& request);

// "customer address state is not available for web sales", with what is.
Error unavailable(const Model& model, const Part& part, const ResolvedField& field,
                  const Error& cause);

}  // namespace tally::semantic
