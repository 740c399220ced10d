#pragma once
// "how many", "number of": which metric the words behind it make.

#include "answer/parsed/placement.h"

namespace tally::answer::parsed {

// Puts the count at a node into the draft. A count of nouns is the metric that counts them; of
// fields there is one only where a metric counts their values.
void place_count(Placement& placement, size_t at);

// The item is a measure called by the whole of "how many orders".
bool asks_how_many(const Chart& chart, const Item& item);

// "how many customers had more than 10 orders": those that meet a condition are counted, by no
// metric. Makes the measure that counts them the dim that is counted; false if nothing is said so.
bool count_those_with(Placement& placement);

}  // namespace tally::answer::parsed
