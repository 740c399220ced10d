// semantic_manifest.json: what MetricFlow reads. It knows no unique ids and no packages, so its
// entries are matched to the manifest's by kind and name.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "catalog/spelling.h"
#include "import/dbt/artifacts.h"
#include "import/dbt/json_data.h"
#include "import/dbt/layer_reader.h"

namespace tally::importing::dbt {
namespace {

using catalog::Resource;
using catalog::ResourceKind;

class SemanticManifest {
 public:
  SemanticManifest(std::string_view text, Draft& draft) : json_(text), draft_(draft) {
    for (size_t at = 0; at < draft.resources.size(); ++at) {
      const Resource& resource = draft.resources[at].resource;
      known_[{resource.kind, resource.name}] = at;
      if (resource.kind == ResourceKind::model || resource.kind == ResourceKind::snapshot ||
          resource.kind == ResourceKind::seed)
        relations_[relation(resource.schema, resource.relation_name())] = resource.id;
    }
  }

  Result<void> read(const std::string& file) {
    json_.object([&](std::string_view part) {
      if (part == "semantic_models") read_list(ResourceKind::semantic_model);
      if (part == "metrics") read_list(ResourceKind::metric);
      if (part == "saved_queries") read_list(ResourceKind::saved_query);
    });
    if (!json_.finished()) return json_error(json_, file);
    link();
    return {};
  }

 private:
  struct Entry {
    Resource resource;
    Data data;
    std::string relation;
    Data parameters;  // type_params, query_params
    std::vector<std::string> measures;
  };

  static std::string relation(const std::string& schema, const std::string& name) {
    return catalog::lower_ascii(schema + "." + name);
  }

  void read_list(ResourceKind kind) {
    json_.array([&] {
      Entry entry;
      entry.resource.kind = kind;
      entry.data = read_data(json_);
      read_fields(entry);
      if (!entry.resource.name.empty() && !json_.failed()) entries_.push_back(std::move(entry));
    });
  }

  static void read_fields(Entry& entry) {
    Resource& resource = entry.resource;
    const Data& data = entry.data;
    resource.name = data.text_of("name");
    resource.description = data.text_of("description");
    if (std::string label = data.text_of("label"); !label.empty())
      resource.aliases.push_back(std::move(label));
    if (const Data* node = data.get("node_relation"))
      entry.relation = relation(node->text_of("schema_name"), node->text_of("alias"));
    for (const char* key : {"type_params", "query_params"})
      if (const Data* parameters = data.get(key)) entry.parameters = *parameters;
    for (const auto& [key, kind] :
         {std::pair("entities", "entity"), std::pair("dimensions", "dimension"),
          std::pair("measures", "measure")})
      add_layer_columns(data.get(key), kind, resource);
    if (const Data* measures = data.get("measures"))
      for (const Data& measure : measures->values)
        entry.measures.push_back(measure.text_of("name"));
  }

  std::string id_of(const Resource& resource) const {
    return fmt::format("{}.{}.{}", name_of(resource.kind),
                       draft_.project.empty() ? "semantic" : draft_.project, resource.name);
  }

  void link() {
    std::map<std::string, std::string> measure_owner, metric_ids;
    for (const auto& [kind_and_name, at] : known_)
      if (kind_and_name.first == ResourceKind::metric)
        metric_ids[kind_and_name.second] = draft_.resources[at].resource.id;
    for (Entry& entry : entries_) {
      Resource& resource = entry.resource;
      const auto found = known_.find({resource.kind, resource.name});
      if (found == known_.end()) {
        resource.package = draft_.project;
        resource.id = id_of(resource);
      } else {
        resource.id = draft_.resources[found->second].resource.id;
      }
      for (const std::string& measure : entry.measures) measure_owner[measure] = resource.id;
      if (resource.kind == ResourceKind::metric) metric_ids[resource.name] = resource.id;
    }
    for (Entry& entry : entries_) add(std::move(entry), measure_owner, metric_ids);
  }

  // Every text among the parameters that is a measure or another metric is what it reads.
  static void collect(const Data& data, const std::map<std::string, std::string>& names,
                      std::vector<std::string>& out) {
    if (data.is_text()) {
      const auto found = names.find(data.text);
      if (found != names.end() && std::find(out.begin(), out.end(), found->second) == out.end())
        out.push_back(found->second);
    }
    for (const Data& value : data.values) collect(value, names, out);
  }

  void add(Entry entry, const std::map<std::string, std::string>& measure_owner,
           const std::map<std::string, std::string>& metric_ids) {
    const auto found = known_.find({entry.resource.kind, entry.resource.name});
    if (found != known_.end()) {
      Resource& known = draft_.resources[found->second].resource;
      if (known.description.empty()) known.description = std::move(entry.resource.description);
      if (known.columns.empty()) known.columns = std::move(entry.resource.columns);
      return;
    }
    DraftResource draft;
    if (const auto model = relations_.find(entry.relation);
        !entry.relation.empty() && model != relations_.end())
      draft.reads.push_back(model->second);
    collect(entry.parameters, measure_owner, draft.reads);
    collect(entry.parameters, metric_ids, draft.reads);
    std::erase(draft.reads, entry.resource.id);
    keep_layer(entry, draft);
    draft.resource = std::move(entry.resource);
    draft_.resources.push_back(std::move(draft));
  }

  void keep_layer(const Entry& entry, const DraftResource& draft) {
    if (entry.resource.kind == ResourceKind::semantic_model) {
      LayerModel model = read_layer_model(entry.data);
      model.id = entry.resource.id;
      if (!draft.reads.empty()) model.model = draft.reads.front();
      draft_.layer.models.push_back(std::move(model));
    } else if (entry.resource.kind == ResourceKind::metric) {
      LayerMetric metric = read_layer_metric(entry.data);
      metric.id = entry.resource.id;
      draft_.layer.metrics.push_back(std::move(metric));
    }
  }

  JsonCursor json_;
  Draft& draft_;
  std::vector<Entry> entries_;
  std::map<std::pair<ResourceKind, std::string>, size_t> known_;
  std::map<std::string, std::string> relations_;  // "schema.alias" → id
};

}  // namespace

Result<void> add_semantic_manifest(std::string_view text, const std::string& file, Draft& draft) {
  return SemanticManifest(text, draft).read(file);
}

}  // namespace tally::importing::dbt
