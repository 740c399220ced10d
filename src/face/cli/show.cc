// tally show: everything the catalog knows of one resource.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/quantity.h"
#include "face/cli/commands.h"
#include "face/cli/inventory_source.h"
#include "face/cli/lineage_text.h"
#include "face/cli/table_text.h"

namespace tally::cli {
namespace {

using catalog::Finding;
using catalog::Inventory;
using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceIndex;
using Json = nlohmann::ordered_json;

bool is_table(const Resource& resource) {
  return resource.kind == catalog::ResourceKind::table ||
         resource.kind == catalog::ResourceKind::view;
}

Json ids_json(const Inventory& inventory, std::span<const ResourceIndex> all) {
  Json list = Json::array();
  for (const auto index : all) list.push_back(inventory[index].id);
  return list;
}

Json columns_json(const Resource& resource) {
  Json list = Json::array();
  for (const auto& column : resource.columns)
    list.push_back({{"name", column.name},
                    {"type", column.type},
                    {"description", column.description},
                    {"nullable", column.nullable},
                    {"unique", column.unique},
                    {"accepted_values", column.accepted_values},
                    {"aliases", column.aliases},
                    {"tags", column.tags}});
  return list;
}

Json references_json(const Resource& resource) {
  Json list = Json::array();
  for (const auto& reference : resource.references)
    list.push_back({{"columns", reference.columns},
                    {"target", reference.target},
                    {"target_columns", reference.target_columns}});
  return list;
}

Json tests_json(const Inventory& inventory, ResourceIndex index) {
  Json list = Json::array();
  for (const auto* test : tests_of(inventory, index))
    list.push_back({{"id", test->id}, {"name", test->name}, {"column", test->column}});
  return list;
}

Json findings_json(const Inventory& inventory, const Resource& resource) {
  Json list = Json::array();
  for (const auto& finding : inventory.findings())
    if (finding.resource == resource.id)
      list.push_back({{"code", finding.code},
                      {"file", finding.file},
                      {"line", finding.line},
                      {"message", finding.message}});
  return list;
}

// Its hidden columns are not there, nor keys of them.
catalog::Table without_hidden(catalog::Table table) {
  const auto names_one = [&](const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      const auto* column = table.column(name);
      return column && column->is_hidden;
    });
  };
  if (names_one(table.primary_key)) table.primary_key.clear();
  std::erase_if(table.unique_keys, names_one);
  std::erase_if(table.foreign_keys, [&](const auto& key) { return names_one(key.columns); });
  std::erase_if(table.columns, [](const catalog::Column& column) { return column.is_hidden; });
  return table;
}

// The table itself, where the inventory is the warehouse's own.
std::optional<catalog::Table> own_table(const Resource& resource, answer::Workspace& workspace,
                                        Context& context) {
  const auto deadline = Deadline::in(workspace.settings().deadline, context.services.clock());
  const auto tables = workspace.visible_catalog(deadline);
  const auto* table =
      tables.ok() ? (*tables)->find(resource.database, resource.schema, resource.name) : nullptr;
  if (!is_table(resource) || !table) return std::nullopt;
  return without_hidden(*table);
}

// The warehouse's table that a resource is, where tally.yml has both and the resource is of its
// project; else none, without a word: what the project says is shown all the same.
std::optional<catalog::Table> joined_table(const Resource& resource, const Arguments& arguments,
                                           Context& context) {
  for (const char* other : {"project", "manifest", "catalog"})
    if (arguments.value(other)) return std::nullopt;
  const auto settings = context.services.settings(arguments.text("dir"));
  if (!settings.ok()) return std::nullopt;
  auto workspace = context.services.open_at_rest(*settings, [](const std::string&) {});
  if (!workspace.ok() || !(*workspace)->has_project()) return std::nullopt;
  if (is_table(resource)) return own_table(resource, **workspace, context);
  const auto deadline = Deadline::in(settings->deadline, context.services.clock());
  const auto project = (*workspace)->project();
  const auto joined = (*workspace)->joined(deadline);
  if (!project.ok() || !joined.ok()) return std::nullopt;
  for (const auto& match : (*joined)->matches)
    if ((*project)->inventory[match.resource].id == resource.id)
      return without_hidden(
          *(*joined)->catalog.find(match.table.database, match.table.schema, match.table.name));
  return std::nullopt;
}

std::string key_text(const catalog::ForeignKey& key) {
  return fmt::format("{} → {}.{}", fmt::join(key.columns, ", "), key.target.name,
                     fmt::join(key.target_columns, ", "));
}

Json table_json(const std::optional<catalog::Table>& table) {
  if (!table) return nullptr;
  Json references = Json::array();
  for (const auto& key : table->foreign_keys)
    references.push_back({{"columns", key.columns},
                          {"target", key.target.text()},
                          {"target_columns", key.target_columns}});
  return {{"name", table->id.text()},
          {"kind", table->kind == catalog::ObjectKind::view ? "view" : "table"},
          {"estimated_rows", table->estimated_rows},
          {"columns", table->columns.size()},
          {"primary_key", table->primary_key},
          {"unique_keys", table->unique_keys},
          {"references", std::move(references)}};
}

