#include "measure/workspaces.h"

#include <fmt/format.h>

#include <chrono>

namespace tally::measure {
namespace {

constexpr std::chrono::minutes kReferenceDeadline{5};

Result<table::ResultTable> run_guarded(answer::Workspace& workspace, const std::string& sql,
                                       Deadline deadline) {
  TALLY_TRY(const auto* guard, workspace.guard(deadline));
  TALLY_TRY(auto verdict, guard->judge({sql}, deadline));
  if (auto* refusal = std::get_if<guard::Refusal>(&verdict))
    return user_error(fmt::format("the guard refuses it ({}): {}", refusal->rule, refusal->message),
                      refusal->hint);
  TALLY_TRY(auto outcome, workspace.engine().run(std::get<sql::ApprovedSql>(verdict),
                                                 workspace.settings().limits, deadline));
  return std::move(outcome.table);
}

}  // namespace

Result<answer::Workspace*> Workspaces::of(size_t job) {
  if (!spaces_[job]) {
    TALLY_TRY(spaces_[job], open_());
  }
  return spaces_[job].get();
}

RunSql Workspaces::run_for(size_t job) {
  return [this, job](const std::string& sql) -> Result<table::ResultTable> {
    TALLY_TRY(auto* workspace, of(job));
    return run_guarded(*workspace, sql, Deadline::in(kReferenceDeadline, clock_));
  };
}

}  // namespace tally::measure
