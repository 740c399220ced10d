#pragma once
// The nodes of a covering and the draft that they are being put into: what the pass (assemble) and
// the settling after it (settle) share.

#include <string>
#include <utility>
#include <vector>

#include "answer/parsed/draft.h"
#include "answer/parsed/sequence.h"

namespace tally::answer::parsed {

struct Placement {
  const Vocabulary& vocabulary;
  const Chart& chart;
  std::vector<Node> nodes;
  Draft draft = {};
  // Nodes of the draft's mentions, in the same order.
  std::vector<size_t> measure_nodes = {}, dim_nodes = {};
  std::vector<size_t> member_nodes = {};
  std::vector<const Node*> negations = {};  // that nothing took
  const Node* aggregate = nullptr;          // that no measure took
  std::vector<const Node*> computed = {};   // every aggregate, step and running total
  const Item* ordered_by = nullptr;         // "by revenue", said of what stands before it
  std::optional<size_t> counted = {};       // node whose members are counted, as no metric does
  int which_dim = -1;                       // "which stores": index into the draft's dims
  bool versus = false;                      // something is to be set side by side

  Node* after(size_t node, size_t steps = 1) {
    return node + steps < nodes.size() ? &nodes[node + steps] : nullptr;
  }
  // A word that found no place: it will be named.
  void unknown(const Item* item, double cost) {
    draft.unknown.push_back(item);
    draft.cost += cost;
  }
  void give_aggregate(MeasureMention& mention) {
    if (aggregate == nullptr) return;
    mention.aggregate = static_cast<Aggregate>(aggregate->item->phrase->payload);
    mention.aggregate_item = aggregate->item;
    aggregate = nullptr;
  }
};

// What every pass over a placement looks at.
class PlacementPass {
 public:
  explicit PlacementPass(Placement& placement)
      : at_hand_(placement),
        vocabulary_(placement.vocabulary),
        chart_(placement.chart),
        nodes_(placement.nodes),
        draft_(placement.draft) {}

 protected:
  const std::string& word(size_t at) const { return chart_.tokens[at].text; }
  // Names what is asked for and cannot be said in a request; the first reason stands.
  void refuse(std::string why) {
    if (draft_.beyond.empty()) draft_.beyond = std::move(why);
  }
  // Groups are compared by a measure: "with more than 10 orders".
  bool has_having() const;
  bool is_grouped(size_t node) const;
  // Every member of the thing has one of the other, a noun or a field.
  bool belongs(const Item& thing, const Item& other) const;
  // Whatever the measure may be, it counts the members of a dataset.
  bool counts_things(const Item& measure) const;
  // "delivered", "sold"
  bool is_deed(size_t at) const;

  Placement& at_hand_;
  const Vocabulary& vocabulary_;
  const Chart& chart_;
  std::vector<Node>& nodes_;
  Draft& draft_;
};

// A number of each row that is no truth value: nothing to have a row for.
bool is_amount(const Vocabulary& vocabulary, const Item& item);

// Things of which there are many, or that happen.
bool names_many(const Vocabulary& vocabulary, const Item& item);

// A measure over some of the rows only: "late deliveries".
bool picks_rows(const Vocabulary& vocabulary, const Item& measure);

// What the pass could not know: which mention a superlative ranks, which fields stand alone, whose
// members and verbs are whose.
void settle(Placement& placement);

// Which of several metrics "how long" means, and that "per patient" is no group.
void settle_measured(Placement& placement);

// A word that computes, which the measure beside it will take: "average", "share of".
void place_aggregate(Placement& placement, const Node& node);
// What is computed of a measure that is merged into its neighbour is computed of that.
void hand_over_aggregate(Placement& placement, size_t gone);

// What can be worked out from the rows that the request has: shares, changes, running totals, the
// average month.
void settle_worked_out(Placement& placement);

// Whether what is measured is an answer to what is asked: no total is a place, a person or a thing.
void settle_asked(Placement& placement);

// What the words demand and no request says is named: nothing is read past.
// "orders placed by customers": who did it, and no row for each of them.
bool did_it(const Chart& chart, const Node& by, const Item& thing);
void settle_context(Placement& placement, size_t dim);  // of a noun that is no group
void settle_demands(Placement& placement);
void settle_ranked_within(Placement& placement);  // tops of each group, or their sum
void settle_unsaid(Placement& placement);         // of these, what places, units and changes say
void settle_each_row(Placement& placement);       // of these, what is said of each row
void settle_rankings(Placement& placement);       // of these, superlatives and times of their own

}  // namespace tally::answer::parsed
