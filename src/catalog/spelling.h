#pragma once
// How far apart are two spellings? For "did you mean".

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::catalog {

// ASCII letters in lower case, as the engine compares identifiers; all other bytes unchanged.
std::string lower_ascii(std::string_view text);

// Edits (insert, delete, replace, swap of neighbours: optimal string alignment) that turn `a` into
// `b`, counted in bytes; `limit + 1` as soon as it is known to be more than `limit`.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);

// How many edits still look like a slip of the finger in a word of this length.
size_t plausible_edits(size_t length);

}  // namespace tally::catalog
