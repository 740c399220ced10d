#include "import/dbt/join.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "catalog/spelling.h"

namespace tally::importing::dbt {
namespace {

using catalog::Inventory;
using catalog::lower_ascii;
using catalog::ObjectId;
using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceIndex;
using catalog::Table;

// Ephemeral models become nothing that one can select from.
bool is_built(const Resource& resource) {
  return catalog::is_relation(resource.kind) && resource.materialized != "ephemeral";
}

class Joiner {
 public:
  Joiner(const catalog::Catalog& warehouse, const Inventory& project)
      : warehouse_(warehouse), project_(project), tables_(warehouse.tables()) {
    for (size_t at = 0; at < tables_.size(); ++at)
      by_name_.emplace(lower_ascii(tables_[at].id.name), at);
  }

  JoinedCatalog join() {
    match();
    for (const auto& [table, resource] : resource_of_) describe(tables_[table], project_[resource]);
    for (const auto& [table, resource] : resource_of_)
      add_references(tables_[table], project_[resource]);
    for (size_t at = 0; at < tables_.size(); ++at)
      if (!resource_of_.count(at)) joined_.unknown.push_back(tables_[at].id);
    joined_.catalog =
        catalog::Catalog(std::move(tables_), warehouse_.database(), warehouse_.schema(),
                         warehouse_.version() + "+" + project_.version(), warehouse_.definitions());
    return std::move(joined_);
  }

 private:
  // Exact schemas first, so that no other resource takes the table.
  void match() {
    for (const bool exact : {true, false})
      for (uint32_t at = 0; at < project_.resources().size(); ++at) {
        const ResourceIndex index{at};
        if (!is_built(project_[index]) || table_of_.count(at)) continue;
        if (const auto table = find(project_[index], exact)) {
          table_of_[at] = *table;
          resource_of_[*table] = index;
        } else if (!exact) {
          joined_.absent.push_back(index);
        }
      }
    for (const auto& [table, resource] : resource_of_)
      joined_.matches.push_back({resource, tables_[table].id});
  }

  std::optional<size_t> find(const Resource& resource, bool exact) const {
    const auto [first, last] = by_name_.equal_range(lower_ascii(resource.relation_name()));
    if (!exact && (first == last || std::next(first) != last)) return std::nullopt;
    for (auto at = first; at != last; ++at) {
      const bool same = lower_ascii(tables_[at->second].id.schema) == lower_ascii(resource.schema);
      if ((same || !exact) && !resource_of_.count(at->second)) return at->second;
    }
    return std::nullopt;
  }

  static catalog::Column* column_of(Table& table, const std::string& name) {
    const std::string lower = lower_ascii(name);
    for (auto& column : table.columns)
      if (lower_ascii(column.name) == lower) return &column;
    return nullptr;
  }

  // The names as the table spells them; empty if it lacks one.
  static std::vector<std::string> spelled(Table& table, const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const std::string& name : names) {
      const auto* column = column_of(table, name);
      if (!column) return {};
      all.push_back(column->name);
    }
    return all;
  }

  void fill(std::string& comment, const std::string& description) {
    if (!comment.empty() || description.empty()) return;
    comment = description;
    ++joined_.described;
  }

  void describe(Table& table, const Resource& resource) {
    fill(table.comment, resource.description);
    table.described_by = project_.project().empty() ? "dbt" : project_.project();
    table.names = resource.aliases;
    if (lower_ascii(resource.name) != lower_ascii(table.id.name))
      table.names.push_back(resource.name);
    for (const ResourceColumn& known : resource.columns) {
      auto* column = column_of(table, known.name);
      if (!column) {
        joined_.absent_columns.push_back(table.id.name + "." + known.name);
        continue;
      }
      column->is_hidden = known.is_hidden;
      if (!known.is_hidden) {
        fill(column->comment, known.description);
        column->names = known.aliases;
        column->accepted_values = known.accepted_values;
      }
      if (known.unique) add_unique(table, {column->name});
    }
    const auto key = spelled(table, resource.primary_key);
    if (key.empty() || !table.primary_key.empty()) return;
    table.primary_key = key;
    ++joined_.keys;
  }

  void add_unique(Table& table, std::vector<std::string> columns) {
    const bool is_known = columns == table.primary_key ||
                          std::find(table.unique_keys.begin(), table.unique_keys.end(), columns) !=
                              table.unique_keys.end();
    if (is_known) return;
    table.unique_keys.push_back(std::move(columns));
    ++joined_.keys;
  }

  void add_references(Table& table, const Resource& resource) {
    for (const auto& reference : resource.references) {
      const auto target = project_.find(reference.target);
      if (!target || !table_of_.count(target->value)) continue;
      Table& other = tables_[table_of_[target->value]];
      catalog::ForeignKey key{spelled(table, reference.columns), other.id,
                              spelled(other, reference.target_columns)};
      if (key.columns.empty() || key.columns.size() != key.target_columns.size()) continue;
      const bool is_known =
          std::any_of(table.foreign_keys.begin(), table.foreign_keys.end(), [&](const auto& known) {
            return known.columns == key.columns && known.target == key.target;
          });
      if (is_known) continue;
      table.foreign_keys.push_back(std::move(key));
      ++joined_.references;
    }
  }

  const catalog::Catalog& warehouse_;
  const Inventory& project_;
  std::vector<Table> tables_;
  std::unordered_multimap<std::string, size_t> by_name_;
  std::unordered_map<uint32_t, size_t> table_of_;
  std::map<size_t, ResourceIndex> resource_of_;
  JoinedCatalog joined_;
};

}  // namespace

JoinedCatalog join_catalog(const catalog::Catalog& warehouse, const Inventory& project) {
  return Joiner(warehouse, project).join();
}

}  // namespace tally::importing::dbt
