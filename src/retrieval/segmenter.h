#pragma once
// Words that were run together, taken apart: "financialserviceaccount". The words it knows are the
// catalog's own, which stand apart elsewhere, and a list of common ones.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/word_tree.h"

namespace tally::retrieval {

// Common words with their plurals and inflections; `words` from the most frequent on.
WordTree common_word_tree(std::span<const std::string> words);

class Segmenter {
 public:
  // `common` outlives this.
  explicit Segmenter(const WordTree& common) : common_(&common) {}

  void reserve(size_t words) { own_.reserve(words); }
  // A word of the catalog that stands by itself so often among `all` of its words.
  void add(std::string_view word, size_t count, size_t all);

  // The parts of a word of letters a–z, two or more; empty if it is one word for all we know.
  // Cheapest way to spell it with known words, as in P. Norvig, "Natural language corpus data"
  // (2009), with at most one part that is not known. O(length × longest part).
  std::vector<std::string_view> parts(std::string_view word) const;
  void write(ByteWriter& writer) const { own_.write(writer); }
  void read(ByteReader& reader) { own_.read(reader); }
  size_t memory() const { return own_.memory(); }

 private:
  const WordTree* common_;
  WordTree own_;
};

}  // namespace tally::retrieval
