#pragma once
// Pairing within tolerance: points with intervals on a line, and bipartite graphs. Private to the
// comparator.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tally::table {

// Pairs reference values with answers inside their tolerance, both ascending, as many as possible.
// Returns for each reference value whether it got a partner. Exact (Glover, "Maximum matching in a
// convex bipartite graph", 1967): answers in ascending order, each to the open interval that closes
// first.
std::vector<bool> pair_on_line(std::span<const long double> references,
                               std::span<const long double> answers, std::optional<int> places);

// Is there a pairing of all `size` left nodes with the `size` right ones? `neighbours(left, visit)`
// calls visit for each right node until it returns true. Augmenting paths, breadth first, so that
// no recursion is as deep as a table is long. `stop` true: gives up, nullopt.
using Visit = std::function<bool(size_t right)>;
std::optional<bool> perfect_pairing(
    size_t left_size, size_t right_size,
    const std::function<void(size_t left, const Visit& visit)>& neighbours,
    const std::function<bool()>& stop, std::vector<size_t>* partner_of_left = nullptr);

}  // namespace tally::table
