#pragma once
// A model without what lies on a hidden table or reads a hidden column: whoever hides it wins over
// the model's author. Keys that only join, or count the
// entities of a history table, may be hidden: no answer shows them.

#include <string>
#include <vector>

#include "catalog/hidden.h"
#include "semantic/model.h"

namespace tally::semantic {

struct LeftOut {
  std::string what;    // metric "pay"
  std::string reason;  // "it reads a hidden column"
  Position at;         // in the model's file
};

// Takes fields, times, datasets, relationships and metrics out of the model, and names, examples
// and labels with them. In the order of the file.
std::vector<LeftOut> leave_out_hidden(Model& model, const catalog::IsHidden& is_hidden);

}  // namespace tally::semantic
