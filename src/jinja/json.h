#pragma once
// Values as JSON, in the way of Python's json module.

#include <optional>
#include <string>

#include "jinja/value.h"

namespace tally::jinja {

// Nothing: something in it has no JSON, or it is too large. Objects with a text of their own
// (dates) are that text if `objects_as_text`, as with json.dumps(default=str).
std::optional<std::string> json_of(const Value& value, bool sort_keys, int indent = -1,
                                   bool objects_as_text = false);

}  // namespace tally::jinja
