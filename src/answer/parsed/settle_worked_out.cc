// What the words want worked out: a share, a change, a running total, an average of the totals of
// each. The model may have a metric that says it by itself; that is for resolve to know.

#include <algorithm>

#include "answer/parsed/counts.h"
#include "answer/parsed/placement.h"
#include "answer/parsed/weights.h"
#include "text/among.h"

namespace tally::answer::parsed {

namespace {

class Wanted : PlacementPass {
 public:
  using PlacementPass::PlacementPass;

  void run() {
    if (at_hand_.counted || count_those_with(at_hand_)) return find_count(*at_hand_.counted);
    if (draft_.measures.empty()) return;
    if (find_change() || find_running() || find_share() || find_fold()) return;
  }

 private:
  bool says(const Node* node, Aggregate which) const {
    return node->is(PhraseKind::aggregate) &&
           node->item->phrase->payload == static_cast<int>(which);
  }

  const Node* computed(Aggregate which) const {
    for (const Node* node : at_hand_.computed)
      if (says(node, which)) return node;
    return nullptr;
  }

  const Node* computed(PhraseKind kind) const {
    for (const Node* node : at_hand_.computed)
      if (node->is(kind)) return node;
    return nullptr;
  }

  WorkedOut& want(WorkedOut::Kind kind, const Node& said) {
    draft_.worked_out = WorkedOut{};
    draft_.worked_out->kind = kind;
    draft_.worked_out->item = said.item;
    return *draft_.worked_out;
  }

  // "revenue growth", "month over month": the grain of the step, if any is named.
  bool find_change() {
    const Node* step = computed(PhraseKind::step);
    const Node* growth = computed(Aggregate::growth);
    if (step == nullptr && growth == nullptr) return false;
    // "which genres grew" are some of them
    if (at_hand_.which_dim >= 0 && !draft_.top) return true;
    WorkedOut& wanted = want(WorkedOut::Kind::change, growth != nullptr ? *growth : *step);
    wanted.said_apart = growth == nullptr;
    if (step != nullptr) wanted.step = static_cast<semantic::Grain>(step->item->phrase->payload);
    return true;
  }

  bool find_running() {
    const Node* running = computed(PhraseKind::running);
    if (running == nullptr) return false;
    want(WorkedOut::Kind::running_total, *running).said_apart = true;
    return true;
  }

  bool find_share() {
    const Node* share = computed(Aggregate::share);
    if (share == nullptr) return false;
    // a rate or a ratio is of two things, and a fraction is no percentage
    for (std::string_view word : {"rate", "ratio", "fraction"})
      if (share->item->phrase->text.starts_with(word)) return false;
    WorkedOut& wanted = want(WorkedOut::Kind::share, *share);
    if (draft_.measures.size() == 2) {
      wanted.of_second = draft_.measures[0].item->last <= share->item->first &&
                         share->item->last <= draft_.measures[1].item->first &&
                         draft_.measures[1].aggregate_item == share->item &&
                         share->item->phrase->text.ends_with(" of");
    }
    find_part(wanted);
    return true;
  }

  // "tickets that were urgent", "loans made at the desk": the verb says what the part is.
  void find_part(WorkedOut& wanted) const {
    for (const Node& node : nodes_) {
      if (node.kind() != ItemKind::value || node.gap.empty()) continue;
      std::string gap = " " + node.gap + " ";
      for (std::string_view verb :
           {" was ", " were ", " is ", " are ", " be ", " been ", " came ", " come ", " comes ",
            " coming ", " went ", " go ", " goes ", " made ", " comprised ", " represented "})
        if (gap.find(verb) != std::string::npos) {
          wanted.part.push_back(node.item);
          break;
        }
    }
  }

  // "how many brands were sold", "how many countries had more than 500 orders": no metric counts
  // them, but each that has something of what is measured has a row.
  void find_count(size_t node) {
    auto dim = std::find(at_hand_.dim_nodes.begin(), at_hand_.dim_nodes.end(), node);
    if (draft_.measures.size() != 1 || dim == at_hand_.dim_nodes.end() ||
        !at_hand_.computed.empty() || draft_.top) {
      draft_.cost += weights::kInexpressible;
      if (draft_.trouble.empty())
        draft_.trouble = "No metric counts " + std::string(chart_.words(*nodes_[node].item)) + ".";
      return;
    }
    WorkedOut& wanted = want(WorkedOut::Kind::count, nodes_[node]);
    wanted.said_apart = true;
    wanted.folded = static_cast<size_t>(dim - at_hand_.dim_nodes.begin());
    draft_.dims[wanted.folded].grouped = true;
    draft_.dims[wanted.folded].counted = true;
    draft_.cost += weights::kWorkedOut;
  }

