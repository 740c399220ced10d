#pragma once
// A model made, or one of a file extended, piece by piece: what another description of the
// warehouse (a dbt project) defines. Every piece is checked as load_model() checks a file's, and
// one that does not fit is refused with its reason while the others stand.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "semantic/model.h"

namespace tally::semantic {

class ModelBuilder {
 public:
  // Of nothing, or of a loaded model; `catalog` outlives the builder.
  explicit ModelBuilder(const catalog::Catalog& catalog) : catalog_(catalog) {}
  ModelBuilder(Model model, const catalog::Catalog& catalog)
      : model_(std::move(model)), catalog_(catalog) {}

  const Model& model() const { return model_; }
  Model& texts() { return model_; }  // for names and descriptions of the whole

  // Errors `user`: the message is the reason. `dataset.table` is one of the catalog; its fields,
  // times and expressions come one by one.
  Result<void> add_dataset(Dataset dataset);
  // `sql`: over the table's columns. Fills type and is_time where they are not given.
  Result<void> add_field(std::string_view dataset, Field field, const std::string& sql);
  Result<void> add_relationship(Relationship relationship);
  // The field is one of the dataset's own.
  Result<void> add_time(std::string_view dataset, TimeRole time);
  // `sql`: over dataset.field, aggregated.
  Result<void> add_metric(Metric metric, const std::string& sql);

  // The field of the dataset that is this SQL; nullptr: none.
  const Field* field_of(std::string_view dataset, const std::string& sql) const;
  // A name that no field of the dataset has yet: `wanted`, or that with a number.
  std::string free_name(std::string_view dataset, const std::string& wanted) const;

  // Paths; where wanted, facts are the datasets that metrics aggregate. The only time of a dataset
  // is its default.
  enum class Kinds { as_they_are, by_metrics };
  Model finish(Kinds kinds);

 private:
  Dataset* find(std::string_view name);
  void index();

  Model model_;
  const catalog::Catalog& catalog_;
  bool is_indexed_ = false;
};

}  // namespace tally::semantic
