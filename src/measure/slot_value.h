#pragma once
// A value of the warehouse or of an exam file as a literal of SQL.

#include <optional>
#include <string>
#include <string_view>

#include "measure/exam.h"
#include "semantic/tree.h"
#include "table/result_table.h"

namespace tally::measure {

// As it is written in an exam file: 1999 is a number, "1999" a text, 2000-01-31 a date. nullopt: no
// single value.
std::optional<SlotValue> slot_value(const semantic::Node& node);

// A cell that is not NULL. nullopt: its type has no literal that we write (lists, intervals, …).
std::optional<SlotValue> slot_value(const table::Column& column, size_t row);

}  // namespace tally::measure
