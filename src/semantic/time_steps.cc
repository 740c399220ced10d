#include "semantic/time_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/calendar.h"
#include "semantic/names.h"
#include "semantic/request_words.h"

namespace tally::semantic {
namespace {

// The longest first.
constexpr Grain kSteps[] = {Grain::year, Grain::quarter, Grain::month, Grain::week, Grain::day};

// How long what a grain tells apart is: the months of a year are months.
size_t place(Grain grain) {
  if (grain == Grain::quarter_of_year) grain = Grain::quarter;
  if (grain == Grain::month_of_year) grain = Grain::month;
  if (grain == Grain::weekday) grain = Grain::day;
  return static_cast<size_t>(std::find(std::begin(kSteps), std::end(kSteps), grain) -
                             std::begin(kSteps));
}

bool is_finer(Grain grain, Grain step) {
  return place(grain) > place(step);
}

const char* said(Grain grain) {
  return grain == Grain::weekday ? "weekday" : grain_name(kSteps[place(grain)]);
}

const catalog::DateRange* range_of(const Dataset& fact, const TimeRole& role,
                                   const catalog::Facts* facts) {
  if (!facts) return nullptr;
  auto found = facts->date_ranges.find(time_key(fact, role));
  return found == facts->date_ranges.end() ? nullptr : &found->second;
}

// Everything that a request says of time, as of one part of the plan.
class Steps {
 public:
  Steps(const Plan& plan, const Part& part, const catalog::Facts* facts)
      : request_(*plan.request),
        part_(part),
        step_(step_of(*part.fact, *part.time, facts)),
        range_(range_of(*part.fact, *part.time, facts)) {}

  Result<void> check() const {
    for (Grain grain : grains())
      if (is_finer(grain, step_)) return too_fine(grain);
    if (step_ == Grain::week || step_ == Grain::day) return {};
    for (const TimeRange& range : ranges())
      if (cuts(range.from, true) || cuts(range.to, false)) return cut(range);
    return {};
  }

  // A year is no number of weeks, so that one may lie in two of them.
  bool splits_weeks() const {
    if (step_ != Grain::week) return false;
    auto whole = grains();
    auto asked = ranges();
    auto of_weeks = [](const std::string& day) {
      return day.empty() || begins_period(day, Grain::week);
    };
    return std::any_of(whole.begin(), whole.end(),
                       [](Grain grain) { return grain != Grain::week; }) ||
           std::any_of(asked.begin(), asked.end(), [&](const TimeRange& range) {
             return !of_weeks(range.from) || !of_weeks(range.to);
           });
  }

 private:
  std::vector<Grain> grains() const {
    std::vector<Grain> all;
    for (const GroupBy& group : request_.group_by)
      if (const auto* grain = std::get_if<Grain>(&group.by)) all.push_back(*grain);
    auto add = [&](const std::vector<TimePart>& parts) {
      for (const TimePart& part : parts) all.push_back(part.part);
    };
    add(request_.time_parts);
    for (const MetricPart& part : request_.parts) add(part.time_parts);
    return all;
  }

  std::vector<TimeRange> ranges() const {
    std::vector<TimeRange> all = request_.time;
    for (const MetricPart& part : request_.parts)
      all.insert(all.end(), part.time.begin(), part.time.end());
    return all;
  }

  // A day outside of the data cuts nothing. What lies behind the last row is not there yet: "so
  // far" may end on any day.
  bool cuts(const std::string& day, bool is_first) const {
    if (day.empty() || begins_period(day, step_)) return false;
    if (!range_) return true;
    if (!is_first) return range_->first < day && day <= range_->last;
    return range_->first < day && day < periods_before(first_of(range_->last), step_, -1);
  }

  // The first day of the period that holds it.
  std::string first_of(const std::string& day) const {
    auto parsed = text::parse_iso(day);
    return parsed ? text::iso(text::start_of(*parsed, unit_of(step_))) : day;
  }

  Error too_fine(Grain grain) const {
    std::vector<std::string> longer;
    for (size_t i = place(step_) + 1; i-- > 0;) longer.emplace_back(grain_name(kSteps[i]));
    return not_expressible(
        fmt::format("{} has one date a {}: {} cannot be had by {}", spoken(part_.fact->name),
                    grain_name(step_), spoken(part_.metric->name), said(grain)),
        fmt::format("ask by {}", list_words(longer, "or")));
  }

  Error cut(const TimeRange& range) const {
    std::string asked = range.from.empty() ? fmt::format("the time before {}", range.to)
                        : range.to.empty()
                            ? fmt::format("the time since {}", range.from)
                            : fmt::format("the time from {} to {}", range.from, range.to);
    return not_expressible(fmt::format("{} has one date a {}, and {} cuts one",
                                       spoken(part_.fact->name), grain_name(step_), asked),
                           fmt::format("begin and end with a {}", grain_name(step_)));
  }

  const MetricRequest& request_;
  const Part& part_;
  Grain step_;
  const catalog::DateRange* range_;
};

}  // namespace

std::string time_key(const Dataset& dataset, const TimeRole& role) {
  return role.is_default ? dataset.name : dataset.name + "/" + role.name;
}

Grain step_of(const Dataset& fact, const TimeRole& role, const catalog::Facts* facts) {
  if (role.grain) return *role.grain;
  const catalog::DateRange* range = range_of(fact, role, facts);
  return range ? grain_of(range->step) : Grain::day;
}

Result<void> check_steps(const Plan& plan, const catalog::Facts* facts) {
  if (!plan.uses_time()) return {};
  for (const Part& part : plan.parts)
    if (part.time) TALLY_CHECK(Steps(plan, part, facts).check());
  return {};
}

std::vector<std::string> step_rules(const Plan& plan, const catalog::Facts* facts) {
  std::vector<std::string> rules;
  if (!plan.uses_time()) return rules;
  for (const Part& part : plan.parts)
    if (part.time && Steps(plan, part, facts).splits_weeks())
      rules.push_back(fmt::format("{} has one date a week: a week counts where its date falls",
                                  spoken(part.fact->name)));
  return rules;
}

}  // namespace tally::semantic
