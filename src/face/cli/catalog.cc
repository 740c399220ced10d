// tally catalog: how much there is, and what is wrong with it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/inventory_source.h"

namespace tally::cli {
namespace {

using catalog::Finding;
using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceIndex;
using catalog::ResourceKind;
using Json = nlohmann::ordered_json;

constexpr size_t kShown = 20;  // of each list, for a person

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

const char* name_of(Finding::Severity severity) {
  if (severity == Finding::Severity::error) return "error";
  return severity == Finding::Severity::warning ? "warning" : "note";
}

struct Figures {
  std::map<std::string, size_t> kinds, packages, findings;
  size_t columns = 0, described = 0, described_columns = 0, references = 0;
};

Figures figures_of(const Inventory& inventory) {
  Figures figures;
  for (const Resource& resource : inventory.resources()) {
    ++figures.kinds[std::string(catalog::name_of(resource.kind))];
    ++figures.packages[resource.package];
    figures.described += !resource.description.empty();
    figures.columns += resource.columns.size();
    figures.references += resource.references.size();
    for (const auto& column : resource.columns)
      figures.described_columns += !column.description.empty();
  }
  for (const Finding& finding : inventory.findings()) ++figures.findings[finding.code];
  return figures;
}

std::string stats_json(const Inventory& inventory, const Figures& figures, bool is_warehouse) {
  return dump({{is_warehouse ? "warehouse" : "project", inventory.project()},
               {"adapter", inventory.adapter()},
               {"version", inventory.version()},
               {"resources", inventory.resources().size()},
               {"kinds", figures.kinds},
               {"packages", figures.packages},
               {"edges", inventory.edges().size()},
               {"hidden",
                {{"resources", inventory.hidden_resources()},
                 {"edges", inventory.hidden_edges()},
                 {"columns", inventory.hidden_columns()}}},
               {"tests", inventory.tests().size()},
               {"references", figures.references},
               {"described", figures.described},
               {"columns", figures.columns},
               {"described_columns", figures.described_columns},
               {"findings", figures.findings}});
}

// "semantic models", "saved queries", "analyses"
std::string spoken_kind(std::string kind, size_t count) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  if (count == 1) return kind;
  if (kind.ends_with("sis")) return kind.substr(0, kind.size() - 2) + "es";
  if (kind.ends_with('y')) return kind.substr(0, kind.size() - 1) + "ies";
  return kind + "s";
}

std::string stats_text(const Inventory& inventory, const Figures& figures, bool is_warehouse) {
  std::string out =
      fmt::format("{:<9} {}{}\n", is_warehouse ? "warehouse" : "project", inventory.project(),
                  inventory.adapter().empty() ? "" : " on " + inventory.adapter());
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : figures.kinds) {
    kinds.push_back(fmt::format("{} {}", count, spoken_kind(kind, count)));
  }
  out += fmt::format("holds     {}\n", fmt::join(kinds, ", "));
  if (figures.packages.size() > 1) {
    std::vector<std::string> packages;
    for (const auto& [name, count] : figures.packages)
      packages.push_back(fmt::format("{} ({})", name.empty() ? "-" : name, count));
    out += fmt::format("packages  {}\n", fmt::join(packages, ", "));
  }
  out += fmt::format("lineage   {}\n", counted(inventory.edges().size(), "edge"));
  if (inventory.hidden_resources() + inventory.hidden_columns() > 0)
    out += fmt::format("hidden    {} and {} of theirs, {} of others\n",
                       counted(inventory.hidden_resources(), "resource"),
                       counted(inventory.hidden_edges(), "edge"),
                       counted(inventory.hidden_columns(), "column"));
  if (is_warehouse)
    out += fmt::format("keys      {}\n", counted(figures.references, "reference"));
  else
    out += fmt::format("tests     {}\n", counted(inventory.tests().size(), "test"));
  out += fmt::format("described {} of {}, {} of {}\n", figures.described,
                     counted(inventory.resources().size(), "resource"), figures.described_columns,
                     counted(figures.columns, "column"));
  if (!inventory.findings().empty())
    out += fmt::format("findings  {} (tally catalog check)\n", inventory.findings().size());
  return out;
}

// Kinds that hold data and that people look for.
bool is_data(const Resource& resource) {
  return resource.kind != ResourceKind::exposure && resource.kind != ResourceKind::analysis;
}

