#pragma once
// Was this the right thing to do with this question?

#include <optional>
#include <string>

#include "answer/answer.h"
#include "measure/draw.h"
#include "measure/sitting.h"
#include "table/compare.h"

namespace tally::measure {

struct Judged {
  Mark mark = Mark::failed;
  std::string code;    // the comparator's, or "outcome" where the outcome was not an acceptable one
  std::string reason;  // one sentence; empty where it is right
  std::optional<table::Comparison> comparison;  // where both sides are tables
};

Judged judge_answer(const Question& question, const answer::Answer& answer);

// The line of a sitting (sitting.h), without its end.
std::string line_json(const Question& question, const answer::Answer& answer, const Judged& judged,
                      const std::vector<std::string>& tables, const std::vector<Fact>& facts,
                      double seconds);

}  // namespace tally::measure
