#pragma once
// Which resources nobody may see: the one rule for every way into an inventory (docs/dbt.md). dbt's
// own `access: private` says who may ref a model, not who may know of it: it hides nothing.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace tally::catalog {

struct HideRule {
  // In both, * stands for any letters.
  std::vector<std::string> tags = {"internal", "internal_only", "private", "privacy:*"};
  // Keys of meta, or of a map inside it, that hide when they are false.
  std::vector<std::string> meta_keys = {"expose", "exposed", "expose_*"};
};

// Without regard to case.
bool hides_tags(const HideRule& rule, const std::vector<std::string>& tags);
// Whether this key of a meta hides by being false.
bool hides_meta_key(const HideRule& rule, std::string_view key);

// Whether a table (column empty), or a column of it, is hidden.
using IsHidden = std::function<bool(const ObjectId& table, std::string_view column)>;

// The catalog without the tables that are hidden and keys that lead to them, hidden columns marked.
Catalog visible_part(const Catalog& all, const IsHidden& is_hidden);

// All of it, with what is hidden marked: for whoever reads what others wrote about it, and may not
// answer with a name.
Catalog marked_catalog(const Catalog& all, const IsHidden& is_hidden);

// The same catalog where nobody knows what is hidden.
Catalog unsuggested(const Catalog& all);

}  // namespace tally::catalog
