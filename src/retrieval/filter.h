#pragma once
// Which resources may be found, and what those that were found are like.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/inventory.h"
#include "retrieval/ranking_data.h"

namespace tally::retrieval {

// Of each list any will do; an empty list lets everything through. Without regard to case; a `*` in
// a value stands for any letters.
struct Filter {
  std::vector<std::string> kinds = {}, tags = {}, paths = {}, layers = {}, owners = {};
  std::vector<std::string> materializations = {}, packages = {};
  bool empty() const;
};

// "staging", "intermediate", "mart" or another layer that the name's first word or a folder of its
// path stands for; empty if neither does.
std::string_view layer_of(const catalog::Resource& resource, const NamePatterns& patterns);

// One entry a resource: whether it may be found. A path fits the folders it begins with, too.
std::vector<char> allowed(const catalog::Inventory& inventory, const Filter& filter,
                          const NamePatterns& patterns);

struct Facet {
  std::string name;                                    // "kind", "layer", "tag", …
  std::vector<std::pair<std::string, size_t>> values;  // the most frequent first
};
// Of these resources; values that only say nothing are left out, of tags the 20 most frequent kept.
std::vector<Facet> facets(const catalog::Inventory& inventory,
                          const std::vector<uint32_t>& resources, const NamePatterns& patterns);

}  // namespace tally::retrieval
