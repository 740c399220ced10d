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

const char* calculation_name(Calculation::Kind kind) {
  for (const auto& [name, known] : kCalculationNames) {
    if (known == kind) return name;
  }
  return "";
}

const char* summary_name(Summary::Aggregate aggregate) {
  for (const auto& [name, known] : kSummaryNames) {
    if (known == aggregate) return name;
  }
  return "";
}

bool takes_two(Calculation::Kind kind) {
  using Kind = Calculation::Kind;
  return kind == Kind::percent || kind == Kind::ratio || kind == Kind::difference ||
         kind == Kind::growth;
}

bool is_over_periods(Calculation::Kind kind) {
  return !takes_two(kind) && kind != Calculation::Kind::share;
}

std::string calculation_column(const Calculation& calculation) {
  std::string name = calculation.of + "_" + calculation_name(calculation.kind);
  // beside that of the period before: "revenue_change_over_12"
  if (calculation.back != 1) name += "_over_" + std::to_string(calculation.back);
  return name;
}

bool is_folded(Grain grain) {
  return grain == Grain::quarter_of_year || grain == Grain::month_of_year ||
         grain == Grain::weekday;
}

}  // namespace tally::semantic
