#pragma once
// Reads question cases (tests/questions/README.md).

#include <string>
#include <vector>

#include "base/result.h"

namespace tally::tests {

struct QuestionCase {
  std::string file;
  std::string name;
  std::vector<std::string> questions;  // paraphrases share one reference
  std::string outcome;                 // answer, clarify, abstain, refuse
  bool ordered = false;
  std::string reason;  // text that a non-answer's reason must contain
  std::string sql;     // reference, outcome answer only
};

// Every *.case of `folder`, in file-name order. A malformed case is an error that names file and
// line.
Result<std::vector<QuestionCase>> read_question_cases(const std::string& folder);

}  // namespace tally::tests
