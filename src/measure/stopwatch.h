#pragma once
// How long does one person wait for one answer? One question at a time, each by a workspace of its
// own, so that nothing is remembered from the question before.

#include <functional>
#include <string>
#include <vector>

#include "answer/answer.h"
#include "answer/workspace.h"
#include "base/clock.h"
#include "measure/draw.h"

namespace tally::measure {

struct Timing {
  std::string id, question;
  answer::Outcome outcome = answer::Outcome::failed;
  double opening = 0;  // seconds until the workspace could be asked
  double seconds = 0;  // opening and answering
  std::vector<answer::Stage> timeline;
};

struct StopwatchOptions {
  size_t repeat = 3;
  std::function<void(size_t done, size_t all)> progress = {};
};

// All questions once, then again: what the machine does meanwhile does not hit one question alone.
// `open` is called before each. Error `outside`, code "cancelled", if somebody stops it.
Result<std::vector<Timing>> stopwatch(
    const std::vector<const Question*>& questions,
    const std::function<Result<std::unique_ptr<answer::Workspace>>()>& open, const Clock& clock,
    const StopwatchOptions& options = {});

}  // namespace tally::measure
