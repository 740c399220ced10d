#include "import/dbt/layer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "catalog/spelling.h"
#include "import/dbt/meta.h"

namespace tally::importing::dbt {
namespace {

// Of the entry, its config, or the parameters in it.
std::vector<std::string> names_of(const Data& entry) {
  std::vector<std::string> names;
  const Data* config = entry.get("config");
  for (const Data* meta : {entry.get("meta"), config ? config->get("meta") : nullptr})
    if (meta)
      for (std::string& name : aliases_of_meta(*meta)) names.push_back(std::move(name));
  return names;
}

// 0.95 of "0.95" and of "95", as the newer files write it.
std::string percentile_of(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) return {};
  return number > 1 ? fmt::format("{}", number / 100) : text;
}

LayerAggregation read_aggregation(const Data& entry) {
  LayerAggregation all;
  all.agg = catalog::lower_ascii(entry.text_of("agg"));
  if (all.agg == "avg") all.agg = "average";
  all.expr = entry.text_of("expr");
  all.agg_time_dimension = entry.text_of("agg_time_dimension");
  all.is_non_additive = entry.get("non_additive_dimension") != nullptr;
  const Data* parameters = entry.get("agg_params");
  const Data& given = parameters ? *parameters : entry;
  all.percentile = percentile_of(given.text_of("percentile"));
  all.is_discrete = given.truth_of("use_discrete_percentile", false) ||
                    given.text_of("percentile_type") == "discrete";
  all.is_approximate = given.truth_of("use_approximate_percentile", false);
  return all;
}

LayerDimension read_dimension(const Data& entry) {
  LayerDimension one;
  one.name = entry.text_of("name");
  one.expr = entry.text_of("expr");
  one.label = entry.text_of("label");
  one.description = entry.text_of("description");
  one.is_time = catalog::lower_ascii(entry.text_of("type")) == "time";
  one.names = names_of(entry);
  const Data* parameters = entry.get("type_params");
  const Data& given = parameters ? *parameters : entry;
  one.grain = given.text_of("time_granularity");
  if (one.grain.empty()) one.grain = entry.text_of("granularity");
  one.is_validity = given.get("validity_params") != nullptr;
  return one;
}

LayerEntity read_entity(const Data& entry) {
  return {.name = entry.text_of("name"),
          .type = catalog::lower_ascii(entry.text_of("type")),
          .expr = entry.text_of("expr"),
          .label = entry.text_of("label"),
          .description = entry.text_of("description")};
}

template <typename One, typename Read>
void read_list(const Data* list, std::vector<One>& into, Read read) {
  if (!list) return;
  for (const Data& entry : list->values)
    if (One one = read(entry); !one.name.empty()) into.push_back(std::move(one));
}

// A column that is an entity or a dimension: true, its type, or a map with more.
Data on_column(const Data& column, const Data& said, const char* usual_type) {
  Data entry = said.is_map() ? said : Data{};
  entry.kind = Data::Kind::map;
  if (said.is_text()) entry.set("type", said);
  if (!entry.get("type")) entry.set("type", Data::of(usual_type));
  const std::string name = column.text_of("name");
  if (!entry.get("name")) entry.set("name", Data::of(name));
  if (!entry.get("expr")) entry.set("expr", Data::of(name));
  for (const char* key : {"description", "granularity"})
    if (const Data* value = column.get(key); value && !entry.get(key)) entry.set(key, *value);
  return entry;
}

void read_annotated_columns(const Data& columns, LayerModel& model) {
  for (const Data& column : columns.values) {
    const Data* entity = column.get("entity");
    const Data* dimension = column.get("dimension");
    if (entity && !is_false(*entity))
      model.entities.push_back(read_entity(on_column(column, *entity, "foreign")));
    if (!dimension || is_false(*dimension)) continue;
    const bool has_grain = column.get("granularity") != nullptr;
    model.dimensions.push_back(
        read_dimension(on_column(column, *dimension, has_grain ? "time" : "categorical")));
  }
}

LayerInput read_input(const Data& entry) {
  LayerInput input;
  if (entry.is_scalar()) {
    input.name = entry.text;
    return input;
  }
  input.name = entry.text_of("name");
  input.alias = entry.text_of("alias");
  input.filters = read_layer_filters(entry.get("filter"));
  input.is_offset = entry.get("offset_window") || entry.get("offset_to_grain");
  input.fill_nulls_with = entry.text_of("fill_nulls_with");
  input.joins_time_spine = entry.truth_of("join_to_timespine", false);
  return input;
}

std::optional<LayerInput> read_optional_input(const Data* entry) {
  if (!entry) return std::nullopt;
  return read_input(*entry);
}

// Under `key` of the parameters, or of the entry itself as the newer files have it.
const Data* either(const Data& entry, const Data* parameters, const char* key) {
  const Data* found = parameters ? parameters->get(key) : nullptr;
  return found ? found : entry.get(key);
}

std::string text_of(const Data* data) {
  return data && data->is_scalar() ? data->text : std::string();
}

// A metric that needs no measure says what it aggregates itself.
void read_own_aggregation(const Data& entry, const Data* parameters, LayerMetric& metric) {
  const Data* nested = parameters ? parameters->get("metric_aggregation_params") : nullptr;
  if (nested) {
    metric.own = read_aggregation(*nested);
    metric.model = nested->text_of("semantic_model");
    if (metric.own->expr.empty()) metric.own->expr = text_of(either(entry, parameters, "expr"));
  } else if (entry.get("agg")) {
    metric.own = read_aggregation(entry);
  }
}

}  // namespace

