// Sources of property files, with what another package's `overrides` lays over them.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "import/dbt/folder_config.h"
#include "import/dbt/meta.h"
#include "import/dbt/project_draft.h"

namespace tally::importing::dbt {
namespace {

using catalog::Finding;
using catalog::Resource;
using catalog::ResourceKind;

const Data* table_named(const Data& source, const std::string& name) {
  const Data* tables = source.get("tables");
  if (!tables) return nullptr;
  for (const Data& table : tables->values)
    if (table.text_of("name") == name) return &table;
  return nullptr;
}

// As dbt lays it over: each key that it says replaces the whole value, tables one by one.
Data patched(const Data& given, const Data& patch) {
  Data all = given;
  for (size_t at = 0; at < patch.keys.size(); ++at) {
    const std::string& key = patch.keys[at];
    const bool is_own = key == "name" || key == "overrides" || key == "tables";
    if (!is_own && !patch.values[at].is_null()) all.set(key, patch.values[at]);
  }
  return all;
}

}  // namespace

void ProjectDraft::add_sources() {
  std::vector<const PropertyEntry*> patches;
  for (const PropertyEntry& entry : properties_.section("sources"))
    if (!entry.data->text_of("overrides").empty()) patches.push_back(&entry);
  for (const PropertyEntry& entry : properties_.section("sources")) {
    if (!entry.data->text_of("overrides").empty()) {
      report_unused_override(entry);
      continue;
    }
    const Data* patch = nullptr;
    for (const PropertyEntry* other : patches)
      if (!patch && other->data->text_of("overrides") == project_.packages[entry.package].name &&
          other->data->text_of("name") == entry.data->text_of("name"))
        patch = other->data;
    add_source_tables(entry, patch);
  }
}

void ProjectDraft::add_source_tables(const PropertyEntry& entry, const Data* patch) {
  const Data* tables = entry.data->get("tables");
  if (!tables) return;
  std::optional<Data> source;
  if (patch) source = patched(*entry.data, *patch);
  for (const Data& table : named_items(*tables)) {
    const std::string name = table.text_of("name");
    if (name.empty()) continue;
    const Data* table_patch = patch ? table_named(*patch, name) : nullptr;
    if (table_patch)
      add_source_table(entry, *source, patched(table, *table_patch));
    else
      add_source_table(entry, source ? *source : *entry.data, table);
  }
}

// What it overrides, or a table of that, is not there.
void ProjectDraft::report_unused_override(const PropertyEntry& entry) {
  const std::string package = entry.data->text_of("overrides");
  const std::string name = entry.data->text_of("name");
  const auto& all = properties_.section("sources");
  const auto overridden = std::find_if(all.begin(), all.end(), [&](const PropertyEntry& other) {
    return other.data->text_of("overrides").empty() && other.data->text_of("name") == name &&
           project_.packages[other.package].name == package;
  });
  const auto report = [&](const std::string& what, uint32_t line) {
    findings_.push_back(
        {.severity = Finding::Severity::note,
         .code = "unused_properties",
         .resource = name,
         .file = entry.file,
         .line = line,
         .message = fmt::format("{} of package {} is overridden, and not there", what, package)});
  };
  if (overridden == all.end())
    return report(fmt::format("the source \"{}\"", name), entry.data->line);
  if (const Data* tables = entry.data->get("tables"))
    for (const Data& table : tables->values)
      if (!table_named(*overridden->data, table.text_of("name")))
        report(fmt::format("the table \"{}\" of \"{}\"", table.text_of("name"), name), table.line);
}

// Tags of folders are replaced by those of property files, even by none of them; what the root
// project's folders say of a package's sources replaces these. The others still hide.
std::vector<std::string> ProjectDraft::source_tags(const PropertyEntry& entry, const Data& source,
                                                   const Data& table,
                                                   const std::vector<std::string>& fqn) {
  Data config;
  merge_config(config, own_config(source, BesideConfig::no_node));
  merge_config(config, own_config(table, BesideConfig::no_node));
  if (entry.package != 0) lay_root_config(config, "sources", fqn, Laying::replace_tags);
  return config.texts_of("tags");
}

void ProjectDraft::add_source_table(const PropertyEntry& entry, const Data& source,
                                    const Data& table) {
  const Package& owner = project_.packages[entry.package];
  DraftResource draft;
  Resource& resource = draft.resource;
  resource.kind = ResourceKind::source;
  resource.package = owner.name;
  resource.source_name = source.text_of("name");
  resource.name = table.text_of("name");
  resource.id = fmt::format("source.{}.{}.{}", owner.name, resource.source_name, resource.name);
  const auto fqn = entry.fqn(owner, {resource.source_name, resource.name});
  Data config;
  add_folder_config(config, owner.settings.get("sources"), fqn);
  config = properties_.rendered(std::move(config));
  merge_config(config, own_config(source, BesideConfig::no_node));
  merge_config(config, own_config(table, BesideConfig::no_node));
  if (entry.package != 0) lay_root_config(config, "sources", fqn, Laying::add_up);
  const std::string database = source.text_of("database");
  resource.database = database.empty() ? source.text_of("catalog") : database;
  if (resource.database.empty()) resource.database = project_.invocation.database;
  resource.schema = source.text_of("schema");
  if (resource.schema.empty()) resource.schema = resource.source_name;
  resource.identifier = table.text_of("identifier");
  if (resource.identifier.empty()) resource.identifier = resource.name;
  resource.description = table.text_of("description");
  if (resource.description.empty()) resource.description = source.text_of("description");
  resource.path = entry.file;
  resource.columns = columns_of(table.get("columns"), hide_);
  resource.tags = source_tags(entry, source, table, fqn);
  if (const Data* meta = config.get("meta")) {
    resource.owner = owner_of_meta(*meta);
    resource.aliases = aliases_of_meta(*meta);
    resource.notes = notes_of_meta(*meta);
  }
  hide(draft, config);
  const auto is_known = [](const Data* name) { return !name || !name->is_unknown; };
  draft.is_name_known = is_known(table.find("identifier")) && is_known(table.find("name"));
  draft.is_schema_known = is_known(source.find("schema")) && is_known(source.find("name"));
  const bool enabled = config.truth_of("enabled", true);
  sources_.add(resource.source_name + "." + resource.name,
               {entry.package, "", false, enabled, source_ids_.size()});
  source_ids_.push_back(resource.id);
  if (!enabled) return hide_besides(draft);
  const std::string id = resource.id;
  apply_contract(table, resource, entry.package);
  draft_.resources.push_back(std::move(draft));
  TestOwner tested{id, {}, owner.name, entry.file, {}, {}};
  const std::string source_name = source.text_of("name"), name = table.text_of("name");
  tested.name = source_name + "_" + name;
  tested.call = fmt::format("source('{}', '{}')", source_name, name);
  Data columns_quoted = table;
  if (const Data* quotes = source.get("quoting"); quotes && quotes->truth_of("column", false))
    columns_quoted.set("quote_columns", Data::of_truth(true));
  source_tests_.push_back({std::move(columns_quoted), std::move(tested), &entry});
}

}  // namespace tally::importing::dbt
