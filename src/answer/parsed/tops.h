#pragma once
// Superlatives: "top 5", "the highest", "the first 3", and which of them cannot be asked for.

#include "answer/parsed/conditions.h"
#include "answer/parsed/placement.h"

namespace tally::answer::parsed {

class Tops {
 public:
  static constexpr int kMostRows = 1000;  // "top 2009" is a year

  Tops(Placement& placement, Conditions& conditions)
      : at_hand_(placement),
        chart_(placement.chart),
        nodes_(placement.nodes),
        draft_(placement.draft),
        conditions_(conditions) {}

  // Puts the superlative at a node into the draft; whether what follows is what it ranks.
  bool place(size_t at);

 private:
  void place_limit(size_t at);
  void bad_count(const Node& top, Node& number);
  void skip_to_ordinal(size_t at);
  void refuse_nested(size_t at);

  Placement& at_hand_;
  const Chart& chart_;
  std::vector<Node>& nodes_;
  Draft& draft_;
  Conditions& conditions_;
};

}  // namespace tally::answer::parsed
