#include "face/cli/lineage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/inventory_source.h"

namespace tally::cli {
namespace {

using catalog::Inventory;
using catalog::ReadEdge;
using catalog::ResourceIndex;
using Json = nlohmann::ordered_json;
using retrieval::Direction;
using retrieval::Lineage;

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json node_json(const Inventory& inventory, ResourceIndex index) {
  const auto& resource = inventory[index];
  return {{"id", resource.id},
          {"name", resource.name},
          {"kind", name_of(resource.kind)},
          {"package", resource.package}};
}

Json edges_json(const Inventory& inventory, const std::vector<ReadEdge>& edges) {
  Json list = Json::array();
  for (const auto& edge : edges)
    list.push_back({{"from", inventory[edge.from].id}, {"to", inventory[edge.to].id}});
  return list;
}

// One side of the tree. A node that was shown already is named again but not opened again, which
// also ends cycles. The stack is our own: a project may be a chain of thousands.
class TreeWriter {
 public:
  TreeWriter(const Inventory& inventory, Direction direction, uint32_t depth,
             const Terminal& terminal)
      : inventory_(inventory),
        direction_(direction),
        depth_(depth),
        terminal_(terminal),
        shown_(inventory.resources().size()) {}

  std::string write(ResourceIndex start) {
    shown_[start.value] = true;
    push(start, "", 0);
    while (!stack_.empty()) {
      Level& level = stack_.back();
      const auto next = next_of(level.node);
      if (level.at == next.size()) {
        stack_.pop_back();
        continue;
      }
      const bool last = level.at + 1 == next.size();
      const ResourceIndex node = next[level.at++];
      const uint32_t depth = level.depth + 1;
      const std::string indent = level.indent + (last ? "   " : "│  ");
      line(node, level.indent + (last ? "└─ " : "├─ "), depth);
      if (!shown_[node.value] && depth < depth_) push(node, indent, depth);
      shown_[node.value] = true;
    }
    return std::move(out_);
  }

 private:
  struct Level {
    ResourceIndex node;
    std::string indent;
    uint32_t depth;
    size_t at;
  };
  void push(ResourceIndex node, std::string indent, uint32_t depth) {
    stack_.push_back({node, std::move(indent), depth, 0});
  }
  std::span<const ResourceIndex> next_of(ResourceIndex node) const {
    return direction_ == Direction::up ? inventory_.parents(node) : inventory_.children(node);
  }
  void line(ResourceIndex node, const std::string& branch, uint32_t depth) {
    const auto& resource = inventory_[node];
    std::string mark;
    if (shown_[node.value] && !next_of(node).empty())
      mark = " (see above)";
    else if (depth >= depth_ && !next_of(node).empty())
      mark = " …";
    out_ += fmt::format("{}{}{}{}\n", branch, shown_name(inventory_, node),
                        terminal_.paint(Style::dim, fmt::format("  {}", name_of(resource.kind))),
                        terminal_.paint(Style::dim, mark));
  }

