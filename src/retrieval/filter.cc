#include "retrieval/filter.h"

#include <algorithm>

#include "catalog/spelling.h"
#include "retrieval/words.h"

namespace tally::retrieval {
namespace {

using catalog::Resource;

constexpr size_t kMostValues = 20;  // of a facet

bool fits_any(const std::vector<std::string>& patterns, std::string_view text) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const auto& one) {
           return catalog::fits_stars(one, text);
         });
}

bool fits_path(const std::vector<std::string>& patterns, std::string_view path) {
  if (fits_any(patterns, path)) return true;
  return std::any_of(patterns.begin(), patterns.end(), [&](std::string folder) {
    while (folder.ends_with('/')) folder.pop_back();
    return catalog::fits_stars(folder + "/*", path) ||
           catalog::fits_stars("models/" + folder + "/*", path);
  });
}

bool fits_tags(const std::vector<std::string>& patterns, const std::vector<std::string>& tags) {
  return patterns.empty() || std::any_of(tags.begin(), tags.end(), [&](const std::string& tag) {
           return fits_any(patterns, tag);
         });
}

// Its layer, or the first word of its name: "staging" and "stg" both fit.
bool fits_layer(const std::vector<std::string>& wanted, const Resource& resource,
                const NamePatterns& patterns) {
  if (wanted.empty() || fits_any(wanted, layer_of(resource, patterns))) return true;
  std::string buffer, first;
  each_word(resource.name, buffer, [&](std::string_view word) {
    if (first.empty()) first = word;
  });
  return fits_any(wanted, first);
}

}  // namespace

bool Filter::empty() const {
  return kinds.empty() && tags.empty() && paths.empty() && layers.empty() && owners.empty() &&
         materializations.empty() && packages.empty();
}

std::string_view layer_of(const Resource& resource, const NamePatterns& patterns) {
  if (resource.kind == catalog::ResourceKind::source) return "source";
  std::string buffer;
  std::string_view layer;
  bool first = true;
  each_word(resource.name, buffer, [&](std::string_view word) {
    if (!first) return;
    first = false;
    if (auto found = patterns.layers.find(std::string(word)); found != patterns.layers.end())
      layer = found->second;
  });
  if (!layer.empty()) return layer;
  const size_t slash = resource.path.rfind('/');
  if (slash == resource.path.npos) return layer;
  each_word(std::string_view(resource.path).substr(0, slash), buffer, [&](std::string_view word) {
    if (auto found = patterns.layers.find(std::string(word)); found != patterns.layers.end())
      layer = found->second;
  });
  return layer;
}

std::vector<char> allowed(const catalog::Inventory& inventory, const Filter& filter,
                          const NamePatterns& patterns) {
  std::vector<char> all;
  all.reserve(inventory.resources().size());
  for (const Resource& one : inventory.resources())
    all.push_back(fits_any(filter.kinds, name_of(one.kind)) && fits_tags(filter.tags, one.tags) &&
                  fits_path(filter.paths, one.path) && fits_layer(filter.layers, one, patterns) &&
                  fits_any(filter.owners, one.owner) &&
                  fits_any(filter.materializations, one.materialized) &&
                  fits_any(filter.packages, one.package));
  return all;
}

std::vector<Facet> facets(const catalog::Inventory& inventory,
                          const std::vector<uint32_t>& resources, const NamePatterns& patterns) {
  constexpr std::array kNames = {"kind", "layer", "package", "owner", "materialized", "tag"};
  std::array<std::map<std::string, size_t>, kNames.size()> counts;
  for (uint32_t at : resources) {
    const Resource& one = inventory.resources()[at];
    const std::string_view values[] = {name_of(one.kind), layer_of(one, patterns), one.package,
                                       one.owner, one.materialized};
    for (size_t f = 0; f < std::size(values); ++f)
      if (!values[f].empty()) ++counts[f][std::string(values[f])];
    for (const auto& tag : one.tags) ++counts.back()[tag];
  }
  std::vector<Facet> all;
  for (size_t f = 0; f < kNames.size(); ++f) {
    if (counts[f].empty()) continue;
    Facet facet{kNames[f], {counts[f].begin(), counts[f].end()}};
    std::stable_sort(facet.values.begin(), facet.values.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    if (facet.values.size() > kMostValues) facet.values.resize(kMostValues);
    all.push_back(std::move(facet));
  }
  return all;
}

}  // namespace tally::retrieval
