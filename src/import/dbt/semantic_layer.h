#pragma once
// A project's semantic layer as MetricFlow reads it: semantic models (entities, dimensions,
// measures) and metrics. One shape for all that writes it: the standalone YAML of dbt 1.6 to 1.11,
// `semantic_model:` and `metrics:` inside a model's entry (dbt 1.12, Fusion), and both artifacts.
// SQL stays text; of filters the templates are resolved.

#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace tally::importing::dbt {

// {{ Dimension('customer__region') }}, {{ TimeDimension('metric_time', 'month') }}.
struct FilterReference {
  enum class Kind { dimension, time_dimension, entity, metric };
  Kind kind = Kind::dimension;
  std::vector<std::string> entities;  // the way to it: {"customer"}; empty: not said
  std::string name;                   // "region"
  std::string grain;                  // "month"; empty: not said
};

// A condition in SQL: parts of text, each but the last followed by what its reference means.
struct LayerFilter {
  std::vector<std::string> text;            // one more than references
  std::vector<FilterReference> references;  // in order
  std::string fault;                        // why its template cannot be understood, or empty
};

struct LayerPlace {
  std::string file;   // relative to the project
  uint32_t line = 0;  // 0: not known
};

struct LayerEntity {
  std::string name, type, expr, label, description;  // type: primary, unique, foreign, natural
};
struct LayerDimension {
  std::string name, expr, label, description;
  bool is_time = false;
  std::string grain;         // of a time
  bool is_validity = false;  // start or end of a row's validity
  std::vector<std::string> names;
};
// What is aggregated and how: a measure, or a metric that says it itself.
struct LayerAggregation {
  std::string agg, expr;           // expr empty: the name
  std::string agg_time_dimension;  // empty: the semantic model's
  std::string percentile;          // a number between 0 and 1
  bool is_discrete = false, is_approximate = false;
  bool is_non_additive = false;  // over some dimension, most often the time
};
struct LayerMeasure {
  std::string name, label, description;
  LayerAggregation aggregation;
};

struct LayerModel {
  std::string id, name;
  std::string model;           // id of the resource it lies on; empty: only `relation` is known
  catalog::ObjectId relation;  // of artifacts
  std::string label, description, primary_entity, agg_time_dimension;
  std::vector<LayerEntity> entities;
  std::vector<LayerDimension> dimensions;
  std::vector<LayerMeasure> measures;
  LayerPlace place;
};

// A measure or a metric, as another metric takes it.
struct LayerInput {
  std::string name, alias;
  std::vector<LayerFilter> filters;
  bool is_offset = false;  // offset_window or offset_to_grain
  std::string fill_nulls_with;
  bool joins_time_spine = false;
};

struct LayerMetric {
  std::string id, name, type;  // simple, ratio, derived, cumulative, conversion
  std::string label, description;
  std::vector<std::string> names;  // synonyms of its meta
  std::optional<LayerInput> measure;
  std::optional<LayerAggregation> own;  // simple, without a measure
  std::string model;                    // then: name of its semantic model
  std::optional<LayerInput> numerator, denominator;
  std::vector<LayerInput> inputs;  // of a derived one
  std::string expr;                // likewise
  std::vector<LayerFilter> filters;
  std::string fill_nulls_with;
  bool joins_time_spine = false;
  LayerPlace place;
};

struct SemanticLayer {
  std::vector<LayerModel> models;
  std::vector<LayerMetric> metrics;
  bool empty() const { return models.empty() && metrics.empty(); }
};

}  // namespace tally::importing::dbt
