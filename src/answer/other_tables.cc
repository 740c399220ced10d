#include "answer/other_tables.h"

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answer/warehouse_inventory.h"
#include "catalog/spelling.h"
#include "import/dbt/join.h"

namespace tally::answer {

using catalog::Inventory;
using catalog::lower_ascii;
using catalog::Resource;
using catalog::ResourceIndex;

namespace {

// Lays the tables that a project does not know behind its resources.
class Beside {
 public:
  Beside(const Inventory& project, const catalog::Catalog& visible)
      : project_(project),
        more_(warehouse_parts(visible, nullptr)),
        places_(more_.resources.size()) {
    const auto joined = importing::dbt::join_catalog(visible, project);
    for (const auto& match : joined.matches)
      known_[lower_ascii(match.table.text())] = match.resource;
    for (const auto& resource : project.resources())
      names_.insert(lower_ascii(resource.relation_name()));
    for (size_t at = 0; at < more_.resources.size(); ++at) place(at);
  }

  bool finds_any() const { return !added_.empty(); }

  Inventory::Parts lay() {
    Inventory::Parts parts{project_.project(),      project_.adapter(),
                           project_.version(),      project_.resources(),
                           project_.edges(),        project_.tests(),
                           project_.findings(),     project_.hidden_resources(),
                           project_.hidden_edges(), project_.hidden_columns()};
    const size_t own = parts.resources.size();
    for (Resource& table : added_) parts.resources.push_back(std::move(table));
    for (size_t at = own; at < parts.resources.size(); ++at) redirect(parts.resources[at], parts);
    for (const auto& edge : more_.edges) {
      const auto from = places_[edge.from.value], to = places_[edge.to.value];
      if (from && to && to->value >= own) parts.edges.push_back({*from, *to});
    }
    return parts;
  }

 private:
  void place(size_t at) {
    const Resource& table = more_.resources[at];
    const auto known = known_.find(lower_ascii(table.id));
    if (known != known_.end()) {
      places_[at] = known->second;
    } else if (names_.count(lower_ascii(table.name)) == 0) {
      places_[at] =
          ResourceIndex{static_cast<uint32_t>(project_.resources().size() + added_.size())};
      added_.push_back(table);
    }
    ids_.emplace(table.id, at);
  }

  // Keys lead to what the project calls the table.
  void redirect(Resource& table, const Inventory::Parts& parts) {
    std::vector<catalog::ResourceReference> kept;
    for (auto& reference : table.references) {
      const auto place = places_[ids_.at(reference.target)];
      if (!place) continue;
      reference.target = parts.resources[place->value].id;
      kept.push_back(std::move(reference));
    }
    table.references = std::move(kept);
  }

  const Inventory& project_;
  Inventory::Parts more_;
  std::vector<Resource> added_;
  std::vector<std::optional<ResourceIndex>> places_;  // of each table in the whole; none: not in it
  std::unordered_map<std::string, size_t> ids_;       // of tables
  std::unordered_map<std::string, ResourceIndex> known_;  // what a table is, by id in lower case
  std::set<std::string> names_;                           // that the project gives its relations
};

}  // namespace

Inventory with_other_tables(Inventory project, const catalog::Catalog& visible) {
  if (visible.discretion() == catalog::Discretion::unknown) return project;
  Beside beside(project, visible);
  if (!beside.finds_any()) return project;
  auto parts = beside.lay();
  parts.version += "+" + visible.version();
  return Inventory(std::move(parts));
}

}  // namespace tally::answer
