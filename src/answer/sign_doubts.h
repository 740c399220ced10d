#pragma once
// Percentages that are worked out of negative numbers: the numbers are right, and do not say what
// percentages say. Only the result shows it, since no model says what may be negative.

#include <vector>

#include "answer/answer.h"

namespace tally::answer {

// Reasons of kind "sign", over the rows that are there. `columns` are those of `table`.
std::vector<TrustReason> sign_doubts(const semantic::MetricRequest& request,
                                     const std::vector<semantic::OutputColumn>& columns,
                                     const table::ResultTable& table);

}  // namespace tally::answer
