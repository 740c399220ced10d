// What a question demands that no request says: words that would be read past, and a plausible
// number given for another question. Each is found by how the words stand, and named.

#include <algorithm>

#include "answer/parsed/placement.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {
bool says_average(const std::string& word) {
  return text::among(word, {"average", "mean", "avg", "averaged", "averages"});
}

class Demands : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    against_average();
    exactly_one();
    every_time();
    ends_of_each();
    beside_previous();
    between_dates();
    divided_by();
    added();
    of_each_counted();
    with_what_is_unsaid();
    over_those();
    counted_within();
    extreme_of_average();
    so_many_times();
    thing_of_grain();
    by_two_dates();
    subtracted();
    with_what_is_measured();
    own();
    to_date_of_another_time();
  }

 private:
  // The words are a name of the model, or a value: they say what they say.
  bool is_named(size_t first, size_t last) const {
    return std::any_of(draft_.items.begin(), draft_.items.end(), [&](const Item* item) {
      return item->kind != ItemKind::phrase && item->kind != ItemKind::unknown &&
             item->first <= first && item->last >= last;
    });
  }

  // "year to date in 2023": the days up to today, and those of another year. Where no time is made
  // of the words at all, they are read as something else that has a year in it.
  void to_date_of_another_time() {
    for (size_t at = 0; at < chart_.tokens.size(); ++at) {
      bool one = text::among(word(at), {"ytd", "qtd", "mtd"});
      bool three = at + 2 < chart_.tokens.size() && word(at + 1) == "to" &&
                   word(at + 2) == "date" && text::among(word(at), {"year", "quarter", "month"});
      if (!one && !three) continue;
      const size_t end = at + (one ? 1 : 3);
      bool alone = draft_.times.size() == 1 && draft_.times[0].item->first <= at &&
                   draft_.times[0].item->last >= end;
      if (alone) continue;
      if (draft_.times.empty() && three)
        return refuse(chart_.quoted(at, end) + " can be read as something else here; say ‘" +
                      std::string(word(at).substr(0, 1)) + "td’.");
      return refuse(
          chart_.quoted(at, end) +
          " beside another time cannot be asked for yet; ask for a running total from the "
          "first day of the year.");
    }
  }

  // "shops above average", "whose balance is over the mean": compared with no number.
  void against_average() {
    for (size_t at = 0; at + 1 < chart_.tokens.size(); ++at) {
      if (!text::among(word(at), {"above", "below", "over", "under", "beneath", "than", "exceed",
                                  "exceeds", "exceeded", "exceeding", "beat", "beats"}))
        continue;
      size_t end = at + 1;
      while (end + 1 < chart_.tokens.size() &&
             text::among(word(end), {"the", "its", "their", "our", "an", "a", "overall", "general",
                                     "own", "usual", "group", "total"}))
        ++end;
      bool usual = says_average(word(end)) || text::among(word(end), {"median", "typical", "norm"});
      if (!usual || is_named(at, end + 1)) continue;
      return refuse(chart_.quoted(at, end + 1) +
                    " compares with a figure that has to be computed first, which cannot be asked "
                    "for yet; compare with a number.");
    }
  }

  // "had exactly one item": a number that no comparison has taken.
  void exactly_one() {
    for (size_t at = 1; at < chart_.tokens.size(); ++at) {
      bool number = text::among(word(at), {"one", "once"});
      if (!number ||
          !text::among(word(at - 1), {"exactly", "only", "just", "least", "most", "than"}))
        continue;
      bool taken =
          is_named(at, at + 1) && !(text::among(word(at - 1), {"only", "just"}) && is_had(at));
      if (taken || is_figure(at)) continue;
      return refuse(chart_.quoted(at - 1, at + 1) +
                    " is a condition on each of them that no filter says.");
    }
  }

  // "with only one …": said of each, and no number of rows.
  bool is_had(size_t number) const {
    return number > 1 &&
           text::among(word(number - 2), {"with", "had", "have", "has", "having", "made", "did"});
  }

  // "in just one figure": how the answer should look.
  bool is_figure(size_t at) const {
    return at + 1 < chart_.tokens.size() &&
           text::among(word(at + 1), {"number", "figure", "total", "sum", "row", "table", "value"});
  }

  // "customers who booked in every month": those that did it each time, and no row for each time.
  void every_time() {
    if (draft_.top) return;
    for (size_t k = 1; k < nodes_.size(); ++k) {
      const Node& by = nodes_[k];
      if (!by.is(PhraseKind::by) && !by.is(PhraseKind::grain_adverb)) continue;
      const std::string& text = by.item->phrase->text;
      bool every = text.find("every") != std::string::npos;
      bool each = every || text.find("each") != std::string::npos;
      const bool which = tells_which(by.item->first) && (every || has_deed(k));
      if (!each || !(which || (every && is_done_by_members(by.item->first)))) continue;
      size_t last =
          by.is(PhraseKind::by) && k + 1 < nodes_.size() ? nodes_[k + 1].item->last : by.item->last;
      return refuse(chart_.quoted(by.item->first, last) +
                    " asks for those that did so each time, which cannot be asked for yet.");
    }
  }

  // "which riders …", "riders who …" before the token.
  bool tells_which(size_t end) const {
    for (size_t at = 0; at < end; ++at) {
      if (word(at) == "which" && at == 0 && at_hand_.which_dim >= 0) return true;
      if (at > 0 && text::among(word(at), {"who", "whom"})) return true;
      bool relative = at > 0 && text::among(word(at), {"that", "which"});
      if (relative && ends_thing(at)) return true;
    }
    return false;
  }

  // "customers booked in every month"
  bool is_done_by_members(size_t every) const {
    if (every < 2 || word(every - 1) != "in" || !word(every - 2).ends_with("ed")) return false;
    return std::any_of(draft_.measures.begin(), draft_.measures.end(), [&](const auto& mention) {
      return std::any_of(
          mention.item->senses.begin(), mention.item->senses.end(), [&](const Sense& sense) {
            if (sense.kind != SenseKind::metric) return false;
            const MetricEntry& entry = vocabulary_.metrics[sense.index];
            return entry.counts_via >= 0 ||
                   (entry.counts >= 0 && entry.facts != std::vector{uint32_t(entry.counts)});
          });
    });
  }

  bool ends_thing(size_t at) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      return node.item->last == at && (node.is_dim() || node.kind() == ItemKind::measure);
    });
  }

  bool has_deed(size_t node) const {
    return nodes_[node - 1].kind() == ItemKind::measure && nodes_[node - 1].item->verb;
  }

  // "the last 3 months of each year", where the time is one stretch of days.
  void ends_of_each() {
    for (size_t k = 1; k < nodes_.size(); ++k) {
      if (nodes_[k - 1].kind() != ItemKind::time) continue;
      // "each year" is one item, with "of" before it
      bool of_each = (nodes_[k].is(PhraseKind::by) &&
                      text::among(nodes_[k].item->phrase->text, {"of each", "of every"})) ||
                     ((nodes_[k].is(PhraseKind::grain_adverb) || nodes_[k].is(PhraseKind::grain)) &&
                      nodes_[k].follows("of"));
      if (!of_each || !nodes_[k - 1].item->time->relative) continue;
      bool adverb = !nodes_[k].is(PhraseKind::by) || k + 1 == nodes_.size();
      size_t last = nodes_[adverb ? k : k + 1].item->last;
      return refuse(chart_.quoted(nodes_[k - 1].item->first, last) +
                    " is many stretches of time, which cannot be asked for yet.");
    }
  }

  // "by month with the previous month": the time before each row's own.
  void beside_previous() {
    bool by_time = std::any_of(draft_.dims.begin(), draft_.dims.end(), [](const DimMention& dim) {
      return dim.grouped && dim.grain.has_value();
    });
    if (!by_time) return;
    for (const TimeMention& time : draft_.times) {
      if (!time.item->time->relative) continue;
      for (size_t at = time.item->first; at < time.item->last; ++at) {
        if (!text::among(word(at), {"previous", "prior", "preceding", "before"})) continue;
        return refuse(chart_.quoted(time.item->first, time.item->last) +
                      " beside each row cannot be asked for yet; name the times themselves.");
      }
    }
  }

  bool is_date(const Node& node) const {
    if (node.kind() == ItemKind::time_role || node.kind() == ItemKind::date_word) return true;
    return node.kind() == ItemKind::field &&
           std::all_of(node.item->senses.begin(), node.item->senses.end(),
                       [&](const Sense& sense) { return vocabulary_.fields[sense.index].dated; });
  }

  bool is_event(const Node& node) const {
    return is_date(node) || node.kind() == ItemKind::noun || node.kind() == ItemKind::measure;
  }

  // "between booking and arrival", "from order to shipping": a time between two dates.
  void between_dates() {
    for (size_t k = 0; k + 1 < nodes_.size(); ++k) {
      bool spoken = nodes_[k].is(PhraseKind::between) && k + 3 < nodes_.size() &&
                    nodes_[k + 2].is(PhraseKind::conjunction);
      const Node& first = nodes_[spoken ? k + 1 : k];
      const Node& second = nodes_[spoken ? k + 3 : k + 1];
      bool led = spoken || (first.follows("from") &&
                            (second.gap == "to" || second.gap == "until" || second.gap == "till"));
      bool dates = is_event(first) && is_event(second) && (is_date(first) || is_date(second));
      if (!led || !dates) continue;
      return refuse("No metric is the time between " +
                    chart_.quoted(first.item->first, first.item->last) + " and " +
                    chart_.quoted(second.item->first, second.item->last) + ".");
    }
  }

  bool has_unit(const Item& item) const {
    return std::any_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
      return !vocabulary_.fields[sense.index].unit.empty();
    });
  }

  // "tonnes per kilometre", "price per unit", "supply cost compared with the list price": an amount
  // is no group.
  void divided_by() {
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& dim = draft_.dims[i];
      size_t node = at_hand_.dim_nodes[i];
      if (!dim.grouped || !is_amount(vocabulary_, *dim.item)) continue;
      bool lead = node > 0 && (nodes_[node - 1].is(PhraseKind::versus) ||
                               (is_per(nodes_[node - 1]) && has_unit(*dim.item) && !dim.plural));
      bool divided = node + 2 < nodes_.size() && is_per(nodes_[node + 1]) &&
                     nodes_[node + 2].kind() == ItemKind::measure;
      if (!lead && !divided) continue;
      size_t first = divided ? dim.item->first : nodes_[node - 1].item->first;
      size_t last = divided ? nodes_[node + 2].item->last : dim.item->last;
      return refuse("No metric says ‘" + std::string(chart_.words(first, last)) +
                    "’: an amount of each row is nothing to divide by or to set against.");
    }
  }

  static bool is_per(const Node& node) {
    return node.is(PhraseKind::by) && node.item->phrase->text == "per";
  }

  // "revenue plus surcharges": their sum.
  void added() {
    for (size_t k = 1; k < nodes_.size(); ++k) {
      bool within = nodes_[k].kind() == ItemKind::measure &&
                    nodes_[k - 1].kind() == ItemKind::measure && draft_.measures.size() > 1 &&
                    (nodes_[k].follows("including") || nodes_[k].follows("incl"));
      if (within)
        return refuse("No metric is ‘" +
                      std::string(chart_.words(nodes_[k - 1].item->first, nodes_[k].item->last)) +
                      "’ as one figure; with “and” each is shown.");
      bool plus = k + 1 < nodes_.size() && nodes_[k].is(PhraseKind::conjunction) &&
                  nodes_[k].item->phrase->text == "plus" &&
                  nodes_[k - 1].kind() == ItemKind::measure &&
                  nodes_[k + 1].kind() == ItemKind::measure;
      if (!plus || draft_.measures.size() < 2) continue;
      return refuse("No metric is ‘" +
                    std::string(chart_.words(nodes_[k - 1].item->first, nodes_[k + 1].item->last)) +
                    "’ as one figure; with “and” each is shown.");
    }
  }

  // ---- conditions on what is counted ----

  // "rentals with over 50 hours by country": a condition on each rental, where only the
  // groups can be compared.
  void of_each_counted() {
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure < 0) continue;
      for (size_t m = 0; m < at_hand_.measure_nodes.size(); ++m) {
        size_t node = at_hand_.measure_nodes[m];
        bool other = static_cast<int>(m) != condition.measure && node + 1 < nodes_.size() &&
                     !nodes_[node].item->nouns.empty();
        if (!other) continue;
        size_t next = node + 1;
        if (nodes_[next].is(PhraseKind::with)) ++next;
        const Item* compared = draft_.measures[static_cast<size_t>(condition.measure)].item;
        bool said = next < nodes_.size() && (nodes_[next].item == condition.item ||
                                             (next > node + 1 && nodes_[next].item == compared));
        bool with = next > node + 1 ||
                    (said && (nodes_[next].follows("with") || nodes_[next].follows("that") ||
                              nodes_[next].follows("of")));
        if (!said || !with) continue;
        return refuse("‘" +
                      std::string(chart_.words(nodes_[node].item->first, condition.item->last)) +
                      " …’ is a condition on each of them, where only a group's total can be "
                      "compared.");
      }
    }
  }

  // "complaints with amount over 100": something of each is compared, and not how many they are.
  void with_what_is_unsaid() {
    for (const Condition& condition : draft_.conditions) {
      if (condition.measure < 0) continue;
      const Item* compared = draft_.measures[static_cast<size_t>(condition.measure)].item;
      for (size_t k = 2; k < nodes_.size(); ++k) {
        bool across = nodes_[k].item == condition.item && nodes_[k - 1].is(PhraseKind::with) &&
                      nodes_[k - 2].item == compared;
        if (across)
          return refuse("‘" + std::string(chart_.words(compared->first, condition.item->last)) +
                        " …’ does not say what of them is compared.");
      }
    }
  }

  // "stock of parts with more than 10 orders": one number over those, where a request lists them.
  void over_those() {
    if (!has_having() || draft_.measures.size() < 2) return;
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& dim = draft_.dims[i];
      size_t node = at_hand_.dim_nodes[i];
      bool of =
          nodes_[node].follows("of") || nodes_[node].follows("from") || nodes_[node].follows("by");
      bool with = node + 1 < nodes_.size() && nodes_[node + 1].is(PhraseKind::with);
      bool total = dim.grouped && !dim.by && of && with && node > 0 &&
                   nodes_[node - 1].kind() == ItemKind::measure && !is_compared(nodes_[node - 1]);
      if (!total) continue;
      return refuse("‘" + std::string(chart_.words(nodes_[node - 1].item->first, dim.item->last)) +
                    " with …’ is one number over those that meet a condition, which cannot be "
                    "asked for yet; by ‘" +
                    std::string(chart_.words(*dim.item)) + "’ they are listed.");
    }
  }

  bool is_compared(const Node& measure) const {
    for (size_t m = 0; m < at_hand_.measure_nodes.size(); ++m)
      if (&nodes_[at_hand_.measure_nodes[m]] == &measure)
        return std::any_of(
            draft_.conditions.begin(), draft_.conditions.end(),
            [&](const Condition& condition) { return condition.measure == static_cast<int>(m); });
    return false;
  }

  // "customers with more than 20 orders by segment", "revenue per customer by segment": each has
  // one segment, so how many there are, or what each has on average, is asked for.
  void counted_within() {
    bool folded = draft_.worked_out && (draft_.worked_out->kind == WorkedOut::Kind::fold ||
                                        draft_.worked_out->kind == WorkedOut::Kind::count);
    if (draft_.top || folded) return;
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& each = draft_.dims[i];
      size_t node = at_hand_.dim_nodes[i];
      bool per = node > 0 && is_per(nodes_[node - 1]) && !each.plural;
      bool lone = has_having() && !each.by && each.plural;
      if (!each.grouped || each.item->kind != ItemKind::noun || !(per || lone)) continue;
      for (size_t j = 0; j < draft_.dims.size(); ++j) {
        const DimMention& other = draft_.dims[j];
        bool apart = j > i && other.grouped && other.by && !other.grain &&
                     !nodes_[at_hand_.dim_nodes[j] - 1].is(PhraseKind::conjunction);
        if (!apart || !belongs(*each.item, *other.item)) continue;
        return refuse((per ? "No metric is the figure per ‘" : "No metric counts each ‘") +
                      std::string(chart_.words(*each.item)) + "’ to be seen by ‘" +
                      std::string(chart_.words(*other.item)) + "’.");
      }
    }
  }

  // "by booking month and arrival month": one way of dating holds for the whole request.
  void by_two_dates() {
    if (draft_.time_roles.size() < 2) return;
    for (size_t i = 0; i < draft_.dims.size(); ++i)
      for (size_t j = i + 1; j < draft_.dims.size(); ++j) {
        bool twice = draft_.dims[i].grain && draft_.dims[i].grain == draft_.dims[j].grain;
        if (twice)
          return refuse(chart_.quoted(draft_.dims[i].item->first, draft_.dims[j].item->last) +
                        " are two ways of dating, which cannot be asked for at once.");
      }
  }

  // "gold revenue minus silver revenue": a difference.
  void subtracted() {
    for (size_t k = 1; k + 1 < nodes_.size(); ++k) {
      if (!nodes_[k].is(PhraseKind::negate) || nodes_[k].item->phrase->text != "minus") continue;
      const Node& next = nodes_[k + 1];
      bool measure = next.kind() == ItemKind::measure ||
                     (next.kind() == ItemKind::value && k + 2 < nodes_.size() &&
                      nodes_[k + 2].kind() == ItemKind::measure);
      if (!measure || nodes_[k - 1].kind() != ItemKind::measure) continue;
      return refuse("No metric is ‘" +
                    std::string(chart_.words(nodes_[k - 1].item->first, next.item->last)) + "’.");
    }
  }

  // "number of suppliers with late deliveries": those that have any, and not how many they have.
  void with_what_is_measured() {
    for (size_t k = 1; k + 1 < nodes_.size(); ++k) {
      const Node& thing = nodes_[k - 1];
      const Node& next = nodes_[k + 1];
      bool said = nodes_[k].is(PhraseKind::with) && next.kind() == ItemKind::measure &&
                  next.gap.empty() && !has_having();
      // "buyers with late deliveries": a row for each says 0 of most
      bool listed = said && thing.kind() == ItemKind::noun && picks_rows(vocabulary_, *next.item) &&
                    !draft_.top;
      if (listed)
        return refuse(chart_.quoted(thing.item->first, next.item->last) +
                      ": which of them have any cannot be asked for yet.");
      said = said && draft_.measures.size() > 1;
      bool counted = thing.kind() == ItemKind::measure ? counts_things(*thing.item)
                                                       : thing.kind() == ItemKind::noun && k > 1;
      bool more = k + 2 < nodes_.size() &&
                  (nodes_[k + 2].is(PhraseKind::compare) || nodes_[k + 2].is(PhraseKind::between));
      if (!said || !counted || more || is_grouped(k - 1)) continue;
      return refuse(chart_.quoted(thing.item->first, next.item->last) +
                    ": which of them have any cannot be asked for yet.");
    }
  }

  // "who bought from their own country": two fields of a row compared with each other.
  void own() {
    for (size_t at = 1; at + 1 < chart_.tokens.size(); ++at) {
      bool said = word(at) == "own" && text::among(word(at - 1), {"their", "its", "his", "her"});
      bool field = std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
        return node.item->first == at + 1 && node.is_dim();
      });
      if (said && field && !is_named(at, at + 1))
        return refuse(chart_.quoted(at - 1, at + 2) +
                      " compares two fields, which no filter does.");
    }
  }

  // "lowest supply cost by part type": the lowest of its rows, where only their average is known.
  void extreme_of_average() {
    total_of_average();
    value_of_count();
    if (!draft_.top || draft_.top->measure < 0 || draft_.top->count || at_hand_.which_dim >= 0)
      return;
    const Top& top = *draft_.top;
    auto index = static_cast<size_t>(top.measure);
    const Item& measure = *draft_.measures[index].item;
    bool by = top.target >= 0 && draft_.dims[static_cast<size_t>(top.target)].by &&
              at_hand_.dim_nodes[static_cast<size_t>(top.target)] > at_hand_.measure_nodes[index];
    if (!by || top.item->last != measure.first || draft_.measures[index].aggregate) return;
    if (!is_average(measure)) return;
    refuse("No metric is the " + std::string(chart_.words(top.item->first, measure.last)) +
           "; only its average is measured.");
  }

  // Averages, though the word is not said.
  bool is_average(const Item& measure) const {
    for (size_t at = measure.first; at < measure.last; ++at)
      if (says_average(word(at))) return false;
    return std::all_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      return sense.kind == SenseKind::metric && vocabulary_.metrics[sense.index].aggregate == "avg";
    });
  }

  bool says_sum_done(const Item& measure) const {
    return measure.first > 0 && measure.last == measure.first + 1 &&
           word(measure.first).ends_with("ed") &&
           text::among(word(measure.first - 1), {"total", "amount", "sum"});
  }

  // "total amount of urgent orders", "value of orders": they are counted, and what they are worth
  // is asked for.
  void value_of_count() {
    for (size_t k = 0; k < nodes_.size(); ++k) {
      size_t node = k;
      const Item& measure = *nodes_[node].item;
      bool asked = std::any_of(draft_.measures.begin(), draft_.measures.end(),
                               [&](const auto& mention) { return mention.item == &measure; });
      if (!asked || !counts_things(measure)) continue;
      while (node > 0 && nodes_[node - 1].kind() == ItemKind::value && nodes_[node].gap.empty())
        --node;
      const Node& first = nodes_[node];
      bool worth = first.follows("value of") || first.follows("total amount of") ||
                   (first.follows("amount of") && first.follows("total"));
      // "total claimed": a sum, and not how many claims
      worth = worth || says_sum_done(measure);
      if (worth)
        return refuse("No metric is the value of " + chart_.quoted(measure) +
                      ": they are only counted.");
    }
  }

  // "total balance", "sum of balances", where only the average is a metric.
  void total_of_average() {
    for (const MeasureMention& mention : draft_.measures) {
      const Item& measure = *mention.item;
      if (measure.first == 0 || mention.aggregate || measure.quality != Item::Quality::none)
        continue;
      bool sum = text::among(word(measure.first - 1), {"total", "sum"}) ||
                 (measure.first > 1 && word(measure.first - 1) == "of" &&
                  text::among(word(measure.first - 2), {"total", "sum"}));
      if (sum && is_average(measure))
        return refuse("No metric is the total of ‘" + std::string(chart_.words(measure)) +
                      "’; only its average is measured.");
    }
  }

  // "ordered more than 50 times": times are counted, and no "delivery time" is compared.
  void so_many_times() {
    for (const Node& node : nodes_) {
      if (node.kind() != ItemKind::measure && node.kind() != ItemKind::field) continue;
      for (size_t at = std::max<size_t>(1, node.item->first); at < node.item->last; ++at) {
        bool times = word(at) == "times" && is_number(at - 1);
        if (times)
          return refuse(chart_.quoted(at - 1, at + 1) +
                        ": no metric counts how many times that is done.");
      }
    }
  }

  bool is_number(size_t at) const {
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      return node.kind() == ItemKind::number && node.item->first <= at && node.item->last > at;
    });
  }

  // "by order year": the word says what is dated, and is no group of its own.
  void thing_of_grain() {
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      size_t node = at_hand_.dim_nodes[i];
      const DimMention& dim = draft_.dims[i];
      bool before = dim.grouped && dim.by && dim.item->kind == ItemKind::noun && !dim.plural &&
                    node + 1 < nodes_.size() && nodes_[node + 1].is(PhraseKind::grain) &&
                    nodes_[node + 1].gap.empty() && nodes_[node + 1].item->first == dim.item->last;
      if (!before) continue;
      return refuse(chart_.quoted(dim.item->first, nodes_[node + 1].item->last) +
                    " dates by something that nothing here is dated by.");
    }
  }
};

}  // namespace

void settle_demands(Placement& placement) {
  Demands(placement).run();
  settle_unsaid(placement);
  settle_rankings(placement);
  settle_each_row(placement);
}

}  // namespace tally::answer::parsed
