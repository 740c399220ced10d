#include "answer/parsed/work_out.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/parsed/describe_request.h"
#include "answer/parsed/weights.h"
#include "semantic/calculation_check.h"
#include "semantic/calendar.h"
#include "text/among.h"
#include "text/calendar.h"
#include "text/tokens.h"

namespace tally::answer::parsed {

namespace {

using semantic::Calculation;
using semantic::Grain;
using semantic::MetricPart;
using semantic::Summary;
using semantic::TimeRange;

using Said = std::pair<TimeRange, Grain>;
using Groups = std::vector<size_t>;

class Work {
 public:
  Work(const Resolved& resolved, const std::vector<Slot>& slots, const RequestParts& parts,
       Candidate& out)
      : resolved_(resolved),
        draft_(resolved.draft),
        slots_(slots),
        parts_(parts),
        out_(out),
        request_(out.request) {}

  void run() {
    limit_within();
    if (!draft_.worked_out) return;
    if (!out_.works_out) return keep_ratio();
    if (request_.metrics.empty() || !out_.beyond.empty() || !out_.trouble.empty()) return;
    const bool two = draft_.worked_out->of_second && request_.metrics.size() == 2;
    if (request_.metrics.size() != 1 && !two)
      return refuse(" is worked out of one figure at a time.");
    const bool counts = draft_.worked_out->kind == WorkedOut::Kind::count;
    if (!request_.having.empty() && !counts) return refuse(" of those that meet a condition");
    switch (draft_.worked_out->kind) {
      case WorkedOut::Kind::share:
        return two ? percent(request_.metrics[0], request_.metrics[1]) : share();
      case WorkedOut::Kind::change:
        return change();
      case WorkedOut::Kind::running_total:
        return running_total();
      case WorkedOut::Kind::fold:
        return fold();
      case WorkedOut::Kind::count:
        return count();
    }
  }

 private:
  std::string quoted(const Item& item) const { return resolved_.chart.quoted(item); }

  // What is not done is said; no lesser number stands for it.
  void refuse(const std::string& why) {
    out_.cost += weights::kInexpressible;
    if (!out_.beyond.empty()) return;
    out_.beyond = out_.otherwise.empty()
                      ? quoted(*draft_.worked_out->item) +
                            (why.ends_with('.') ? why : why + " cannot be asked for yet.")
                      : out_.otherwise;
  }

  // "average delay per customer", where an average delay is a metric: a number for all of them, and
  // no row for each.
  void keep_ratio() {
    if (draft_.worked_out->kind != WorkedOut::Kind::fold || !out_.trouble.empty()) return;
    const Item& thing = *draft_.dims[draft_.worked_out->folded].item;
    if (thing.kind != ItemKind::noun || draft_.measures.empty()) return;
    out_.trouble =
        fmt::format("No metric is ‘{} per {}’.", resolved_.chart.words(*draft_.measures[0].item),
                    resolved_.chart.words(thing));
  }

  void limit_within() {
    if (!draft_.top || !request_.limit) return;
    for (size_t dim : draft_.top->within)
      for (size_t group : groups_of(dim)) request_.limit_within.push_back(group);
  }

  std::vector<size_t> groups_of(size_t dim) const {
    std::vector<size_t> groups;
    for (size_t i = parts_.groups[dim].first; i < parts_.groups[dim].second; ++i)
      groups.push_back(i + parts_.shifted);
    return groups;
  }

  // ---- shares ----

  void percent(const std::string& of, const std::string& to) {
    request_.calculations.push_back({Calculation::Kind::percent, of, to, {}, 1});
  }

  std::vector<size_t> filtering_slots() const {
    std::vector<size_t> found;
    for (size_t i = 0; i < slots_.size(); ++i)
      if (parts_.filters[i].first < parts_.filters[i].second) found.push_back(i);
    return found;
  }

  bool is_said_part(size_t slot) const {
    const auto& part = draft_.worked_out->part;
    return std::any_of(slots_[slot].values.begin(), slots_[slot].values.end(),
                       [&](const ValueMention* value) {
                         return std::find(part.begin(), part.end(), value->item) != part.end();
                       });
  }

