#pragma once
// Texts of a project or catalog file end up on terminals: control characters in them, and marks
// that turn the direction of writing, must not.

#include <string>

namespace tally::catalog {

// Each becomes U+FFFD; carriage returns go; line ends and tabs stay.
void make_harmless(std::string& text);
// Of a name, or whatever is shown on one line: line ends and tabs become spaces.
void make_harmless_line(std::string& text);

}  // namespace tally::catalog
