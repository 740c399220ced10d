#pragma once
// How many slips of the finger lie between two words.

#include <cstddef>
#include <string_view>

namespace tally::text {

// Edit distance over bytes with neighbouring letters swapped counted as one slip (optimal string
// alignment), or `bound` + 1 as soon as it must be more. O(length × bound).
size_t edit_distance(std::string_view a, std::string_view b, size_t bound);

}  // namespace tally::text
