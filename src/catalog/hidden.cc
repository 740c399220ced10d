#include "catalog/hidden.h"

#include <algorithm>

#include "catalog/spelling.h"

namespace tally::catalog {
namespace {

bool fits_any(const std::vector<std::string>& patterns, std::string_view word) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return fits_stars(pattern, word); });
}

}  // namespace

bool hides_tags(const HideRule& rule, const std::vector<std::string>& tags) {
  return std::any_of(tags.begin(), tags.end(),
                     [&](const std::string& tag) { return fits_any(rule.tags, tag); });
}

bool hides_meta_key(const HideRule& rule, std::string_view key) {
  return fits_any(rule.meta_keys, key);
}

}  // namespace tally::catalog