// Of a table that is a resource itself: what its resource does not say.
std::string own_table_text(const catalog::Table& table) {
  return table.kind == catalog::ObjectKind::view ? std::string()
                                                 : fmt::format("about {}", table.estimated_rows);
}

std::string table_text(const catalog::Table& table) {
  std::string text = table.id.text();
  if (table.kind == catalog::ObjectKind::view)
    text += ", a view";
  else
    text += fmt::format(", about {}", counted(table.estimated_rows, "row"));
  if (!table.primary_key.empty())
    text += fmt::format("\nkey {}", fmt::join(table.primary_key, ", "));
  for (const auto& key : table.unique_keys)
    if (key != table.primary_key) text += fmt::format("\nunique {}", fmt::join(key, ", "));
  for (const auto& key : table.foreign_keys) text += "\n" + key_text(key);
  return text;
}

std::string show_json(const Inventory& inventory, ResourceIndex index,
                      const std::optional<catalog::Table>& table) {
  const Resource& resource = inventory[index];
  const Json json = {{"id", resource.id},
                     {"name", resource.name},
                     {"kind", name_of(resource.kind)},
                     {"package", resource.package},
                     {"source_name", resource.source_name},
                     {"version", resource.version},
                     {"latest", resource.is_latest},
                     {"database", resource.database},
                     {"schema", resource.schema},
                     {"identifier", resource.identifier},
                     {"path", resource.path},
                     {"description", resource.description},
                     {"materialized", resource.materialized},
                     {"owner", resource.owner},
                     {"group", resource.group},
                     {"access", resource.access},
                     {"tags", resource.tags},
                     {"aliases", resource.aliases},
                     {"notes", resource.notes},
                     {"columns", columns_json(resource)},
                     {"primary_key", resource.primary_key},
                     {"references", references_json(resource)},
                     {"table", table_json(table)},
                     {"reads", ids_json(inventory, inventory.parents(index))},
                     {"read_by", ids_json(inventory, inventory.children(index))},
                     {"tests", tests_json(inventory, index)},
                     {"findings", findings_json(inventory, resource)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string relation_of(const Resource& resource) {
  if (is_table(resource) || resource.kind == catalog::ResourceKind::metric) return {};
  std::string relation = resource.database;
  for (const auto& part : {resource.schema, resource.relation_name()})
    if (!part.empty()) relation += (relation.empty() ? "" : ".") + part;
  return relation;
}

// "field  text", several lines of text under each other.
void add_field(std::string& out, std::string_view field, std::string_view text,
               const Terminal& terminal) {
  if (text.empty()) return;
  std::string rest(text);
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == ' ')) rest.pop_back();
  for (size_t at = 0; (at = rest.find('\n', at)) != rest.npos; at += 15)
    rest.insert(at + 1, 14, ' ');
  out += fmt::format("{}{}\n", terminal.paint(Style::dim, fmt::format("{:<14}", field)), rest);
}

// What a key leads to; a table by the name that its like are called by.
std::string target_text(const Inventory& inventory, const catalog::ResourceReference& reference) {
  const auto target = inventory.find(reference.target);
  std::string text =
      target && is_table(inventory[*target]) ? shown_name(inventory, *target) : reference.target;
  if (reference.target_columns.size() == 1) return text + "." + reference.target_columns.front();
  if (reference.target_columns.empty()) return text;
  return fmt::format("{} ({})", text, fmt::join(reference.target_columns, ", "));
}

// Keys of several columns; those of one stand beside it.
std::string wide_references(const Inventory& inventory, const Resource& resource) {
  std::string text;
  for (const auto& reference : resource.references)
    if (reference.columns.size() > 1)
      text += fmt::format("{}{} → {}", text.empty() ? "" : "\n", fmt::join(reference.columns, ", "),
                          target_text(inventory, reference));
  return text;
}

// Who holds keys of this one.
std::string key_holders(const Inventory& inventory, const Resource& resource) {
  constexpr size_t kMost = 12;
  std::vector<std::string> holders;
  for (uint32_t at = 0; at < inventory.resources().size(); ++at)
    for (const auto& reference : inventory[{at}].references)
      if (reference.target == resource.id)
        holders.push_back(
            fmt::format("{}.{}", shown_name(inventory, {at}), fmt::join(reference.columns, ", ")));
  if (holders.size() > kMost) {
    const size_t more = holders.size() - kMost;
    holders.resize(kMost);
    holders.push_back(fmt::format("… and {} more", more));
  }
  return fmt::format("{}", fmt::join(holders, "\n"));
}

std::string column_facts(const Inventory& inventory, const Resource& resource,
                         const ResourceColumn& column) {
  std::vector<std::string> facts = column.tags;
  if (column.unique) facts.emplace_back("unique");
  if (!column.nullable) facts.emplace_back("not null");
  if (!column.accepted_values.empty())
    facts.push_back(fmt::format("one of {}", fmt::join(column.accepted_values, ", ")));
  for (const auto& reference : resource.references)
    if (reference.columns == std::vector<std::string>{column.name})
      facts.push_back("→ " + target_text(inventory, reference));
  if (!column.aliases.empty())
    facts.push_back(fmt::format("also called {}", fmt::join(column.aliases, ", ")));
  return fmt::format("{}", fmt::join(facts, "; "));
}

std::string names_text(const Inventory& inventory, std::span<const ResourceIndex> all,
                       const char* none) {
  if (all.empty()) return none;
  std::vector<std::string> names;
  for (const auto index : all) names.push_back(shown_name(inventory, index));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Padded by what a terminal shows, not by bytes.
std::string padded(const std::string& text, size_t width) {
  const size_t shown = display_width(text);
  return text + std::string(shown < width ? width - shown : 0, ' ');
}

std::string columns_text(const Inventory& inventory, const Resource& resource,
                         const Terminal& terminal) {
  size_t name_width = 0, type_width = 0;
  for (const auto& column : resource.columns) {
    name_width = std::max(name_width, std::min<size_t>(display_width(column.name), 40));
    type_width = std::max(type_width, std::min<size_t>(display_width(column.type), 24));
  }
  std::string out;
  for (const auto& column : resource.columns) {
    std::string text = column.description.substr(0, column.description.find('\n'));
    const std::string facts = column_facts(inventory, resource, column);
    if (!facts.empty()) text += fmt::format("{}[{}]", text.empty() ? "" : " ", facts);
    out += fmt::format("  {}  {}  {}\n", padded(column.name, name_width),
                       terminal.paint(Style::dim, padded(column.type, type_width)), text);
  }
  return out;
}

std::string show_text(const Inventory& inventory, ResourceIndex index,
                      const std::optional<catalog::Table>& table, const Terminal& terminal) {
  const Resource& resource = inventory[index];
  std::string out =
      fmt::format("{}{}\n", terminal.paint(Style::bold, resource.id),
                  terminal.paint(Style::dim, fmt::format("  {}", name_of(resource.kind))));
  add_field(out, "description", resource.description, terminal);
  add_field(out, "relation", relation_of(resource), terminal);
  add_field(out, "materialized", resource.materialized, terminal);
  add_field(out, "file", resource.path, terminal);
  add_field(out, "owner", resource.owner, terminal);
  add_field(out, "group", resource.group, terminal);
  add_field(out, "access", resource.access, terminal);
  add_field(out, "tags", fmt::format("{}", fmt::join(resource.tags, ", ")), terminal);
  add_field(out, "also called", fmt::format("{}", fmt::join(resource.aliases, ", ")), terminal);
  add_field(out, "notes", resource.notes, terminal);
  add_field(out, "primary key", fmt::format("{}", fmt::join(resource.primary_key, ", ")), terminal);
  add_field(out, "references", wide_references(inventory, resource), terminal);
  if (table && is_table(resource))
    add_field(out, "rows", own_table_text(*table), terminal);
  else if (table)
    add_field(out, "in warehouse", table_text(*table), terminal);
  if (is_table(resource)) add_field(out, "key held by", key_holders(inventory, resource), terminal);
  if (resource.kind != catalog::ResourceKind::table || !inventory.parents(index).empty())
    add_field(out, "reads", names_text(inventory, inventory.parents(index), "nothing"), terminal);
  add_field(out, "read by", names_text(inventory, inventory.children(index), "no consumers"),
            terminal);
  const auto tests = tests_of(inventory, index);
  if (!tests.empty()) add_field(out, "tests", std::to_string(tests.size()), terminal);
  for (const auto& finding : inventory.findings())
    if (finding.resource == resource.id) add_field(out, finding.code, finding.message, terminal);
  if (!resource.columns.empty()) out += "\n" + columns_text(inventory, resource, terminal);
  return out;
}

int run_show(const Arguments& arguments, Context& context) {
  auto opened = open_inventory(arguments, context);
  if (!opened.ok()) return context.fail(opened.error(), arguments);
  const Inventory& inventory = *opened->inventory;
  const auto index = choose_resource(inventory, arguments.text("name"));
  if (!index.ok()) return fail_choice(index.error(), arguments, context);
  const auto table = opened->workspace ? own_table(inventory[*index], *opened->workspace, context)
                                       : joined_table(inventory[*index], arguments, context);
  context.out(arguments.flag("json") ? show_json(inventory, *index, table)
                                     : show_text(inventory, *index, table, context.terminal));
  return kOk;
}

}  // namespace

CommandSpec show_command() {
  return {.name = "show",
          .summary = "show what the catalog knows of a table, metric, model, source …",
          .description =
              "Description, place, owner, tags, columns with their keys, what it reads and what\n"
              "reads it, tests, findings; with a tally.yml also its table in the warehouse. Where\n"
              "there is no dbt project, NAME is a table, view or metric of the warehouse.\n"
              "NAME as for tally lineage.\n"
              "Exit code 3 if there is no such name or several.",
          .examples = {"tally show orders", "tally show raw.payments --json",
                       "tally show orders --manifest target/manifest.json"},
          .options = with_inventory_options(
              {{"name", OptionKind::positional, "a table, model, source, metric, …"}}),
          .run = run_show};
}

}  // namespace tally::cli
