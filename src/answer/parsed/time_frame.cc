#include "answer/parsed/time_frame.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "answer/parsed/date_filters.h"
#include "answer/parsed/day_spans.h"
#include "answer/parsed/describe_request.h"
#include "answer/parsed/weights.h"
#include "semantic/calendar.h"
#include "semantic/compiler.h"
#include "semantic/time_steps.h"

namespace tally::answer::parsed {

namespace {

using semantic::Grain;
using semantic::grain_of;
using semantic::TimeRange;
using text::Day;
using text::DaySpan;

class TimeFrame {
 public:
  TimeFrame(const Vocabulary& vocabulary, const Chart& chart, const Draft& draft,
            Candidate& candidate)
      : vocabulary_(vocabulary), chart_(chart), draft_(draft), candidate_(candidate) {}

  void run() {
    if (!choose_roles()) choose_role();
    find_ranges();
    if (known_) candidate_.recorded = narrowest_;
    for (const TimeMention& mention : draft_.times) {
      if (add_trouble(chart_, *mention.item, candidate_)) continue;
      if (is_dated_apart(mention)) {
        add_apart(mention);
      } else {
        add(mention);
      }
    }
    write_spans();
    add_groups();
    bool dated = apart_ || !candidate_.request.time.empty() ||
                 !candidate_.request.time_parts.empty() || has_grain();
    if (!dated) {
      candidate_.request.time_role.clear();
      candidate_.cost += weights::kIdleTimeRole * static_cast<double>(draft_.time_roles.size());
      return;
    }
    if (!undated_.empty() && candidate_.no_date.empty()) {
      candidate_.no_date =
          fmt::format("{} has no date, so it cannot be asked for by time.", undated_);
      candidate_.cost += weights::kInexpressible;
    }
    check_coverage();
  }

 private:
  bool has_grain() const {
    const auto& groups = candidate_.request.group_by;
    return std::any_of(groups.begin(), groups.end(),
                       [](const auto& by) { return std::holds_alternative<Grain>(by.by); });
  }

  std::set<uint32_t> facts() const {
    std::set<uint32_t> out;
    for (uint32_t metric : candidate_.metrics)
      out.insert(vocabulary_.metrics[metric].facts.begin(),
                 vocabulary_.metrics[metric].facts.end());
    return out;
  }

  // A way of dating that the question names and every fact has; the default one needs no name.
  void choose_role() {
    for (const Item* item : draft_.time_roles) {
      for (const Sense& sense : item->senses) {
        const std::string& name = vocabulary_.time_roles[sense.index].name;
        bool everywhere = !facts().empty();
        bool is_default = true;
        for (uint32_t fact : facts()) {
          const semantic::TimeRole* role = vocabulary_.model.datasets[fact].time_role(name);
          everywhere = everywhere && role != nullptr;
          is_default = is_default && role != nullptr && role->is_default;
        }
        if (!everywhere) continue;
        if (!is_default) candidate_.request.time_role = name;
        return;
      }
      refuse_partial_role(*item);
    }
  }

  // "orders and units shipped in 2021", where only the units have such a date.
  void refuse_partial_role(const Item& item) {
    bool other = std::any_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
      return std::ranges::any_of(facts(), [&](uint32_t fact) {
        const std::string& name = vocabulary_.time_roles[sense.index].name;
        const auto* role = vocabulary_.model.datasets[fact].time_role(name);
        return role != nullptr && !role->is_default;
      });
    });
    if (!other || facts().size() < 2 || draft_.times.empty()) return;
    say_trouble(candidate_,
                fmt::format("Not all of what is asked for can be dated by ‘{}’: ask for one at a "
                            "time.",
                            chart_.words(item)));
  }

  // ---- times of different roles ----

