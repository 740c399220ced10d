#pragma once
// Entries of semantic models and metrics, as YAML or an artifact has them, into the one shape of
// semantic_layer.h. Unknown keys are passed over.

#include <vector>

#include "catalog/inventory.h"
#include "import/dbt/data.h"
#include "import/dbt/semantic_layer.h"

namespace tally::importing::dbt {

// An entry of `semantic_models`.
LayerModel read_layer_model(const Data& entry);
// An entry of `models` that has `semantic_model`, its dimensions and entities on columns.
LayerModel read_annotated_model(const Data& entry);
LayerMetric read_layer_metric(const Data& entry);
// Entities, dimensions, measures (or the arguments of a function) as columns of their resource:
// "dimension time". `kind` is what one of them is; `list` may be null.
void add_layer_columns(const Data* list, const std::string& kind, catalog::Resource& resource);

// The metric that a measure with create_metric makes of itself.
LayerMetric metric_of_measure(const LayerMeasure& measure);

// Text, a list of texts, or {where_filters: [{where_sql_template: …}]}.
std::vector<LayerFilter> read_layer_filters(const Data* filter);

}  // namespace tally::importing::dbt
