#include "import/dbt/hidden.h"

#include <algorithm>

#include "catalog/spelling.h"

namespace tally::importing::dbt {
namespace {

bool fits(const std::string& pattern, const std::string& word) {
  const std::string wanted = catalog::lower_ascii(pattern);
  const std::string given = catalog::lower_ascii(word);
  if (!wanted.ends_with('*')) return wanted == given;
  return given.starts_with(std::string_view(wanted).substr(0, wanted.size() - 1));
}

bool fits_any(const std::vector<std::string>& patterns, const std::string& word) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return fits(pattern, word); });
}

bool meta_hides(const HideRule& rule, const Data& meta, int depth) {
  for (size_t at = 0; at < meta.keys.size(); ++at) {
    const Data& value = meta.values[at];
    if (is_false(value) && fits_any(rule.meta_keys, meta.keys[at])) return true;
    if (value.is_map() && depth > 0 && meta_hides(rule, value, depth - 1)) return true;
  }
  return false;
}

}  // namespace

bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta) {
  for (const std::string& tag : tags)
    if (fits_any(rule.tags, tag)) return true;
  return meta && meta_hides(rule, *meta, 1);
}

}  // namespace tally::importing::dbt
