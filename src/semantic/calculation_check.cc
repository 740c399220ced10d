#include "semantic/calculation_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/calendar.h"
#include "semantic/contradiction.h"
#include "semantic/names.h"
#include "semantic/request_words.h"

namespace tally::semantic {
namespace {

using Kind = Calculation::Kind;
using sql::BinaryOp;
using sql::Expression;

bool is_number(const Expression& expression) {
  const auto* literal = std::get_if<sql::Literal>(&expression.node);
  return literal && literal->kind == sql::Literal::Kind::number;
}

// Do the values of several groups add up to the value of all of them? Sums and counts of rows do,
// and what is added up of them; a ratio does not, nor a count of distinct things.
bool adds_up(const UsedMetric& used, const Expression& expression) {
  if (const auto* call = std::get_if<sql::Call>(&expression.node)) {
    std::string name = call_name(*call);
    if (call->distinct || (name != "sum" && name != "count")) return false;
    return std::any_of(used.shape.aggregates.begin(), used.shape.aggregates.end(),
                       [&](const Aggregate& aggregate) {
                         return *aggregate.expression == expression && !aggregate.entity;
                       });
  }
  if (const auto* unary = std::get_if<sql::Unary>(&expression.node))
    return adds_up(used, *unary->operand);
  const auto* binary = std::get_if<sql::Binary>(&expression.node);
  if (!binary) return false;
  const Expression &left = *binary->left, &right = *binary->right;
  switch (binary->op) {
    case BinaryOp::add:
    case BinaryOp::subtract:
      return adds_up(used, left) && adds_up(used, right);
    case BinaryOp::multiply:
      return (adds_up(used, left) && is_number(right)) || (is_number(left) && adds_up(used, right));
    case BinaryOp::divide:
      return adds_up(used, left) && is_number(right);
    default:
      return false;
  }
}

class Check {
 public:
  explicit Check(const Plan& plan) : plan_(plan), request_(*plan.request) {}

  Result<void> run() const {
    for (size_t i = 0; i < request_.parts.size(); ++i) {
      TALLY_CHECK(check_part(request_.parts[i]));
      TALLY_CHECK(check_part_filters(i));
    }
    for (size_t i = 0; i < request_.calculations.size(); ++i) {
      const Calculation& made = request_.calculations[i];
      std::string path = fmt::format("calculations[{}]", i);
      TALLY_CHECK(check_name(i, path));
      TALLY_CHECK(check_indexes(made.within, path + ".within"));
      TALLY_CHECK(check(made));
    }
    TALLY_CHECK(check_indexes(request_.limit_within, "limit_within"));
    if (!request_.limit_within.empty() && !request_.limit)
      return user_error("limit_within: there is no limit", "say how many rows each group has");
    return request_.summary ? check_summary() : Result<void>();
  }

 private:
  Result<void> check_indexes(const std::vector<size_t>& indexes, const std::string& path) const {
    for (size_t index : indexes) {
      if (index < request_.group_by.size()) continue;
      return user_error(fmt::format("{}: there is no group {}", path, index),
                        request_.group_by.empty()
                            ? "the request has no group_by"
                            : fmt::format("the last one is {}", request_.group_by.size() - 1));
    }
    return {};
  }

  Result<void> check_name(size_t index, const std::string& path) const {
    std::string name = calculation_column(request_.calculations[index]);
    auto is_it = [&](const Calculation& other) {
      return same_name(calculation_column(other), name);
    };
    auto first = std::find_if(request_.calculations.begin(), request_.calculations.end(), is_it);
    bool taken = static_cast<size_t>(first - request_.calculations.begin()) < index ||
                 std::any_of(
                     plan_.metrics.begin(), plan_.metrics.end(),
                     [&](const UsedMetric& used) { return same_name(used.name, name); }) ||
                 std::any_of(
                     plan_.groups.begin(), plan_.groups.end(),
                     [&](const GroupColumn& column) { return same_name(column.name, name); });
    if (!taken) return {};
    return user_error(fmt::format("{}: its column would be the second \"{}\"", path, name),
                      "once will do; a part gives another name");
  }

  Result<void> check(const Calculation& made) const {
    if (made.kind == Kind::share && plan_.groups.empty())
      return not_expressible("a share of a total needs groups that make it up",
                             "group by something, or use percent with a part");
    if (made.kind == Kind::share || made.kind == Kind::running_total ||
        made.kind == Kind::year_to_date)
      TALLY_CHECK(check_sum(plan_.metric(made.of)));
    return is_over_periods(made.kind) ? check_periods(made.kind) : Result<void>();
  }

  Result<void> check_sum(const UsedMetric& used) const {
    if (adds_up(used, used.metric->expression)) return {};
    return not_expressible(
        fmt::format("{} of several groups does not add up to that of all of them",
                    spoken(used.name)),
        "shares and running totals are of sums and counts of rows");
  }