  const Inventory& inventory_;
  Direction direction_;
  uint32_t depth_;
  const Terminal& terminal_;
  std::vector<bool> shown_;
  std::vector<Level> stack_;
  std::string out_;
};

// Of a side of which nothing is shown: a leaf, or a depth of none.
std::string nothing_there(const Inventory& inventory, const LineageView& view,
                          Direction direction) {
  const bool up = direction == Direction::up;
  const size_t direct =
      (up ? inventory.parents(view.start) : inventory.children(view.start)).size();
  if (direct == 0) return up ? "reads nothing" : "no consumers";
  return fmt::format("{} {}, beyond the depth", up ? "reads" : "is read by",
                     counted(direct, "resource"));
}

std::string side_text(const Inventory& inventory, const LineageView& view, Direction direction,
                      const Terminal& terminal) {
  const bool up = direction == Direction::up;
  Lineage lineage(inventory);
  const size_t count = lineage.walk(view.start, direction, view.depth).size();
  if (count == 0) return nothing_there(inventory, view, direction) + "\n";
  return fmt::format("{} {}\n{}", up ? "reads" : "is read by", counted(count, "resource"),
                     TreeWriter(inventory, direction, view.depth, terminal).write(view.start));
}

Json side_json(const Inventory& inventory, const LineageView& view, Direction direction) {
  Lineage lineage(inventory);
  Json list = Json::array();
  for (const auto& reached : lineage.walk(view.start, direction, view.depth)) {
    Json node = node_json(inventory, reached.index);
    node["depth"] = reached.depth;
    list.push_back(std::move(node));
  }
  return list;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

// Mermaid's labels know HTML's entities and nothing else of escaping.
std::string mermaid_label(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '<' || c == '>' || c == '&' || c == '#')
      out += fmt::format("#{};", static_cast<int>(c));
    else
      out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::vector<const catalog::ResourceTest*> tests_of(const Inventory& inventory,
                                                   ResourceIndex index) {
  std::vector<const catalog::ResourceTest*> found;
  const std::string& id = inventory[index].id;
  for (const auto& test : inventory.tests())
    if (std::find(test.on.begin(), test.on.end(), id) != test.on.end()) found.push_back(&test);
  return found;
}

std::string lineage_tree(const Inventory& inventory, const LineageView& view,
                         const Terminal& terminal) {
  const auto& resource = inventory[view.start];
  std::string out =
      fmt::format("{}{}\n", terminal.paint(Style::bold, shown_name(inventory, view.start)),
                  terminal.paint(Style::dim, fmt::format("  {}", name_of(resource.kind))));
  if (view.up) out += side_text(inventory, view, Direction::up, terminal);
  if (view.down) out += side_text(inventory, view, Direction::down, terminal);
  if (!view.with_tests) return out;
  const auto tests = tests_of(inventory, view.start);
  out +=
      tests.empty() ? "no tests\n" : fmt::format("tested by {}\n", counted(tests.size(), "test"));
  for (const auto* test : tests)
    out += fmt::format("   {}{}\n", test->name, test->column.empty() ? "" : "  " + test->column);
  return out;
}

std::vector<ResourceIndex> nodes_of(const Inventory& inventory, const LineageView& view) {
  Lineage lineage(inventory);
  std::vector<ResourceIndex> nodes{view.start};
  const auto add = [&](Direction direction) {
    for (const auto& reached : lineage.walk(view.start, direction, view.depth))
      nodes.push_back(reached.index);
  };
  if (view.up) add(Direction::up);
  if (view.down) add(Direction::down);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::string lineage_json(const Inventory& inventory, const LineageView& view) {
  Json json = node_json(inventory, view.start);
  if (view.up) json["upstream"] = side_json(inventory, view, Direction::up);
  if (view.down) json["downstream"] = side_json(inventory, view, Direction::down);
  Lineage lineage(inventory);
  json["edges"] = edges_json(inventory, lineage.edges_among(nodes_of(inventory, view)));
  Json notes = Json::array();
  if (view.up && json["upstream"].empty())
    notes.push_back(nothing_there(inventory, view, Direction::up));
  if (view.down && json["downstream"].empty())
    notes.push_back(nothing_there(inventory, view, Direction::down));
  json["notes"] = std::move(notes);
  if (view.with_tests) {
    json["tests"] = Json::array();
    for (const auto* test : tests_of(inventory, view.start))
      json["tests"].push_back({{"id", test->id}, {"name", test->name}, {"column", test->column}});
  }
  return dump(json);
}

std::string graph_dot(const Inventory& inventory, const Graph& graph) {
  std::string out = "digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const auto index : graph.nodes) {
    const auto& resource = inventory[index];
    const bool is_source = resource.kind == catalog::ResourceKind::source;
    out += fmt::format("  {} [label={}{}];\n", quoted(resource.id),
                       quoted(shown_name(inventory, index)), is_source ? ", shape=cylinder" : "");
  }
  for (const auto& edge : graph.edges)
    out += fmt::format("  {} -> {};\n", quoted(inventory[edge.from].id),
                       quoted(inventory[edge.to].id));
  return out + "}\n";
}

std::string graph_mermaid(const Inventory& inventory, const Graph& graph) {
  std::string out = "flowchart LR\n";
  for (const auto index : graph.nodes) {
    const bool is_source = inventory[index].kind == catalog::ResourceKind::source;
    out += fmt::format("  n{}{}\"{}\"{}\n", index.value, is_source ? "[(" : "[",
                       mermaid_label(shown_name(inventory, index)), is_source ? ")]" : "]");
  }
  for (const auto& edge : graph.edges)
    out += fmt::format("  n{} --> n{}\n", edge.from.value, edge.to.value);
  return out;
}

std::string graph_json(const Inventory& inventory, const Graph& graph) {
  Json nodes = Json::array();
  for (const auto index : graph.nodes) nodes.push_back(node_json(inventory, index));
  return dump({{"nodes", std::move(nodes)}, {"edges", edges_json(inventory, graph.edges)}});
}

}  // namespace tally::cli