  // The role of the only fact that the words name.
  const semantic::TimeRole* role_named(const Item& item) const {
    if (facts().size() != 1) return nullptr;
    const semantic::Dataset& fact = vocabulary_.model.datasets[*facts().begin()];
    for (const Sense& sense : item.senses)
      if (const auto* role = fact.time_role(vocabulary_.time_roles[sense.index].name)) return role;
    return nullptr;
  }
  const semantic::TimeRole* default_role() const {
    if (facts().size() != 1) return nullptr;
    const semantic::Dataset& fact = vocabulary_.model.datasets[*facts().begin()];
    return fact.time_role(role_of(fact));
  }

  std::vector<const semantic::TimeRole*> roles_of(const TimeMention& mention) const {
    std::vector<const semantic::TimeRole*> out;
    for (const Item* item : mention.roles) out.push_back(role_named(*item));
    if (out.empty()) out.push_back(default_role());
    return out;
  }

  // "Booked in 2001 and paid in 2002" is one time of the request and one filter; the default way of
  // dating, or else the first, is the request's. False if all times are dated in one way.
  bool choose_roles() {
    if (draft_.times.empty()) return false;
    const auto& first = draft_.times[0].roles;
    bool one = first.size() < 2 && std::all_of(
                                       draft_.times.begin(), draft_.times.end(),
                                       [&](const auto& time) { return time.roles == first; });
    bool idle = one && !first.empty() && draft_.time_roles.size() > 1;
    if (one && !idle) return false;
    apart_ = true;
    std::vector<const semantic::TimeRole*> named;
    for (const TimeMention& mention : draft_.times)
      for (const auto* role : roles_of(mention)) named.push_back(role);
    bool either = std::any_of(draft_.times.begin(), draft_.times.end(),
                              [](const TimeMention& time) { return time.either; });
    bool known = std::find(named.begin(), named.end(), nullptr) == named.end();
    if (idle || either || !known) return not_together(), true;
    // whichever way round it is said; the model's roles stand in one list
    main_ = *std::min_element(named.begin(), named.end());
    if (std::find(named.begin(), named.end(), default_role()) != named.end())
      main_ = default_role();
    if (!main_->is_default) candidate_.request.time_role = main_->name;
    return true;
  }

  void not_together() {
    std::vector<std::string> said;
    for (const Item* item : draft_.time_roles) said.push_back(chart_.quoted(*item));
    // cheaper than to read one of the words as saying nothing
    candidate_.cost -= weights::kInexpressible - weights::kIdleTimeRole;
    say_trouble(candidate_,
                fmt::format("{} date the same thing in different ways, which cannot be asked for "
                            "together like this.",
                            fmt::join(said, " and ")));
  }

  bool is_dated_apart(const TimeMention& mention) const {
    auto roles = roles_of(mention);
    return apart_ && (main_ == nullptr || roles.size() > 1 || roles[0] != main_);
  }

  void add_apart(const TimeMention& mention) {
    if (main_ == nullptr) return;
    for (const semantic::TimeRole* role : roles_of(mention)) {
      if (role == main_) {
        add(mention);
        continue;
      }
      semantic::FieldRef ref = field_of(*role);
      bool there =
          std::all_of(candidate_.metrics.begin(), candidate_.metrics.end(), [&](uint32_t metric) {
            return semantic::can_express(vocabulary_.model, vocabulary_.model.metrics[metric], ref);
          });
      auto span = there && !mention.negated ? only_span(*mention.item->time) : std::nullopt;
      if (!span) return not_together();
      add_span(*span, ref, false, candidate_);
    }
  }

  semantic::FieldRef field_of(const semantic::TimeRole& role) const {
    return field_of(vocabulary_.model.datasets[*facts().begin()], role);
  }

  semantic::FieldRef field_of(const semantic::Dataset& fact, const semantic::TimeRole& role) const {
    for (const semantic::Relationship& way : vocabulary_.model.relationships)
      if (way.name == role.relationship) return {way.to, role.field, way.role};
    return {fact.name, role.field, {}};
  }

