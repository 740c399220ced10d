#include "answer/parsed/ways.h"

#include <algorithm>

#include "semantic/names.h"

namespace tally::answer::parsed {

const std::vector<Way>& Ways::all(uint32_t fact, uint32_t target) {
  auto [at, added] = all_.try_emplace({fact, target});
  if (!added) return at->second;
  add(fact, target, "", at->second);
  // where ways part says better which is meant than a step that they begin or end with
  for (const std::string& role : rivals(fact, target)) add(fact, target, role, at->second);
  for (const std::string& role : vocabulary_.path_roles) add(fact, target, role, at->second);
  for (const semantic::Relationship& way : vocabulary_.model.relationships)
    if (way.role.empty()) add(fact, target, way.name, at->second);
  return at->second;
}

void Ways::add(uint32_t fact, uint32_t target, const std::string& role,
               std::vector<Way>& out) const {
  const semantic::Model& model = vocabulary_.model;
  auto path = model.any_path(model.datasets[fact].name, model.datasets[target].name, role);
  if (!path) return;
  bool known = std::any_of(out.begin(), out.end(), [&](const Way& there) {
    return !there.role.empty() && there.path.steps == path->steps;
  });
  if (!known) out.push_back({role, std::move(*path)});
}

bool Way::passes(const semantic::Dataset& dataset) const {
  return path.steps.size() > 1 && std::any_of(path.steps.begin(), path.steps.end() - 1,
                                              [&](const semantic::Relationship* step) {
                                                return semantic::same_name(step->to, dataset.name);
                                              });
}

const std::vector<std::string>& Ways::rivals(uint32_t fact, uint32_t target) {
  auto [at, added] = rivals_.try_emplace({fact, target});
  if (added) at->second = find_rivals(fact, target);
  return at->second;
}

// Along the default way, the first dataset that another default way leads to as well. What the fact
// itself is joined to is its own.
std::vector<std::string> Ways::find_rivals(uint32_t fact, uint32_t target) const {
  const semantic::Model& model = vocabulary_.model;
  auto path = model.any_path(model.datasets[fact].name, model.datasets[target].name);
  if (!path) return {};
  for (size_t i = 1; i < path->steps.size(); ++i) {
    std::vector<std::string> others = into(fact, *path->steps[i]);
    if (others.empty()) continue;
    others.insert(others.begin(), path->steps[i]->called());
    return others;
  }
  return {};
}

// Other default ways to where the relationship ends.
std::vector<std::string> Ways::into(uint32_t fact, const semantic::Relationship& last) const {
  const semantic::Model& model = vocabulary_.model;
  std::vector<std::string> out;
  for (const semantic::Relationship& other : model.relationships) {
    bool rival = other.is_default && semantic::same_name(other.to, last.to) &&
                 !semantic::same_name(other.from, other.to) && other.called() != last.called();
    if (!rival) continue;
    auto before = model.any_path(model.datasets[fact].name, other.from);
    bool apart = before.has_value() &&
                 std::none_of(before->steps.begin(), before->steps.end(), [&](const auto* step) {
                   return semantic::same_name(step->to, last.to);
                 });
    bool listed = std::find(out.begin(), out.end(), other.called()) != out.end();
    if (apart && !listed) out.push_back(other.called());
  }
  return out;
}

}  // namespace tally::answer::parsed
