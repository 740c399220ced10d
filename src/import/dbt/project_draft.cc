#include "import/dbt/project_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "catalog/spelling.h"
#include "import/dbt/folder_config.h"
#include "import/dbt/meta.h"

namespace tally::importing::dbt {
namespace {

using catalog::Finding;
using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceKind;

bool searches_node_first(const Project& project) {
  const Data* flags = project.root().settings.get("flags");
  return flags && flags->truth_of("require_ref_searches_node_package_before_root", false);
}

void add_texts(std::vector<std::string>& all, std::vector<std::string> more) {
  for (std::string& text : more)
    if (!text.empty() && std::find(all.begin(), all.end(), text) == all.end())
      all.push_back(std::move(text));
}

// A version says which of the model's columns it has: {include: all, exclude: [a]}; all, if it does
// not.
std::function<bool(const std::string&)> columns_included(const Data& columns) {
  std::vector<std::string> wanted, excluded;
  bool everything = true;
  for (const Data& one : columns.values) {
    const Data* include = one.get("include");
    if (!include && !one.get("exclude")) continue;
    wanted = include ? texts(*include) : std::vector<std::string>();
    excluded = one.texts_of("exclude");
    everything = !include || include->text == "all" || include->text == "*";
  }
  return [=](const std::string& name) {
    const auto has = [&](const auto& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    return (everything || has(wanted)) && !has(excluded);
  };
}

// Those of the model that it has, and its own.
std::vector<ResourceColumn> version_columns(const std::vector<ResourceColumn>& base,
                                            const Data& columns, const HideRule& hide) {
  std::vector<ResourceColumn> all;
  const auto is_included = columns_included(columns);
  for (const ResourceColumn& column : base)
    if (is_included(column.name)) all.push_back(column);
  for (ResourceColumn& column : columns_of(&columns, hide)) {
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const auto& one) { return one.name == column.name; });
    if (same == all.end())
      all.push_back(std::move(column));
    else
      *same = std::move(column);
  }
  return all;
}

// Which of a model's tests a version has: its own, if it says any, and those of its columns.
Data tests_of_version(const Data& entry, const Data& version) {
  Data tested = entry;
  const bool says_own = version.find("tests") || version.find("data_tests");
  for (const char* key : {"tests", "data_tests"})
    if (says_own) tested.set(key, version.find(key) ? *version.find(key) : Data());
  const Data* own = version.get("columns");
  if (!own) return tested;
  Data columns;
  columns.kind = Data::Kind::list;
  const auto is_included = columns_included(*own);
  if (const Data* base = entry.get("columns"))
    for (const Data& column : base->values)
      if (is_included(column.text_of("name"))) columns.values.push_back(column);
  for (const Data& column : own->values) columns.values.push_back(column);
  tested.set("columns", std::move(columns));
  return tested;
}

std::string default_materialization(const ProjectNode& node) {
  if (node.kind == ResourceKind::seed) return "seed";
  if (node.kind == ResourceKind::snapshot) return "snapshot";
  if (node.kind == ResourceKind::function) return "function";
  return node.is_python ? "table" : "view";
}

}  // namespace

std::vector<ResourceColumn> columns_of(const Data* columns, const HideRule& hide) {
  std::vector<ResourceColumn> all;
  if (!columns) return all;
  for (const Data& one : named_items(*columns)) {
    ResourceColumn column;
    column.name = one.text_of("name");
    if (column.name.empty()) continue;
    column.type = one.text_of("data_type");
    column.description = one.text_of("description");
    column.tags = one.texts_of("tags");
    const Data* config = one.get("config");
    if (config) add_texts(column.tags, config->texts_of("tags"));
    describe_column(one.get("meta"), one.text_of("label"), hide, column);
    describe_column(config ? config->get("meta") : nullptr, "", hide, column);
    column.is_hidden |= is_hidden(hide, own_config(one, BesideConfig::no_node));
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const auto& known) { return known.name == column.name; });
    if (same == all.end()) {
      all.push_back(std::move(column));
      continue;
    }
    // Of a column that is described twice the last one counts, as with dbt; hidden stays hidden.
    column.is_hidden |= same->is_hidden;
    *same = std::move(column);
  }
  return all;
}

ProjectDraft::ProjectDraft(const Project& project, Renderer& renderer, Properties& properties,
                           const HideRule& hide, std::vector<Finding>& findings)
    : project_(project),
      renderer_(renderer),
      properties_(properties),
      hide_(hide),
      findings_(findings),
      refs_(project, searches_node_first(project)),
      sources_(project, searches_node_first(project)),
      functions_(project, searches_node_first(project)) {}

Draft ProjectDraft::read() {
  draft_.project = project_.root().name;
  draft_.adapter = project_.invocation.adapter;
  add_groups();
  name_metrics();
  add_sources();
  add_nodes(NodeReader(project_, renderer_, properties_, findings_).read());
  for (const SourceTests& tests : source_tests_)
    add_declared_tests(tests.table, tests.owner, *tests.file);
  add_semantic_models();
  add_semantics_of_models();
  add_metrics();
  add_saved_queries();
  add_exposures();
  add_unit_tests();
  hide_what_is_unread();
  report_unknown_hiding();
  check_run_hooks();
  check_properties();
  report_clashes();
  report_cycles();
  return std::move(draft_);
}