  std::optional<DaySpan> only_span(const text::TimePhrase& phrase) const {
    if (phrase.relative && is_beside(*phrase.relative)) return std::nullopt;
    if (phrase.relative && today()) return text::resolve(*phrase.relative, *today());
    if (phrase.spans.size() == 1) return phrase.spans[0];
    bool joined = !phrase.spans.empty();
    for (size_t i = 1; i < phrase.spans.size(); ++i)
      joined = joined && phrase.spans[i].from && phrase.spans[i - 1].to == phrase.spans[i].from;
    if (!joined) return std::nullopt;
    return DaySpan{phrase.spans.front().from, phrase.spans.back().to};
  }

  // Days with data, of all facts measured: where any has some, and where all have.
  void find_ranges() {
    for (uint32_t fact : facts()) {
      const semantic::Dataset& dataset = vocabulary_.model.datasets[fact];
      const semantic::TimeRole* role = dataset.time_role(role_of(dataset));
      if (role == nullptr) {
        for (uint32_t metric : candidate_.metrics) {
          const auto& of = vocabulary_.metrics[metric].facts;
          if (std::find(of.begin(), of.end(), fact) != of.end())
            undated_ = vocabulary_.metrics[metric].spoken;
        }
        continue;
      }
      const Grain step = semantic::step_of(dataset, *role, &vocabulary_.facts);
      step_ = std::max(step_, semantic::unit_of(step));
      auto found = vocabulary_.facts.date_ranges.find(semantic::time_key(dataset, *role));
      if (found == vocabulary_.facts.date_ranges.end()) continue;
      auto first = text::parse_iso(found->second.first);
      auto last = text::parse_iso(found->second.last);
      if (!first || !last) continue;
      // a date that stands for a month says that there is data of all of it
      const text::Unit unit = semantic::unit_of(step);
      DaySpan span{text::start_of(*first, unit), text::plus(text::start_of(*last, unit), unit, 1)};
      widest_ =
          known_ ? DaySpan{std::min(low(widest_), low(span)), std::max(high(widest_), high(span))}
                 : span;
      narrowest_ = known_ ? intersection(narrowest_, span) : span;
      known_ = true;
    }
  }

  std::string role_of(const semantic::Dataset& dataset) const {
    if (!candidate_.request.time_role.empty()) return candidate_.request.time_role;
    for (uint32_t metric : candidate_.metrics) {
      const std::string& own = vocabulary_.model.metrics[metric].time;
      if (!own.empty() && dataset.time_role(own) != nullptr) return own;
    }
    return {};
  }

  // "Today" is the day given, or the last day that these facts have.
  std::optional<Day> today() const {
    if (!vocabulary_.options.today.empty()) return vocabulary_.today();
    if (known_) return text::plus(high(widest_), text::Unit::day, -1);
    if (vocabulary_.knows_today()) return vocabulary_.today();
    return std::nullopt;
  }

  // "2001 and the previous year": the one before the year that is named.
  bool is_beside(const text::Relative& relative) const {
    using Anchor = text::Relative::Anchor;
    if (relative.side != text::Relative::Side::within) return false;
    bool others = std::any_of(draft_.times.begin(), draft_.times.end(),
                              [](const auto& other) { return !other.item->time->spans.empty(); });
    return relative.anchor == Anchor::named ||
           (relative.anchor == Anchor::named_or_today && others);
  }

  // The first day of the only time beside it, if that is of the same unit.
  std::optional<Day> day_beside(const TimeMention& mention) const {
    std::optional<Day> found;
    for (const TimeMention& other : draft_.times) {
      if (other.item == mention.item) continue;
      const text::TimePhrase& time = *other.item->time;
      bool fits = time.spans.size() == 1 && time.unit == mention.item->time->unit &&
                  time.spans[0].from && time.spans[0].to && !other.negated && !found &&
                  text::plus(*time.spans[0].from, time.unit, 1) == *time.spans[0].to;
      if (!fits) return std::nullopt;
      found = time.spans[0].from;
    }
    return found;
  }