  // "what percentage of tickets were urgent" is of a part; "share of tickets by channel" is of each
  // group. With both it has to be said which.
  void share() {
    std::vector<size_t> filtering = filtering_slots(), part;
    std::copy_if(filtering.begin(), filtering.end(), std::back_inserter(part),
                 [&](size_t slot) { return is_said_part(slot); });
    const bool by_thing = std::any_of(request_.group_by.begin(), request_.group_by.end(),
                                      [](const semantic::GroupBy& by) {
                                        return std::holds_alternative<semantic::FieldRef>(by.by);
                                      });
    // "what % came by phone, per quarter"
    if (!by_thing && part.empty() && filtering.size() == 1) part = filtering;
    if (part.size() == 1) return share_of_part(part[0]);
    if (part.empty() && by_thing && filtering.size() == 1 && is_adjective(filtering[0]))
      return ask_which_whole(filtering[0]);
    if (part.size() > 1) return refuse(" of several parts at once");
    if (request_.group_by.empty()) {
      if (!filtering.empty() || !share_of_time()) refuse("");
      return;
    }
    // "2023 compared to 2022 in percent" is no share of both
    if (!by_thing && draft_.compared_times) return refuse("");
    for (const DimMention& dim : draft_.dims)
      if (dim.grouped && !dim.by && !dim.each && !dim.grain && !is_asked(dim) && !is_ranked(dim))
        return refuse("");  // "with a coupon" may as well be the part
    for (size_t slot : filtering)
      if (!is_whole(slot) || !by_thing) return refuse("");
    Groups within = by_thing ? periods() : Groups{};
    if (Groups each = each_of(); !each.empty()) within = std::move(each);
    add_share(request_, std::move(within));
    order_by_last(request_);
  }

  static void add_share(semantic::MetricRequest& request, Groups within) {
    request.calculations.push_back(
        {Calculation::Kind::share, request.metrics[0], "", std::move(within), 1});
  }

  // "the top 3 segments by share of revenue"
  bool is_ranked(const DimMention& dim) const {
    return draft_.top && draft_.top->target >= 0 &&
           &draft_.dims[static_cast<size_t>(draft_.top->target)] == &dim;
  }

  // "share of urgent tickets": said of the tickets, and neither of a group nor of the whole.
  bool is_adjective(size_t slot) const {
    const auto& values = slots_[slot].values;
    return !values.empty() && values.back()->item->last == draft_.measures[0].item->first &&
           draft_.worked_out->item->last <= values.front()->item->first;
  }

  // "Which region has the highest share of urgent tickets?": most of all urgent ones, or of its own
  // tickets?
  void ask_which_whole(size_t slot) {
    if (!has_parts()) return refuse("");
    std::string said(
        resolved_.chart.words(draft_.worked_out->item->first, draft_.measures[0].item->last));
    semantic::MetricRequest of_all = request_;
    add_share(of_all, periods());
    order_by_last(of_all);
    share_of_part(slot);
    out_.readings = {request_, std::move(of_all)};
    out_.trouble = fmt::format(
        "‘{}’ can be the part of each one’s own or the part that each has of them all.", said);
  }

  // "share of tickets by channel within each region": of each region, where something else parts
  // it.
  Groups each_of() const {
    Groups found;
    bool parted = false;
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& dim = draft_.dims[i];
      if (!dim.grouped) continue;
      parted = parted || !dim.each;
      if (!dim.each) continue;
      for (size_t group : groups_of(i)) found.push_back(group);
    }
    return parted ? found : Groups{};
  }

  // "share of revenue by region and year": of each year.
  Groups periods() const {
    Groups found;
    for (size_t i = 0; i < request_.group_by.size(); ++i)
      if (std::holds_alternative<Grain>(request_.group_by[i].by)) found.push_back(i);
    return found;
  }

  // "what share comes from which region"
  bool is_asked(const DimMention& dim) const {
    return dim.item->first > 0 &&
           text::among(resolved_.chart.tokens[dim.item->first - 1].text, {"which", "what"});
  }

  // "share of tickets by channel for Norway" is of the Norwegian ones. "Share of urgent tickets by
  // channel" can be of the urgent ones or of all.
  bool is_whole(size_t slot) const {
    if (slots_[slot].values.empty()) return false;
    return std::all_of(
        slots_[slot].values.begin(), slots_[slot].values.end(), [&](const ValueMention* value) {
          if (value->compared) return false;
          return std::all_of(draft_.dims.begin(), draft_.dims.end(), [&](const DimMention& dim) {
            return !dim.grouped || dim.item->last <= value->item->first;
          });
        });
  }

