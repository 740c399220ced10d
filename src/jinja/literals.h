#pragma once
// What the literals of a template say.

#include <optional>
#include <string>
#include <string_view>

#include "jinja/value.h"

namespace tally::jinja {

// The text between a string's quotes, with Python's escapes undone. False: an escape is broken.
bool append_unescaped(std::string& out, std::string_view escaped);
// "1_000", "0x1f", "1.5e3". None: too large.
std::optional<Value> number_from_literal(std::string_view text, bool is_real);

}  // namespace tally::jinja
