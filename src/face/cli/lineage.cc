// tally lineage: what a resource reads, what reads it, and the way from one to another.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/inventory_source.h"
#include "face/cli/lineage_text.h"

namespace tally::cli {
namespace {

using catalog::Inventory;
using catalog::ResourceIndex;
using Json = nlohmann::ordered_json;
using retrieval::Lineage;

// The graph in the form that was asked for; none of them: nothing.
bool print_graph(const Inventory& inventory, const Graph& graph, const Arguments& arguments,
                 Context& context) {
  if (arguments.flag("dot"))
    context.out(graph_dot(inventory, graph));
  else if (arguments.flag("mermaid"))
    context.out(graph_mermaid(inventory, graph));
  else
    return false;
  return true;
}

Graph graph_of(const Inventory& inventory, std::vector<ResourceIndex> nodes) {
  Lineage lineage(inventory);
  auto edges = lineage.edges_among(nodes);
  return {std::move(nodes), std::move(edges)};
}

Graph graph_of_path(const std::vector<ResourceIndex>& path) {
  Graph graph{path, {}};
  for (size_t at = 0; at + 1 < path.size(); ++at) graph.edges.push_back({path[at], path[at + 1]});
  return graph;
}

struct Way {
  std::vector<ResourceIndex> path;  // along the flow of data
  bool down = true;                 // from the first one named to the second
};

// Whichever way the data flows between the two.
Way way_between(const Inventory& inventory, ResourceIndex one, ResourceIndex other) {
  Lineage lineage(inventory);
  Way way{lineage.shortest_path(one, other), true};
  if (way.path.empty()) way = {lineage.shortest_path(other, one), false};
  return way;
}

std::string path_json(const Inventory& inventory, ResourceIndex one, ResourceIndex other,
                      const Way& way) {
  Json path = nullptr, direction = nullptr;
  if (!way.path.empty()) {
    path = Json::array();
    for (const auto index : way.path) path.push_back(inventory[index].id);
    direction = way.down ? "down" : "up";
  }
  return Json{{"from", inventory[one].id},
              {"to", inventory[other].id},
              {"direction", direction},
              {"path", path}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::string path_text(const Inventory& inventory, ResourceIndex one, ResourceIndex other,
                      const Way& way) {
  if (way.path.empty())
    return fmt::format("no way between {} and {}: neither reads the other, directly or not\n",
                       shown_name(inventory, one), shown_name(inventory, other));
  std::string out = counted(way.path.size() - 1, "step") + "\n";
  for (size_t at = 0; at < way.path.size(); ++at)
    out += fmt::format("{}{}  {}\n", at ? "→ " : "  ", shown_name(inventory, way.path[at]),
                       name_of(inventory[way.path[at]].kind));
  return out;
}

Result<int> show_way(const Inventory& inventory, ResourceIndex start, const Arguments& arguments,
                     Context& context) {
  TALLY_TRY(const auto other, choose_resource(inventory, arguments.text("to")));
  const Way way = way_between(inventory, start, other);
  if (print_graph(inventory, graph_of_path(way.path), arguments, context)) return int{kOk};
  context.out(arguments.flag("json") ? path_json(inventory, start, other, way)
                                     : path_text(inventory, start, other, way));
  return int{kOk};
}

Result<int> show_between(const Inventory& inventory, const std::vector<ResourceIndex>& ends,
                         const Arguments& arguments, Context& context) {
  const auto graph = graph_of(inventory, Lineage(inventory).between(ends));
  if (print_graph(inventory, graph, arguments, context)) return int{kOk};
  if (arguments.flag("json")) {
    context.out(graph_json(inventory, graph));
    return int{kOk};
  }
  for (const auto& edge : graph.edges)
    context.out(
        fmt::format("{} → {}\n", shown_name(inventory, edge.from), shown_name(inventory, edge.to)));
  if (graph.edges.empty()) context.out("nothing lies between them\n");
  return int{kOk};
}

Result<LineageView> view_of(const Arguments& arguments, ResourceIndex start) {
  LineageView view{.start = start};
  const bool up = arguments.flag("up"), down = arguments.flag("down");
  view.up = up || !down;
  view.down = down || !up;
  view.with_tests = arguments.flag("tests");
  if (const auto given = arguments.value("depth")) {
    const auto depth = parse_count(*given);
    if (!depth.ok() || *depth > 1'000'000)
      return user_error(fmt::format("--depth: \"{}\" is no number of steps", *given),
                        "as in --depth 2");
    view.depth = static_cast<uint32_t>(*depth);
  }
  return view;
}

Result<int> lineage(const Arguments& arguments, Context& context) {
  TALLY_TRY(const auto opened, open_inventory(arguments, context));
  const Inventory& inventory = *opened.inventory;
  std::vector<ResourceIndex> named;
  for (const auto& name : arguments.list("name")) {
    TALLY_TRY(const auto index, choose_resource(inventory, name));
    named.push_back(index);
  }
  if (arguments.value("to") && named.size() > 1)
    return user_error("--to goes from one name to another", "name one before it");
  if (arguments.value("to")) return show_way(inventory, named.front(), arguments, context);
  if (named.size() > 1) return show_between(inventory, named, arguments, context);
  TALLY_TRY(const auto view, view_of(arguments, named.front()));
  const auto graph = graph_of(inventory, nodes_of(inventory, view));
  if (print_graph(inventory, graph, arguments, context)) return int{kOk};
  context.out(arguments.flag("json") ? lineage_json(inventory, view)
                                     : lineage_tree(inventory, view, context.terminal));
  return int{kOk};
}

int run_lineage(const Arguments& arguments, Context& context) {
  auto code = lineage(arguments, context);
  return code.ok() ? *code : fail_choice(code.error(), arguments, context);
}

}  // namespace

CommandSpec lineage_command() {
  return {
      .name = "lineage",
      .summary = "show what a model, view or metric reads, and what reads it",
      .description =
          "The resources that NAME reads (up) and that read it (down), to the end or to a depth;\n"
          "the shortest way to another; of several names, all that lies between them. NAME is a\n"
          "model, source, seed, …: its name, source.table, package.name, or dbt's unique id. "
          "Tests\n"
          "are no consumers: --tests lists them apart. Where there is no dbt project, tables lead "
          "to\n"
          "the views and metrics of the warehouse that read them; NAME may be schema.table.\n"
          "Exit code 0 also for a leaf (\"no consumers\"), 3 if there is no such name or several.",
      .examples = {"tally lineage orders", "tally lineage orders --up --depth 2",
                   "tally lineage raw.payments --to revenue --project shop",
                   "tally lineage orders --mermaid", "tally lineage orders customers --dot"},
      .options = with_inventory_options(
          {{"name", OptionKind::positional_list, "a resource, or several"},
           {"up", OptionKind::flag, "only what it reads"},
           {"down", OptionKind::flag, "only what reads it"},
           {"to", OptionKind::value, "the shortest way between the two", "OTHER"},
           {"depth", OptionKind::value, "at most so many steps away", "N"},
           {"tests", OptionKind::flag, "the tests that look at it, too"},
           {"dot", OptionKind::flag, "as a Graphviz graph"},
           {"mermaid", OptionKind::flag, "as a Mermaid flowchart"}}),
      .run = run_lineage};
}

}  // namespace tally::cli
