#include "retrieval/related_words.h"

#include <algorithm>

namespace tally::retrieval {

// Halves the text by bytes and goes to the next line's start: nothing is read before it is needed.
std::string_view RelatedWords::line_of(std::string_view stem) const {
  size_t low = 0, high = text_.size();  // starts of lines, or the end
  while (low < high) {
    size_t start = low + (high - low) / 2;
    while (start > low && text_[start - 1] != '\n') --start;
    const size_t end = std::min(text_.find('\n', start), text_.size());
    const std::string_view line = text_.substr(start, end - start);
    const std::string_view key = line.substr(0, line.find(' '));
    if (key == stem && !key.empty()) return line.substr(key.size());
    if (key.starts_with('#') || key < stem)
      low = end + 1;
    else
      high = start;
  }
  return {};
}

}  // namespace tally::retrieval
