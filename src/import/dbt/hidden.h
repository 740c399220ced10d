#pragma once
// Which resources nobody may see: decided in this one place for both doors (docs/dbt.md). dbt's own
// `access: private` says who may ref a model, not who may know of it: it hides nothing.

#include <string>
#include <vector>

#include "import/dbt/data.h"

namespace tally::importing::dbt {

struct HideRule {
  // A word with * at its end stands for all that begin so.
  std::vector<std::string> tags = {"internal", "internal_only", "private", "privacy:*"};
  // Keys of meta, or of a map inside it, that hide when they are false.
  std::vector<std::string> meta_keys = {"expose", "exposed", "expose_*"};
};

// `meta` may be null. Without regard to case.
bool is_hidden(const HideRule& rule, const std::vector<std::string>& tags, const Data* meta);

}  // namespace tally::importing::dbt
