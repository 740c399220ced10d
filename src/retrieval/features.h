#pragma once
// What the linear ranker knows of a candidate: what of the query the resource has, what its
// neighbours have, and where it stands.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "retrieval/query.h"
#include "retrieval/search_index.h"

namespace tally::retrieval {

// Sums over the query's words, of one resource. Word n of the query is bit n of the sets.
struct Evidence {
  float text = 0;    // idf × saturation
  float seen = 0;    // weight of the words that it has
  float name = 0;    // of those in its name
  float column = 0;  // of those that name its columns
  uint64_t seen_words = 0, name_words = 0, column_words = 0;
  bool empty() const { return seen_words == 0; }
};

// In the order of feature_name(): shares in [0, 1] unless said otherwise. More evidence never
// lowers one.
using Features = std::array<float, kFeatureCount>;

struct Candidate {
  uint32_t resource = 0;
  Features features{};
  float score = 0;  // by what it has itself, before its neighbours are asked
};

// Keeps its scratch memory between queries.
class FeatureMaker {
 public:
  explicit FeatureMaker(const SearchIndex& index);

  // Fills the features of all candidates. `evidence` by resource, `pool_at` likewise: the position
  // in the pool + 1, or 0.
  void fill(std::string_view text, const Query& query, const std::vector<Evidence>& evidence,
            const std::vector<uint32_t>& pool_at, std::vector<Candidate>& pool);

 private:
  // A schema or folder of the pool: what its candidates have together.
  struct Place {
    uint64_t seen_words = 0, name_words = 0;
    float best = 0, sum = 0, vote = 0;
    float covered = 0, covered_by_name = 0;
    // Of each word of the query, how many candidates have it in their name, in their columns.
    std::array<uint8_t, Query::kMostWords> in_names{}, in_columns{};
  };
  void ask_variants(const Query& query);
  float variant(uint32_t resource) const;
  float weight_of(uint64_t words) const;
  float weight_alone(uint64_t words,
                     const std::array<uint8_t, Query::kMostWords>& candidates) const;
  void fill_own(const Query& query, const std::vector<Evidence>& evidence,
                std::vector<Candidate>& pool);
  void fill_text(const std::vector<Evidence>& evidence, std::vector<Candidate>& pool);
  void fill_exact(std::string_view text, const Query& query, std::vector<Candidate>& pool);
  void gather_places(const std::vector<Evidence>& evidence, const std::vector<Candidate>& pool);
  void fill_places(const std::vector<Evidence>& evidence, std::vector<Candidate>& pool);
  void order_pool(std::vector<Candidate>& pool);
  void fill_votes(std::vector<Candidate>& pool);
  void fill_neighbours(const std::vector<uint32_t>& pool_at, std::vector<Candidate>& pool);
  Place& place_of(const Candidate& candidate) {
    return places_[slots_[index_.place(candidate.resource)] - 1];
  }

  const SearchIndex& index_;
  float weight_ = 1;                 // of the query
  std::vector<float> word_weights_;  // of each of its words
  std::vector<Place> places_;        // of the pool
  std::vector<uint32_t> slots_;      // by place: position in places_ + 1, or 0
  struct Asked {
    float sum = 0;
    bool itself = false, any = false;
  };
  std::vector<Asked> asked_;          // by variant word: what the query says of it
  std::vector<float> variant_asked_;  // and what comes of it
  std::vector<uint32_t> order_;       // of the pool, the best first
  std::string plain_;
};

}  // namespace tally::retrieval