struct Check {
  std::vector<ResourceIndex> undocumented, orphaned, unused;
  size_t undocumented_columns = 0;  // of all resources
};

// Whether a key leads from it to another resource, or from another one to it.
std::vector<bool> linked_by_keys(const Inventory& inventory) {
  std::vector<bool> linked(inventory.resources().size());
  for (uint32_t at = 0; at < linked.size(); ++at)
    for (const auto& reference : inventory[{at}].references)
      if (const auto target = inventory.find(reference.target); target && target->value != at)
        linked[at] = linked[target->value] = true;
  return linked;
}

Check check_of(const Inventory& inventory) {
  Check check;
  const auto linked = linked_by_keys(inventory);
  for (uint32_t at = 0; at < inventory.resources().size(); ++at) {
    const ResourceIndex index{at};
    const Resource& resource = inventory[index];
    if (!is_data(resource)) continue;
    const bool reads = !inventory.parents(index).empty();
    const bool is_read = !inventory.children(index).empty();
    if (resource.description.empty()) check.undocumented.push_back(index);
    for (const auto& column : resource.columns)
      check.undocumented_columns += column.description.empty();
    if (!reads && !is_read && !linked[at])
      check.orphaned.push_back(index);
    else if (!is_read && resource.kind == ResourceKind::source)
      check.unused.push_back(index);
  }
  return check;
}

// The worst first, each kind in the order of the files.
std::vector<const Finding*> sorted_findings(const Inventory& inventory) {
  std::vector<const Finding*> all;
  for (const Finding& finding : inventory.findings()) all.push_back(&finding);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->severity > b->severity; });
  return all;
}

bool has_error(const Inventory& inventory) {
  return std::any_of(
      inventory.findings().begin(), inventory.findings().end(),
      [](const Finding& finding) { return finding.severity == Finding::Severity::error; });
}

std::string check_json(const Inventory& inventory, const Check& check) {
  const auto ids = [&](const std::vector<ResourceIndex>& all) {
    Json list = Json::array();
    for (const auto index : all) list.push_back(inventory[index].id);
    return list;
  };
  Json findings = Json::array(), unresolved = Json::array();
  for (const Finding* finding : sorted_findings(inventory)) {
    Json one = {{"severity", name_of(finding->severity)},
                {"code", finding->code},
                {"resource", finding->resource},
                {"file", finding->file},
                {"line", finding->line},
                {"message", finding->message}};
    if (finding->code.starts_with("unresolved_")) unresolved.push_back(one);
    findings.push_back(std::move(one));
  }
  return dump({{"verdict", has_error(inventory) ? "failed" : "passed"},
               {"undocumented", ids(check.undocumented)},
               {"undocumented_columns", check.undocumented_columns},
               {"orphaned", ids(check.orphaned)},
               {"unused_sources", ids(check.unused)},
               {"unresolved", std::move(unresolved)},
               {"findings", std::move(findings)}});
}

void add_list(std::string& out, const Inventory& inventory, const char* title,
              const std::vector<ResourceIndex>& all, bool everything) {
  if (all.empty()) return;
  out += fmt::format("{} ({}):\n", title, all.size());
  const size_t shown = everything ? all.size() : std::min(all.size(), kShown);
  for (size_t at = 0; at < shown; ++at)
    out += fmt::format("  {}\n", shown_name(inventory, all[at]));
  if (shown < all.size()) out += fmt::format("  … and {} more (--all)\n", all.size() - shown);
}

std::string place_of(const Finding& finding) {
  if (finding.file.empty()) return finding.resource.empty() ? "" : finding.resource + ": ";
  if (finding.line == 0) return finding.file + ": ";
  return fmt::format("{}:{}: ", finding.file, finding.line);
}

void add_findings(std::string& out, const Inventory& inventory, const Terminal& terminal,
                  bool everything) {
  const auto findings = sorted_findings(inventory);
  const size_t shown = everything ? findings.size() : std::min(findings.size(), kShown);
  for (size_t at = 0; at < shown; ++at) {
    const Finding& finding = *findings[at];
    const Style style = finding.severity == Finding::Severity::error     ? Style::red
                        : finding.severity == Finding::Severity::warning ? Style::yellow
                                                                         : Style::dim;
    out += fmt::format("{} {}{} [{}]\n",
                       terminal.paint(style, std::string(name_of(finding.severity)) + ":"),
                       place_of(finding), finding.message, finding.code);
  }
  if (shown < findings.size())
    out += fmt::format("… and {} more (--all)\n", findings.size() - shown);
}

