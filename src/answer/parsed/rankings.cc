// What is ranked by a quality that nothing measures, and what is asked for at times of its own:
// read past, these words would leave a plausible number for another question.

#include <algorithm>

#include "answer/parsed/placement.h"
#include "answer/parsed/qualities.h"
#include "answer/parsed/weights.h"
#include "text/among.h"
#include "text/stem.h"

namespace tally::answer::parsed {

namespace {

class Rankings : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run_tops() {
    settle_top_of_each();
    refuse_top_together();
  }

  void run() {
    same_as();
    ranked_by_quality();
    one_of_them();
    at_times_of_their_own();
    one_count();
    dates_side_by_side();
    with_rank();
  }

 private:
  // "the best shop in each region": of every group the top. "The top shops by region" does not say
  // whether they are ranked within it.
  void settle_top_of_each() {
    int target = draft_.top->target;
    if (target < 0) return;
    const DimMention& ranked = draft_.dims[static_cast<size_t>(target)];
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      const DimMention& dim = draft_.dims[i];
      bool other = &dim != &ranked && dim.grouped;
      if (!other || !(dim.each || (dim.by && !ranked.by))) continue;
      size_t node = at_hand_.dim_nodes[i];
      bool per = node > 0 && nodes_[node - 1].is(PhraseKind::by) &&
                 nodes_[node - 1].item->phrase->text == "per";
      if (dim.each || per) {
        draft_.top->within.push_back(i);
        continue;
      }
      std::string group(chart_.words(*dim.item));
      for (std::string_view lead : {"each ", "every ", "per ", "by "})
        if (group.starts_with(lead)) group = group.substr(lead.size());
      draft_.beyond = chart_.quoted(*draft_.top->item) + " within ‘" + group +
                      "’ cannot be asked for yet; ask for one of them at a time, or for all by ‘" +
                      group + "’ and ‘" + std::string(chart_.words(*ranked.item)) + "’.";
      return;
    }
  }

  // "the top 5 brands together": their sum, where a request lists them.
  void refuse_top_together() {
    if (!draft_.top->count || !draft_.beyond.empty()) return;
    for (const Item* item : draft_.items) {
      bool stop = item->kind == ItemKind::phrase && item->phrase->kind == PhraseKind::stop;
      const std::string text = stop ? item->phrase->text : "";
      if (text != "together" && text != "combined" && text != "altogether" &&
          text != "taken together" && text != "added together" && text != "summed up")
        continue;
      draft_.beyond = "‘" + text +
                      "’: the sum of the top ones cannot be asked for yet; without the "
                      "word they are listed.";
      return;
    }
  }

  // "delivered on the same day as booked": two fields of a row compared with each other.
  void same_as() {
    for (size_t at = 0; at + 2 < chart_.tokens.size(); ++at) {
      if (word(at) != "same") continue;
      for (size_t as = at + 2; as < chart_.tokens.size() && as <= at + 3; ++as)
        if (word(as) == "as")
          return refuse(chart_.quoted(at, as + 1) + " compares two fields, which no filter does.");
    }
  }

  // "the heaviest parcels" are ranked by a weight, and not by how many they are.
  void ranked_by_quality() {
    if (!draft_.top || draft_.measures.empty() || draft_.top->item->phrase == nullptr) return;
    auto asked = qualities_of_superlative(draft_.top->item->phrase->text);
    if (asked.empty()) return;
    bool said = std::any_of(draft_.measures.begin(), draft_.measures.end(), [&](const auto& each) {
      return std::any_of(asked.begin(), asked.end(),
                         [&](const Quality* quality) { return is_of(*each.item, *quality); });
    });
    if (said) return;
    refuse("No metric that is asked for says what is ‘" +
           std::string(chart_.words(*draft_.top->item)) + "’.");
  }

