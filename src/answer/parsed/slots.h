#pragma once
// The places of a request that a field goes into (what it is grouped by, what is compared, what has
// a value), each with the fields that it may be.

#include <vector>

#include "answer/parsed/resolve.h"

namespace tally::answer::parsed {

struct Slot {
  std::vector<FieldChoice> choices;  // the cheapest first; never empty
  const DimMention* dim = nullptr;
  const Condition* condition = nullptr;
  std::vector<const ValueMention*> values;
};

// The slots of a draft for the metrics of `base`, to whose trouble goes what no field can be.
std::vector<Slot> make_slots(const Vocabulary& vocabulary, const Chart& chart, Resolver& resolver,
                             const Draft& draft, Candidate& base);

}  // namespace tally::answer::parsed
