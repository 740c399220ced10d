#pragma once
// Draft::worked_out as calculations of the request: what share, what change, of which parts.

#include <utility>
#include <vector>

#include "answer/parsed/order.h"
#include "answer/parsed/slots.h"

namespace tally::answer::parsed {

// Which of the request's groups and filters are whose, as [first, last).
struct RequestParts {
  std::vector<std::pair<size_t, size_t>> groups;   // of each dim, before `shifted`
  std::vector<std::pair<size_t, size_t>> filters;  // of each slot
  size_t shifted = 0;                              // groups put before all of them
};

// Adds to the request what is to be worked out, or says why that cannot be.
void work_out(const Resolved& resolved, const std::vector<Slot>& slots, const RequestParts& parts,
              Candidate& out);

}  // namespace tally::answer::parsed
