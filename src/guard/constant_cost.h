#pragma once
// How big may constants grow? The planner computes constant expressions, cannot be interrupted, and
// is bound by no memory limit: repeat('x', 1e9) runs in EXPLAIN. An upper bound, not a computation.
// Not covered: what grows with the data (limits of the run see to that), series of dates.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "guard/guard.h"

namespace tally::guard {

// Bytes of a text, elements of a list.
inline constexpr double kMaxConstantSize = 200'000;
// Steps of a comparison that is quadratic in its arguments: 25 million take 40 ms.
inline constexpr double kMaxConstantSteps = 25e6;

// `tree` is one that the judge has found well-formed.
std::optional<Refusal> judge_constants(const nlohmann::json& tree, std::string_view text);

}  // namespace tally::guard
