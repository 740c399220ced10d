#pragma once
// Scorecards as documents.

#include <string>
#include <vector>

#include "measure/scorecard.h"

namespace tally::measure {

// {"scorecards": [{"exam", "version", "split", …, "figures", "cuts", "failures", "targets"}]}
std::string scorecards_json(const std::vector<Scorecard>& cards);

// One HTML file that loads nothing: styles and plots are inside, whatever a question holds is text.
std::string scorecards_html(const std::vector<Scorecard>& cards);

}  // namespace tally::measure