  // Sums and counts have parts; an average of some rows is no part of that of all.
  bool has_parts() const { return resolved_.vocabulary.metrics[out_.metrics[0]].sums; }

  void share_of_part(size_t slot) {
    if (!has_parts()) return refuse("");
    auto [first, last] = parts_.filters[slot];
    auto begin = request_.filters.begin() + static_cast<long>(first);
    auto end = request_.filters.begin() + static_cast<long>(last);
    MetricPart part{part_name(slot), request_.metrics[0], {begin, end}, {}, {}};
    request_.filters.erase(begin, end);
    of_part(std::move(part));
  }

  void of_part(MetricPart part) {
    percent(part.name, request_.metrics[0]);
    order_by_last(request_);
    request_.parts.push_back(std::move(part));
    request_.metrics.clear();
  }

  // What is put in order is what is worked out.
  static void order_by_last(semantic::MetricRequest& request) {
    order_by(request, semantic::calculation_column(request.calculations.back()));
  }

  static void order_by(semantic::MetricRequest& request, const std::string& column) {
    for (auto& order : request.order)
      if (auto* name = std::get_if<std::string>(&order.by)) *name = column;
  }

  std::string part_name(size_t slot) const {
    std::string name;
    for (const ValueMention* value : slots_[slot].values) {
      if (value->negated && name.empty()) name = "not ";
      name += std::string(resolved_.chart.words(*value->item)) + " ";
    }
    if (slots_[slot].values.empty()) name = "part of ";
    return name + text::spoken(request_.metrics[0]);
  }

  // "the fourth quarter's share of 2001 revenue": the part is a time within the other.
  bool share_of_time() {
    if (!has_parts()) return false;
    if (out_.said_times.size() == 2 && request_.time.size() == 1 && request_.time_parts.empty()) {
      const auto& [a, b] = std::pair(out_.said_times[0].first, out_.said_times[1].first);
      const bool inner = b.from <= a.from && a.to <= b.to && a != b && !b.to.empty();
      const bool outer = a.from <= b.from && b.to <= a.to && a != b && !a.to.empty();
      if (!inner && !outer) return false;
      request_.time = {inner ? b : a};
      of_part(dated_part(out_.said_times[inner ? 0 : 1]));
      return true;
    }
    if (draft_.times.size() < 2 || request_.time.size() != 1 || request_.time_parts.size() != 1)
      return false;
    MetricPart part{"", request_.metrics[0], {}, {}, std::move(request_.time_parts)};
    request_.time_parts.clear();
    part.name = text::spoken(part.metric) + " " + describe_part(part.time_parts[0]);
    of_part(std::move(part));
    return true;
  }

  // A quarter is that of the warehouse's own calendar.
  MetricPart dated_part(const Said& said) const {
    const auto& [range, grain] = said;
    std::string name = text::spoken(request_.metrics[0]) + " " + describe_range(range);
    MetricPart part{std::move(name), request_.metrics[0], {}, {range}, {}};
    auto from = text::parse_iso(range.from);
    const bool quarter = grain == Grain::quarter && from &&
                         range.to == text::iso(text::plus(*from, text::Unit::quarter, 1));
    if (!quarter) return part;
    part.time = {year_of(*from)};
    part.time_parts = {{Grain::quarter_of_year, {(from->month + 2) / 3}}};
    return part;
  }

  static TimeRange year_of(text::Day day) {
    text::Day first = text::start_of(day, text::Unit::year);
    return {text::iso(first), text::iso(text::plus(first, text::Unit::year, 1))};
  }

  // ---- changes ----

  void change() {
    if (auto grain = semantic::period_grain(request_)) {
      if (draft_.top || request_.limit) return refuse(" of the top ones");
      return change_by_period(*grain);
    }
    const bool fall = says_fall();
    if (draft_.top && !says_rise() && !(fall && draft_.top->direction > 0))
      return refuse(" of the top ones");
    const bool dated =
        std::any_of(request_.group_by.begin(), request_.group_by.end(),
                    [](const auto& by) { return std::holds_alternative<Grain>(by.by); });
    auto times = two_times();
    if (dated || !times) return refuse("");
    MetricPart before = dated_part(times->first), after = dated_part(times->second);
    const TimeRange older = before.time[0], newer = after.time[0];
    for (auto kind : {Calculation::Kind::difference, Calculation::Kind::growth})
      request_.calculations.push_back({kind, after.name, before.name, {}, 1});
    request_.parts = {std::move(before), std::move(after)};
    if (older == newer) {
      request_.time = {older};
    } else if (older.to == newer.from) {
      request_.time = {{older.from, newer.to}};
    } else {
      request_.time = {older, newer};
    }
    request_.time_parts.clear();
    order_by(request_, semantic::calculation_column(request_.calculations[says_amount() ? 0 : 1]));
    if (fall && draft_.top)
      for (auto& order : request_.order) order.descending = !order.descending;
    request_.metrics.clear();
  }

