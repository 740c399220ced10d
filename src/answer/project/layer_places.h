#pragma once
// Where the project's semantic models lie in a model that is being built: datasets, the fields that
// stand for their dimensions, the ways between them. Shared by what makes datasets of them and by
// what makes metrics.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/dbt/import.h"
#include "import/dbt/join.h"
#include "semantic/model_builder.h"

namespace tally::answer {

class LayerPlaces {
 public:
  LayerPlaces(const importing::dbt::Import& project, const importing::dbt::JoinedCatalog& joined,
              semantic::ModelBuilder& builder);

  const importing::dbt::SemanticLayer& layer() const { return project_.semantics; }
  semantic::ModelBuilder& builder() { return builder_; }
  std::string origin() const;  // "the dbt project shop"

  // The table a semantic model lies on; nullptr: the warehouse has none.
  const catalog::Table* table_of(const importing::dbt::LayerModel& model) const;
  // What the semantic model lies on, for messages.
  std::string relation_of(const importing::dbt::LayerModel& model) const;

  void place(const importing::dbt::LayerModel& model, std::string dataset);
  // Empty: it has no dataset.
  const std::string& dataset_of(const importing::dbt::LayerModel& model) const;

  // The dataset's field that is this SQL. Where there is none it is added as one that is only for
  // metrics, called like `wanted`. Errors: why it cannot be.
  Result<std::string> field_for(const importing::dbt::LayerModel& model, const std::string& sql,
                                const std::string& wanted);

  // The SQL of a measure or dimension as ours: a column may be called like a word of SQL
  // ("window").
  std::string sql_for(const importing::dbt::LayerModel& model, const std::string& sql) const;
  // Whether the SQL reads a column that the project hides.
  bool reads_hidden(const importing::dbt::LayerModel& model, const std::string& sql) const;

  const importing::dbt::LayerModel* find_model(const std::string& name) const;
  // Then what cannot be found may be hidden, and its name must not be told.
  bool hides_something() const { return project_.inventory.hidden_resources() > 0; }

 private:
  const importing::dbt::Import& project_;
  const importing::dbt::JoinedCatalog& joined_;
  semantic::ModelBuilder& builder_;
  std::map<std::string, catalog::ObjectId> tables_;  // by resource id
  std::map<const importing::dbt::LayerModel*, std::string> datasets_;
};

// What an entity or a dimension reads: its expression, or its name.
template <typename Part>
const std::string& sql_of(const Part& part) {
  return part.expr.empty() ? part.name : part.expr;
}
// The column that the SQL is as it stands; empty: it is computed.
std::string plain_column(const std::string& sql);

// The name of the entity that one row of the semantic model is; may be empty.
std::string primary_entity(const importing::dbt::LayerModel& model);
const importing::dbt::LayerEntity* entity_of(const importing::dbt::LayerModel& model,
                                             const std::string& name);
const importing::dbt::LayerDimension* dimension_of(const importing::dbt::LayerModel& model,
                                                   const std::string& name);
// Can others be joined to it by this entity: is each of its values on one row?
bool is_one_side(const importing::dbt::LayerModel& model, const std::string& entity);

}  // namespace tally::answer