std::string check_text(const Inventory& inventory, const Check& check, const Terminal& terminal,
                       bool everything) {
  std::string out;
  add_findings(out, inventory, terminal, everything);
  add_list(out, inventory, "undocumented", check.undocumented, everything);
  if (check.undocumented_columns > 0)
    out += fmt::format("{} without a description\n", counted(check.undocumented_columns, "column"));
  add_list(out, inventory, "orphaned: no lineage and no key links them", check.orphaned,
           everything);
  add_list(out, inventory, "sources that nothing reads", check.unused, everything);
  return out;
}

int run_stats(const Arguments& arguments, Context& context) {
  const auto opened = open_inventory(arguments, context);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  const Inventory& inventory = *opened->inventory;
  const auto figures = figures_of(inventory);
  const bool is_warehouse = opened->workspace != nullptr;
  context.out(arguments.flag("json") ? stats_json(inventory, figures, is_warehouse)
                                     : stats_text(inventory, figures, is_warehouse));
  return kOk;
}

int run_check(const Arguments& arguments, Context& context) {
  const auto opened = open_inventory(arguments, context, Faults::listed);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  const Inventory& inventory = *opened->inventory;
  const auto check = check_of(inventory);
  const bool failed = has_error(inventory);
  if (arguments.flag("json")) {
    context.out(check_json(inventory, check));
  } else {
    context.out(check_text(inventory, check, context.terminal, arguments.flag("all")));
    context.note(failed ? context.paint(Style::red, "failed") + ": see the errors above\n"
                        : context.paint(Style::green, "passed") + "\n");
  }
  return failed ? kWrong : kOk;
}

// Every resource and every edge, for programs that want the graph as a whole.
int run_export(const Arguments& arguments, Context& context) {
  const auto opened = open_inventory(arguments, context);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  const Inventory& inventory = *opened->inventory;
  if (!arguments.flag("json")) {
    std::string out;
    for (const auto& edge : inventory.edges())
      out += fmt::format("{} → {}\n", inventory[edge.from].id, inventory[edge.to].id);
    context.out(out);
    return kOk;
  }
  Json nodes = Json::array(), edges = Json::array();
  for (const auto& resource : inventory.resources())
    nodes.push_back({{"id", resource.id},
                     {"name", resource.name},
                     {"kind", catalog::name_of(resource.kind)},
                     {"package", resource.package},
                     {"path", resource.path}});
  for (const auto& edge : inventory.edges())
    edges.push_back({{"from", inventory[edge.from].id}, {"to", inventory[edge.to].id}});
  context.out(dump({{"nodes", std::move(nodes)}, {"edges", std::move(edges)}}));
  return kOk;
}

}  // namespace

CommandSpec catalog_command() {
  return {.name = "catalog",
          .summary = "count and check what the warehouse or a dbt project holds",
          .description = "The catalog as a whole: how much there is, what is wrong, all edges.",
          .examples = {"tally catalog stats", "tally catalog check --project shop"},
          .subcommands = {
              {.name = "stats",
               .summary = "count resources, edges, keys, tests and descriptions",
               .description = "How much the catalog holds, by kind and package.",
               .examples = {"tally catalog stats --json"},
               .options = with_inventory_options({}),
               .run = run_stats},
              {.name = "check",
               .summary = "list what is unresolved, broken, undocumented or orphaned",
               .description = "Findings of the import with file and line, resources without a\n"
                              "description, those that no lineage and no key links, and sources\n"
                              "that nothing reads. Exit code 1 if a finding is an error.",
               .examples = {"tally catalog check", "tally catalog check --all --json"},
               .options = with_inventory_options({{"all", OptionKind::flag, "lists in full"}}),
               .run = run_check},
              {.name = "edges",
               .summary = "print every edge of the lineage graph",
               .description = "Each resource that is read, and what reads it. With --json the\n"
                              "resources too.",
               .examples = {"tally catalog edges --json"},
               .options = with_inventory_options({}),
               .run = run_export},
          }};
}

}  // namespace tally::cli
