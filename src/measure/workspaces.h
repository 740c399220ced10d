#pragma once
// The warehouse under an exam, once a job: a workspace may be renewed when its database is
// replaced, so two jobs must not share one.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answer/workspace.h"
#include "base/clock.h"
#include "measure/reference.h"

namespace tally::measure {

using OpenWorkspace = std::function<Result<std::unique_ptr<answer::Workspace>>()>;

class Workspaces {
 public:
  // `clock` outlives this.
  Workspaces(OpenWorkspace open, size_t jobs, const Clock& clock)
      : open_(std::move(open)), clock_(clock), spaces_(jobs) {}

  // From the job's own thread, for different jobs at the same time. Opened when first wanted.
  Result<answer::Workspace*> of(size_t job);
  // References have minutes, whatever the deadline of questions.
  RunSql run_for(size_t job);
  size_t jobs() const { return spaces_.size(); }

 private:
  OpenWorkspace open_;
  const Clock& clock_;
  std::vector<std::unique_ptr<answer::Workspace>> spaces_;
};

}  // namespace tally::measure
