// What property files alone define: groups, exposures, semantic models, metrics, saved queries.

#include <fmt/format.h>

#include <algorithm>

#include "import/dbt/folder_config.h"
#include "import/dbt/meta.h"
#include "import/dbt/project_draft.h"

namespace tally::importing::dbt {
namespace {

using catalog::Resource;
using catalog::ResourceColumn;
using catalog::ResourceKind;

void add_columns(Resource& resource, const Data& entry, const char* key, const std::string& kind) {
  const Data* list = entry.get(key);
  if (!list) return;
  for (const Data& one : list->values) {
    ResourceColumn column;
    column.name = one.text_of("name");
    if (column.name.empty()) continue;
    column.description = one.text_of("description");
    const std::string detail = one.text_of(kind == "measure" ? "agg" : "type");
    column.type = detail.empty() ? kind : kind + " " + detail;
    resource.columns.push_back(std::move(column));
  }
}

}  // namespace

void ProjectDraft::add_groups() {
  for (const PropertyEntry& entry : properties_.section("groups"))
    if (const Data* owner = entry.data->get("owner"))
      group_owners_[project_.packages[entry.package].name + "/" + entry.data->text_of("name")] =
          owner_text(*owner);
}

// What all entries have: names, texts, config.
DraftResource ProjectDraft::entry_draft(const PropertyEntry& entry, ResourceKind kind,
                                        const char* section) {
  const Data& data = *entry.data;
  const Package& owner = project_.packages[entry.package];
  DraftResource draft;
  Resource& resource = draft.resource;
  resource.kind = kind;
  resource.name = data.text_of("name");
  resource.package = owner.name;
  resource.id = fmt::format("{}.{}.{}", name_of(kind), owner.name, resource.name);
  resource.description = data.text_of("description");
  resource.path = entry.file;
  Data config;
  const auto fqn = entry.fqn(owner, {resource.name});
  add_folder_config(config, owner.settings.get(section), fqn);
  merge_config(config, own_config(data));
  if (entry.package != 0) add_folder_config(config, project_.root().settings.get(section), fqn);
  if (const Data* enabled = config.get("enabled"))
    config.set("enabled", properties_.rendered(entry.package, *enabled));
  resource.tags = config.texts_of("tags");
  resource.group = config.text_of("group");
  if (const Data* given = data.get("owner")) resource.owner = owner_text(*given);
  if (const Data* meta = config.get("meta")) {
    if (resource.owner.empty()) resource.owner = owner_of_meta(*meta);
    resource.aliases = aliases_of_meta(*meta);
    resource.notes = notes_of_meta(*meta);
  }
  const std::string label = data.text_of("label");
  if (!label.empty() && label != resource.name) resource.aliases.push_back(label);
  draft.hidden = is_hidden(hide_, resource.tags, config.get("meta"));
  if (!config.truth_of("enabled", true)) resource.id.clear();
  return draft;
}

void ProjectDraft::add_exposures() {
  for (const PropertyEntry& entry : properties_.section("exposures")) {
    auto draft = entry_draft(entry, ResourceKind::exposure, "exposures");
    if (draft.resource.id.empty()) continue;
    for (const std::string& text : entry.data->texts_of("depends_on"))
      for (std::string& id :
           ids_of(read_calls(text, entry.data->line), entry.package, draft.resource.id, entry.file))
        draft.reads.push_back(std::move(id));
    draft_.resources.push_back(std::move(draft));
  }
}

void ProjectDraft::add_semantic_models() {
  for (const PropertyEntry& entry : properties_.section("semantic_models")) {
    auto draft = entry_draft(entry, ResourceKind::semantic_model, "semantic-models");
    Resource& resource = draft.resource;
    if (resource.id.empty()) continue;
    draft.reads = ids_of(read_calls(entry.data->text_of("model"), entry.data->line), entry.package,
                         resource.id, entry.file);
    add_columns(resource, *entry.data, "entities", "entity");
    add_columns(resource, *entry.data, "dimensions", "dimension");
    add_columns(resource, *entry.data, "measures", "measure");
    if (const Data* measures = entry.data->get("measures"))
      for (const Data& measure : measures->values) {
        const std::string name = measure.text_of("name");
        measures_.try_emplace(name, resource.id);
        // A measure that makes its metric itself (create_metric: true).
        if (!measure.truth_of("create_metric", false)) continue;
        DraftResource metric;
        metric.resource.kind = ResourceKind::metric;
        metric.resource.name = name;
        metric.resource.package = resource.package;
        metric.resource.id = fmt::format("metric.{}.{}", resource.package, name);
        metric.resource.description = measure.text_of("description");
        metric.resource.path = entry.file;
        metric.reads = {resource.id};
        metric.hidden = draft.hidden;
        metrics_.try_emplace(name, metric.resource.id);
        draft_.resources.push_back(std::move(metric));
      }
    draft_.resources.push_back(std::move(draft));
  }
}

void ProjectDraft::add_metrics() {
  for (const PropertyEntry& entry : properties_.section("metrics")) {
    const std::string name = entry.data->text_of("name");
    metrics_.try_emplace(name,
                         fmt::format("metric.{}.{}", project_.packages[entry.package].name, name));
  }
  for (const PropertyEntry& entry : properties_.section("metrics")) add_metric(entry);
}

// Measures and metrics that the parameters name, wherever they stand: {measure: x},
// {measure: {name: x}}, {metrics: [x, {name: y}]}, {numerator: x}. A word under a key that speaks
// of measures is one, elsewhere it is a metric.
void ProjectDraft::collect_named(const Data& data, bool of_measure, std::vector<std::string>& reads,
                                 int depth) {
  if (data.is_text()) {
    const auto& names = of_measure ? measures_ : metrics_;
    const auto found = names.find(data.text);
    if (found != names.end() && std::find(reads.begin(), reads.end(), found->second) == reads.end())
      reads.push_back(found->second);
  }
  if (depth == 0) return;
  for (size_t at = 0; at < data.values.size(); ++at) {
    const std::string_view key = data.is_map() ? std::string_view(data.keys[at]) : "";
    if (key == "alias" || key == "expr" || key == "filter" || key == "agg_time_dimension") continue;
    const bool speaks_of_measures = of_measure || key.find("measure") != key.npos;
    collect_named(data.values[at], speaks_of_measures, reads, depth - 1);
  }
}

void ProjectDraft::add_metric(const PropertyEntry& entry) {
  auto draft = entry_draft(entry, ResourceKind::metric, "metrics");
  if (draft.resource.id.empty()) return;
  const Data& data = *entry.data;
  if (const Data* parameters = data.get("type_params"))
    collect_named(*parameters, false, draft.reads, 6);
  // dbt before 1.6: model: ref('orders'), or an expression over metric('x').
  for (const char* key : {"model", "expression"})
    for (std::string& id : ids_of(read_calls(data.text_of(key), data.line), entry.package,
                                  draft.resource.id, entry.file))
      draft.reads.push_back(std::move(id));
  std::erase(draft.reads, draft.resource.id);
  draft_.resources.push_back(std::move(draft));
}

void ProjectDraft::add_saved_queries() {
  for (const PropertyEntry& entry : properties_.section("saved_queries")) {
    auto draft = entry_draft(entry, ResourceKind::saved_query, "saved-queries");
    if (draft.resource.id.empty()) continue;
    const Data* parameters = entry.data->get("query_params");
    const Data* metrics = parameters ? parameters->get("metrics") : nullptr;
    if (metrics)
      for (const std::string& name : texts(*metrics))
        if (const auto found = metrics_.find(name); found != metrics_.end())
          draft.reads.push_back(found->second);
    draft_.resources.push_back(std::move(draft));
  }
}

}  // namespace tally::importing::dbt
