#pragma once
// Which words of the question became what.

#include <vector>

#include "answer/parsed/order.h"
#include "answer/parsed/slots.h"

namespace tally::answer::parsed {

// `pick` is the choice taken of each slot.
void explain(const Resolved& resolved, const std::vector<Slot>& slots,
             const std::vector<size_t>& pick, Candidate& out);

}  // namespace tally::answer::parsed
