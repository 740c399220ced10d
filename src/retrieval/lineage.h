#pragma once
// What does this read, and what reads it? Walks over the edges of an inventory: both ways, to a
// depth, the shortest way between two, the part of the graph between several. Cycles end.

#include <cstdint>
#include <vector>

#include "catalog/inventory.h"

namespace tally::retrieval {

enum class Direction { up, down };

struct Reached {
  catalog::ResourceIndex index;
  uint32_t depth = 0;  // steps from the start; 1: next to it
};

// Keeps marks of its own between walks, so that a walk costs what it reaches and no memory is asked
// for. Not for two threads at once: make one each. The inventory must outlive it.
class Lineage {
 public:
  static constexpr uint32_t kNoLimit = UINT32_MAX;

  explicit Lineage(const catalog::Inventory& inventory);

  // Everything within `depth` steps of `start`, which is not among it, nearest first (breadth
  // first, by position within a step's parent). Valid until the next walk.
  const std::vector<Reached>& walk(catalog::ResourceIndex start, Direction direction,
                                   uint32_t depth = kNoLimit);

  // Along the flow of data: `from`, …, `to`. Empty: there is no way. One element: they are the
  // same.
  std::vector<catalog::ResourceIndex> shortest_path(catalog::ResourceIndex from,
                                                    catalog::ResourceIndex to);

  // `ends` and whatever lies on a way from one of them to another, by position.
  std::vector<catalog::ResourceIndex> between(const std::vector<catalog::ResourceIndex>& ends);

  // The edges among these, in order.
  std::vector<catalog::ReadEdge> edges_among(const std::vector<catalog::ResourceIndex>& nodes);

 private:
  void begin();
  bool mark(catalog::ResourceIndex index);  // false: it was marked in this walk
  std::span<const catalog::ResourceIndex> next(catalog::ResourceIndex index,
                                               Direction direction) const;

  const catalog::Inventory& inventory_;
  std::vector<uint32_t> marks_;  // the walk that last came by
  uint32_t walk_ = 0;
  std::vector<Reached> reached_;
};

}  // namespace tally::retrieval
