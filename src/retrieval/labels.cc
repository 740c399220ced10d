#include "retrieval/labels.h"

#include <string_view>
#include <unordered_map>

namespace tally::retrieval {

std::vector<std::string> labels(const catalog::Inventory& inventory) {
  using catalog::ResourceKind;
  const auto& resources = inventory.resources();
  std::unordered_map<std::string_view, size_t> models, others;
  std::unordered_map<std::string, size_t> qualified;
  for (const auto& resource : resources) {
    if (resource.kind == ResourceKind::model)
      ++models[resource.name];
    else
      ++others[resource.name];
    if (!resource.source_name.empty()) ++qualified[resource.source_name + "." + resource.name];
  }
  std::vector<std::string> all;
  all.reserve(resources.size());
  for (const auto& resource : resources) {
    const bool model = resource.kind == ResourceKind::model;
    const std::string long_name = resource.source_name + "." + resource.name;
    const size_t named =
        model ? models[resource.name] : others[resource.name] + models.count(resource.name);
    if (!resource.source_name.empty() && qualified[long_name] == 1)
      all.push_back(long_name);
    else
      all.push_back(named == 1 ? resource.name : resource.id);
  }
  return all;
}

}  // namespace tally::retrieval
