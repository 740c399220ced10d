#pragma once
// Words to terms: what is equal in the index. A word counts as its stem; one that was run together
// also as its parts, a short form as what it stands for, "crc20" also as "crc".

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "retrieval/ranking_data.h"
#include "retrieval/segmenter.h"
#include "retrieval/string_table.h"

namespace tally::retrieval {

struct WeightedTerm {
  uint32_t term = 0;
  float weight = 1;
};

// How often a catalog has a word in names and in prose.
struct WordCounts {
  uint32_t names = 0, prose = 0;
};

// Built with an index, then read by its searches. Refers to the ranking data it was made with.
class Analyser {
 public:
  explicit Analyser(const RankingData& data) : data_(&data), segmenter_(data.common_words) {}

  // --- while building
  StringTable& words() { return words_; }
  const StringTable& words() const { return words_; }
  // Words that stand apart in the catalog, by number; then what is short for what. After that
  // every word has its terms.
  void learn(std::span<const WordCounts> counts,
             std::unordered_map<uint32_t, std::vector<uint32_t>> short_forms);
  std::span<const WeightedTerm> terms_of(uint32_t word) const {
    return std::span(terms_).subspan(ends_[word], ends_[word + 1] - ends_[word]);
  }

  // --- while searching
  const StringTable& terms() const { return term_table_; }
  // The terms of the index that a query's word means; those that no resource has are left out.
  void query_terms(std::string_view word, std::vector<WeightedTerm>& out) const;
  bool is_stop_word(std::string_view word) const {
    return data_->stop_words.count(std::string(word)) > 0;
  }
  size_t memory() const;

  // What searching needs of it, as bytes and back.
  void write(ByteWriter& writer) const;
  void read(ByteReader& reader);

 private:
  template <typename Term>
  void each_term(std::string_view word, bool one_word, Term term) const;

  const RankingData* data_;
  StringTable words_, term_table_;
  Segmenter segmenter_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> short_forms_;
  std::vector<WeightedTerm> terms_;  // of each word in turn
  std::vector<uint32_t> ends_;
};

}  // namespace tally::retrieval
