#include "answer/project/layer_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/spelling.h"
#include "sql/parser.h"
#include "sql/walk.h"

namespace tally::answer {

namespace dbt = importing::dbt;
using catalog::lower_ascii;

namespace {

// One bare name, also one that SQL has a use for; "true" and "null" are values.
bool is_identifier(const std::string& sql) {
  const auto is_part = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const std::string lower = lower_ascii(sql);
  return !sql.empty() && std::all_of(sql.begin(), sql.end(), is_part) &&
         !(sql[0] >= '0' && sql[0] <= '9') && lower != "true" && lower != "false" &&
         lower != "null";
}

}  // namespace

LayerPlaces::LayerPlaces(const dbt::Import& project, const dbt::JoinedCatalog& joined,
                         semantic::ModelBuilder& builder)
    : project_(project), joined_(joined), builder_(builder) {
  for (const auto& match : joined.matches)
    tables_.emplace(project.inventory[match.resource].id, match.table);
}

std::string LayerPlaces::origin() const {
  const std::string& name = project_.inventory.project();
  return name.empty() ? "the dbt project" : "the dbt project " + name;
}

const catalog::Table* LayerPlaces::table_of(const dbt::LayerModel& model) const {
  const auto found = tables_.find(model.model);
  if (found != tables_.end()) {
    const auto& id = found->second;
    return joined_.catalog.find(id.database, id.schema, id.name);
  }
  if (!model.model.empty() || model.relation.name.empty()) return nullptr;
  // Of an artifact that knows no models: the relation, or the one table of its name.
  if (const auto* exact = joined_.catalog.find("", model.relation.schema, model.relation.name))
    return exact;
  const catalog::Table* only = nullptr;
  for (const auto& table : joined_.catalog.tables()) {
    if (lower_ascii(table.id.name) != lower_ascii(model.relation.name)) continue;
    if (only) return nullptr;
    only = &table;
  }
  return only;
}

std::string LayerPlaces::relation_of(const dbt::LayerModel& model) const {
  if (const auto* table = table_of(model)) return table->id.name;
  if (model.model.empty()) return model.relation.name;
  return model.model.substr(model.model.rfind('.') + 1);
}

void LayerPlaces::place(const dbt::LayerModel& model, std::string dataset) {
  datasets_[&model] = std::move(dataset);
}

const std::string& LayerPlaces::dataset_of(const dbt::LayerModel& model) const {
  static const std::string kNone;
  const auto found = datasets_.find(&model);
  return found == datasets_.end() ? kNone : found->second;
}

std::string LayerPlaces::sql_for(const dbt::LayerModel& model, const std::string& sql) const {
  const auto* table = is_identifier(sql) ? table_of(model) : nullptr;
  return table && table->column(sql) ? fmt::format("\"{}\"", sql) : sql;
}

Result<std::string> LayerPlaces::field_for(const dbt::LayerModel& model, const std::string& text,
                                           const std::string& wanted) {
  const std::string sql = sql_for(model, text);
  const std::string& dataset = dataset_of(model);
  if (reads_hidden(model, sql)) return user_error("it reads a column that the project hides");
  if (const auto* known = builder_.field_of(dataset, sql)) return known->name;
  semantic::Field field;
  field.name = builder_.free_name(dataset, wanted);
  std::string name = field.name;
  TALLY_CHECK(builder_.add_field(dataset, std::move(field), sql));
  return name;
}

bool LayerPlaces::reads_hidden(const dbt::LayerModel& model, const std::string& sql) const {
  const auto* table = table_of(model);
  const auto expression = sql::parse_expression(sql_for(model, sql));
  if (!table || !expression.ok()) return false;
  return sql::names_column(*expression, [&](const sql::ColumnRef& column) {
    return std::any_of(column.name.begin(), column.name.end(), [&](const auto& part) {
      const auto* known = table->column(part.text);
      return known && known->is_hidden;
    });
  });
}

const dbt::LayerModel* LayerPlaces::find_model(const std::string& name) const {
  for (const auto& model : project_.semantics.models)
    if (model.name == name) return &model;
  return nullptr;
}

std::string plain_column(const std::string& sql) {
  if (is_identifier(sql)) return sql;
  const auto expression = sql::parse_expression(sql);
  const auto* column = expression.ok() ? std::get_if<sql::ColumnRef>(&expression->node) : nullptr;
  return column ? column->name.back().text : std::string();
}

std::string primary_entity(const dbt::LayerModel& model) {
  for (const auto& entity : model.entities)
    if (entity.type == "primary") return entity.name;
  return model.primary_entity;
}

const dbt::LayerEntity* entity_of(const dbt::LayerModel& model, const std::string& name) {
  for (const auto& entity : model.entities)
    if (entity.name == name) return &entity;
  return nullptr;
}

const dbt::LayerDimension* dimension_of(const dbt::LayerModel& model, const std::string& name) {
  for (const auto& dimension : model.dimensions)
    if (dimension.name == name) return &dimension;
  return nullptr;
}

bool is_one_side(const dbt::LayerModel& model, const std::string& entity) {
  const auto* known = entity_of(model, entity);
  const bool keeps_history =
      std::any_of(model.dimensions.begin(), model.dimensions.end(),
                  [](const dbt::LayerDimension& dimension) { return dimension.is_validity; });
  return known && !keeps_history && (known->type == "primary" || known->type == "unique");
}

}  // namespace tally::answer
