#include "measure/stopwatch.h"

#include <chrono>

#include "answer/analyst.h"

namespace tally::measure {
namespace {

double seconds_between(Instant start, Instant end) {
  return std::chrono::duration<double>(end - start).count();
}

}  // namespace

Result<std::vector<Timing>> stopwatch(
    const std::vector<const Question*>& questions,
    const std::function<Result<std::unique_ptr<answer::Workspace>>()>& open, const Clock& clock,
    const StopwatchOptions& options) {
  std::vector<Timing> timings;
  size_t all = questions.size() * options.repeat;
  for (size_t round = 0; round < options.repeat; ++round)
    for (const auto* question : questions) {
      auto start = clock.now();
      TALLY_TRY(auto workspace, open());
      auto deadline = Deadline::in(workspace->settings().deadline, clock);
      // What fails here fails again in the answer, and is said there.
      [[maybe_unused]] auto parser = workspace->parser(deadline);
      auto opened = clock.now();
      auto answer = answer::Analyst(*workspace, clock).ask({question->text}, deadline);
      auto end = clock.now();
      if (answer.cancelled) return outside_error("interrupted", "", "cancelled");
      timings.push_back({question->id, question->text, answer.outcome,
                         seconds_between(start, opened), seconds_between(start, end),
                         std::move(answer.timeline)});
      if (options.progress) options.progress(timings.size(), all);
    }
  return timings;
}

}  // namespace tally::measure