  Result<void> check_periods(Kind kind) const {
    auto grain = period_grain(request_);
    if (!grain)
      return not_expressible("there is no one sequence of periods to go through",
                             "group by one of: year, quarter, month, week or day");
    if (kind == Kind::year_to_date && (*grain == Grain::year || *grain == Grain::week))
      return not_expressible("a year to date is made of quarters, months or days",
                             "group by one of them");
    return check_sequence(kind, *grain);
  }

  // Where periods are missing from what is asked about, the one before is not there to be read.
  Result<void> check_sequence(Kind kind, Grain grain) const {
    if (!request_.time_parts.empty() || request_.time.size() > 1)
      return not_expressible("periods are gone through without a gap, and some are left out here",
                             "ask for one range of time");
    if (request_.time.empty() || request_.time[0].from.empty()) return {};
    const std::string& from = request_.time[0].from;
    if (kind == Kind::year_to_date && !begins_period(from, Grain::year))
      return not_expressible("a year to date begins with the year, and the time asked for does not",
                             "ask for whole years");
    if (kind != Kind::running_total && !begins_period(from, grain))
      return not_expressible("the first period is cut, and a change from it would be none",
                             "begin with a whole period");
    return {};
  }

  // A part of other days than the request is about has no rows, whatever happened on them.
  Result<void> check_part(const MetricPart& part) const {
    auto overlap = [](const TimeRange& a, const TimeRange& b) {
      return (a.to.empty() || b.from.empty() || b.from < a.to) &&
             (b.to.empty() || a.from.empty() || a.from < b.to);
    };
    for (const TimeRange& range : part.time) {
      bool inside = request_.time.empty() ||
                    std::any_of(request_.time.begin(), request_.time.end(),
                                [&](const TimeRange& whole) { return overlap(range, whole); });
      if (!inside)
        return user_error(
            fmt::format("part \"{}\" is of {} to {}, which the request's time leaves out",
                        part.name, range.from, range.to),
            "let the request's time hold those of its parts");
    }
    return {};
  }

  // A part of other rows than the request is about has none either.
  Result<void> check_part_filters(size_t index) const {
    const MetricPart& part = request_.parts[index];
    auto left_out = [&](const std::string& what) {
      return user_error(fmt::format("part \"{}\" asks for another {} than the request: no row is "
                                    "of both",
                                    part.name, what),
                        "let the request's filters hold those of its parts");
    };
    for (size_t i = 0; i < part.filters.size(); ++i)
      for (size_t j = 0; j < request_.filters.size(); ++j) {
        const ResolvedField& field = plan_.part_filters[index][i];
        if (field == plan_.filters[j] && !may_both_hold(part.filters[i], request_.filters[j]))
          return left_out(field.spoken_name());
      }
    for (const TimePart& days : part.time_parts)
      for (const TimePart& whole : request_.time_parts)
        if (!may_both_hold(days, whole)) return left_out(spoken(grain_name(days.part)));
    return {};
  }

  Result<void> check_summary() const {
    TALLY_CHECK(check_indexes(request_.summary->over, "summary.over"));
    const auto& over = request_.summary->over;
    for (const auto& order : request_.order) {
      const auto* group = std::get_if<size_t>(&order.by);
      if (!group || std::find(over.begin(), over.end(), *group) == over.end()) continue;
      return user_error(fmt::format("order: group {} is taken together by the summary", *group),
                        "order by a group that stays");
    }
    if (request_.limit_within.empty()) return {};
    return user_error("limit_within and summary do not go together", "leave one of them out");
  }

  const Plan& plan_;
  const MetricRequest& request_;
};

}  // namespace

std::optional<Grain> period_grain(const MetricRequest& request) {
  std::optional<Grain> found;
  for (const auto& group : request.group_by) {
    const auto* grain = std::get_if<Grain>(&group.by);
    if (!grain) continue;
    if (found || is_folded(*grain)) return std::nullopt;
    found = *grain;
  }
  return found;
}

Result<void> check_calculations(const Plan& plan) {
  return Check(plan).run();
}

void begin_earlier(Plan& plan) {
  plan.times = plan.request->time;
  int back = 0;
  for (const auto& made : plan.request->calculations)
    if (made.kind == Kind::change || made.kind == Kind::change_percent)
      back = std::max(back, made.back);
  auto grain = period_grain(*plan.request);
  // Several facts are each on their own; a period cut in half would be compared with a whole one.
  bool plain = back > 0 && grain && plan.parts.size() == 1 && plan.times.size() == 1 &&
               begins_period(plan.times[0].from, *grain);
  if (!plain) return;
  plan.asked_from = plan.times[0].from;
  plan.times[0].from = periods_before(plan.asked_from, *grain, back);
}

}  // namespace tally::semantic
