#include "answer/project/layer_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "answer/project/layer_metrics.h"
#include "answer/project/layer_places.h"
#include "answer/project/project_source.h"
#include "catalog/facts.h"
#include "catalog/spelling.h"
#include "semantic/table_notes.h"
#include "sql/parser.h"

namespace tally::answer {
namespace {

namespace dbt = importing::dbt;
using catalog::lower_ascii;
using dbt::LayerModel;
using semantic::ModelBuilder;

bool same(const std::string& a, const std::string& b) {
  return lower_ascii(a) == lower_ascii(b);
}

// Names that differ from `name` not only in how they are written.
std::vector<std::string> other_names(const std::string& name, const std::string& label,
                                     const std::vector<std::string>& more) {
  std::vector<std::string> names;
  std::string spoken = name;
  std::replace(spoken.begin(), spoken.end(), '_', ' ');
  if (!label.empty() && !same(label, spoken) && !same(label, name)) names.push_back(label);
  for (const auto& one : more)
    if (!same(one, label)) names.push_back(one);
  return names;
}

// Takes the layer over piece by piece; what does not fit is listed.
class Taking {
 public:
  Taking(const dbt::Import& project, const dbt::JoinedCatalog& joined, ModelBuilder& builder)
      : places_(project, joined, builder), builder_(builder) {
    for (const auto& metric : places_.layer().metrics)
      heard_.try_emplace(catalog::ValueIndex::normal_form(metric.name), metric.name);
  }

  std::vector<NotTaken> list() { return std::move(not_taken_); }
  std::string origin() const { return places_.origin(); }

  // ---- into a model that is there ----

  void find_places() {
    for (const LayerModel& model : places_.layer().models) {
      const auto* table = places_.table_of(model);
      if (!table) continue;
      for (const auto& dataset : builder_.model().datasets)
        if (dataset.table == table->id) {
          places_.place(model, dataset.name);
          break;
        }
    }
  }

  void add_metrics_besides() {
    const size_t own = builder_.model().metrics.size();
    for (const auto& metric : places_.layer().metrics) {
      const bool has_own = builder_.model().metric(metric.name) != nullptr;
      std::string sql;
      auto made = LayerMetrics(places_).convert(metric, sql);
      if (!made.ok()) {
        if (!has_own) refuse(metric, made.error().message);
        continue;
      }
      made->origin = places_.origin();
      made->other_names = other_names(metric.name, metric.label, metric.names);
      if (is_known_already(sql, own, metric.name, *made)) continue;
      if (has_own) {
        refuse(metric, "the model's own metric of that name is another");
        continue;
      }
      keep(builder_.add_metric(*std::move(made), sql), metric);
    }
  }

  // ---- a model of its own ----

  void add_datasets() {
    for (const LayerModel& model : places_.layer().models) {
      const auto* table = places_.table_of(model);
      if (!table) {
        refuse(model, fmt::format("the warehouse has no table {}", places_.relation_of(model)));
        continue;
      }
      semantic::Dataset dataset;
      dataset.name = model.name;
      dataset.table = table->id;
      dataset.description = model.description;
      dataset.synonyms = other_names(model.name, model.label, {});
      if (const auto* key = entity_of(model, primary_entity(model)))
        if (const auto column = plain_column(sql_of(*key)); !column.empty())
          dataset.primary_key = {column};
      if (!keep(builder_.add_dataset(std::move(dataset)), model)) continue;
      places_.place(model, model.name);
      for (const auto& entity : model.entities) add_entity(model, entity);
      for (const auto& dimension : model.dimensions) add_dimension(model, dimension);
    }
  }

  void add_ways() {
    for (const LayerModel& from : places_.layer().models)
      for (const auto& entity : from.entities)
        for (const LayerModel& to : places_.layer().models)
          if (&from != &to && entity.type != "natural" && entity_of(to, entity.name))
            add_way(from, to, entity.name);
  }

  void add_metrics() {
    for (const auto& metric : places_.layer().metrics) {
      std::string sql;
      auto made = convert(metric, sql);
      if (!made) continue;
      for (auto& name : other_names(metric.name, metric.label, metric.names))
        if (!names_another(name, metric)) made->synonyms.push_back(std::move(name));
      keep(builder_.add_metric(*std::move(made), sql), metric);
    }
  }

