#pragma once
// The times of a draft as the time part of a request, and whether the data reaches that far.

#include <string>
#include <vector>

#include "answer/parsed/draft.h"
#include "answer/parsed/resolve.h"
#include "answer/parsed/vocabulary.h"

namespace tally::answer::parsed {

// Fills time, time_parts, time_role and the group that over time or a comparison of times asks for;
// says in the candidate what stands in the way. Its metrics are known by now.
void fill_time(const Vocabulary& vocabulary, const Chart& chart, const Draft& draft,
               Candidate& candidate);

}  // namespace tally::answer::parsed
