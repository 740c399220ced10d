// What is said of each row, where a request has only groups and their totals: how much one of them
// is, how two of its fields compare, how many of something belong to it.

#include <algorithm>

#include "answer/parsed/placement.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/measure_units.h"
#include "text/stem.h"

namespace tally::answer::parsed {
namespace {

class EachRow : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    so_long();
    compared();
    percent_of_thousands();
    when_they_did();
    different_than();
    at_one_of_its_own();
    in_one();
    ratio_of_its_own();
    so_many_percent();
  }

 private:
  // "delays over an hour": the unit is no measure, and no row for each hour.
  void so_long() {
    for (const Node& node : nodes_) {
      const size_t unit = node.item->last - 1;
      if (unit == 0 || node.item->last != node.item->first + 1 || text::is_plural(word(unit)) ||
          !text::measure_unit(word(unit)) || !text::among(word(unit - 1), {"a", "an", "one"}))
        continue;
      const bool compared =
          unit > 1 && text::among(word(unit - 2), {"over", "under", "above", "below", "than",
                                                   "exceeding", "exceeds", "exceed", "lasting"});
      if (node.kind() == ItemKind::measure || (compared && node.is(PhraseKind::grain)))
        return refuse(chart_.quoted(compared ? unit - 2 : unit - 1, unit + 1) +
                      " is a condition on each of them, where only a group's total can be "
                      "compared.");
    }
  }

  // ---- comparisons ----

