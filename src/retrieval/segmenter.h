#pragma once
// Words that were run together, taken apart: "financialserviceaccount". The words it knows are the
// catalog's own, which stand apart elsewhere, and a list of common ones.

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tally::retrieval {

class Segmenter {
 public:
  // `common` from the most frequent on.
  explicit Segmenter(const std::vector<std::string>& common);

  // A word of the catalog that stands by itself so often; lower case.
  void add(std::string_view word, size_t count);

  // Whether `word` is one word as it stands: a common one or an inflection of one.
  bool is_common(std::string_view word) const;

  // The parts of a word of letters a–z, two or more; empty if it is one word for all we know.
  // Cheapest way to spell it with known words, as in P. Norvig, "Natural language corpus data"
  // (2009), with at most one part that is not known. O(length × longest word).
  std::vector<std::string_view> parts(std::string_view word) const;

 private:
  static constexpr float kUnknown = 1e6f;
  float cost_of(std::string_view part) const;  // −ln of its share; kUnknown: not a word
  float cost_or_inflected(std::string_view part) const;

  struct Entry {
    float common = kUnknown;  // cost by the list
    size_t count = 0;         // in the catalog
  };
  std::unordered_map<std::string_view, Entry> entries_;  // of words that outlive this
  size_t total_ = 0;
};

}  // namespace tally::retrieval
