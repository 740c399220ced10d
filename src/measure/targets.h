#pragma once
// What scorecards are measured against (exams/targets.yml).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tally::measure {

struct Target {
  std::string name;
  std::string figure;                       // one of kFigures
  std::string tier;                         // "T1"; empty: all
  std::optional<bool> seen;                 // of such templates alone
  std::optional<double> at_least, at_most;  // one of them
};

inline constexpr std::string_view kFigures[] = {"accuracy",   "coverage", "wrong_among_answered",
                                                "handled",    "utility",  "latency_p50",
                                                "latency_p95"};

// Error `user` with every mistake, line and column.
Result<std::vector<Target>> read_targets(std::string_view text, const std::string& file);

}  // namespace tally::measure
