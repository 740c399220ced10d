#pragma once
// What a search asks for: the words of a text that say most, and what they are in an index.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "retrieval/search_index.h"

namespace tally::retrieval {

struct QueryWord {
  std::string word;
  std::vector<WeightedTerm> terms;  // each of them will do, the surest first
  size_t own = 0;                   // of them those that the word is itself; others are related
  float weight = 0;                 // idf of what it means
};

// Adds what may be said for a word: terms that names or columns of the index have, each with its
// sureness times `share`.
void add_related(std::string_view word, float share, const SearchIndex& index,
                 std::vector<WeightedTerm>& terms);

// Keeps its memory between texts, so that reading one allocates nothing once it is warm.
class Query {
 public:
  // Of a text of many words those count that are rarest in the index, kMostWords at most: an answer
  // costs the same however long the text is.
  static constexpr size_t kMostWords = 64;

  void read(std::string_view text, const SearchIndex& index);

  // Each meant once, in the order of the text; none that the index does not know.
  std::span<const QueryWord> words() const { return std::span(words_).first(count_); }
  float weight() const { return weight_; }  // of all of them, above 0
  // Every word of the text, known or not, in order.
  std::span<const std::string> said() const { return std::span(said_).first(said_count_); }
  // How close two terms stand in the text, in this order: 1 side by side, 0.5 over one word.
  float together(uint32_t first, uint32_t second) const;
  size_t length() const { return order_.size(); }  // words that the index knows, with repetitions

 private:
  void take(std::string_view word, const SearchIndex& index);
  static void weigh(QueryWord& word, const SearchIndex& index);
  void keep_rarest();
  void pair_up();

  std::string buffer_;
  std::vector<std::string> said_;
  size_t said_count_ = 0;
  std::vector<QueryWord> words_;
  size_t count_ = 0;             // of words_ in use
  std::vector<uint32_t> order_;  // first terms, as the text has them
  std::vector<uint32_t> seen_;   // those of words_
  std::vector<std::pair<uint64_t, float>> pairs_;
  std::vector<float> weights_;
  float weight_ = 0;
};

}  // namespace tally::retrieval