// Nobody knows which of its names a broken file hides: of a file that hides any, all are hidden,
// also those that no resource has.
void ProjectDraft::hide_what_is_unread() {
  std::unordered_set<std::string> names;
  for (const std::string& text : properties_.unread())
    for (std::string& name : names_it_may_hide(hide_, text)) names.insert(std::move(name));
  for (const std::string& name : names) draft_.hidden_besides.push_back({{"", "", name}, false});
  for (const Data& entry : properties_.misread()) {
    auto words = names_it_may_hide(hide_, entry);
    const std::string name = entry.text_of("name");
    if (!words.empty() && !name.empty()) draft_.hidden_besides.push_back({{"", "", name}, false});
    names.insert(std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
  }
  for (DraftResource& one : draft_.resources) {
    if (!names.count(one.resource.name) && !names.count(one.resource.source_name)) continue;
    one.hidden = true;
    one.may_be_told = false;
  }
}

void ProjectDraft::index_nodes(const std::vector<ProjectNode>& nodes) {
  for (size_t at = 0; at < nodes.size(); ++at) {
    const ProjectNode& node = nodes[at];
    if (node.is_test || node.kind == ResourceKind::analysis) continue;
    auto& table = node.kind == ResourceKind::function ? functions_ : refs_;
    table.add(node.name, {node.package, node.version, node.is_latest, node.is_enabled(), at});
  }
}

void ProjectDraft::add_nodes(std::vector<ProjectNode> nodes) {
  nodes_ = std::move(nodes);
  index_nodes(nodes_);
  report_unused_properties(nodes_);
  for (ProjectNode& node : nodes_) {
    if (!node.is_enabled()) {
      hide_disabled(node);
      continue;
    }
    std::move(node.asked.findings.begin(), node.asked.findings.end(),
              std::back_inserter(findings_));
    if (node.is_test)
      add_singular_test(node);
    else
      add_node(node);
  }
}

void ProjectDraft::hide_disabled(const ProjectNode& node) {
  DraftResource draft;
  if (node.is_test) return;
  fill_resource(node, draft);
  hide_besides(draft);
}

void ProjectDraft::hide_besides(const DraftResource& one) {
  if (one.hidden && catalog::is_relation(one.resource.kind))
    draft_.hidden_besides.push_back(hidden_relation(one));
}

TestOwner ProjectDraft::test_owner(const ProjectNode& node, const PropertyEntry& file) const {
  TestOwner owner{node.id,   node.name,    project_.packages[file.package].name,
                  file.file, node.version, {}};
  owner.call = node.version.empty()
                   ? fmt::format("ref('{}')", node.name)
                   : fmt::format("ref('{}', version='{}')", node.name, node.version);
  return owner;
}

void ProjectDraft::add_node(ProjectNode& node) {
  DraftResource draft;
  fill_resource(node, draft);
  draft.reads = ids_of(node.asked, node.package, node.id, node.file);
  if (node.properties) {
    const Data& entry = *node.properties->data;
    if (node.version_properties)
      apply_contract(*node.version_properties, draft.resource, node.package);
    apply_contract(entry, draft.resource, node.package);
    add_declared_tests(
        node.version_properties ? tests_of_version(entry, *node.version_properties) : entry,
        test_owner(node, *node.properties), *node.properties);
  }
  for (const PropertyEntry* entry : node.misplaced) {
    hide_by_entry(draft, *entry->data);
    add_declared_tests(*entry->data, test_owner(node, *entry), *entry);
  }
  draft_.resources.push_back(std::move(draft));
}

void ProjectDraft::fill_resource(const ProjectNode& node, DraftResource& draft) {
  Resource& resource = draft.resource;
  resource.id = node.id;
  resource.name = node.name;
  resource.kind = node.kind;
  resource.package = project_.packages[node.package].name;
  resource.version = node.version;
  resource.is_latest = node.version.empty() || node.is_latest;
  resource.database = node.database;
  resource.schema = node.schema;
  resource.identifier = node.alias;
  resource.path = node.file;
  resource.materialized = node.config.text_of("materialized");
  if (resource.materialized.empty()) resource.materialized = default_materialization(node);
  resource.group = node.config.text_of("group");
  resource.access = node.config.text_of("access");
  if (resource.access.empty() && node.kind == ResourceKind::model) resource.access = "protected";
  resource.tags = node.config.texts_of("tags");
  if (node.properties) {
    const Data& entry = *node.properties->data;
    resource.description = entry.text_of("description");
    resource.columns = columns_of(entry.get("columns"), hide_);
    if (node.kind == ResourceKind::function)
      for (ResourceColumn& argument : columns_of(entry.get("arguments"), hide_)) {
        argument.type = argument.type.empty() ? "argument" : "argument " + argument.type;
        resource.columns.push_back(std::move(argument));
      }
  }
  if (node.version_properties) {
    const std::string own = node.version_properties->text_of("description");
    if (!own.empty()) resource.description = own;
    if (const Data* columns = node.version_properties->get("columns"))
      resource.columns = version_columns(resource.columns, *columns, hide_);
  }
  for (const std::string& name : node.header)
    if (!resource.column(name)) resource.columns.push_back({.name = name});
  const Data* meta = node.config.get("meta");
  if (meta) {
    resource.owner = owner_of_meta(*meta);
    resource.aliases = aliases_of_meta(*meta);
    resource.notes = notes_of_meta(*meta);
  }
  if (resource.owner.empty() && !resource.group.empty()) {
    const auto found = group_owners_.find(resource.package + "/" + resource.group);
    if (found != group_owners_.end()) resource.owner = found->second;
  }
  draft.is_name_known = node.is_name_known;
  hide(draft, node.config);
  if (node.properties) hide_by_entry(draft, *node.properties->data);
}

// Also by what dbt passes over, like tags that stand beside `config`.
Hiding ProjectDraft::said_of(const Data& entry) const {
  return hiding_of(hide_, own_config(entry, BesideConfig::no_node));
}

void ProjectDraft::hide(DraftResource& draft, const Data& config) {
  const Hiding hiding = hiding_of(hide_, config);
  draft.hidden = hiding != Hiding::none;
  draft.may_be_told = hiding == Hiding::unknown;
  hidden_unknown_ += hiding == Hiding::unknown ? 1 : 0;
}

void ProjectDraft::hide_by_entry(DraftResource& draft, const Data& entry) const {
  const Hiding hiding = said_of(entry);
  draft.may_be_told = hiding != Hiding::said && (draft.may_be_told || !draft.hidden);
  draft.hidden |= hiding != Hiding::none;
}

void ProjectDraft::report_unknown_hiding() {
  if (hidden_unknown_ == 0) return;
  findings_.push_back(
      {.severity = Finding::Severity::warning,
       .code = "unknown_hiding",
       .file = project_.root().settings_file,
       .message =
           fmt::format("{} hidden, for what decides that cannot be evaluated",
                       hidden_unknown_ == 1 ? "1 resource is"
                                            : fmt::format("{} resources are", hidden_unknown_))});
}

// What the root project's folders say of a package's resources.
void ProjectDraft::lay_root_config(Data& config, std::string_view section,
                                   const std::vector<std::string>& fqn, Laying laying) {
  Data last;
  add_folder_config(last, project_.root().settings.get(section), fqn, laying);
  merge_config(config, properties_.rendered(std::move(last)), laying);
}

// Constraints of a contract; foreign keys whose target is known become references.
void ProjectDraft::apply_contract(const Data& entry, Resource& resource, uint32_t package) {
  std::vector<ForeignConstraint> foreign;
  if (const Data* constraints = entry.get("constraints"))
    apply_constraints(*constraints, resource, nullptr, foreign);
  if (const Data* columns = entry.get("columns"))
    for (const Data& one : columns->values) {
      const Data* constraints = one.get("constraints");
      if (!constraints) continue;
      const std::string name = one.text_of("name");
      for (ResourceColumn& column : resource.columns)
        if (column.name == name) apply_constraints(*constraints, resource, &column, foreign);
    }
  for (ForeignConstraint& key : foreign) {
    const auto ids = quiet_ids_of(read_calls(key.to, 0), package);
    if (!ids.empty()) resource.references.push_back({key.columns, ids.front(), key.to_columns});
  }
}

// Described, but there is no file of that name: a slip of spelling, most often.
void ProjectDraft::report_unused_properties(const std::vector<ProjectNode>& nodes) {
  std::vector<const PropertyEntry*> used;
  for (const ProjectNode& node : nodes)
    if (node.properties) used.push_back(node.properties);
  std::sort(used.begin(), used.end());
  for (const char* section : {"models", "seeds", "snapshots", "functions"})
    for (const PropertyEntry& entry : properties_.section(section)) {
      if (entry.package != 0 || std::binary_search(used.begin(), used.end(), &entry)) continue;
      const std::string name = entry.data->text_of("name");
      if (said_of(*entry.data) != Hiding::none) {
        draft_.hidden_besides.push_back({{"", "", name}, false});
        continue;  // nor is it told
      }
      if (own_config(*entry.data, BesideConfig::node).truth_of("enabled", true) == false) continue;
      if (properties_.find(section, entry.package, name) != &entry)
        continue;  // told as a duplicate
      const auto same = std::find_if(nodes.begin(), nodes.end(), [&](const ProjectNode& node) {
        return std::find(node.misplaced.begin(), node.misplaced.end(), &entry) !=
               node.misplaced.end();
      });
      findings_.push_back(
          {.severity = Finding::Severity::note,
           .code = "unused_properties",
           .resource = name,
           .file = entry.file,
           .line = entry.data->line,
           .message = same == nodes.end()
                          ? fmt::format("no file of the project defines \"{}\"", name)
                          : fmt::format("\"{}\" is a {}: of what {} says of it only tests count",
                                        name, catalog::name_of(same->kind), section)});
    }
}

}  // namespace tally::importing::dbt
