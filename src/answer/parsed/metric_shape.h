#pragma once
// What a metric's expression does, as far as words in a question may ask about it.

#include <string>

#include "sql/tree.h"

namespace tally::answer::parsed {

struct MetricShape {
  std::string aggregate;  // the outermost call in lower case, empty for arithmetic over several
  std::string counted_dataset, counted_field;    // COUNT(DISTINCT d.x), COUNT(d.x) and nothing else
  bool distinct = false;                         // … of the first kind
  std::string measured_dataset, measured_field;  // SUM(d.x), AVG(d.x), … and nothing else
  bool sums = false;   // sums and counts, added up or taken from one another: it has parts
  bool picks = false;  // some of the rows only: CASE, FILTER, MIN, …
};

MetricShape shape_of(const sql::Expression& expression);

}  // namespace tally::answer::parsed
