#pragma once
// The cheapest ways to cover all words of a question with items of the chart.

#include <vector>

#include "answer/parsed/chart.h"

namespace tally::answer::parsed {

struct Covering {
  std::vector<const Item*> items;  // in order; together they cover every token once
  double cost = 0;
};

// Up to weights::kCoverings of them, the cheapest first. The items live in the chart.
std::vector<Covering> best_coverings(const Chart& chart);

}  // namespace tally::answer::parsed