 private:
  static std::string called(const LayerModel& model) {
    return fmt::format("semantic model \"{}\"", model.name);
  }
  static std::string called(const dbt::LayerMetric& metric) {
    return fmt::format("metric \"{}\"", metric.name);
  }
  template <typename Thing>
  void refuse(const Thing& thing, std::string reason) {
    refuse(called(thing), thing.place, std::move(reason));
  }
  void refuse(std::string what, const dbt::LayerPlace& place, std::string reason) {
    not_taken_.push_back({std::move(what), std::move(reason), place.file, place.line});
  }
  template <typename Thing>
  bool keep(const Result<void>& added, const Thing& thing) {
    if (!added.ok()) refuse(thing, added.error().message);
    return added.ok();
  }

  std::optional<semantic::Metric> convert(const dbt::LayerMetric& metric, std::string& sql) {
    auto made = LayerMetrics(places_).convert(metric, sql);
    if (made.ok()) return std::move(made).value();
    refuse(metric, made.error().message);
    return std::nullopt;
  }

  // The same expression under another name is another name of that metric: two would ask back.
  bool is_known_already(const std::string& sql, size_t own, const std::string& name,
                        const semantic::Metric& made) {
    const auto expression = sql::parse_expression(sql);
    if (!expression.ok() || !made.time.empty()) return false;
    auto& metrics = builder_.texts().metrics;
    for (size_t i = 0; i < own; ++i) {
      if (!metrics[i].time.empty() || !(metrics[i].expression == *expression)) continue;
      if (!same(metrics[i].name, name)) metrics[i].other_names.push_back(name);
      for (const auto& other : made.other_names) metrics[i].other_names.push_back(other);
      return true;
    }
    return false;
  }

  // "Food revenue %" sounds like "food revenue": whose name it is keeps it.
  bool names_another(const std::string& name, const dbt::LayerMetric& metric) const {
    const auto found = heard_.find(catalog::ValueIndex::normal_form(name));
    return found != heard_.end() && found->second != metric.name;
  }

  bool is_hidden(const LayerModel& model, const std::string& sql) {
    return places_.reads_hidden(model, sql);
  }

  // A key is worth grouping by and counting where it is a column.
  void add_entity(const LayerModel& model, const dbt::LayerEntity& entity) {
    const std::string column = plain_column(sql_of(entity));
    if (column.empty() || is_hidden(model, column)) return;
    semantic::Field field;
    field.name = builder_.free_name(model.name, column);
    if (!same(field.name, column)) return;  // two entities on one column
    field.is_dimension = true;
    field.description = entity.description;
    field.synonyms = other_names(field.name, entity.label, {});
    // What is wrong with it its relationships say.
    (void)builder_.add_field(model.name, std::move(field), places_.sql_for(model, column));
  }

  void add_dimension(const LayerModel& model, const dbt::LayerDimension& dimension) {
    const std::string what = fmt::format("dimension \"{}.{}\"", model.name, dimension.name);
    std::string sql = places_.sql_for(model, sql_of(dimension));
    if (is_hidden(model, sql)) return;
    semantic::Field field;
    field.name = dimension.name;
    field.is_dimension = true;
    field.label = dimension.label;
    field.description = dimension.description;
    field.synonyms = dimension.names;
    const bool is_computed_time = dimension.is_time && plain_column(sql).empty();
    if (is_computed_time) sql = fmt::format("CAST({} AS TIMESTAMP)", sql);
    // The column of a key may be a dimension of the same name too.
    const auto* known = builder_.field_of(model.name, sql);
    if (!known || !same(known->name, dimension.name)) {
      const auto added = builder_.add_field(model.name, std::move(field), sql);
      if (!added.ok()) return refuse(what, model.place, added.error().message);
    }
    if (!dimension.is_time || dimension.is_validity) return;
    semantic::TimeRole time;
    time.name = dimension.name;
    time.field = dimension.name;
    time.is_default = dimension.name == model.agg_time_dimension;
    // MetricFlow answers nothing finer. A day is what most say without a thought: the data decides.
    for (const auto grain : {semantic::Grain::week, semantic::Grain::month,
                             semantic::Grain::quarter, semantic::Grain::year})
      if (same(dimension.grain, semantic::grain_name(grain))) time.grain = grain;
    const auto dated = builder_.add_time(model.name, std::move(time));
    if (!dated.ok()) refuse(what, model.place, dated.error().message);
  }

