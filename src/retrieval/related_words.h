#pragma once
// Words that may be said for one another, where a catalog does not know the one that is said.

#include <string_view>

namespace tally::retrieval {

// Looks up lines "stem other:weight other:weight …", weights from 1 to 9. Lines are in order of
// their bytes; those that begin with '#' come first. The text outlives this.
class RelatedWords {
 public:
  RelatedWords() = default;
  explicit RelatedWords(std::string_view text) : text_(text) {}

  // Calls each(stem, weight) with weights up to 1, the surest first.
  template <typename Each>
  void each(std::string_view stem, Each each) const {
    std::string_view line = line_of(stem);
    while (!line.empty()) {
      line.remove_prefix(1);
      const size_t end = line.find(' ');
      const std::string_view item = line.substr(0, end);
      const size_t colon = item.find(':');
      if (colon != item.npos && colon + 1 < item.size())
        each(item.substr(0, colon), static_cast<float>(item[colon + 1] - '0') / 9);
      line = end == line.npos ? std::string_view() : line.substr(end);
    }
  }

 private:
  std::string_view line_of(std::string_view stem) const;  // behind the stem; empty if it has none

  std::string_view text_;
};

}  // namespace tally::retrieval
