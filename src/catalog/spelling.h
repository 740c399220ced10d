#pragma once
// Names as the engine compares them, and how wrong a spelling may be for "did you mean".

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::catalog {

// ASCII letters in lower case, as the engine compares identifiers; all other bytes unchanged.
std::string lower_ascii(std::string_view text);

// Whether `text` fits a pattern in which `*` stands for any letters; without regard to case.
bool fits_stars(std::string_view pattern, std::string_view text);

// How many edits still look like a slip of the finger in a word of this length.
size_t plausible_edits(size_t length);

}  // namespace tally::catalog
