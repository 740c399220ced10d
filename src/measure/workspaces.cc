#include "measure/workspaces.h"

#include <chrono>

#include "answer/guarded_run.h"

namespace tally::measure {
namespace {

constexpr std::chrono::minutes kReferenceDeadline{5};

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
    return answer::guarded_table(*workspace, sql, workspace->settings().limits,
                                 Deadline::in(kReferenceDeadline, clock_));
  };
}

}  // namespace tally::measure
