#include "text/distance.h"

#include <algorithm>
#include <vector>

namespace tally::text {

size_t edit_distance(std::string_view a, std::string_view b, size_t bound) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > bound) return bound + 1;
  const size_t far = bound + 1;
  std::vector<size_t> before(b.size() + 1, far), last(b.size() + 1, far), row(b.size() + 1, far);
  for (size_t j = 0; j <= std::min(b.size(), bound); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t low = i > bound ? i - bound : 1;
    size_t high = std::min(b.size(), i + bound);
    std::fill(row.begin(), row.end(), far);
    if (i <= bound) row[0] = i;
    size_t best = row[0];
    for (size_t j = low; j <= high; ++j) {
      size_t cost = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost = std::min({cost, last[j] + 1, row[j - 1] + 1});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost = std::min(cost, before[j - 2] + 1);
      row[j] = std::min(cost, far);
      best = std::min(best, row[j]);
    }
    if (best > bound) return far;
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace tally::text
