#pragma once
// MetricFlow's metrics as SQL over dataset.field: simple, ratio and derived ones, with their
// filters. The others (cumulative, conversion, offsets in time, measures that must not be added up
// over time) have no expression.

#include <set>
#include <string>
#include <vector>

#include "answer/project/layer_places.h"
#include "base/result.h"

namespace tally::answer {

// A metric's expression, and what goes with it.
struct MetricText {
  std::string sql;
  std::vector<std::string> notes;  // what is otherwise than in the project
  // Times other than the default of their dataset; of several datasets: those that have one.
  std::set<std::string> datasets, times;
  bool has_default_time = false;
};

class LayerMetrics {
 public:
  explicit LayerMetrics(LayerPlaces& places) : places_(places) {}

  // Errors `user`: the message says why our model cannot say it.
  Result<semantic::Metric> convert(const importing::dbt::LayerMetric& metric, std::string& sql);

 private:
  using Filters = std::vector<const importing::dbt::LayerFilter*>;

  Result<MetricText> text_of(const importing::dbt::LayerMetric& metric, const Filters& filters,
                             int depth);
  Result<MetricText> text_of(const importing::dbt::LayerInput& input, Filters filters, int depth);
  Result<MetricText> simple(const importing::dbt::LayerMetric& metric, Filters filters);
  Result<MetricText> ratio(const importing::dbt::LayerMetric& metric, const Filters& filters,
                           int depth);
  Result<MetricText> derived(const importing::dbt::LayerMetric& metric, const Filters& filters,
                             int depth);
  Result<MetricText> aggregate(const importing::dbt::LayerModel& model, const std::string& name,
                               const importing::dbt::LayerAggregation& how, const Filters& filters);
  Result<std::string> operand(const importing::dbt::LayerModel& model, const std::string& name,
                              const importing::dbt::LayerAggregation& how);
  Result<void> add_time(const importing::dbt::LayerModel& model, const std::string& dimension,
                        MetricText& text);

  LayerPlaces& places_;
};

}  // namespace tally::answer
