#pragma once
// What a request wants worked out from its grouped rows: whether that can be, and which rows it
// needs beyond those asked for.

#include "semantic/plan.h"

namespace tally::semantic {

// Errors: `user` for indexes and names that are not there; kNotExpressible for what would be a
// wrong number, as a share of numbers that cannot be added up.
Result<void> check_calculations(const Plan& plan);

// A change needs the period before the first that is asked for: sets plan.times and asked_from.
void begin_earlier(Plan& plan);

// The grain that calculations over periods go through; only where check_calculations() found one.
std::optional<Grain> period_grain(const MetricRequest& request);

}  // namespace tally::semantic
