#include "answer/wanted_facts.h"

#include "answer/parsed/flags.h"
#include "semantic/time_steps.h"
#include "sql/tree.h"

namespace tally::answer {
namespace {

bool says_yes_or_no(const semantic::Field& field) {
  return field.type == semantic::DataType::integer && parsed::is_flag_name(field.name);
}

bool worth_indexing(const semantic::Field& field) {
  using semantic::DataType;
  bool textual = field.type == DataType::string || field.type == DataType::unknown;
  return (textual || says_yes_or_no(field)) && field.is_dimension && !field.personal;
}

void want_values(const semantic::Dataset& dataset, importing::FactsWanted& wanted) {
  for (const auto& field : dataset.fields) {
    if (!worth_indexing(field)) continue;
    std::string column = std::string(field.column());
    if (!column.empty())
      wanted.values.push_back(
          {dataset.name, field.name, dataset.table, column, says_yes_or_no(field)});
  }
}

void want_times(const semantic::Model& model, const semantic::Dataset& dataset,
                importing::FactsWanted& wanted) {
  for (const auto& role : dataset.times) {
    importing::TimeWanted time;
    time.key = semantic::time_key(dataset, role);
    time.table = dataset.table;
    if (role.relationship.empty()) {
      const auto* field = dataset.field(role.field);
      time.key_column = field ? std::string(field->column()) : "";
    } else {
      for (const auto& relationship : model.relationships) {
        if (relationship.name != role.relationship || relationship.from_columns.size() != 1)
          continue;
        const auto* target = model.dataset(relationship.to);
        const auto* field = target ? target->field(role.field) : nullptr;
        if (!field) continue;
        time.key_column = relationship.from_columns[0];
        time.via = target->table;
        time.via_key = relationship.to_columns[0];
        time.via_date = std::string(field->column());
      }
      if (time.via_date.empty()) continue;
    }
    if (!time.key_column.empty()) wanted.times.push_back(std::move(time));
  }
}

}  // namespace

importing::FactsWanted wanted_facts(const semantic::Model& model) {
  importing::FactsWanted wanted;
  for (const auto& dataset : model.datasets) {
    want_times(model, dataset, wanted);
    want_values(dataset, wanted);
    wanted.counts.emplace_back(dataset.name, dataset.table);
  }
  return wanted;
}

}  // namespace tally::answer
