#pragma once
// "how many", "number of": which metric the words behind it make.

#include "answer/parsed/placement.h"

namespace tally::answer::parsed {

// Puts the count at a node into the draft. A count of nouns is the metric that counts them; of
// fields there is one only where a metric counts their values.
void place_count(Placement& placement, size_t at);

}  // namespace tally::answer::parsed
