#pragma once
// Answers the questions of a split with the analyst and writes down what came of each.

#include <functional>

#include "measure/draw.h"
#include "measure/sitting_file.h"
#include "measure/workspaces.h"

namespace tally::measure {

struct SitOptions {
  std::function<void(size_t done, size_t all)> progress = {};  // from any thread, one at a time
};

struct SitOutcome {
  size_t asked = 0;
  bool interrupted = false;  // by a cancel: the file can be gone on with
};

// Asks what is not yet in `file`, with as many jobs as there are workspaces. An Error is of the
// world or of the file; what goes wrong with one question is in its line.
Result<SitOutcome> sit(const std::vector<const Question*>& questions, Workspaces& workspaces,
                       SittingFile& file, const Clock& clock, const SitOptions& options = {});

}  // namespace tally::measure