  void compared() {
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure < 0) continue;
      const size_t node = at_hand_.measure_nodes[static_cast<size_t>(condition.measure)];
      const size_t at = node_of(*condition.item);
      if (at == nodes_.size()) continue;
      so_many_others(node, at);
      if (at != node + 1 || !nodes_[at].gap.empty()) continue;
      done_by_each(node);
      heads_question(condition, node);
    }
  }

  size_t node_of(const Item& item) const {
    size_t node = 0;
    while (node < nodes_.size() && nodes_[node].item != &item) ++node;
    return node;
  }

  // "orders with more than 6 lines": it is the lines that are counted.
  void so_many_others(size_t measure, size_t comparison) {
    if (comparison + 2 >= nodes_.size()) return;
    const Node &number = nodes_[comparison + 1], &other = nodes_[comparison + 2];
    const bool apart = number.kind() == ItemKind::number && other.kind() == ItemKind::measure &&
                       !other.item->verb && !is_done(*nodes_[measure].item) && other.gap.empty() &&
                       other.item->first == number.item->last &&
                       other.item->senses != nodes_[measure].item->senses;
    if (!apart) return;
    draft_.cost += weights::kBeyond;  // a unit is the better reading, if it is one
    refuse(chart_.quoted(number.item->first, other.item->last) + " cannot be compared with " +
           chart_.quoted(*nodes_[measure].item) + ", which is something else.");
  }

  // "sold more than 15000 units": these it is that are sold.
  bool is_done(const Item& measure) const { return measure.verb || is_deed(measure.last - 1); }

  // "copies costing more than 20": what each of them costs, and no total.
  void done_by_each(size_t measure) {
    const Item& done = *nodes_[measure].item;
    if (!word(done.last - 1).ends_with("ing")) return;
    const bool named = done.last > done.first + 1;
    const bool of_things = named ? text::is_plural(word(done.first))
                                 : measure > 0 && is_thing(measure - 1) &&
                                       nodes_[measure - 1].item->last == done.first;
    if (!of_things) return;
    const size_t first = named ? done.first : nodes_[measure - 1].item->first;
    refuse(chart_.quoted(first, done.last) +
           " … is a condition on each of them, where only a group's total can be compared.");
  }

  bool is_thing(size_t node) const {
    const ItemKind kind = nodes_[node].kind();
    return (kind == ItemKind::noun || kind == ItemKind::measure) && !is_grouped(node);
  }

  // "invoices over 20000 by status": how much each of them is, and hardly how many they are.
  void heads_question(const Condition& condition, size_t measure) {
    const Item& head = *nodes_[measure].item;
    const bool alone = std::all_of(
        nodes_.begin(), nodes_.begin() + static_cast<long>(measure),
        [](const Node& lead) { return lead.kind() == ItemKind::phrase && !lead.is_dim(); });
    if (!alone || draft_.top || at_hand_.which_dim >= 0 || !condition.unit.empty() ||
        draft_.measures.size() != 1 || !names_counted(head))
      return;
    refuse(chart_.quoted(head.first, condition.item->last) +
           " … does not say what of them is compared.");
  }

  // The things themselves, and no "number of" them.
  bool names_counted(const Item& head) const {
    return !text::among(word(head.first), {"number", "count", "total", "amount"}) &&
           counts_things(head);
  }

  // "average discount for orders above 100000", where the discount is in percent.
  void percent_of_thousands() {
    constexpr size_t kDigits = 4;  // of a thousand
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure < 0 || !condition.unit.empty() || condition.numbers.empty()) continue;
      const std::string& number = condition.numbers.front();
      const size_t digits = std::min(number.find('.'), number.size());
      const MeasureMention& mention = draft_.measures[static_cast<size_t>(condition.measure)];
      const bool percent = std::all_of(
          mention.item->senses.begin(), mention.item->senses.end(), [&](const Sense& sense) {
            return sense.kind == SenseKind::metric && vocabulary_.metrics[sense.index].unit == "%";
          });
      if (percent && digits >= kDigits)
        return refuse(chart_.quoted(*mention.item) + " is in percent, which " + number +
                      " cannot be compared with.");
    }
  }

  // ---- two fields of a row ----

  bool starts_dim(size_t token) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      return node.is_dim() && node.item->first <= token && node.item->last > token;
    });
  }

  bool compares_fields(size_t first, size_t last) {
    refuse(chart_.quoted(first, last) + " compares two fields, which no filter does.");
    return true;
  }

  // "cancelled in the month they started", "returned on the day it was lent".
  void when_they_did() {
    for (const Node& node : nodes_) {
      const size_t first = node.item->first, last = node.item->last;
      if (!node.is_dim() || first < 2 || last >= chart_.tokens.size()) continue;
      const bool said = text::among(word(last), {"they", "it", "he", "she"}) &&
                        text::among(word(first - 1), {"the", "same", "very"}) &&
                        text::among(word(first - 2), {"in", "on", "at", "within", "the"});
      if (said && compares_fields(first - 1, last + 1)) return;
    }
  }

  // "returned to a different branch than they were lent at", "within the same country".
  void different_than() {
    constexpr size_t kFar = 4;
    for (size_t at = 0; at + 1 < chart_.tokens.size(); ++at) {
      if (!text::among(word(at), {"different", "other", "another", "same"}) || !starts_dim(at + 1))
        continue;
      if (word(at) == "same" && at > 1 && !draft_.top && word(at - 1) == "the" &&
          text::among(word(at - 2), {"within", "in", "at", "to", "from", "on"})) {
        compares_fields(at - 1, at + 2);
        return;
      }
      for (size_t than = at + 2; than < std::min(at + 2 + kFar, chart_.tokens.size()); ++than)
        if (word(at) != "same" && word(than) == "than" && compares_fields(at, than + 1)) return;
    }
  }

  // "returned at the lending branch", "picked up at the member's home branch": a way to another
  // thing that nothing is grouped or filtered by.
  void at_one_of_its_own() {
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& dim = draft_.dims[i];
      if (dim.grouped || dim.plural || dim.counted || dim.beside.led) continue;
      const size_t first = start_of_way(dim);
      if (first == dim.item->first || first == 0) continue;
      const bool led =
          text::among(word(first - 1), {"the", "their", "its", "own"}) || ends_owner(first);
      if (led && !is_compared(*dim.item) && compares_fields(first - 1, dim.item->last)) return;
    }
  }

  // Of the way that stands before the thing, or of the deed that leads there: "lending branch".
  size_t start_of_way(const DimMention& dim) const {
    size_t first = dim.item->first;
    if (dim.beside.role != nullptr) first = std::min(first, dim.beside.role->first);
    if (first == dim.item->first && first > 0 && word(first - 1).ends_with("ing")) --first;
    return first;
  }

  // "the member's"
  bool ends_owner(size_t token) const {
    const text::Token& owner = chart_.tokens[token - 1];
    const std::string_view between =
        chart_.question.substr(owner.begin, chart_.tokens[token].begin - owner.begin);
    return between.find("'s") != std::string_view::npos ||
           between.find("’s") != std::string_view::npos || word(token - 1) == "s";
  }

  bool is_compared(const Item& dim) const {
    return std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                       [&](const Condition& condition) {
                         return condition.field == &dim || condition.beside.noun == &dim;
                       }) ||
           std::any_of(draft_.values.begin(), draft_.values.end(), [&](const ValueMention& value) {
             return value.beside.noun == &dim || value.beside.field == &dim;
           });
  }

  // ---- one of them ----

  // "more than 300 units in one order": of each order, and not of all of them.
  void in_one() {
    for (const Node& node : nodes_) {
      const size_t first = node.item->first;
      const bool thing = node.kind() == ItemKind::noun || node.kind() == ItemKind::measure ||
                         node.is(PhraseKind::grain) || node.kind() == ItemKind::value;
      if (!thing || first < 2 || text::is_plural(word(node.item->last - 1))) continue;
      const size_t in = word(first - 2) == "a" || word(first - 2) == "any" ? 3 : 2;
      const bool one = text::among(word(first - 1), {"one", "single"}) && first >= in &&
                       text::among(word(first - in), {"in", "within", "on", "per"});
      if (one && has_having())
        return refuse(chart_.quoted(first - in, node.item->last) +
                      " is a condition on each of these, which cannot be asked for yet.");
    }
  }

  // "which country has the lowest revenue per customer", where every customer has one country: a
  // ratio, and no lowest country of each customer.
  void ratio_of_its_own() {
    if (!draft_.top || draft_.top->target < 0) return;
    const Item& ranked = *draft_.dims[static_cast<size_t>(draft_.top->target)].item;
    for (const size_t within : draft_.top->within) {
      const DimMention& each = draft_.dims[within];
      const size_t node = at_hand_.dim_nodes[within];
      const bool per = node > 0 && nodes_[node - 1].is(PhraseKind::by) &&
                       nodes_[node - 1].item->phrase->text == "per";
      if (per && !each.plural && each.item->kind == ItemKind::noun && belongs(*each.item, ranked))
        return refuse("No metric is the figure per ‘" + std::string(chart_.words(*each.item)) +
                      "’ to be ranked by.");
    }
  }

  // "the 10 percent largest customers": as many as these are, and not ten.
  void so_many_percent() {
    if (!draft_.top || !draft_.top->count) return;
    for (size_t at = 1; at < chart_.tokens.size(); ++at) {
      const bool percent = text::among(word(at), {"%", "percent", "pct"}) &&
                           word(at - 1) == std::to_string(*draft_.top->count) &&
                           at + 1 >= draft_.top->item->first && at <= draft_.top->item->last;
      if (percent)
        return refuse(chart_.quoted(at - 1, at + 1) +
                      " of them: how many these are has to be known first; say how many to show.");
    }
  }
};

}  // namespace

void settle_each_row(Placement& placement) {
  EachRow(placement).run();
}

}  // namespace tally::answer::parsed
