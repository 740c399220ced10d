#pragma once
// A query → resources, best first. One Searcher a thread: it keeps its scratch memory between
// queries, so that a query allocates nothing once it is warm.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/search_index.h"

namespace tally::retrieval {

enum class Ranker : uint8_t {
  bm25f,    // text alone
  overlap,  // how many of the query's words are there, and in the name
  rrf,     // both lists by reciprocal rank, k = 60: G. Cormack, C. Clarke, S. Büttcher, "Reciprocal
           // rank fusion outperforms Condorcet and individual rank learning methods" (SIGIR 2009)
  linear,  // a weighted sum of Features
};
inline constexpr std::array kRankers = {Ranker::linear, Ranker::bm25f, Ranker::overlap,
                                        Ranker::rrf};
std::string_view name_of(Ranker ranker);
std::optional<Ranker> ranker_named(std::string_view name);

// What the linear ranker knows of a candidate, in the order of feature_name(): shares in [0, 1]
// unless said otherwise. More evidence never lowers one.
using Features = std::array<float, kFeatureCount>;

struct Hit {
  catalog::ResourceIndex resource;
  float score = 0;
};

struct SearchOptions {
  Ranker ranker = Ranker::linear;
  size_t limit = 10, offset = 0;
  // If given, one entry a resource: whether it may be found.
  const std::vector<char>* allowed = nullptr;
};

class Searcher {
 public:
  explicit Searcher(std::shared_ptr<const SearchIndex> index);
  const SearchIndex& index() const { return *index_; }

  // Valid until the next call. Of equal scores the shorter name comes first, then by position.
  std::span<const Hit> search(std::string_view query, const SearchOptions& options = {});
  // How many resources the last query touched and was allowed to: what paging counts to.
  size_t found() const { return found_.size(); }
  // Those, in no order; valid until the next search.
  const std::vector<uint32_t>& found_resources() const { return found_; }

  struct Candidate {
    uint32_t resource = 0;
    Features features{};
  };
  // What the linear ranker would look at, for training.
  std::span<const Candidate> candidates(std::string_view query, size_t limit = 10);

  // A word of the query, what it is in the index, and in which fields a resource has it.
  struct QueryWord {
    std::string word;
    std::vector<WeightedTerm> terms;  // each of them will do, the surest first
    float idf = 0;                    // of the rarest
    bool repeated = false;            // the same word came before
  };
  std::span<const QueryWord> words() const { return std::span(words_).first(word_count_); }

 private:
  // Sums over the query's terms, of one resource.
  struct Sums {
    float text = 0;        // idf × saturation
    float seen = 0;        // idf of the query's words that it has
    float name = 0;        // of those in its name
    float column = 0;      // of those that name its columns
    uint16_t word = 0;     // of the query, counted last; from 1
    uint16_t counted = 0;  // where that word was met: bits of kSeen, kInName, kInColumn
  };
  void read_query(std::string_view query);
  void add_up(const std::vector<char>* allowed);
  void add_word(uint16_t number, const QueryWord& word, const std::vector<char>* allowed);
  void forget();
  float text_score(Ranker ranker, uint32_t resource) const;
  void rank_by(Ranker ranker, size_t wanted);
  void rank_by_fusion(size_t wanted);
  void rank_linear(size_t wanted);
  void pick_pool(size_t wanted, const std::vector<char>* allowed);
  void fill_features(std::string_view query);
  void fill_own(Candidate& candidate, float best_text);
  void fill_places();
  void fill_neighbours();
  float phrase(uint32_t resource) const;
  float variant(uint32_t resource) const;
  void ask_variants();
  bool comes_first(const Hit& a, const Hit& b) const;
  void keep_best(size_t wanted);

  std::shared_ptr<const SearchIndex> index_;  // kept while another index may already be in use
  std::string buffer_;
  std::vector<QueryWord> words_;
  size_t word_count_ = 0;        // of words_ in use
  std::vector<uint32_t> order_;  // the query's first terms in order, for phrases
  float weight_ = 0;             // sum of their idf
  std::vector<Sums> sums_;       // by resource
  std::vector<uint32_t> touched_;
  std::vector<Hit> hits_, other_hits_;
  std::vector<Candidate> pool_;
  std::vector<uint32_t> pool_at_;  // by resource: position in pool_ + 1, or 0
  std::vector<float> place_sum_, place_best_;
  std::vector<float> variant_asked_;  // by variant word
  std::string plain_query_;
  std::vector<uint32_t> found_;
};

}  // namespace tally::retrieval
