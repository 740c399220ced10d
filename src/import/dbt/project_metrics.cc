// What property files alone define: groups, exposures, semantic models, metrics, saved queries.

#include <fmt/format.h>

#include <algorithm>

#include "import/dbt/folder_config.h"
#include "import/dbt/layer_reader.h"
#include "import/dbt/meta.h"
#include "import/dbt/project_draft.h"

namespace tally::importing::dbt {

using catalog::Resource;
using catalog::ResourceKind;

namespace {

// What stands beside `config` and not in it; tags and meta of both count.
void merge_beside(Data& config, const Data& beside) {
  Data all = beside;
  merge_config(all, config);
  config = std::move(all);
}

}  // namespace

void ProjectDraft::add_groups() {
  for (const PropertyEntry& entry : properties_.section("groups")) {
    groups_.insert(entry.data->text_of("name"));
    if (const Data* owner = entry.data->get("owner"))
      group_owners_[project_.packages[entry.package].name + "/" + entry.data->text_of("name")] =
          owner_text(*owner);
  }
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
  const Laying laying = kind == ResourceKind::exposure ? Laying::replace : Laying::add_up;
  add_folder_config(config, owner.settings.get(section), fqn, laying);
  config = properties_.rendered(std::move(config));
  const Data beside = own_config(data, BesideConfig::no_node);
  if (const Data* own = data.get("config")) merge_config(config, *own, laying);
  if (entry.package != 0) lay_root_config(config, section, fqn, laying);
  merge_beside(config, beside);
  // A metric's tags stand beside its config.
  resource.tags = (kind == ResourceKind::metric ? data : config).texts_of("tags");
  resource.group = config.text_of("group");
  if (const Data* given = data.get("owner")) resource.owner = owner_text(*given);
  if (const Data* meta = config.get("meta")) {
    if (resource.owner.empty()) resource.owner = owner_of_meta(*meta);
    resource.aliases = aliases_of_meta(*meta);
    resource.notes = notes_of_meta(*meta);
  }
  const std::string label = data.text_of("label");
  if (!label.empty() && label != resource.name) resource.aliases.push_back(label);
  hide(draft, config);
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
    add_layer_columns(entry.data->get("entities"), "entity", resource);
    add_layer_columns(entry.data->get("dimensions"), "dimension", resource);
    add_layer_columns(entry.data->get("measures"), "measure", resource);
    LayerModel layer = read_layer_model(*entry.data);
    layer.id = resource.id;
    layer.place.file = entry.file;
    if (!draft.reads.empty()) layer.model = draft.reads.front();
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
        if (metric.resource.description.empty())
          metric.resource.description = "Metric created from measure " + name;
        metric.resource.path = entry.file;
        metric.reads = {resource.id};
        metric.hidden = draft.hidden;
        add_measure_metric(layer, name, metric.resource.id);
        draft_.resources.push_back(std::move(metric));
      }
    draft_.layer.models.push_back(std::move(layer));
    draft_.resources.push_back(std::move(draft));
  }
}

// The metric that a measure makes itself.
void ProjectDraft::add_measure_metric(const LayerModel& model, const std::string& name,
                                      const std::string& id) {
  for (const LayerMeasure& measure : model.measures) {
    if (measure.name != name) continue;
    LayerMetric metric = metric_of_measure(measure);
    metric.id = id;
    metric.place = model.place;
    draft_.layer.metrics.push_back(std::move(metric));
  }
}

// Semantic models as dbt has them since 1.12: a model's entry says `semantic_model: true`, its
// columns which are entities and dimensions, and `metrics` what is measured.
std::string ProjectDraft::semantics_id(const PropertyEntry& entry) const {
  const Data* semantics = entry.data->get("semantic_model");
  if (!semantics || is_false(*semantics) || !semantics->truth_of("enabled", true)) return {};
  std::string name = semantics->text_of("name");
  if (name.empty()) name = entry.data->text_of("name");
  return fmt::format("semantic_model.{}.{}", project_.packages[entry.package].name, name);
}

void ProjectDraft::add_semantics_of_models() {
  for (const PropertyEntry& entry : properties_.section("models")) {
    const std::string id = semantics_id(entry);
    if (id.empty()) continue;
    const Data& data = *entry.data;
    DraftResource draft;
    Resource& resource = draft.resource;
    resource.kind = ResourceKind::semantic_model;
    resource.id = id;
    resource.name = id.substr(id.rfind('.') + 1);
    resource.package = project_.packages[entry.package].name;
    resource.description = data.text_of("description");
    resource.path = entry.file;
    resource.group = data.get("semantic_model")->text_of("group");
    RefCall model;
    model.name = data.text_of("name");
    model.line = data.line;
    if (auto read = id_of(model, entry.package, id, entry.file)) {
      draft.hidden = is_hidden_already(*read);
      draft.reads.push_back(*std::move(read));
    }
    add_semantic_parts(resource, data);
    LayerModel layer = read_annotated_model(data);
    layer.id = id;
    layer.place.file = entry.file;
    if (!draft.reads.empty()) layer.model = draft.reads.front();
    draft_.layer.models.push_back(std::move(layer));
    draft_.resources.push_back(std::move(draft));
  }
}

