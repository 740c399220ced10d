#include "retrieval/lineage.h"

#include <algorithm>

namespace tally::retrieval {

using catalog::ReadEdge;
using catalog::ResourceIndex;

Lineage::Lineage(const catalog::Inventory& inventory)
    : inventory_(inventory), marks_(inventory.resources().size(), 0) {
  reached_.reserve(marks_.size());
}

// Old marks are told from new ones by the number of their walk: nothing is cleared.
void Lineage::begin() {
  reached_.clear();
  if (++walk_ != 0) return;
  std::fill(marks_.begin(), marks_.end(), 0);
  walk_ = 1;
}

bool Lineage::mark(ResourceIndex index) {
  uint32_t& seen = marks_[index.value];
  if (seen == walk_) return false;
  seen = walk_;
  return true;
}

std::span<const ResourceIndex> Lineage::next(ResourceIndex index, Direction direction) const {
  return direction == Direction::up ? inventory_.parents(index) : inventory_.children(index);
}

const std::vector<Reached>& Lineage::walk(ResourceIndex start, Direction direction,
                                          uint32_t depth) {
  begin();
  mark(start);
  const auto step = [&](ResourceIndex from, uint32_t steps) {
    for (const ResourceIndex index : next(from, direction))
      if (mark(index)) reached_.push_back({index, steps});
  };
  if (depth > 0) step(start, 1);
  for (size_t at = 0; at < reached_.size() && reached_[at].depth < depth; ++at)
    step(reached_[at].index, reached_[at].depth + 1);
  return reached_;
}

std::vector<ResourceIndex> Lineage::shortest_path(ResourceIndex from, ResourceIndex to) {
  if (from == to) return {from};
  const auto& reached = walk(from, Direction::down);
  std::vector<uint32_t> depths(inventory_.resources().size(), UINT32_MAX);
  depths[from.value] = 0;
  for (const Reached& one : reached) depths[one.index.value] = one.depth;
  if (depths[to.value] == UINT32_MAX) return {};
  std::vector<ResourceIndex> path{to};
  while (path.back() != from) {
    for (const ResourceIndex parent : inventory_.parents(path.back())) {
      if (depths[parent.value] != depths[path.back().value] - 1) continue;
      path.push_back(parent);
      break;
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<ResourceIndex> Lineage::between(const std::vector<ResourceIndex>& ends) {
  std::vector<std::vector<bool>> below, above;
  const auto reach = [&](ResourceIndex end, Direction direction) {
    std::vector<bool> set(inventory_.resources().size());
    for (const Reached& one : walk(end, direction)) set[one.index.value] = true;
    set[end.value] = true;
    return set;
  };
  for (const ResourceIndex end : ends) {
    below.push_back(reach(end, Direction::down));
    above.push_back(reach(end, Direction::up));
  }
  std::vector<bool> wanted(inventory_.resources().size());
  for (const ResourceIndex end : ends) wanted[end.value] = true;
  for (size_t one = 0; one < ends.size(); ++one)
    for (size_t other = 0; other < ends.size(); ++other)
      for (size_t at = 0; one != other && at < wanted.size(); ++at)
        if (below[one][at] && above[other][at]) wanted[at] = true;
  std::vector<ResourceIndex> all;
  for (uint32_t at = 0; at < wanted.size(); ++at)
    if (wanted[at]) all.push_back({at});
  return all;
}

std::vector<ReadEdge> Lineage::edges_among(const std::vector<ResourceIndex>& nodes) {
  begin();
  for (const ResourceIndex node : nodes) mark(node);
  std::vector<ReadEdge> edges;
  for (const ResourceIndex node : nodes)
    for (const ResourceIndex child : inventory_.children(node))
      if (marks_[child.value] == walk_) edges.push_back({node, child});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace tally::retrieval
