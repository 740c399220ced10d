#include "semantic/request.h"

#include "semantic/request_words.h"

namespace tally::semantic {

const char* grain_name(Grain grain) {
  for (const auto& [name, known] : kGrainNames) {
    if (known == grain) return name;
  }
  return "";
}

const char* op_text(FilterOp op) {
  for (const auto& [text, known] : kOpTexts) {
    if (known == op) return text;
  }
  return "";
}

bool is_folded(Grain grain) {
  return grain == Grain::quarter_of_year || grain == Grain::month_of_year ||
         grain == Grain::weekday;
}

}  // namespace tally::semantic
