#pragma once
// An answer for a person: status, reading, table, trust with reasons; SQL and timeline on demand.

#include <string>

#include "answer/answer.h"
#include "face/cli/context.h"

namespace tally::cli {

struct AnswerTextOptions {
  bool sql = false;
  bool timeline = false;
  size_t max_rows = 40;
};

std::string answer_text(const answer::Answer& answer, const AnswerTextOptions& options,
                        const Context& context);
int exit_code(const answer::Answer& answer);

}  // namespace tally::cli
