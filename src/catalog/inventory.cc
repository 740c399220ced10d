#include "catalog/inventory.h"

#include <algorithm>
#include <array>
#include <utility>

#include "catalog/harmless_text.h"
#include "catalog/spelling.h"

namespace tally::catalog {
namespace {

constexpr std::array<std::pair<ResourceKind, std::string_view>, 12> kKinds{{
    {ResourceKind::model, "model"},
    {ResourceKind::source, "source"},
    {ResourceKind::seed, "seed"},
    {ResourceKind::snapshot, "snapshot"},
    {ResourceKind::exposure, "exposure"},
    {ResourceKind::metric, "metric"},
    {ResourceKind::semantic_model, "semantic_model"},
    {ResourceKind::saved_query, "saved_query"},
    {ResourceKind::analysis, "analysis"},
    {ResourceKind::function, "function"},
    {ResourceKind::table, "table"},
    {ResourceKind::view, "view"},
}};

// What a person may write for it, in lower case.
std::vector<std::string> spoken_names(const Resource& resource) {
  std::vector<std::string> names{resource.name, resource.id};
  const auto dotted = [&](const std::string& before, const std::string& name) {
    if (!before.empty() && !name.empty()) names.push_back(before + "." + name);
  };
  dotted(resource.package, resource.name);
  dotted(resource.source_name, resource.name);
  dotted(resource.schema, resource.relation_name());
  if (!resource.version.empty()) dotted(resource.name, "v" + resource.version);
  for (std::string& name : names) name = lower_ascii(name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void make_harmless_lines(std::vector<std::string>& texts) {
  for (std::string& text : texts) make_harmless_line(text);
}

void clean(Resource& resource) {
  for (std::string* line :
       {&resource.id, &resource.name, &resource.package, &resource.source_name, &resource.version,
        &resource.database, &resource.schema, &resource.identifier, &resource.path,
        &resource.materialized, &resource.owner, &resource.group, &resource.access})
    make_harmless_line(*line);
  make_harmless(resource.description);
  make_harmless(resource.notes);
  for (auto* lines : {&resource.aliases, &resource.tags, &resource.primary_key})
    make_harmless_lines(*lines);
  for (ResourceColumn& column : resource.columns) {
    make_harmless_line(column.name);
    make_harmless_line(column.type);
    make_harmless(column.description);
    make_harmless_lines(column.tags);
    make_harmless_lines(column.accepted_values);
    make_harmless_lines(column.aliases);
  }
  for (ResourceReference& reference : resource.references) {
    make_harmless_line(reference.target);
    make_harmless_lines(reference.columns);
    make_harmless_lines(reference.target_columns);
  }
}

// Whoever fills an inventory, nothing in it can steer a terminal.
void clean(Inventory::Parts& parts) {
  make_harmless_line(parts.project);
  make_harmless_line(parts.adapter);
  for (Resource& resource : parts.resources) clean(resource);
  for (ResourceTest& test : parts.tests) {
    for (std::string* line : {&test.id, &test.name, &test.column, &test.path})
      make_harmless_line(*line);
    make_harmless_lines(test.on);
  }
  for (Finding& finding : parts.findings)
    for (std::string* line : {&finding.resource, &finding.file, &finding.message})
      make_harmless_line(*line);
}

}  // namespace

std::string_view name_of(ResourceKind kind) {
  for (const auto& [candidate, name] : kKinds) {
    if (candidate == kind) return name;
  }
  return {};
}

std::optional<ResourceKind> resource_kind(std::string_view name) {
  for (const auto& [kind, candidate] : kKinds) {
    if (candidate == name) return kind;
  }
  return std::nullopt;
}

bool is_relation(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::model:
    case ResourceKind::source:
    case ResourceKind::seed:
    case ResourceKind::snapshot:
    case ResourceKind::table:
    case ResourceKind::view:
      return true;
    default:
      return false;
  }
}

const ResourceColumn* Resource::column(std::string_view wanted) const {
  const std::string lower = lower_ascii(wanted);
  for (const ResourceColumn& candidate : columns) {
    if (lower_ascii(candidate.name) == lower) return &candidate;
  }
  return nullptr;
}

Inventory::Inventory(Parts parts) : parts_(std::move(parts)) {
  clean(parts_);
  keep_first_of_each_id();
  std::sort(parts_.edges.begin(), parts_.edges.end());
  parts_.edges.erase(std::unique(parts_.edges.begin(), parts_.edges.end()), parts_.edges.end());
  up_ = gather(parts_.resources.size(), parts_.edges, true);
  down_ = gather(parts_.resources.size(), parts_.edges, false);
  index_names();
}

void Inventory::keep_first_of_each_id() {
  std::vector<Resource> kept;
  std::vector<ResourceIndex> moved(parts_.resources.size());
  kept.reserve(parts_.resources.size());
  for (size_t at = 0; at < parts_.resources.size(); ++at) {
    Resource& resource = parts_.resources[at];
    const auto [found, is_new] =
        by_id_.try_emplace(resource.id, ResourceIndex{static_cast<uint32_t>(kept.size())});
    moved[at] = found->second;
    if (is_new) {
      kept.push_back(std::move(resource));
      continue;
    }
    parts_.findings.push_back({.code = "duplicate_id",
                               .resource = resource.id,
                               .file = resource.path,
                               .message = "a second " + resource.id + "; the first one counts"});
  }
  parts_.resources = std::move(kept);
  for (ReadEdge& edge : parts_.edges) {
    edge = {moved[edge.from.value], moved[edge.to.value]};
  }
}

Inventory Inventory::without_hidden_columns(Inventory all) {
  for (Resource& resource : all.parts_.resources) {
    std::vector<std::string> names;
    std::erase_if(resource.columns, [&](const ResourceColumn& column) {
      if (column.is_hidden) names.push_back(lower_ascii(column.name));
      return column.is_hidden;
    });
    if (!names.empty()) all.leave_out_columns(resource.id, names);
  }
  return all;
}

// `names` in lower case, of the resource `id`.
void Inventory::leave_out_columns(const std::string& id, const std::vector<std::string>& names) {
  parts_.hidden_columns += names.size();
  const auto names_one = [&](const std::vector<std::string>& columns) {
    return std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
      return std::find(names.begin(), names.end(), lower_ascii(column)) != names.end();
    });
  };
  const auto speaks_of_one = [&](const std::string& text) {
    const std::string lower = lower_ascii(text);
    return std::any_of(names.begin(), names.end(),
                       [&](const auto& name) { return lower.find(name) != lower.npos; });
  };
  for (Resource& resource : parts_.resources) {
    const bool own = resource.id == id;
    if (own && names_one(resource.primary_key)) resource.primary_key.clear();
    std::erase_if(resource.references, [&](const ResourceReference& reference) {
      return (own && names_one(reference.columns)) ||
             (reference.target == id && names_one(reference.target_columns));
    });
  }
  std::erase_if(parts_.tests, [&](const ResourceTest& test) {
    return std::find(test.on.begin(), test.on.end(), id) != test.on.end() &&
           speaks_of_one(test.id + " " + test.column);
  });
  std::erase_if(parts_.findings, [&](const Finding& finding) {
    return finding.resource == id && speaks_of_one(finding.message);
  });
}