  void say_which(const TimeMention& mention) {
    // at no cost, or the words would rather be read as something else
    if (!candidate_.trouble.empty()) return;
    candidate_.trouble = fmt::format(
        "‘{}’ goes by another time, which is not clear here: name both, as in “2022 and 2023”.",
        chart_.words(*mention.item));
  }

  void add(const TimeMention& mention) {
    const text::TimePhrase& phrase = *mention.item->time;
    if (phrase.part) return add_part(phrase, mention.negated);
    std::vector<DaySpan> spans = phrase.spans;
    if (phrase.relative && is_beside(*phrase.relative)) {
      auto beside = day_beside(mention);
      if (!beside) return say_which(mention);
      Day before = text::plus(*beside, phrase.unit, -1);
      spans = {{before, *beside}};
    } else if (phrase.relative) {
      auto day = today();
      if (!day) {
        candidate_.no_date =
            "The data's last day is not known, so a time counted from it cannot be placed.";
        candidate_.cost += weights::kInexpressible;
        return;
      }
      spans = {resolve(*phrase.relative, *day)};
      if (vocabulary_.options.today.empty())
        candidate_.reasons.push_back(
            {"assumption",
             fmt::format("Times are counted from the last day with data, {}.", text::iso(*day))});
    }
    if (mention.negated) return leave_out(mention, spans);
    for (const DaySpan& span : spans) said_.emplace_back(span, phrase.unit);
    if (std::find(units_.begin(), units_.end(), phrase.unit) == units_.end())
      units_.push_back(phrase.unit);
    quarters_ = quarters_ || (phrase.unit == text::Unit::quarter && !phrase.relative);
    mentioned_ += spans.size();
    for (const DaySpan& span : spans) merge(span);
  }

  // Overlapping times narrow each other ("in 2001 … in March 2001", "after 1999 and before 2002");
  // times apart are all meant.
  void merge(const DaySpan& span) {
    for (DaySpan& there : spans_) {
      if (!overlap(there, span) || there == span) continue;
      there = intersection(there, span);
      return;
    }
    if (std::find(spans_.begin(), spans_.end(), span) == spans_.end()) spans_.push_back(span);
  }

  // "in 2022 but not in 2023" leaves out nothing of 2022: those that did not do it again are meant.
  void leave_out(const TimeMention& mention, const std::vector<DaySpan>& spans) {
    bool within = spans_.empty();
    for (const DaySpan& there : spans_)
      for (const DaySpan& gone : spans) within = within || overlap(there, gone);
    if (!within && candidate_.beyond.empty())
      candidate_.beyond = fmt::format(
          "‘{}’ lies outside of the time asked for: those who did it at one time and not at "
          "another "
          "cannot be asked for yet.",
          chart_.words(*mention.item));
    if (spans_.empty()) spans_.push_back({});
    for (const DaySpan& gone : spans) {
      std::vector<DaySpan> left;
      for (const DaySpan& span : spans_) {
        if (!overlap(span, gone)) {
          left.push_back(span);
          continue;
        }
        if (low(span) < low(gone)) left.push_back({span.from, gone.from});
        if (high(gone) < high(span)) left.push_back({gone.to, span.to});
      }
      spans_ = left;
    }
  }

