#pragma once
// Which metrics a measure may mean, with what each costs.

#include <string>
#include <vector>

#include "answer/parsed/draft.h"
#include "answer/parsed/vocabulary.h"

namespace tally::answer::parsed {

struct MeasureOption {
  std::vector<uint32_t> metrics = {};  // several: one for each member named
  double cost = 0;
  std::string trouble = {};    // why it is none
  std::string beyond = {};     // a computation of it that no request can say
  std::string note = {};       // an assumption to say aloud
  bool worked_out = false;     // no metric says it, but the rows may do
  std::string otherwise = {};  // worked_out: what it is, should they not
};

std::vector<MeasureOption> measure_options(const Vocabulary& vocabulary, const Chart& chart,
                                           const MeasureMention& mention, const Draft& draft);

}  // namespace tally::answer::parsed
