#pragma once
// Whether two conditions on one field leave any value at all.

#include "semantic/request.h"

namespace tally::semantic {

// False only where it is certain that no value meets both: "is Lima" and "is Cairo", "below 5" and
// "is one of 7, 8". The filters are taken to be on the same field.
bool may_both_hold(const Filter& a, const Filter& b);

// The same of parts of the calendar: in March and in April is never.
bool may_both_hold(const TimePart& a, const TimePart& b);

}  // namespace tally::semantic
