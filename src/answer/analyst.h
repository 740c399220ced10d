#pragma once
// Question → answer with trust. The pipeline file reads like a contents page: analyst.cc.

#include <string>

#include "answer/answer.h"
#include "answer/workspace.h"
#include "base/clock.h"

namespace tally::answer {

struct Question {
  std::string text;
};

class Analyst {
 public:
  // Both outlive the analyst.
  Analyst(Workspace& workspace, const Clock& clock) : workspace_(workspace), clock_(clock) {}

  // Always an Answer, at most 50 ms after the deadline: what goes wrong on the way is outcome
  // `failed` with the reason. It is of one database: if the file is replaced meanwhile, the new one
  // is asked from the start.
  Answer ask(const Question& question, Deadline deadline);

  // Answers a metric request that is already there (`tally request`).
  Answer answer_request(const semantic::MetricRequest& request, Deadline deadline);

 private:
  template <typename Attempt>
  Answer of_one_database(Attempt attempt);

  Workspace& workspace_;
  const Clock& clock_;
};

}  // namespace tally::answer
