#include "catalog/spelling.h"

#include <algorithm>

namespace tally::catalog {

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool fits_stars(std::string_view pattern, std::string_view text) {
  const std::string p = lower_ascii(pattern), t = lower_ascii(text);
  size_t at = 0, in = 0, star = p.npos, mark = 0;
  while (at < t.size()) {
    if (in < p.size() && p[in] == '*') {
      star = in++;
      mark = at;
    } else if (in < p.size() && p[in] == t[at]) {
      ++in;
      ++at;
    } else if (star != p.npos) {
      in = star + 1;
      at = ++mark;
    } else {
      return false;
    }
  }
  while (in < p.size() && p[in] == '*') ++in;
  return in == p.size();
}

size_t plausible_edits(size_t length) {
  return length < 3 ? 0 : std::clamp<size_t>(length / 4, 1, 3);
}

}  // namespace tally::catalog
