#pragma once
// Text inside HTML.

#include <string>
#include <string_view>

namespace tally::text {

// Safe between tags and inside quoted attributes; quotes as numbers, as Markup of Jinja has them.
std::string escape_html(std::string_view text);

}  // namespace tally::text
