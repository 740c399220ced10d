#include "import/dbt/hidden.h"

namespace tally::importing::dbt {
namespace {

bool meta_hides(const HideRule& rule, const Data& meta, int depth) {
  for (size_t at = 0; at < meta.keys.size(); ++at) {
    const Data& value = meta.values[at];
    if (is_false(value) && hides_meta_key(rule, meta.keys[at])) return true;
    if (value.is_map() && depth > 0 && meta_hides(rule, value, depth - 1)) return true;
  }
  return false;
}

}  // namespace

bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta) {
  return hides_tags(rule, tags) || (meta && meta_hides(rule, *meta, 1));
}

}  // namespace tally::importing::dbt
