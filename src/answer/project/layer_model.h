#pragma once
// A dbt project's semantic layer in the terms of our model: its semantic models become datasets,
// entities keys and relationships, dimensions fields and times, metrics metrics. What our model
// cannot say as MetricFlow means it is not taken, and listed with its reason; nothing is bent.

#include <string>
#include <vector>

#include "import/dbt/import.h"
#include "import/dbt/join.h"
#include "semantic/model.h"

namespace tally::answer {

struct NotTaken {
  std::string what;        // metric "order_total"
  std::string reason;      // "it is cumulative: a running total over time"
  std::string file;        // of the project; may be empty
  uint32_t line = 0;       // 0: not known
  bool of_project = true;  // false: the model file's own, which the project hides
};

struct LayerOutcome {
  semantic::Model model;
  std::vector<NotTaken> not_taken;
};

// The model with the project's metrics over its datasets, as far as it has none of their names. Its
// fields, times and ways stay as they are; what a metric reads besides is added as a field that is
// no dimension.
LayerOutcome with_project_metrics(semantic::Model model, const importing::dbt::Import& project,
                                  const importing::dbt::JoinedCatalog& joined);

// A model of the semantic layer alone. Error `user` if there is none, or nothing of it can be
// taken.
Result<LayerOutcome> model_of_project(const importing::dbt::Import& project,
                                      const importing::dbt::JoinedCatalog& joined);

}  // namespace tally::answer