  // "The largest increase" is one of loans, "the highest growth" one in percent.
  bool says_amount() const {
    const bool percent = std::any_of(
        resolved_.chart.tokens.begin(), resolved_.chart.tokens.end(), [](const text::Token& token) {
          return text::among(token.text, {"percent", "percentage", "%", "pct", "rate"});
        });
    return !percent &&
           (draft_.worked_out->item->phrase->text.starts_with("increase") || says_fall());
  }

  // "the largest decrease" is the lowest difference.
  bool says_fall() const {
    const std::string& said = draft_.worked_out->item->phrase->text;
    return text::among(said, {"decrease", "decreases", "decreased", "decline", "declined", "drop",
                              "dropped", "fall", "fell"});
  }

  bool says_rise() const {
    const std::string& said = draft_.worked_out->item->phrase->text;
    return said.starts_with("grow") || said.starts_with("increase");
  }

  void change_by_period(Grain grain) {
    int back = 1;
    const auto step = draft_.worked_out->step;
    if (step && *step != grain) {
      back = *step == Grain::year                               ? (grain == Grain::quarter ? 4
                                                                   : grain == Grain::month ? 12
                                                                                           : 0)
             : *step == Grain::quarter && grain == Grain::month ? 3
                                                                : 0;
      if (back == 0) return refuse(" goes by other periods than are asked for, which");
    }
    for (auto kind : {Calculation::Kind::change, Calculation::Kind::change_percent})
      request_.calculations.push_back({kind, request_.metrics[0], "", {}, back});
  }

  // The two times that are compared, the older first. "From 2021 to 2022" is its ends; of one year
  // the year before is meant.
  std::optional<std::pair<Said, Said>> two_times() {
    auto said = out_.said_times;
    if (said.size() == 2) {
      if (said[1].first.from < said[0].first.from) std::swap(said[0], said[1]);
      const bool apart = !said[0].first.to.empty() && !said[1].first.to.empty() &&
                         !said[0].first.from.empty() && said[0].first.to <= said[1].first.from &&
                         said[0].second == said[1].second;
      if (apart) return std::pair(said[0], said[1]);
      return std::nullopt;
    }
    if (said.empty() && draft_.times.empty()) return last_years();
    if (said.size() != 1) return std::nullopt;
    auto from = text::parse_iso(said[0].first.from);
    auto to = text::parse_iso(said[0].first.to);
    if (!from || !to) return std::nullopt;
    text::Unit unit = semantic::unit_of(said[0].second);
    const bool whole = text::start_of(*from, unit) == *from && text::start_of(*to, unit) == *to;
    if (!whole) return std::nullopt;
    text::Day second = text::plus(*from, unit, 1), last = text::plus(*to, unit, -1);
    const Grain grain = said[0].second;
    if (second < *to)
      return std::pair(Said{{text::iso(*from), text::iso(second)}, grain},
                       Said{{text::iso(last), text::iso(*to)}, grain});
    const text::Day before = text::plus(*from, unit, -1);
    const char* name = semantic::grain_name(grain);
    std::string other = unit == text::Unit::year
                            ? ""
                            : fmt::format(" For that of another year name both {}s.", name);
    out_.reasons.push_back(
        {"assumption",
         fmt::format("No other time was named: the {} before is meant.{}", name, other)});
    check_recorded({before, *from});
    return std::pair(Said{{text::iso(before), text::iso(*from)}, grain},
                     Said{{text::iso(*from), text::iso(*to)}, grain});
  }

