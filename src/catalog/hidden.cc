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

Catalog visible_part(const Catalog& all, const IsHidden& is_hidden) {
  std::vector<Table> tables = marked_catalog(all, is_hidden).tables();
  std::erase_if(tables, [](const Table& table) { return table.is_hidden; });
  for (Table& table : tables)
    std::erase_if(table.foreign_keys,
                  [&](const ForeignKey& key) { return is_hidden(key.target, ""); });
  return {std::move(tables), all.database(),    all.schema(),
          all.version(),     all.definitions(), Discretion::some_hidden};
}

Catalog marked_catalog(const Catalog& all, const IsHidden& is_hidden) {
  std::vector<Table> tables = all.tables();
  for (Table& table : tables) {
    table.is_hidden = table.is_hidden || is_hidden(table.id, "");
    for (Column& column : table.columns)
      column.is_hidden = column.is_hidden || is_hidden(table.id, column.name);
  }
  return {std::move(tables), all.database(),    all.schema(),
          all.version(),     all.definitions(), all.discretion()};
}

Catalog unsuggested(const Catalog& all) {
  return {all.tables(),  all.database(),    all.schema(),
          all.version(), all.definitions(), Discretion::unknown};
}

}  // namespace tally::catalog
