// More that no request says, and that would be read past: a way between two places, another unit
// than the metric's, those of which something grew.

#include <algorithm>

#include "answer/parsed/placement.h"
#include "text/among.h"
#include "text/measure_units.h"
#include "text/stem.h"

namespace tally::answer::parsed {
namespace {

class Unsaid : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    between_places();
    in_another_unit();
    of_which_it_changed();
    of_two_deeds();
    of_two_things();
    whose_is_what();
    born_when();
    divided_by_a_count();
    so_many_of_another();
    done_late();
    this_period();
  }

 private:
  // "revenue between one town and another": from the one to the other, or either way; no two places
  // side by side, unless something is compared.
  void between_places() {
    if (at_hand_.versus) return;
    for (size_t k = 0; k < nodes_.size(); ++k) {
      const Item& first = *nodes_[k].item;
      if (!is_name(nodes_[k]) || first.first == 0 || word(first.first - 1) != "between") continue;
      size_t next = k + 1;
      while (next < nodes_.size() && nodes_[next].is(PhraseKind::conjunction)) ++next;
      if (next == nodes_.size() || !is_name(nodes_[next])) continue;
      const Item& second = *nodes_[next].item;
      if (second.first != first.last + 1 || word(first.last) != "and") continue;
      const std::string from(chart_.words(first)), to(chart_.words(second));
      return refuse("‘between " + std::string(chart_.words(first.first, second.last)) +
                    "’ does not say which way, or which part each of them has: say ‘from " + from +
                    " to " + to + "’, or ‘" + from + " or " + to + "’.");
    }
  }

  static bool is_name(const Node& node) {
    return node.kind() == ItemKind::value && node.item->numbers.empty() &&
           !node.item->time.has_value();
  }

  // "average delay in days": how it is to be told, and no row for each day.
  void in_another_unit() {
    if (draft_.measures.empty()) return;
    for (size_t k = 1; k < nodes_.size(); ++k) {
      const Node& unit = nodes_[k];
      const bool said = unit.is(PhraseKind::grain) && unit.gap == "in" &&
                        nodes_[k - 1].kind() == ItemKind::measure &&
                        text::is_plural(word(unit.item->last - 1));
      if (!said || takes_no_unit(*nodes_[k - 1].item, word(unit.item->last - 1))) continue;
      return refuse(chart_.quoted(unit.item->first - 1, unit.item->last) +
                    " asks for another unit: figures are told in the metric's own.");
    }
  }

