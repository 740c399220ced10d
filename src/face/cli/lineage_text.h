#pragma once
// A part of the graph as a person or a program wants it: tree, JSON, Graphviz, Mermaid.

#include <string>
#include <vector>

#include "catalog/inventory.h"
#include "face/cli/context.h"
#include "retrieval/lineage.h"

namespace tally::cli {

// What was asked for. Only the sides that were are shown.
struct LineageView {
  catalog::ResourceIndex start;
  bool up = true, down = true, with_tests = false;
  uint32_t depth = retrieval::Lineage::kNoLimit;
};

std::string lineage_tree(const catalog::Inventory& inventory, const LineageView& view,
                         const Terminal& terminal);
std::string lineage_json(const catalog::Inventory& inventory, const LineageView& view);
// The nodes that the view holds, the start among them.
std::vector<catalog::ResourceIndex> nodes_of(const catalog::Inventory& inventory,
                                             const LineageView& view);

struct Graph {
  std::vector<catalog::ResourceIndex> nodes;
  std::vector<catalog::ReadEdge> edges;
};
std::string graph_dot(const catalog::Inventory& inventory, const Graph& graph);
std::string graph_mermaid(const catalog::Inventory& inventory, const Graph& graph);
std::string graph_json(const catalog::Inventory& inventory, const Graph& graph);

// The tests that look at `index`.
std::vector<const catalog::ResourceTest*> tests_of(const catalog::Inventory& inventory,
                                                   catalog::ResourceIndex index);

}  // namespace tally::cli