  bool is_of(const Item& measure, const Quality& quality) const {
    return std::any_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      std::vector<uint32_t> all = {sense.index};
      if (sense.kind == SenseKind::family) all = vocabulary_.families[sense.index].metrics;
      return std::any_of(all.begin(), all.end(), [&](uint32_t metric) {
        return is_named_so(vocabulary_, quality, metric) ||
               is_measured_so(vocabulary_, quality, metric);
      });
    });
  }

  // "the largest order": one row, where only groups of them are shown.
  void one_of_them() {
    if (!draft_.top || draft_.top->judged || draft_.top->count) return;
    for (const MeasureMention& mention : draft_.measures) {
      const Item& item = *mention.item;
      bool one = item.first == draft_.top->item->last && !item.nouns.empty() &&
                 !text::is_plural(word(item.last - 1)) && counts_things(item);
      if (one)
        return refuse(chart_.quoted(draft_.top->item->first, item.last) +
                      " is one of them, and single ones are not shown.");
    }
  }

  // "how many lines were delivered late": one number is asked for, and no lateness beside it.
  void one_count() {
    for (size_t m = 1; m < draft_.measures.size(); ++m) {
      size_t first = node_of(*draft_.measures[m - 1].item);
      size_t second = node_of(*draft_.measures[m].item);
      if (first >= second || second == nodes_.size() || draft_.measures[m].ordering || is_used(m) ||
          is_used(m - 1))
        continue;
      bool joined = false;
      for (size_t k = first + 1; k < second; ++k) joined = joined || joins(nodes_[k]);
      if (joined || !says_how_many(first)) continue;
      return at_hand_.unknown(nodes_[second].item, weights::kUnused);
    }
  }

  size_t node_of(const Item& item) const {
    size_t node = 0;
    while (node < nodes_.size() && nodes_[node].item != &item) ++node;
    return node;
  }

  static bool joins(const Node& node) {
    return node.is(PhraseKind::conjunction) || node.is(PhraseKind::versus) ||
           node.is(PhraseKind::by) || node.is(PhraseKind::with) || node.is(PhraseKind::order_by) ||
           node.is(PhraseKind::compare) || node.is(PhraseKind::top);
  }

  bool says_how_many(size_t node) const {
    const Item& item = *nodes_[node].item;
    bool before = node > 0 && nodes_[node - 1].is(PhraseKind::count);
    return before || (item.last > item.first + 2 && word(item.first) == "how");
  }

  bool is_used(size_t measure) const {
    auto index = static_cast<int>(measure);
    return (draft_.top && draft_.top->measure == index) ||
           std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                       [&](const Condition& condition) { return condition.measure == index; });
  }

  // "with their rank": a column that the rows do not have.
  void with_rank() {
    for (size_t at = 1; at < chart_.tokens.size(); ++at) {
      bool rank = text::among(word(at), {"rank", "ranks", "ranking", "rankings"});
      bool beside =
          text::among(word(at - 1), {"their", "its", "including", "the", "a", "with"}) &&
          (at > 1 ? text::among(word(at - 2), {"with", "and", "including", "show", "plus"})
                  : false);
      beside = beside || text::among(word(at - 1), {"including", "with"});
      bool by = at + 1 < chart_.tokens.size() && text::among(word(at + 1), {"by", "of", "from"});
      if (rank && beside && !by)
        return refuse(chart_.quoted(at - 1, at + 1) +
                      " as a column cannot be shown yet; the rows can be put in order.");
    }
  }

  // "booked versus delivered by month", "origin depot vs destination depot": two ways of seeing the
  // same, of which a request has one.
  void dates_side_by_side() {
    kinds_of_days();
    for (size_t k = 1; k + 1 < nodes_.size(); ++k) {
      if (!nodes_[k].is(PhraseKind::versus)) continue;
      bool parts = nodes_[k - 1].kind() == ItemKind::time && nodes_[k + 1].is(PhraseKind::grain);
      parts =
          parts || (nodes_[k + 1].kind() == ItemKind::time && nodes_[k - 1].is(PhraseKind::grain));
      bool ways = is_way(nodes_[k - 1]) || is_way(nodes_[k + 1]) || parts ||
                  (nodes_[k - 1].is_dim() && nodes_[k + 1].is_dim() &&
                   nodes_[k - 1].beside.role != nodes_[k + 1].beside.role);
      if (ways) return two_ways(nodes_[k - 1].item->first, nodes_[k + 1].item->last);
    }
  }

  void two_ways(size_t first, size_t last) {
    refuse(chart_.quoted(first, last) +
           " are two ways of seeing the same things, which cannot be set side by side yet; ask for "
           "one after the other.");
  }

  // "on weekdays versus weekends": the words may have become a group by the day of the week.
  void kinds_of_days() {
    for (size_t at = 0; at + 2 < chart_.tokens.size(); ++at) {
      const auto is_day = [&](size_t token, std::string_view one) {
        return word(token) == one || word(token) == std::string(one) + "s";
      };
      const bool both = (is_day(at, "weekday") && is_day(at + 2, "weekend")) ||
                        (is_day(at, "weekend") && is_day(at + 2, "weekday"));
      if (both && text::among(word(at + 1), {"and", "or", "vs", "versus", "against", "to"}))
        return two_ways(at, at + 3);
    }
  }

  static bool is_way(const Node& node) {
    return node.kind() == ItemKind::time_role || node.kind() == ItemKind::date_word ||
           (node.kind() == ItemKind::path_role && !node.consumed);
  }

  // "revenue in 2021 and units in 2022", "steel in 2021 and brass in 2022": each at a time of its
  // own, where one request has its times for all.
  void at_times_of_their_own() {
    std::vector<size_t> times;
    for (size_t k = 0; k < nodes_.size(); ++k)
      if (nodes_[k].kind() == ItemKind::time) times.push_back(k);
    for (size_t i = 1; i < times.size(); ++i) {
      size_t joint = times[i];
      while (joint > times[i - 1] && !nodes_[joint].is(PhraseKind::conjunction) &&
             !nodes_[joint].is(PhraseKind::versus))
        --joint;
      if (joint == times[i - 1]) continue;
      size_t start = i > 1 ? times[i - 2] + 1 : 0;
      size_t end = i + 1 < times.size() ? times[i + 1] : nodes_.size();
      if (part_with(start, joint, end)) return;
    }
  }

  bool part_with(size_t start, size_t joint, size_t end) {
    const Node* left = first_in(start, joint, ItemKind::measure);
    const Node* right = first_in(joint, end, ItemKind::measure);
    if (left != nullptr && right != nullptr) {
      if (left->item->senses == right->item->senses) {
        draft_.compared_times = true;  // "revenue in 2021 and revenue in 2022"
        return false;
      }
    } else {
      left = first_in(start, joint, ItemKind::value);
      right = first_in(joint, end, ItemKind::value);
      if (left == nullptr || right == nullptr || !one_field(*left->item, *right->item))
        return false;
    }
    refuse("‘" + std::string(chart_.words(*left->item)) + "’ and ‘" +
           std::string(chart_.words(*right->item)) +
           "’ are each asked for at a time of its own, which cannot be done at once; ask for one "
           "after the other.");
    return true;
  }

  const Node* first_in(size_t from, size_t to, ItemKind kind) const {
    for (size_t k = from; k < to; ++k)
      if (nodes_[k].kind() == kind && !nodes_[k].item->verb) return &nodes_[k];
    return nullptr;
  }

  static bool one_field(const Item& a, const Item& b) {
    return std::any_of(a.values.begin(), a.values.end(), [&](const ValueSense& one) {
      return std::any_of(b.values.begin(), b.values.end(),
                         [&](const ValueSense& other) { return other.field == one.field; });
    });
  }

  bool counts_things(const Item& measure) const {
    return std::all_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      return sense.kind == SenseKind::metric && vocabulary_.metrics[sense.index].counts >= 0;
    });
  }
};

}  // namespace

bool is_amount(const Vocabulary& vocabulary, const Item& item) {
  return item.kind == ItemKind::field &&
         std::all_of(item.senses.begin(), item.senses.end(), [&](const Sense& sense) {
           const FieldEntry& entry = vocabulary.fields[sense.index];
           return entry.numeric && !entry.dated && !vocabulary.is_flag(sense.index);
         });
}

bool picks_rows(const Vocabulary& vocabulary, const Item& measure) {
  return std::all_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
    return sense.kind == SenseKind::metric && vocabulary.metrics[sense.index].picks;
  });
}

void settle_ranked_within(Placement& placement) {
  Rankings(placement).run_tops();
}

void settle_rankings(Placement& placement) {
  Rankings(placement).run();
}

}  // namespace tally::answer::parsed