  // Or is told in it anyhow.
  bool takes_no_unit(const Item& measure, const std::string& unit) const {
    const auto wanted = text::measure_unit(unit);
    return std::any_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      if (sense.kind != SenseKind::metric) return true;
      const MetricEntry& metric = vocabulary_.metrics[sense.index];
      const auto own = text::measure_unit(metric.unit);
      if (own && wanted && *own == *wanted) return true;
      // Of money or of things counted "in months" is no unit.
      const bool is_time = own && (own->kind == text::MeasureUnit::Kind::duration ||
                                   own->kind == text::MeasureUnit::Kind::calendar);
      return !is_time && (!metric.unit.empty() || metric.aggregate != "avg");
    });
  }

  // "customers whose revenue grew": those, and not how much it changed for each.
  void of_which_it_changed() {
    const bool changes =
        draft_.worked_out && draft_.worked_out->kind == WorkedOut::Kind::change && !draft_.top;
    if (!changes) return;
    for (size_t at = 1; at < chart_.tokens.size(); ++at) {
      if (!text::among(word(at), {"whose", "who", "that", "with", "where"}) || !ends_group(at))
        continue;
      return refuse(chart_.quoted(at, chart_.tokens.size()) +
                    ": which of them changed so cannot be asked for yet; ask for the growth by " +
                    "what it is of.");
    }
  }

  static bool covers(const Item& item, size_t at) { return item.first <= at && at < item.last; }

  // "booked in 2022 and delivered in 2023": each deed has its own time.
  void of_two_deeds() {
    for (size_t i = 1; i < draft_.times.size(); ++i) {
      const Item &first = *draft_.times[i - 1].item, &second = *draft_.times[i].item;
      for (size_t at = first.last; at + 1 < second.first; ++at) {
        const bool deed =
            text::among(word(at), {"and", "but"}) && is_deed(at + 1) && second.first <= at + 3;
        if (deed && !is_role(at + 1))
          return refuse(chart_.quoted(at + 1, second.last) +
                        " is a time of its own, and nothing here is dated by it.");
      }
    }
  }

  // "fines raised in 2023 for loans from 2022": each of the two has its own time, and no days are
  // those of both.
  void of_two_things() {
    for (size_t i = 1; i < draft_.times.size(); ++i) {
      const TimeMention &first = draft_.times[i - 1], &second = draft_.times[i];
      const bool are_days = is_days(first) && is_days(second) && !second.joined && !second.both &&
                            !draft_.compared_times && !at_hand_.versus;
      if (!are_days) continue;
      const bool has_thing = std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
        return node.item->first >= first.item->last && node.item->last <= second.item->first &&
               (node.kind() == ItemKind::noun || node.kind() == ItemKind::measure) &&
               (node.follows("for") || node.follows("of") || node.follows("from") ||
                node.follows("on"));
      });
      if (has_thing)
        return refuse(chart_.quoted(*first.item) + " and " + chart_.quoted(*second.item) +
                      " are said of two things, which cannot be told apart yet.");
    }
  }

  static bool is_days(const TimeMention& time) {
    return !time.item->time->spans.empty() && time.roles.empty() && !time.negated;
  }

  // "stores whose county is in the list": a condition with nothing to compare with.
  void whose_is_what() {
    for (size_t at = 1; at < chart_.tokens.size(); ++at) {
      if (word(at) != "whose" || is_said_behind(at)) continue;
      return refuse("‘whose " + rest_of(at + 1) +
                    "’ is a condition, and the question does not say with what to compare.");
    }
  }

  // "customers born in January", where no birthday is known, or may be: no time of what is
  // measured.
  void born_when() {
    for (const TimeMention& time : draft_.times) {
      const size_t first = time.item->first;
      for (size_t back = 1; back <= 3 && back <= first; ++back)
        if (word(first - back) == "born" && time.roles.empty())
          return refuse(chart_.quoted(first - back, time.item->last) +
                        " is no time of what is measured, and nothing else here is dated by it.");
    }
  }

  // "revenue per order line": nothing is grouped by the half of a name.
  void divided_by_a_count() {
    for (size_t k = 1; k + 1 < nodes_.size(); ++k) {
      const Node &per = nodes_[k - 1], &thing = nodes_[k], &rest = nodes_[k + 1];
      const bool halved = per.is(PhraseKind::by) && per.item->phrase->text == "per" &&
                          thing.is_dim() && rest.kind() == ItemKind::measure && !rest.item->verb &&
                          rest.gap.empty() && rest.item->first == thing.item->last;
      if (halved)
        return refuse("No metric says ‘" +
                      std::string(chart_.words(per.item->first, rest.item->last)) + "’.");
    }
  }

  // "features used by fewer than 100 accounts", where what is compared counts something else.
  void so_many_of_another() {
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure < 0) continue;
      const Item& compared = *draft_.measures[static_cast<size_t>(condition.measure)].item;
      for (const Node& number : nodes_) {
        const size_t at = number.item->last;
        if (number.kind() != ItemKind::number || number.item->first < condition.item->first ||
            at >= chart_.tokens.size() || covers(compared, at) || is_taken(at))
          continue;
        for (const Item& thing : chart_.starting[at])
          if (thing.kind == ItemKind::noun && !counts(compared, thing))
            return refuse(chart_.quoted(number.item->first, thing.last) +
                          " cannot be compared with ‘" + std::string(chart_.words(compared)) +
                          "’, which counts something else.");
      }
    }
  }

  // By something that a request has a place for; a thing that is only talked about has none.
  bool is_taken(size_t at) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      return covers(*node.item, at) && node.kind() != ItemKind::noun &&
             node.kind() != ItemKind::phrase;
    });
  }

  bool counts(const Item& measure, const Item& thing) const {
    return std::any_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      if (sense.kind != SenseKind::metric) return true;
      const MetricEntry& metric = vocabulary_.metrics[sense.index];
      return std::any_of(thing.senses.begin(), thing.senses.end(), [&](const Sense& noun) {
        const int dataset = static_cast<int>(noun.index);
        return metric.counts == dataset || metric.counts_via == dataset;
      });
    });
  }

  // "paid late": how it was done, and no late ones that are paid.
  void done_late() {
    for (size_t at = 1; at < chart_.tokens.size(); ++at) {
      if (!text::among(word(at), {"late", "early", "punctually"}) || !is_deed(at - 1)) continue;
      const bool apart = std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
        return node.item->first == at && node.kind() == ItemKind::value;
      });
      if (apart)
        return refuse(chart_.quoted(at - 1, at + 1) +
                      " says how it was done, which nothing here tells.");
    }
  }

  // "billings this fiscal year": which one it is the field does not say.
  void this_period() {
    for (const DimMention& dim : draft_.dims) {
      const size_t first = dim.item->first;
      const bool relative =
          dim.item->kind == ItemKind::field && !dim.by && first > 0 &&
          text::among(word(first - 1), {"this", "current", "last", "previous", "next", "past"});
      const bool is_period = text::among(word(dim.item->last - 1),
                                         {"year", "quarter", "period", "season", "term", "month"});
      if (relative && is_period)
        return refuse(chart_.quoted(first - 1, dim.item->last) +
                      " is not known here: name the one that is meant.");
    }
  }

  bool is_said_behind(size_t at) const {
    const auto behind = [&](const Item* item) { return item != nullptr && item->first > at; };
    return std::any_of(draft_.values.begin(), draft_.values.end(),
                       [&](const ValueMention& value) { return behind(value.item); }) ||
           std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                       [&](const Condition& condition) {
                         return behind(condition.item) || behind(condition.field);
                       }) ||
           std::any_of(draft_.times.begin(), draft_.times.end(), [&](const TimeMention& time) {
             return behind(time.item) && (!time.roles.empty() || !draft_.time_roles.empty());
           });
  }

  std::string rest_of(size_t at) const {
    constexpr size_t kMost = 4;
    const size_t end = std::min(at + kMost, chart_.tokens.size());
    return at < end ? std::string(chart_.words(at, end)) : std::string();
  }

  bool is_role(size_t at) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      return node.item->first == at &&
             (node.kind() == ItemKind::time_role || node.kind() == ItemKind::date_word);
    });
  }

  bool ends_group(size_t at) const {
    return std::any_of(nodes_.begin(), nodes_.end(),
                       [&](const Node& node) { return node.item->last == at && node.is_dim(); });
  }
};

}  // namespace

void settle_unsaid(Placement& placement) {
  Unsaid(placement).run();
}

}  // namespace tally::answer::parsed
