#include "answer/parsed/placement.h"

#include <algorithm>

#include "text/stem.h"

namespace tally::answer::parsed {

bool PlacementPass::has_having() const {
  return std::any_of(draft_.conditions.begin(), draft_.conditions.end(),
                     [](const Condition& condition) { return condition.measure >= 0; });
}

bool PlacementPass::is_grouped(size_t node) const {
  for (size_t i = 0; i < draft_.dims.size(); ++i)
    if (at_hand_.dim_nodes[i] == node) return draft_.dims[i].grouped;
  return false;
}

bool PlacementPass::belongs(const Item& thing, const Item& other) const {
  if (other.kind != ItemKind::noun && other.kind != ItemKind::field) return false;
  const bool noun = other.kind == ItemKind::noun;
  return std::all_of(thing.senses.begin(), thing.senses.end(), [&](const Sense& of) {
    return std::any_of(other.senses.begin(), other.senses.end(), [&](const Sense& sense) {
      const uint32_t there = noun ? sense.index : vocabulary_.fields[sense.index].dataset;
      return !(noun && there == of.index) && vocabulary_.distance(of.index, there) >= 0;
    });
  });
}

bool PlacementPass::counts_things(const Item& measure) const {
  return std::all_of(measure.senses.begin(), measure.senses.end(), [&](const Sense& sense) {
    return sense.kind == SenseKind::metric && vocabulary_.metrics[sense.index].counts >= 0;
  });
}

bool PlacementPass::is_deed(size_t at) const {
  return word(at).ends_with("ed") || text::is_irregular(word(at));
}

}  // namespace tally::answer::parsed
