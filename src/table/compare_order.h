#pragma once
// Which rows of an ordered result may change places? Those that are equal in what it is ordered by.
// Private to the comparator.

#include <cstdint>
#include <vector>

#include "table/result_table.h"

namespace tally::table {

// For each row the number of its run of ties, ascending from 0.
//
// `key_columns`: what the rows are ordered by. Empty: guessed. A column counts as (the next) part
// of the key if it never changes direction within the runs so far and the chance of that by
// accident (2 · ∏ mᵢ! / k! over the runs) is at most 1 in 5; the least likely accident first. If
// no column qualifies, the result being short, the key is the one that never changes direction,
// measures before other numbers before the rest, since short ordered results are mostly rankings.
// If there is none, the rows are ordered by something that is not shown, and nothing may change
// places.
std::vector<uint32_t> tie_runs(const ResultTable& reference,
                               const std::vector<size_t>& key_columns);

}  // namespace tally::table
