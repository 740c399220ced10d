#pragma once
// SQL that somebody wrote, through the guard and in a worker.

#include <optional>
#include <string>

#include "answer/workspace.h"
#include "guard/guard.h"

namespace tally::answer {

// Exactly one of them is there.
struct GuardedRun {
  std::optional<engine::RunOutcome> outcome;
  std::optional<guard::Refusal> refusal;
  std::optional<Error> failure;  // approved, and not run to the end
};

// Error: what kept the guard from judging at all (no such file, the deadline, not even SQL).
Result<GuardedRun> run_guarded(Workspace& workspace, const std::string& sql,
                               const engine::RunLimits& limits, Deadline deadline);

// For callers to whom a refusal is an error like any other.
Result<table::ResultTable> guarded_table(Workspace& workspace, const std::string& sql,
                                         const engine::RunLimits& limits, Deadline deadline);

}  // namespace tally::answer