  void add_part(const text::TimePhrase& phrase, bool negated) {
    semantic::TimePart part;
    int most = 12;
    switch (*phrase.part) {
      case text::Part::month:
        part.part = Grain::month_of_year;
        break;
      case text::Part::quarter:
        part.part = Grain::quarter_of_year;
        most = 4;
        break;
      case text::Part::weekday:
        part.part = Grain::weekday;
        most = 7;
        break;
    }
    for (int value = 1; value <= most; ++value) {
      bool named =
          std::find(phrase.values.begin(), phrase.values.end(), value) != phrase.values.end();
      if (named != negated) part.values.push_back(value);
    }
    for (semantic::TimePart& there : candidate_.request.time_parts) {
      if (there.part != part.part || negated) continue;
      there.values.insert(there.values.end(), part.values.begin(), part.values.end());
      std::sort(there.values.begin(), there.values.end());
      there.values.erase(std::unique(there.values.begin(), there.values.end()), there.values.end());
      compared_part_ = part.part;
      return;
    }
    if (part.values.size() > 1 && !negated) compared_part_ = part.part;
    // "Q1 to Q4": all of them leave nothing out, so each is asked for
    bool every = !negated && part.values.size() == static_cast<size_t>(most);
    if (every) {
      every_part_ = part.part;
      return;
    }
    candidate_.request.time_parts.push_back(std::move(part));
  }

  // In order of time, neighbours joined; quarters of years as such.
  void write_spans() {
    std::stable_sort(spans_.begin(), spans_.end(),
                     [](const DaySpan& a, const DaySpan& b) { return low(a) < low(b); });
    asked_ = written(spans_);
    for (const auto& [span, unit] : said_)
      if (auto range = written({span}); unit != text::Unit::half)
        candidate_.said_times.emplace_back(range[0], grain_of(unit));
    auto folded = quarters_ && !goes_through_periods() && !parts_quarters()
                      ? quarters_of_years(spans_)
                      : std::nullopt;
    if (!folded) {
      candidate_.request.time = asked_;
      return;
    }
    candidate_.request.time = written(folded->first);
    candidate_.request.time_parts.push_back({Grain::quarter_of_year, std::move(folded->second)});
  }

  bool parts_quarters() const {
    const auto& parts = candidate_.request.time_parts;
    return std::any_of(parts.begin(), parts.end(), [](const semantic::TimePart& part) {
      return part.part == Grain::quarter_of_year;
    });
  }

  // "Month over month in Q2": the month before the first has to be there as well, and quarters of
  // years leave it out. Those of a warehouse's own calendar are no range of days.
  bool goes_through_periods() const {
    if (!candidate_.works_out) return false;
    const WorkedOut& wanted = *draft_.worked_out;
    const bool running = wanted.kind == WorkedOut::Kind::running_total;
    const bool changes =
        wanted.kind == WorkedOut::Kind::change && (wanted.step || draft_.over_time || has_grain());
    return (running || changes) && !has_own_quarters();
  }

  bool has_own_quarters() const {
    return std::ranges::any_of(facts(), [&](uint32_t fact) {
      const semantic::Dataset& dataset = vocabulary_.model.datasets[fact];
      const semantic::TimeRole* role = dataset.time_role(role_of(dataset));
      if (role == nullptr) return false;
      const semantic::Dataset* dated = vocabulary_.model.dataset(field_of(dataset, *role).dataset);
      return dated != nullptr &&
             std::ranges::any_of(dated->fields, [](const semantic::Field& field) {
               return field.calendar == Grain::quarter_of_year;
             });
    });
  }

  void add_groups() {
    const bool changes = candidate_.works_out && draft_.worked_out->kind == WorkedOut::Kind::change;
    if (has_grain()) return;
    auto& groups = candidate_.request.group_by;
    if (changes && draft_.worked_out->step) {
      groups.insert(groups.begin(), semantic::GroupBy{*draft_.worked_out->step});
    } else if (changes && !draft_.over_time) {
      return;  // of two times it is one number
    } else if (draft_.compared_times && mentioned_ > 1 && units_.size() == 1) {
      auto grain = grain_between();
      if (!grain) return;
      groups.insert(groups.begin(), semantic::GroupBy{*grain});
    } else if (every_part_) {
      groups.insert(groups.begin(), semantic::GroupBy{*every_part_});
    } else if (draft_.compared_times && compared_part_) {
      groups.insert(groups.begin(), semantic::GroupBy{*compared_part_});
    } else if (draft_.over_time) {
      const Grain grain = grain_of(std::max(step_, text::Unit::month));
      groups.insert(groups.begin(), semantic::GroupBy{grain});
      const char* name = semantic::grain_name(grain);
      candidate_.reasons.push_back(
          {"assumption", fmt::format("Over time was read as {} by {}.", name, name)});
    } else {
      return;
    }
    for (semantic::Order& order : candidate_.request.order)
      if (auto* index = std::get_if<size_t>(&order.by)) ++*index;
  }

