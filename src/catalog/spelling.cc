#include "catalog/spelling.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tally::catalog {

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  // Three rows of the table: the swap of neighbours looks two rows back.
  std::vector<size_t> before(a.size() + 1), above(a.size() + 1), row(a.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t j = 1; j <= b.size(); ++j) {
    row[0] = j;
    size_t best = j;
    for (size_t i = 1; i <= a.size(); ++i) {
      size_t replaced = above[i - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[i] = std::min({replaced, above[i] + 1, row[i - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[i] = std::min(row[i], before[i - 2] + 1);
      best = std::min(best, row[i]);
    }
    // A swap reaches back two rows, hence two rows are looked at before giving up: once both are
    // past the limit, nothing later comes back.
    if (best > limit && *std::min_element(above.begin(), above.end()) > limit) return limit + 1;
    std::swap(before, above);
    std::swap(above, row);
  }
  return std::min(above[a.size()], limit + 1);
}

size_t plausible_edits(size_t length) {
  return length < 3 ? 0 : std::clamp<size_t>(length / 4, 1, 3);
}

}  // namespace tally::catalog
