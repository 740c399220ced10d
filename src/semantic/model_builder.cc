#include "semantic/model_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "semantic/complaints.h"
#include "semantic/expression_check.h"
#include "semantic/names.h"
#include "sql/parser.h"

namespace tally::semantic {
namespace {

// A text that stands in no file, where the checks look for one.
class Loose {
 public:
  explicit Loose(const std::string& text) {
    Node node;
    node.kind = Node::Kind::plain;
    node.text = text;
    node.at = {1, 1};
    tree_.nodes.push_back(std::move(node));
    located_ = {text, &tree_, &tree_.nodes[0]};
  }
  const Located& located() const { return located_; }

 private:
  Tree tree_;
  Located located_;
};

Result<void> first_of(Complaints& complaints) {
  if (complaints.empty()) return {};
  const auto all = complaints.take();
  return user_error(all.front().message, all.front().fix);
}

Result<void> check_name(const std::string& name, std::string_view kind) {
  if (name.empty()) return user_error(fmt::format("a {} has no name", kind));
  if (name.find('.') != std::string::npos)
    return user_error(fmt::format("the {} \"{}\" has a dot in its name", kind, name));
  return {};
}

template <typename Items>
bool has_name(const Items& items, std::string_view name) {
  return std::any_of(items.begin(), items.end(),
                     [&](const auto& item) { return same_name(item.name, name); });
}

bool is_day(DataType type) {
  return type == DataType::date || type == DataType::datetime || type == DataType::datetime_tz;
}

const catalog::Table* table_of(const catalog::Catalog& catalog, const catalog::ObjectId& id) {
  return catalog.find(id.database, id.schema, id.name);
}

Result<void> check_columns(const catalog::Table& table, const std::vector<std::string>& columns) {
  for (const auto& column : columns)
    if (!table.column(column))
      return user_error(fmt::format("table \"{}\" has no column \"{}\"", table.id.name, column));
  return {};
}

}  // namespace

Dataset* ModelBuilder::find(std::string_view name) {
  for (Dataset& dataset : model_.datasets)
    if (same_name(dataset.name, name)) return &dataset;
  return nullptr;
}

void ModelBuilder::index() {
  if (!is_indexed_) model_.index_paths();
  is_indexed_ = true;
}

Result<void> ModelBuilder::add_dataset(Dataset dataset) {
  TALLY_CHECK(check_name(dataset.name, "dataset"));
  if (has_name(model_.datasets, dataset.name))
    return user_error(fmt::format("there is a dataset \"{}\" already", dataset.name));
  const auto* table = table_of(catalog_, dataset.table);
  if (!table) return user_error(fmt::format("there is no table \"{}\"", dataset.table.name));
  dataset.table_name = {table->id.name};
  const bool own_database = same_name(table->id.database, catalog_.database());
  const bool own_schema = own_database && same_name(table->id.schema, catalog_.schema());
  if (!own_schema) dataset.table_name.insert(dataset.table_name.begin(), table->id.schema);
  if (!own_database) dataset.table_name.insert(dataset.table_name.begin(), table->id.database);
  dataset.source = table->id.name;
  if (dataset.primary_key.empty()) dataset.primary_key = table->primary_key;
  TALLY_CHECK(check_columns(*table, dataset.primary_key));
  model_.datasets.push_back(std::move(dataset));
  is_indexed_ = false;
  return {};
}

Result<void> ModelBuilder::add_field(std::string_view dataset_name, Field field,
                                     const std::string& sql) {
  Dataset* dataset = find(dataset_name);
  if (!dataset) return user_error(fmt::format("there is no dataset \"{}\"", dataset_name));
  TALLY_CHECK(check_name(field.name, "field"));
  if (dataset->field(field.name))
    return user_error(
        fmt::format("dataset \"{}\" has a field \"{}\" already", dataset->name, field.name));
  const Loose loose(sql);
  const std::string owner = fmt::format("\"{}\"", field.name);
  const auto* table = table_of(catalog_, dataset->table);
  Complaints complaints("");
  ExpressionCheck check(sql, complaints);
  if (check.parse(loose.located(), owner, field.expression))
    check.check_field(loose.located(), owner, *dataset, field.expression, table);
  TALLY_CHECK(first_of(complaints));
  const DataType inferred = inferred_type(field.expression, table);
  if (field.type == DataType::unknown) field.type = inferred;
  field.is_time = field.is_time || is_day(field.type);
  dataset->fields.push_back(std::move(field));
  return {};
}

Result<void> ModelBuilder::add_relationship(Relationship relationship) {
  const Dataset* from = find(relationship.from);
  const Dataset* to = find(relationship.to);
  if (!from || !to)
    return user_error(
        fmt::format("there is no dataset \"{}\"", from ? relationship.to : relationship.from));
  if (has_name(model_.relationships, relationship.name))
    return user_error(fmt::format("there is a relationship \"{}\" already", relationship.name));
  for (const auto& [side, columns] :
       {std::pair(from, &relationship.from_columns), std::pair(to, &relationship.to_columns)})
    if (const auto* table = table_of(catalog_, side->table))
      TALLY_CHECK(check_columns(*table, *columns));
  model_.relationships.push_back(std::move(relationship));
  is_indexed_ = false;
  return {};
}

Result<void> ModelBuilder::add_time(std::string_view dataset_name, TimeRole time) {
  Dataset* dataset = find(dataset_name);
  const Field* field = dataset ? dataset->field(time.field) : nullptr;
  if (!field) return user_error(fmt::format("there is no field \"{}\"", time.field));
  if (!is_day(field->type))
    return user_error(fmt::format("\"{}\" is no date or timestamp in the warehouse", field->name));
  if (has_name(dataset->times, time.name))
    return user_error(fmt::format("there is a time \"{}\" already", time.name));
  dataset->times.push_back(std::move(time));
  return {};
}

Result<void> ModelBuilder::add_metric(Metric metric, const std::string& sql) {
  TALLY_CHECK(check_name(metric.name, "metric"));
  if (has_name(model_.metrics, metric.name))
    return user_error("the model has a metric of that name");
  index();
  const Loose loose(sql);
  const std::string owner = fmt::format("\"{}\"", metric.name);
  Complaints complaints("");
  ExpressionCheck check(sql, complaints);
  if (check.parse(loose.located(), owner, metric.expression))
    check.check_metric(loose.located(), owner, model_, metric);
  TALLY_CHECK(first_of(complaints));
  metric.expression_text = sql;
  model_.metrics.push_back(std::move(metric));
  return {};
}

const Field* ModelBuilder::field_of(std::string_view dataset_name, const std::string& sql) const {
  const Dataset* dataset = model_.dataset(dataset_name);
  const auto wanted = sql::parse_expression(sql);
  if (!dataset || !wanted.ok()) return nullptr;
  // Columns are compared as the engine does it.
  const auto* column = std::get_if<sql::ColumnRef>(&wanted->node);
  for (const Field& field : dataset->fields) {
    if (field.expression.node == wanted->node) return &field;
    if (column && same_name(field.column(), column->name.back().text)) return &field;
  }
  return nullptr;
}

std::string ModelBuilder::free_name(std::string_view dataset_name,
                                    const std::string& wanted) const {
  const Dataset* dataset = model_.dataset(dataset_name);
  std::string name = wanted;
  for (int number = 2; dataset && dataset->field(name); ++number)
    name = fmt::format("{}_{}", wanted, number);
  return name;
}

Model ModelBuilder::finish(Kinds kinds) {
  for (Dataset& dataset : model_.datasets) {
    if (kinds == Kinds::as_they_are) break;
    if (dataset.times.size() == 1) dataset.times[0].is_default = true;
    const bool aggregated =
        std::any_of(model_.metrics.begin(), model_.metrics.end(), [&](const Metric& metric) {
          const auto& facts = metric.facts;
          return std::find(facts.begin(), facts.end(), dataset.name) != facts.end();
        });
    dataset.kind = aggregated ? DatasetKind::fact : DatasetKind::dimension;
  }
  index();
  return std::move(model_);
}

}  // namespace tally::semantic
