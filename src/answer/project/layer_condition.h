#pragma once
// A metric's filter as a condition over dataset.field.

#include <string>

#include "answer/project/layer_places.h"
#include "base/result.h"

namespace tally::answer {

// `owner`: the semantic model whose rows are aggregated; `metric_time`: the dimension of it that
// dates them. Errors `user`: what in it our model cannot say.
Result<std::string> condition_of(const importing::dbt::LayerFilter& filter,
                                 const importing::dbt::LayerModel& owner,
                                 const std::string& metric_time, LayerPlaces& places);

// dataset.field, quoted as SQL wants it.
std::string field_text(const std::string& dataset, const std::string& field);

}  // namespace tally::answer