  // The last whole year with data, against the one before.
  std::optional<std::pair<Said, Said>> last_years() {
    if (!out_.recorded || !out_.recorded->from || !out_.recorded->to ||
        !request_.time_parts.empty())
      return std::nullopt;
    const auto year = text::Unit::year;
    // shops are closed on the last of December, too
    const text::Day end = text::start_of(text::plus(*out_.recorded->to, text::Unit::day, 2), year);
    const text::Day middle = text::plus(end, year, -1), first = text::plus(end, year, -2);
    if (text::plus(first, text::Unit::day, 2) < *out_.recorded->from) return std::nullopt;
    out_.reasons.push_back(
        {"assumption",
         fmt::format("No time was named: {}, the last whole year with data, is compared with {}.",
                     middle.year, first.year)});
    return std::pair(Said{{text::iso(first), text::iso(middle)}, Grain::year},
                     Said{{text::iso(middle), text::iso(end)}, Grain::year});
  }

  // The time that was not named may lie before all data.
  void check_recorded(const text::DaySpan& span) {
    if (!out_.recorded || !out_.recorded->from) return;
    const text::Day first = *out_.recorded->from;
    const TimeRange before{text::iso(*span.from), text::iso(*span.to)};
    if (*span.to <= first && out_.outside.empty())
      out_.outside = fmt::format("There is no data {} to compare with: it begins on {}.",
                                 describe_range(before), text::iso(first));
    if (text::plus(*span.from, text::Unit::day, 2) < first && first < *span.to)
      out_.reasons.push_back(
          {"partial_period", fmt::format("The data begins on {}: {} is compared with a part.",
                                         text::iso(first), describe_range(before))});
  }

  // ---- running totals, averages of totals ----

  void running_total() {
    if (draft_.top || request_.limit) return refuse(" of the top ones");
    if (!semantic::period_grain(request_))
      return refuse(" goes from period to period: ask for it by month, by quarter or by year.");
    request_.calculations.push_back(
        {Calculation::Kind::running_total, request_.metrics[0], "", {}, 1});
  }

  void fold() {
    std::vector<size_t> over = groups_of(draft_.worked_out->folded);
    if (over.empty() || !has_parts()) return refuse("");
    if (request_.limit && request_.group_by.size() == over.size())
      return refuse(" of the top ones");
    request_.summary = Summary{aggregate(), over};
    std::erase_if(request_.order, [&](const semantic::Order& order) {
      const auto* group = std::get_if<size_t>(&order.by);
      return group != nullptr && std::find(over.begin(), over.end(), *group) != over.end();
    });
  }

  void count() {
    std::vector<size_t> over = groups_of(draft_.worked_out->folded);
    if (over.empty() || request_.limit) return refuse(" is counted by no metric, and this");
    request_.summary = Summary{Summary::Aggregate::count, over};
    request_.order.clear();
    if (holds_for_none()) say_none_left_out();
    // "how many plans had discounts": those that have a row with none do not
    if (request_.having.empty() && has_parts())
      request_.having.push_back({request_.metrics[0],
                                 semantic::FilterOp::greater,
                                 {{semantic::Value::Kind::number, "0"}}});
  }

  void say_none_left_out() {
    std::string measured = resolved_.vocabulary.metrics[out_.metrics[0]].spoken;
    if (measured.starts_with("number of ")) measured = measured.substr(10);
    out_.reasons.push_back(
        {"assumption", fmt::format("Those without any {} are not counted.", measured)});
  }

  // "fewer than 3 orders" is also none, of which there is no row.
  bool holds_for_none() const {
    return std::any_of(
        request_.having.begin(), request_.having.end(), [](const semantic::MetricFilter& filter) {
          using Op = semantic::FilterOp;
          const bool from_zero =
              filter.op == Op::equal || filter.op == Op::between || filter.op == Op::greater_equal;
          return filter.op == Op::less || filter.op == Op::less_equal ||
                 (from_zero && filter.values[0].text == "0");
        });
  }

  Summary::Aggregate aggregate() const {
    switch (*draft_.worked_out->fold) {
      case Aggregate::median:
        return Summary::Aggregate::median;
      case Aggregate::maximum:
        return Summary::Aggregate::maximum;
      case Aggregate::minimum:
        return Summary::Aggregate::minimum;
      default:
        return Summary::Aggregate::average;
    }
  }

  const Resolved& resolved_;
  const Draft& draft_;
  const std::vector<Slot>& slots_;
  const RequestParts& parts_;
  Candidate& out_;
  semantic::MetricRequest& request_;
};

}  // namespace

void work_out(const Resolved& resolved, const std::vector<Slot>& slots, const RequestParts& parts,
              Candidate& out) {
  Work(resolved, slots, parts, out).run();
}

}  // namespace tally::answer::parsed
