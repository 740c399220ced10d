#include "retrieval/searcher.h"

#include <algorithm>
#include <cmath>

#include "retrieval/words.h"
#include "text/stem.h"

namespace tally::retrieval {
namespace {

using catalog::ResourceIndex;

constexpr float kFusion = 60;
constexpr size_t kPool = 60;          // candidates that get features, at least
constexpr size_t kNeighboursOf = 12;  // of so many best, those linked by keys join the pool
constexpr size_t kPlacesOf = 40;      // so many best say which schema a question is about

constexpr uint16_t bit(Field field) {
  return static_cast<uint16_t>(1u << index_of(field));
}
constexpr uint16_t kNameFields = bit(Field::name) | bit(Field::alias);
constexpr uint16_t kColumnFields = bit(Field::column);

constexpr uint16_t kSeen = 1, kInName = 2, kInColumn = 4;
constexpr size_t kMostWords = 500;  // of a query; what comes behind is not read

enum FeatureIndex : size_t {
  kText,
  kTextShare,
  kCovered,
  kCoveredByName,
  kCoveredByColumns,
  kNameExplained,
  kPhrase,
  kExact,
  kTier,
  kTierHere,
  kVariant,
  kPlaceShare,
  kPlaceBest,
  kNeighbour,
  kComplete,
};
static_assert(kComplete + 1 == kFeatureCount);

float weighed(const Features& features, const LinearWeights& weights) {
  float sum = 0;
  for (size_t at = 0; at < kFeatureCount; ++at) sum += features[at] * weights.values[at];
  return sum;
}

}  // namespace

std::string_view name_of(Ranker ranker) {
  switch (ranker) {
    case Ranker::bm25f:
      return "bm25f";
    case Ranker::overlap:
      return "overlap";
    case Ranker::rrf:
      return "rrf";
    case Ranker::linear:
      return "linear";
  }
  return {};
}

std::optional<Ranker> ranker_named(std::string_view name) {
  for (Ranker ranker : kRankers)
    if (name_of(ranker) == name) return ranker;
  return std::nullopt;
}

Searcher::Searcher(std::shared_ptr<const SearchIndex> index) : index_(std::move(index)) {
  sums_.resize(index_->size());
  pool_at_.assign(index_->size(), 0);
  place_sum_.assign(index_->place_count(), 0);
  place_best_.assign(index_->place_count(), 0);
  variant_asked_.assign(index_->data().patterns.variants.size(), 0);
}

void Searcher::read_query(std::string_view query) {
  word_count_ = 0;
  order_.clear();
  plain_query_.clear();
  weight_ = 0;
  each_word(query, buffer_, [&](std::string_view word) {
    if (!plain_query_.empty()) plain_query_ += '_';
    plain_query_ += word;
    if (word_count_ == words_.size()) words_.emplace_back();
    QueryWord& entry = words_[word_count_];
    entry.word = word;
    entry.terms.clear();
    index_->analyser().query_terms(word, entry.terms);
    entry.idf = 0;
    for (const WeightedTerm& term : entry.terms)
      entry.idf = std::max(entry.idf, index_->idf(term.term) * term.weight);
    if (!entry.terms.empty()) order_.push_back(entry.terms.front().term);
    entry.repeated =
        std::any_of(words_.begin(), words_.begin() + static_cast<ptrdiff_t>(word_count_),
                    [&](const QueryWord& before) {
                      return !before.terms.empty() && !entry.terms.empty() &&
                             before.terms[0].term == entry.terms[0].term;
                    });
    if (!entry.repeated) weight_ += entry.idf;
    if (word_count_ + 1 < kMostWords) ++word_count_;
  });
  weight_ = std::max(weight_, 1e-6f);
}

// A word counts once in each place, by whichever of its terms is met there first.
void Searcher::add_word(uint16_t number, const QueryWord& word, const std::vector<char>* allowed) {
  for (const WeightedTerm& term : word.terms) {
    const float step = index_->idf(term.term) * term.weight * kSaturationStep;
    const float share = word.idf * term.weight;
    for (const Posting& posting : index_->postings(term.term)) {
      Sums& sums = sums_[posting.resource];
      if (sums.word == 0) {
        if (allowed && !(*allowed)[posting.resource]) continue;
        touched_.push_back(posting.resource);
      }
      if (sums.word != number) {
        sums.word = number;
        sums.counted = 0;
      }
      sums.text += step * static_cast<float>(posting.saturation);
      const auto places =
          static_cast<uint16_t>(kSeen | (posting.fields & kNameFields ? kInName : 0) |
                                (posting.fields & kColumnFields ? kInColumn : 0));
      const auto fresh = static_cast<uint16_t>(places & ~sums.counted);
      sums.counted |= places;
      if (fresh & kSeen) sums.seen += share;
      if (fresh & kInName) sums.name += share;
      if (fresh & kInColumn) sums.column += share;
    }
  }
}

void Searcher::add_up(const std::vector<char>* allowed) {
  for (size_t at = 0; at < word_count_; ++at)
    if (!words_[at].repeated) add_word(static_cast<uint16_t>(at + 1), words_[at], allowed);
}

void Searcher::forget() {
  for (uint32_t resource : touched_) sums_[resource] = {};
  found_.swap(touched_);
  touched_.clear();
}

bool Searcher::comes_first(const Hit& a, const Hit& b) const {
  if (a.score != b.score) return a.score > b.score;
  const auto& resources = index_->inventory().resources();
  const size_t first = resources[a.resource.value].name.size(),
               second = resources[b.resource.value].name.size();
  return first != second ? first < second : a.resource < b.resource;
}

void Searcher::keep_best(size_t wanted) {
  const auto order = [this](const Hit& a, const Hit& b) { return comes_first(a, b); };
  if (hits_.size() > wanted) {
    std::nth_element(hits_.begin(), hits_.begin() + static_cast<ptrdiff_t>(wanted), hits_.end(),
                     order);
    hits_.resize(wanted);
  }
  std::sort(hits_.begin(), hits_.end(), order);
}

float Searcher::text_score(Ranker ranker, uint32_t resource) const {
  const Sums& sums = sums_[resource];
  if (ranker == Ranker::bm25f) return sums.text / weight_;
  const float name = index_->name_weight(resource);
  return (sums.seen + sums.name) / weight_ + (name > 0 ? sums.name / name : 0);
}

void Searcher::rank_by(Ranker ranker, size_t wanted) {
  hits_.clear();
  for (uint32_t resource : touched_)
    hits_.push_back({ResourceIndex{resource}, text_score(ranker, resource)});
  keep_best(wanted);
}

void Searcher::rank_by_fusion(size_t wanted) {
  const size_t depth = std::max<size_t>(wanted * 2, 100);
  rank_by(Ranker::overlap, depth);
  other_hits_.swap(hits_);
  rank_by(Ranker::bm25f, depth);
  for (size_t at = 0; at < hits_.size(); ++at) {
    hits_[at].score = 1 / (kFusion + 1 + static_cast<float>(at));
    pool_at_[hits_[at].resource.value] = static_cast<uint32_t>(at + 1);
  }
  for (size_t at = 0; at < other_hits_.size(); ++at) {
    const float score = 1 / (kFusion + 1 + static_cast<float>(at));
    uint32_t& there = pool_at_[other_hits_[at].resource.value];
    if (there > 0)
      hits_[there - 1].score += score;
    else
      hits_.push_back({other_hits_[at].resource, score});
  }
  for (const Hit& hit : hits_) pool_at_[hit.resource.value] = 0;
  keep_best(wanted);
}

// The best by text, and by name where the text says little; then what is linked to the best.
void Searcher::pick_pool(size_t wanted, const std::vector<char>* allowed) {
  pool_.clear();
  const size_t size = std::max(kPool, wanted * 2);
  hits_.clear();
  for (uint32_t resource : touched_)
    hits_.push_back({ResourceIndex{resource},
                     text_score(Ranker::bm25f, resource) + sums_[resource].name / weight_});
  keep_best(size);
  const auto add = [&](uint32_t resource) {
    if (pool_at_[resource] > 0) return;
    pool_.push_back({resource, {}});
    pool_at_[resource] = static_cast<uint32_t>(pool_.size());
  };
  for (const Hit& hit : hits_) add(hit.resource.value);
  const size_t best = std::min(kNeighboursOf, hits_.size());
  for (size_t at = 0; at < best; ++at)
    for (uint32_t neighbour : index_->neighbours(hits_[at].resource.value))
      if (!allowed || (*allowed)[neighbour]) add(neighbour);
}

// Words of the query that stand side by side in the name too, of those that could. Two with one
// word of the query between them count half.
float Searcher::phrase(uint32_t resource) const {
  if (order_.size() < 2) return 0;
  const auto name = index_->name_terms(resource);
  const auto together = [&](uint32_t first, uint32_t second) {
    for (size_t at = 0; at + 1 < name.size(); ++at)
      if (name[at] == first && name[at + 1] == second) return true;
    return false;
  };
  float pairs = 0;
  for (size_t at = 0; at + 1 < order_.size(); ++at) {
    if (together(order_[at], order_[at + 1]))
      pairs += 1;
    else if (at + 2 < order_.size() && together(order_[at], order_[at + 2]))
      pairs += 0.5f;
  }
  return std::min(1.0f, pairs / static_cast<float>(order_.size() - 1));
}

// How much each word that tells variants apart is wanted by this query. A word that the query says
// itself is evidence already.
void Searcher::ask_variants() {
  const auto& variants = index_->data().patterns.variants;
  for (size_t at = 0; at < variants.size(); ++at) {
    float asked = 0;
    bool said = false, any = false;
    for (size_t w = 0; w < word_count_; ++w) {
      said |= words_[w].word == variants[at].word;
      for (const auto& [word, weight] : variants[at].asked_by)
        if (word == words_[w].word) {
          asked += weight;
          any = true;
        }
    }
    variant_asked_[at] = said ? 1.0f : std::tanh(any ? asked : variants[at].unasked);
  }
}

float Searcher::variant(uint32_t resource) const {
  float sum = 0;
  for (uint8_t at : index_->variants(resource)) sum += variant_asked_[at];
  return sum;
}

void Searcher::fill_own(Candidate& candidate, float best_text) {
  const uint32_t resource = candidate.resource;
  const Sums& sums = sums_[resource];
  Features& out = candidate.features;
  out[kText] = sums.text / weight_;
  out[kTextShare] = best_text > 0 ? sums.text / best_text : 0;
  out[kCovered] = sums.seen / weight_;
  out[kComplete] = out[kCovered] * out[kCovered] * out[kCovered];
  out[kCoveredByName] = sums.name / weight_;
  out[kCoveredByColumns] = sums.column / weight_;
  const float name = index_->name_weight(resource);
  out[kNameExplained] = name > 0 ? std::min(sums.name / name, 1.0f) : 0;
  out[kPhrase] = sums.name > 0 ? phrase(resource) : 0;
  out[kExact] = 0;
  out[kTier] = index_->tier(resource);
  out[kTierHere] = index_->tier_here(resource);
  out[kVariant] = variant(resource);
}

// Questions stay in one schema: how much of the best answers' text lies in the candidate's.
void Searcher::fill_places() {
  float all = 0;
  const size_t count = std::min(kPlacesOf, pool_.size());
  for (size_t at = 0; at < count; ++at) {
    const float text = pool_[at].features[kText] * pool_[at].features[kText];
    const uint32_t place = index_->place(pool_[at].resource);
    place_sum_[place] += text;
    place_best_[place] = std::max(place_best_[place], pool_[at].features[kTextShare]);
    all += text;
  }
  for (Candidate& candidate : pool_) {
    const uint32_t place = index_->place(candidate.resource);
    candidate.features[kPlaceShare] = all > 0 ? place_sum_[place] / all : 0;
    candidate.features[kPlaceBest] = place_best_[place];
  }
  for (const Candidate& candidate : pool_)
    place_sum_[index_->place(candidate.resource)] = place_best_[index_->place(candidate.resource)] =
        0;
}

// The best of those linked by a key, as scored so far.
void Searcher::fill_neighbours() {
  const LinearWeights& weights = index_->data().linear;
  hits_.clear();
  for (const Candidate& candidate : pool_)
    hits_.push_back({ResourceIndex{candidate.resource}, weighed(candidate.features, weights)});
  for (Candidate& candidate : pool_) {
    float best = 0;
    for (uint32_t neighbour : index_->neighbours(candidate.resource))
      if (pool_at_[neighbour] > 0) best = std::max(best, hits_[pool_at_[neighbour] - 1].score);
    candidate.features[kNeighbour] = best;
  }
}

void Searcher::fill_features(std::string_view query) {
  float best_text = 0;
  for (const Candidate& candidate : pool_)
    best_text = std::max(best_text, sums_[candidate.resource].text);
  ask_variants();
  for (Candidate& candidate : pool_) fill_own(candidate, best_text);
  const auto& resources = index_->inventory().resources();
  const size_t start = query.find_first_not_of(' ');
  if (start != query.npos) {
    query = query.substr(start, query.find_last_not_of(' ') + 1 - start);
    for (Candidate& candidate : pool_) {
      const auto& resource = resources[candidate.resource];
      const bool exact = resource.name == query || resource.id == query ||
                         last_part(resource.name) == query ||
                         last_part(resource.name) == plain_query_;
      candidate.features[kExact] = exact ? 1.0f : 0.0f;
    }
  }
  fill_places();
  fill_neighbours();
  for (const Candidate& candidate : pool_) pool_at_[candidate.resource] = 0;
}

void Searcher::rank_linear(size_t wanted) {
  const LinearWeights& weights = index_->data().linear;
  hits_.clear();
  for (const Candidate& candidate : pool_)
    hits_.push_back({ResourceIndex{candidate.resource}, weighed(candidate.features, weights)});
  keep_best(wanted);
}

std::span<const Hit> Searcher::search(std::string_view query, const SearchOptions& options) {
  read_query(query);
  add_up(options.allowed);
  const size_t wanted = options.offset + options.limit;
  if (options.ranker == Ranker::linear) {
    pick_pool(wanted, options.allowed);
    fill_features(query);
    rank_linear(wanted);
  } else if (options.ranker == Ranker::rrf) {
    rank_by_fusion(wanted);
  } else {
    rank_by(options.ranker, wanted);
  }
  forget();
  if (options.offset >= hits_.size()) return {};
  return std::span<const Hit>(hits_).subspan(options.offset);
}

std::span<const Searcher::Candidate> Searcher::candidates(std::string_view query, size_t limit) {
  read_query(query);
  add_up(nullptr);
  pick_pool(limit, nullptr);
  fill_features(query);
  forget();
  return pool_;
}

}  // namespace tally::retrieval
