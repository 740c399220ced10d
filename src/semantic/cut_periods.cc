#include "semantic/cut_periods.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "semantic/calendar.h"
#include "semantic/names.h"
#include "semantic/request_words.h"
#include "semantic/time_steps.h"

namespace tally::semantic {
namespace {

using text::Day;

// Shops close on Sundays and on the first of January.
constexpr long kClosedDays = 2;

struct Span {
  Day from, to;  // `to` is the day after
};

// What is grouped by, if it is stretches of time one after the other.
std::optional<Grain> shown_grain(const MetricRequest& request) {
  std::optional<Grain> finest;
  for (const GroupBy& group : request.group_by) {
    const auto* grain = std::get_if<Grain>(&group.by);
    if (!grain || is_folded(*grain)) continue;
    if (!finest || unit_of(*grain) < unit_of(*finest)) finest = *grain;
  }
  return finest;
}

class Cuts {
 public:
  Cuts(const Plan& plan, const Part& part, Grain grain, const catalog::Facts& facts)
      : plan_(plan), part_(part), unit_(unit_of(grain)), grain_(grain), facts_(facts) {}

  void add_to(std::vector<std::string>& rules) const {
    auto found = facts_.date_ranges.find(time_key(*part_.fact, *part_.time));
    if (found == facts_.date_ranges.end()) return;
    auto first = text::parse_iso(found->second.first), last = text::parse_iso(found->second.last);
    if (!first || !last) return;
    const Span data = whole({*first, *last});
    if (days(asked(data)) == 0) return;
    for (const TimeRange& range : plan_.request->time) add_asked(range, data, rules);
    // rows count where their dates are, though these may stand for more days
    const Day begin = text::start_of(*first, unit_);
    const Day end = text::plus(text::start_of(*last, unit_), unit_, 1);
    if (lacks(asked({begin, data.from}), data))
      rules.push_back(said("begins", data.from, "first", ", and the next is compared with it"));
    if (lacks(asked({data.to, end}), data))
      rules.push_back(said("ends", text::plus(data.to, text::Unit::day, -1), "last",
                           ", compared with a whole one"));
  }

 private:
  // "By week in January": the weeks at its ends lie in other months, too, and these days are there.
  void add_asked(const TimeRange& range, const Span& data, std::vector<std::string>& rules) const {
    auto cuts = [&](const std::string& day) {
      auto parsed = text::parse_iso(day);
      return parsed && data.from < *parsed && *parsed < data.to && !begins_period(day, grain_);
    };
    auto add = [&](std::string text) {
      if (std::find(rules.begin(), rules.end(), text) == rules.end())
        rules.push_back(std::move(text));
    };
    const char* name = grain_name(grain_);
    if (cuts(range.from))
      add(fmt::format("the time begins on {}: its {} is only a part of one", range.from, name));
    if (cuts(range.to))
      add(fmt::format("the time ends before {}: its last {} is only a part of one", range.to,
                      name));
  }

  // A date that stands for a month says that there is data of all of it.
  Span whole(Span dates) const {
    const text::Unit step = unit_of(step_of(*part_.fact, *part_.time, &facts_));
    return {text::start_of(dates.from, step), text::plus(text::start_of(dates.to, step), step, 1)};
  }

  static long days(const Span& span) {
    return std::max(0L, text::day_number(span.to) - text::day_number(span.from));
  }

  // The most of the days that any of the times asked for holds.
  Span asked(Span days_out) const {
    if (plan_.request->time.empty()) return days_out;
    Span most{days_out.from, days_out.from};
    for (const TimeRange& range : plan_.request->time) {
      Span both = days_out;
      if (auto from = text::parse_iso(range.from)) both.from = std::max(both.from, *from);
      if (auto to = text::parse_iso(range.to)) both.to = std::min(both.to, *to);
      if (days(both) > days(most)) most = both;
    }
    return most;
  }

  // Where rows are rare, days without one are no sign of anything.
  bool lacks(const Span& missing, const Span& data) const {
    auto found = facts_.row_counts.find(part_.fact->name);
    const long rows = found == facts_.row_counts.end() ? 0 : static_cast<long>(found->second);
    const long usual = rows > 0 ? days(data) / rows : 0;
    return days(missing) > std::max(kClosedDays, 3 * usual);
  }

  std::string said(const char* verb, Day day, const char* which, const char* if_compared) const {
    const auto& made = plan_.request->calculations;
    const bool compared = std::any_of(made.begin(), made.end(), [](const Calculation& one) {
      return one.kind == Calculation::Kind::change || one.kind == Calculation::Kind::change_percent;
    });
    return fmt::format("{} {} on {}: the {} {} is only a part of one{}", spoken(part_.fact->name),
                       verb, text::iso(day), which, grain_name(grain_),
                       compared ? if_compared : "");
  }

  const Plan& plan_;
  const Part& part_;
  text::Unit unit_;
  Grain grain_;
  const catalog::Facts& facts_;
};

}  // namespace

std::vector<std::string> cut_period_rules(const Plan& plan, const catalog::Facts* facts) {
  std::vector<std::string> rules;
  auto grain = shown_grain(*plan.request);
  if (!facts || !grain) return rules;
  for (const Part& part : plan.parts)
    if (part.time) Cuts(plan, part, *grain, *facts).add_to(rules);
  return rules;
}

}  // namespace tally::semantic
