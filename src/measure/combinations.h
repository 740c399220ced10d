#pragma once
// Which combinations of slot values are tried, in which order. Private to drawing.

#include <cstdint>
#include <vector>

#include "measure/random.h"

namespace tally::measure {

// Up to `most` different combinations of `sizes` (values a slot), each the number of a value a
// slot, in random order. No slots: one, empty.
std::vector<std::vector<size_t>> random_combinations(const std::vector<size_t>& sizes, size_t most,
                                                     Random& random);

}  // namespace tally::measure