LayerModel read_layer_model(const Data& entry) {
  LayerModel model;
  model.name = entry.text_of("name");
  model.label = entry.text_of("label");
  model.description = entry.text_of("description");
  model.primary_entity = entry.text_of("primary_entity");
  model.place.line = entry.line;
  if (const Data* defaults = entry.get("defaults"))
    model.agg_time_dimension = defaults->text_of("agg_time_dimension");
  if (const Data* relation = entry.get("node_relation"))
    model.relation = {relation->text_of("database"), relation->text_of("schema_name"),
                      relation->text_of("alias")};
  read_list(entry.get("entities"), model.entities, read_entity);
  read_list(entry.get("dimensions"), model.dimensions, read_dimension);
  read_list(entry.get("measures"), model.measures, [](const Data& data) {
    return LayerMeasure{.name = data.text_of("name"),
                        .label = data.text_of("label"),
                        .description = data.text_of("description"),
                        .aggregation = read_aggregation(data)};
  });
  return model;
}

LayerModel read_annotated_model(const Data& entry) {
  LayerModel model;
  model.name = entry.text_of("name");
  if (const Data* said = entry.get("semantic_model"); said && said->is_map())
    if (std::string name = said->text_of("name"); !name.empty()) model.name = std::move(name);
  model.description = entry.text_of("description");
  model.primary_entity = entry.text_of("primary_entity");
  model.agg_time_dimension = entry.text_of("agg_time_dimension");
  model.place.line = entry.line;
  if (const Data* columns = entry.get("columns")) read_annotated_columns(*columns, model);
  if (const Data* derived = entry.get("derived_semantics")) {
    read_list(derived->get("entities"), model.entities, read_entity);
    read_list(derived->get("dimensions"), model.dimensions, read_dimension);
  }
  return model;
}

LayerMetric read_layer_metric(const Data& entry) {
  LayerMetric metric;
  metric.name = entry.text_of("name");
  metric.type = catalog::lower_ascii(entry.text_of("type"));
  metric.label = entry.text_of("label");
  metric.description = entry.text_of("description");
  metric.names = names_of(entry);
  metric.place.line = entry.line;
  const Data* parameters = entry.get("type_params");
  metric.measure = read_optional_input(either(entry, parameters, "measure"));
  if (!metric.measure) read_own_aggregation(entry, parameters, metric);
  if (metric.type.empty() && metric.own) metric.type = "simple";
  metric.numerator = read_optional_input(either(entry, parameters, "numerator"));
  metric.denominator = read_optional_input(either(entry, parameters, "denominator"));
  const Data* inputs = either(entry, parameters, "metrics");
  if (!inputs) inputs = entry.get("input_metrics");
  if (inputs && metric.type == "derived")
    for (const Data& one : inputs->values) metric.inputs.push_back(read_input(one));
  metric.expr = text_of(either(entry, parameters, "expr"));
  metric.filters = read_layer_filters(entry.get("filter"));
  metric.fill_nulls_with = text_of(either(entry, parameters, "fill_nulls_with"));
  const Data* spine = either(entry, parameters, "join_to_timespine");
  metric.joins_time_spine = spine && is_true(*spine);
  return metric;
}

void add_layer_columns(const Data* list, const std::string& kind, catalog::Resource& resource) {
  if (!list) return;
  for (const Data& one : list->values) {
    catalog::ResourceColumn column;
    column.name = one.is_scalar() ? one.text : one.text_of("name");
    if (column.name.empty()) continue;
    column.description = one.text_of("description");
    std::string detail = one.text_of(kind == "measure" ? "agg" : "type");
    if (detail.empty()) detail = one.text_of("data_type");
    column.type = detail.empty() ? kind : kind + " " + detail;
    resource.columns.push_back(std::move(column));
  }
}

LayerMetric metric_of_measure(const LayerMeasure& measure) {
  LayerMetric metric;
  metric.name = measure.name;
  metric.type = "simple";
  metric.label = measure.label;
  metric.description = measure.description;
  metric.measure.emplace().name = measure.name;
  return metric;
}

}  // namespace tally::importing::dbt