bool ProjectDraft::is_hidden_already(const std::string& id) const {
  return std::any_of(draft_.resources.begin(), draft_.resources.end(),
                     [&](const DraftResource& one) { return one.hidden && one.resource.id == id; });
}

// A column's `entity: primary`, `dimension: {type: time, name: x}`, and what is derived of several.
void ProjectDraft::add_semantic_parts(Resource& resource, const Data& entry) {
  for (const std::string kind : {"entity", "dimension"}) {
    const Data* columns = entry.get("columns");
    for (size_t at = 0; columns && at < columns->values.size(); ++at) {
      const Data& column = columns->values[at];
      const Data* part = column.get(kind);
      if (!part || column.text_of("name").empty()) continue;
      const auto own = [&](const char* key) {
        const std::string text = part->text_of(key);
        return text.empty() ? column.text_of(key) : text;
      };
      const std::string type = part->is_scalar() ? part->text : part->text_of("type");
      resource.columns.push_back({.name = own("name"),
                                  .type = type.empty() ? kind : kind + " " + type,
                                  .description = own("description")});
    }
    if (const Data* derived = entry.get("derived_semantics"))
      add_layer_columns(derived->get(kind == "entity" ? "entities" : "dimensions"), kind, resource);
  }
}

// Metrics with the semantic model in whose model's entry they stand; empty: none.
std::vector<std::pair<PropertyEntry, std::string>> ProjectDraft::all_metrics() const {
  std::vector<std::pair<PropertyEntry, std::string>> all;
  for (const PropertyEntry& entry : properties_.section("metrics")) all.emplace_back(entry, "");
  for (const PropertyEntry& entry : properties_.section("models")) {
    const std::string around = semantics_id(entry);
    const Data* metrics = around.empty() ? nullptr : entry.data->get("metrics");
    if (!metrics) continue;
    for (const Data& metric : metrics->values) {
      PropertyEntry one = entry;
      one.data = &metric;
      if (!metric.text_of("name").empty()) all.emplace_back(std::move(one), around);
    }
  }
  return all;
}

// Before anything asks for one: a model may, with metric('x').
void ProjectDraft::name_metrics() {
  const auto name_one = [&](uint32_t package, const std::string& name) {
    metrics_.try_emplace(name, fmt::format("metric.{}.{}", project_.packages[package].name, name));
  };
  for (const auto& [entry, around] : all_metrics())
    name_one(entry.package, entry.data->text_of("name"));
  for (const PropertyEntry& entry : properties_.section("semantic_models"))
    if (const Data* measures = entry.data->get("measures"))
      for (const Data& measure : measures->values)
        if (measure.truth_of("create_metric", false))
          name_one(entry.package, measure.text_of("name"));
}

void ProjectDraft::add_metrics() {
  for (const auto& [entry, around] : all_metrics()) add_metric(entry, around);
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

void ProjectDraft::add_metric(const PropertyEntry& entry, const std::string& around) {
  auto draft = entry_draft(entry, ResourceKind::metric, "metrics");
  if (draft.resource.id.empty()) return;
  const Data& data = *entry.data;
  if (const Data* parameters = data.get("type_params"))
    collect_named(*parameters, false, draft.reads, 6);
  for (const char* key : {"numerator", "denominator", "input_metric", "input_metrics",
                          "base_metric", "conversion_metric"})
    if (const Data* named = data.get(key)) collect_named(*named, false, draft.reads, 6);
  const std::string type = data.text_of("type");
  if (!around.empty() && (type.empty() || type == "simple")) draft.reads.push_back(around);
  draft.hidden |= !around.empty() && is_hidden_already(around);
  // dbt before 1.6: model: ref('orders'), or an expression over metric('x').
  for (const char* key : {"model", "expression"})
    for (std::string& id : ids_of(read_calls(data.text_of(key), data.line), entry.package,
                                  draft.resource.id, entry.file))
      draft.reads.push_back(std::move(id));
  std::erase(draft.reads, draft.resource.id);
  LayerMetric layer = read_layer_metric(data);
  layer.id = draft.resource.id;
  layer.place.file = entry.file;
  layer.model = around.substr(around.rfind('.') + 1);
  draft_.layer.metrics.push_back(std::move(layer));
  draft_.resources.push_back(std::move(draft));
}

void ProjectDraft::add_saved_queries() {
  for (const PropertyEntry& entry : properties_.section("saved_queries")) {
    auto draft = entry_draft(entry, ResourceKind::saved_query, "saved-queries");
    if (draft.resource.id.empty()) continue;
    const Data* parameters = entry.data->get("query_params");
    const Data* metrics = parameters ? parameters->get("metrics") : nullptr;
    for (const std::string& name : metrics ? texts(*metrics) : std::vector<std::string>()) {
      const auto found = metrics_.find(name);
      if (found != metrics_.end()) {
        draft.reads.push_back(found->second);
        continue;
      }
      findings_.push_back({.code = "unresolved_metric",
                           .resource = draft.resource.id,
                           .file = entry.file,
                           .line = metrics->line,
                           .message = fmt::format("there is no metric {}", name)});
    }
    draft_.resources.push_back(std::move(draft));
  }
}

}  // namespace tally::importing::dbt
