#include "catalog/spelling.h"

#include <algorithm>

namespace tally::catalog {

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

size_t plausible_edits(size_t length) {
  return length < 3 ? 0 : std::clamp<size_t>(length / 4, 1, 3);
}

}  // namespace tally::catalog
