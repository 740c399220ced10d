#pragma once
// The parts of a list written with a separator: "a,b", "schema.table", the lines of a text.

#include <string_view>
#include <vector>

namespace tally::text {

// One more than there are separators; empty parts are parts. Views into `text`.
inline std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace tally::text
