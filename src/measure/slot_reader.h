#pragma once
// Reads the slots of a template. Private to the exam reader.

#include <string>
#include <vector>

#include "measure/exam.h"
#include "semantic/tree_reader.h"

namespace tally::measure {

std::vector<Slot> read_slots(const semantic::Node& node, const semantic::TreeReader& reader,
                             const std::string& owner);

}  // namespace tally::measure
