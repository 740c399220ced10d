#include "semantic/table_notes.h"

#include <algorithm>

#include "semantic/names.h"

namespace tally::semantic {
namespace {

void add_name(std::vector<std::string>& names, const std::string& name) {
  const bool is_known = std::any_of(
      names.begin(), names.end(), [&](const std::string& known) { return same_name(known, name); });
  if (!name.empty() && !is_known) names.push_back(name);
}

void add_notes(const catalog::Column& column, bool described, Field& field) {
  if (column.is_hidden) return;
  if (field.description.empty()) field.description = column.comment;
  if (!described || field.personal) return;
  for (const std::string& name : column.names) add_name(field.other_names, name);
  if (!same_name(field.name, column.name)) add_name(field.other_names, column.name);
  field.accepted_values = column.accepted_values;
}

}  // namespace

void add_table_notes(Model& model, const catalog::Catalog& catalog) {
  for (Dataset& dataset : model.datasets) {
    const catalog::Table* table =
        catalog.find(dataset.table.database, dataset.table.schema, dataset.table.name);
    if (!table || dataset.table.name.empty()) continue;
    const bool described = !table->described_by.empty();
    if (dataset.description.empty()) dataset.description = table->comment;
    if (described) {
      for (const std::string& name : table->names) add_name(dataset.other_names, name);
      if (!same_name(dataset.name, table->id.name)) add_name(dataset.other_names, table->id.name);
    }
    for (Field& field : dataset.fields) {
      const auto* column = table->column(field.column());
      if (column) add_notes(*column, described, field);
    }
  }
}

}  // namespace tally::semantic