Inventory::Neighbours Inventory::gather(size_t count, const std::vector<ReadEdge>& edges,
                                        bool upwards) {
  Neighbours result;
  result.starts.assign(count + 1, 0);
  result.all.resize(edges.size());
  const auto owner = [&](const ReadEdge& edge) { return (upwards ? edge.to : edge.from).value; };
  for (const ReadEdge& edge : edges) ++result.starts[owner(edge) + 1];
  for (size_t at = 0; at < count; ++at) result.starts[at + 1] += result.starts[at];
  std::vector<uint32_t> next(result.starts.begin(), result.starts.end() - 1);
  for (const ReadEdge& edge : edges) {
    result.all[next[owner(edge)]++] = upwards ? edge.from : edge.to;
  }
  return result;
}

std::span<const ResourceIndex> Inventory::of(const Neighbours& neighbours, ResourceIndex index) {
  const uint32_t start = neighbours.starts[index.value];
  return std::span(neighbours.all).subspan(start, neighbours.starts[index.value + 1] - start);
}

std::span<const ResourceIndex> Inventory::parents(ResourceIndex index) const {
  return of(up_, index);
}

std::span<const ResourceIndex> Inventory::children(ResourceIndex index) const {
  return of(down_, index);
}

void Inventory::index_names() {
  for (size_t at = 0; at < parts_.resources.size(); ++at) {
    for (std::string& name : spoken_names(parts_.resources[at])) {
      by_name_.emplace(std::move(name), ResourceIndex{static_cast<uint32_t>(at)});
    }
  }
}

std::optional<ResourceIndex> Inventory::find(std::string_view id) const {
  const auto found = by_id_.find(std::string(id));
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

std::vector<ResourceIndex> Inventory::find_name(std::string_view name) const {
  std::vector<ResourceIndex> found;
  const auto [first, last] = by_name_.equal_range(lower_ascii(name));
  for (auto at = first; at != last; ++at) found.push_back(at->second);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace tally::catalog
