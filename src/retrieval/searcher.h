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

#include "retrieval/features.h"
#include "retrieval/query.h"
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

struct Hit {
  catalog::ResourceIndex resource;
  float score = 0;
};

struct SearchOptions {
  Ranker ranker = Ranker::linear;
  size_t limit = 10, offset = 0;
  // Also what no word speaks for, but stands in the schema or folder of the best: it comes behind.
  bool related = false;
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

  // What the linear ranker looks at, for training.
  std::span<const Candidate> candidates(std::string_view query, const SearchOptions& options = {});

  // Every word of the last query, known or not, in order.
  std::span<const std::string> said() const { return query_.said(); }
  // Those of the last query that count.
  std::span<const QueryWord> words() const { return query_.words(); }

 private:
  void add_up(const std::vector<char>* allowed);
  void add_word(size_t number, const QueryWord& word, const std::vector<char>* allowed);
  void forget();
  float text_score(Ranker ranker, uint32_t resource) const;
  void rank_by(Ranker ranker, size_t wanted);
  void rank_by_fusion(size_t wanted);
  void rank_linear(size_t wanted);
  void pick_pool(size_t wanted, const SearchOptions& options);
  void add_linked(const SearchOptions& options);
  void add_beside(const SearchOptions& options);
  void add_to_pool(uint32_t resource, const SearchOptions& options);
  bool comes_first(const Hit& a, const Hit& b) const;
  void keep_best(size_t wanted);

  std::shared_ptr<const SearchIndex> index_;  // kept while another index may already be in use
  Query query_;
  FeatureMaker features_;
  std::vector<Evidence> evidence_;  // by resource
  std::vector<uint32_t> touched_;
  std::vector<Hit> hits_, other_hits_;
  std::vector<Candidate> pool_;
  std::vector<uint32_t> pool_at_;  // by resource: position in pool_ + 1, or 0
  std::vector<std::pair<float, uint32_t>> places_;
  std::vector<float> place_text_;  // by place
  std::vector<uint32_t> found_;
};

}  // namespace tally::retrieval