  // What parts the times that are set side by side: their unit if each is one of it, or the year if
  // each has one of its own.
  std::optional<Grain> grain_between() {
    bool single = true;
    std::set<int> years;
    bool apart = true;
    for (const auto& [span, unit] : said_) {
      if (!span.from || !span.to) continue;
      single = single && unit != text::Unit::half && text::plus(*span.from, unit, 1) == *span.to;
      apart = apart && years.insert(span.from->year).second &&
              text::plus(*span.to, text::Unit::day, -1).year == span.from->year;
    }
    if (single) return grain_of(units_[0]);
    if (apart) return Grain::year;
    say_trouble(candidate_,
                "Times of this length cannot be set side by side: ask for one after the other.");
    return std::nullopt;
  }

  void check_coverage() {
    if (!known_ || asked_.empty()) return;
    size_t outside = 0;
    bool partly = false;
    for (const TimeRange& range : asked_) {
      DaySpan span{text::parse_iso(range.from), text::parse_iso(range.to)};
      if (!overlap(span, widest_)) ++outside;
      // an open side asks for whatever there is
      partly = partly || (span.from && span.to && lacks_days(span));
    }
    auto days = [](const DaySpan& span) {
      return fmt::format("{} to {}", text::iso(low(span)),
                         text::iso(text::plus(high(span), text::Unit::day, -1)));
    };
    if (outside == asked_.size()) {
      candidate_.outside = fmt::format("There is no data {}: the days recorded are {}.",
                                       describe_range(asked_[0]), days(widest_));
    } else if (outside > 0 || partly) {
      candidate_.reasons.push_back(
          {"partial_period", fmt::format("The data covers only a part of the time asked for: {}.",
                                         days(narrowest_))});
    }
  }

  // More than a fiftieth of the days asked for: a shop closed on the first of January is no gap.
  bool lacks_days(const DaySpan& asked) const {
    DaySpan there = intersection(asked, narrowest_);
    long days = text::day_number(high(asked)) - text::day_number(low(asked));
    long present = std::max(0L, text::day_number(high(there)) - text::day_number(low(there)));
    return days - present > std::max(1L, days / 50);
  }

  const Vocabulary& vocabulary_;
  const Chart& chart_;
  const Draft& draft_;
  Candidate& candidate_;
  bool apart_ = false;                        // times are dated in different ways
  const semantic::TimeRole* main_ = nullptr;  // … this one is the request's time
  std::vector<DaySpan> spans_;
  std::vector<text::Unit> units_;
  std::vector<TimeRange> asked_;  // the days meant, quarters as days
  bool quarters_ = false;         // quarters of years are named
  size_t mentioned_ = 0;
  std::vector<std::pair<DaySpan, text::Unit>> said_;  // times as they are named
  std::optional<Grain> compared_part_, every_part_;
  DaySpan widest_, narrowest_;
  bool known_ = false;
  text::Unit step_ = text::Unit::day;  // the longest that a date of these facts stands for
  std::string undated_;
};

}  // namespace

void fill_time(const Vocabulary& vocabulary, const Chart& chart, const Draft& draft,
               Candidate& candidate) {
  TimeFrame(vocabulary, chart, draft, candidate).run();
}

}  // namespace tally::answer::parsed