  void add_way(const LayerModel& from, const LayerModel& to, const std::string& entity) {
    const auto& key = *entity_of(to, entity);
    if (key.type != "primary" && key.type != "unique") return;
    if (places_.dataset_of(from).empty() || places_.dataset_of(to).empty()) return;
    const std::string what =
        fmt::format("entity \"{}\" from \"{}\" to \"{}\"", entity, from.name, to.name);
    if (!is_one_side(to, entity))
      return refuse(what, from.place, fmt::format("\"{}\" keeps history", to.name));
    semantic::Relationship way;
    way.name = from.name + "_" + entity;
    const auto& known = builder_.model().relationships;
    if (std::any_of(known.begin(), known.end(),
                    [&](const auto& one) { return one.name == way.name; }))
      way.name += "_" + to.name;
    way.from = from.name;
    way.to = to.name;
    way.from_columns = {plain_column(sql_of(*entity_of(from, entity)))};
    way.to_columns = {plain_column(sql_of(key))};
    if (way.from_columns[0].empty() || way.to_columns[0].empty())
      return refuse(what, from.place, "its key is computed");
    const auto added = builder_.add_relationship(std::move(way));
    if (!added.ok()) refuse(what, from.place, added.error().message);
  }

  LayerPlaces places_;
  ModelBuilder& builder_;
  std::map<std::string, std::string> heard_;  // a metric's name as it is said → the name
  std::vector<NotTaken> not_taken_;
};

// Something to begin with: a metric alone and by what it can be grouped.
void add_examples(semantic::Model& model) {
  auto spoken = [](std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  };
  for (const auto& metric : model.metrics) {
    if (model.examples.size() >= 3) return;
    const auto* fact = metric.facts.size() == 1 ? model.dataset(metric.facts[0]) : nullptr;
    if (!fact) continue;
    const auto field =
        std::find_if(fact->fields.begin(), fact->fields.end(), [](const semantic::Field& one) {
          return one.is_dimension && one.type == semantic::DataType::string;
        });
    model.examples.push_back(field == fact->fields.end()
                                 ? spoken(metric.name)
                                 : spoken(metric.name) + " by " + spoken(field->name));
  }
}

// A file that cannot be read is the likelier reason than that nobody wrote any.
Error no_models(const catalog::Inventory& inventory) {
  if (const auto* unread = dbt::unread_file(inventory.findings()))
    return user_error(fmt::format("no semantic model of the dbt project {} can be read: {}:{}: {}",
                                  inventory.project(), unread->file, unread->line, unread->message),
                      "mend the file; 'tally catalog check' lists all faults");
  return user_error(fmt::format("the dbt project {} has no semantic models", inventory.project()),
                    "write a semantic model (docs/model-format.md) and name it in tally.yml: "
                    "model: FILE");
}

}  // namespace

LayerOutcome with_project_metrics(semantic::Model model, const dbt::Import& project,
                                  const dbt::JoinedCatalog& joined) {
  ModelBuilder builder(std::move(model), joined.catalog);
  Taking taking(project, joined, builder);
  taking.find_places();
  taking.add_metrics_besides();
  return {builder.finish(ModelBuilder::Kinds::as_they_are), taking.list()};
}

Result<LayerOutcome> model_of_project(const dbt::Import& project,
                                      const dbt::JoinedCatalog& joined) {
  if (project.semantics.models.empty()) return no_models(project.inventory);
  ModelBuilder builder(joined.catalog);
  Taking taking(project, joined, builder);
  taking.add_datasets();
  taking.add_ways();
  taking.add_metrics();
  LayerOutcome outcome{builder.finish(ModelBuilder::Kinds::by_metrics), taking.list()};
  semantic::Model& model = outcome.model;
  if (model.metrics.empty())
    return user_error(fmt::format("no metric of the dbt project {} can be asked here",
                                  project.inventory.project()),
                      outcome.not_taken.empty()
                          ? "define metrics over its semantic models"
                          : fmt::format("the first: {}: {}", outcome.not_taken[0].what,
                                        outcome.not_taken[0].reason));
  model.name = project.inventory.project();
  model.origin = taking.origin();
  semantic::add_table_notes(model, joined.catalog);
  add_examples(model);
  return outcome;
}

}  // namespace tally::answer
