#include "answer/guarded_run.h"

#include <fmt/format.h>

namespace tally::answer {

Result<GuardedRun> run_guarded(Workspace& workspace, const std::string& sql,
                               const engine::RunLimits& limits, Deadline deadline) {
  TALLY_TRY(const auto* guard, workspace.guard(deadline));
  TALLY_TRY(auto verdict, guard->judge({sql}, deadline));
  if (auto* refusal = std::get_if<guard::Refusal>(&verdict)) return GuardedRun{{}, *refusal, {}};
  auto outcome = workspace.engine().run(std::get<sql::ApprovedSql>(verdict), limits, deadline);
  if (!outcome.ok()) return GuardedRun{{}, {}, outcome.error()};
  return GuardedRun{*std::move(outcome), {}, {}};
}

Result<table::ResultTable> guarded_table(Workspace& workspace, const std::string& sql,
                                         const engine::RunLimits& limits, Deadline deadline) {
  TALLY_TRY(auto ran, run_guarded(workspace, sql, limits, deadline));
  if (ran.failure) return *std::move(ran.failure);
  if (ran.refusal)
    return user_error(
        fmt::format("the guard refuses this SQL ({}): {}", ran.refusal->rule, ran.refusal->message),
        ran.refusal->hint);
  return std::move(ran.outcome->table);
}

}  // namespace tally::answer
