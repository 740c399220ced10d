#pragma once
// What names of programs, templates and tables are written with.

namespace tally::text {

// A letter or digit of ASCII, or an underscore.
constexpr bool is_identifier_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace tally::text