  static bool is_fold(Aggregate which) {
    return which == Aggregate::average || which == Aggregate::median ||
           which == Aggregate::maximum || which == Aggregate::minimum;
  }

  // "average monthly revenue", "average number of orders per customer".
  bool find_fold() {
    if (draft_.measures.size() != 1 || !draft_.measures[0].aggregate) return false;
    const MeasureMention& measure = draft_.measures[0];
    if (!is_fold(*measure.aggregate)) return false;
    int adjective = -1, per = -1;
    bool several = false;
    for (size_t i = 0; i < draft_.dims.size(); ++i) {
      if (!draft_.dims[i].grouped) continue;
      const Item& item = *draft_.dims[i].item;
      bool adverb = item.kind == ItemKind::phrase && item.phrase->kind == PhraseKind::grain_adverb;
      if (adverb && !draft_.dims[i].each && item.first >= measure.aggregate_item->last &&
          item.last <= measure.item->first) {
        several = several || adjective >= 0;
        adjective = static_cast<int>(i);
      } else if (is_per(i)) {
        several = several || per >= 0;
        per = static_cast<int>(i);
      }
    }
    int folded = adjective >= 0 ? adjective : per;
    if (folded < 0 || several) return false;
    // "average cost per ward", of few wards: of each of them
    const DimMention& each = draft_.dims[static_cast<size_t>(folded)];
    if (!each.grain && !counts(*measure.item) && !names_many(vocabulary_, *each.item)) return false;
    const Node* said = computed(*measure.aggregate);
    if (said == nullptr) return false;
    WorkedOut& wanted = want(WorkedOut::Kind::fold, *said);
    wanted.fold = measure.aggregate;
    wanted.folded = static_cast<size_t>(folded);
    return true;
  }

  bool counts(const Item& measure) const {
    return std::all_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
      return sense.kind == SenseKind::metric &&
             vocabulary_.metrics[sense.index].aggregate == "count";
    });
  }

  // "per customer", "a month"
  bool is_per(size_t dim) const {
    const Item& item = *draft_.dims[dim].item;
    if (item.kind == ItemKind::phrase && item.phrase->kind == PhraseKind::grain_adverb)
      return item.phrase->text.starts_with("per ") || item.phrase->text.starts_with("a ");
    size_t node = at_hand_.dim_nodes[dim];
    return node > 0 && nodes_[node - 1].is(PhraseKind::by) &&
           nodes_[node - 1].item->phrase->text == "per" && !draft_.dims[dim].plural;
  }
};

}  // namespace

// "growth … in percent", "share of loans, as a percentage": the second says how it is written.
void place_aggregate(Placement& placement, const Node& node) {
  auto says = [](const Node* other, Aggregate which) {
    return other->is(PhraseKind::aggregate) &&
           other->item->phrase->payload == static_cast<int>(which);
  };
  bool written =
      says(&node, Aggregate::share) &&
      std::any_of(placement.computed.begin(), placement.computed.end(), [&](const Node* other) {
        return says(other, Aggregate::growth) || says(other, Aggregate::share) ||
               other->is(PhraseKind::step);
      });
  placement.computed.push_back(&node);
  if (!written) placement.aggregate = &node;
}

void hand_over_aggregate(Placement& placement, size_t gone) {
  auto& measures = placement.draft.measures;
  const MeasureMention& from = measures[gone];
  if (!from.aggregate) return;
  size_t heir = gone + 1 < measures.size() ? gone + 1 : gone - 1;
  if (heir < measures.size() && !measures[heir].aggregate) {
    measures[heir].aggregate = from.aggregate;
    measures[heir].aggregate_item = from.aggregate_item;
  } else if (heir >= measures.size() || measures[heir].aggregate_item != from.aggregate_item) {
    placement.unknown(from.aggregate_item, weights::kUnused);
  }
}

void settle_worked_out(Placement& placement) {
  Wanted(placement).run();
}

}  // namespace tally::answer::parsed
