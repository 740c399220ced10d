// Any bytes as a file of queries: questions with ids, or an error with words.
#include <cstdint>
#include <cstdlib>

#include "measure/search_questions.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = tally::measure::read_search_questions(text, "fuzz");
  if (!read.ok() && read.error().message.empty()) std::abort();
  if (!read.ok()) return 0;
  for (const auto& question : read->questions)
    if (question.qid.empty()) std::abort();
  return 0;
}
