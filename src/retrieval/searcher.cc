#include "retrieval/searcher.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tally::retrieval {
namespace {

using catalog::ResourceIndex;

constexpr float kFusion = 60;
constexpr size_t kPool = 60;          // candidates that get features, at least
constexpr size_t kNeighboursOf = 12;  // of so many best, those linked by keys join the pool
// With SearchOptions::related: of so many schemas, as far as they are no bigger.
constexpr size_t kPlacesBeside = 3, kBiggestBeside = 60;
constexpr size_t kBiggestPool = 3;  // times what was picked by text

constexpr uint16_t bit(Field field) {
  return static_cast<uint16_t>(1u << index_of(field));
}
constexpr uint16_t kNameFields = bit(Field::name) | bit(Field::alias);
constexpr uint16_t kColumnFields = bit(Field::column);

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

Searcher::Searcher(std::shared_ptr<const SearchIndex> index)
    : index_(std::move(index)), features_(*index_) {
  evidence_.resize(index_->size());
  pool_at_.assign(index_->size(), 0);
  place_text_.assign(index_->place_count(), 0);
}

// A word counts once in each place, by whichever of its terms is met there first.
void Searcher::add_word(size_t number, const QueryWord& word, const std::vector<char>* allowed) {
  const uint64_t own = uint64_t{1} << number;
  for (const WeightedTerm& term : word.terms) {
    const float step = index_->idf(term.term) * term.weight * kSaturationStep;
    const float share = word.weight * term.weight;
    for (const Posting& posting : index_->postings(term.term)) {
      Evidence& evidence = evidence_[posting.resource];
      if (evidence.empty()) {
        if (allowed && !(*allowed)[posting.resource]) continue;
        touched_.push_back(posting.resource);
      }
      evidence.text += step * static_cast<float>(posting.saturation);
      if (!(evidence.seen_words & own)) evidence.seen += share;
      evidence.seen_words |= own;
      if ((posting.fields & kNameFields) && !(evidence.name_words & own)) {
        evidence.name += share;
        evidence.name_words |= own;
      }
      if ((posting.fields & kColumnFields) && !(evidence.column_words & own)) {
        evidence.column += share;
        evidence.column_words |= own;
      }
    }
  }
}

void Searcher::add_up(const std::vector<char>* allowed) {
  const auto words = query_.words();
  for (size_t at = 0; at < words.size(); ++at) add_word(at, words[at], allowed);
}

void Searcher::forget() {
  for (uint32_t resource : touched_) evidence_[resource] = {};
  for (const Candidate& candidate : pool_) pool_at_[candidate.resource] = 0;
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
  const Evidence& evidence = evidence_[resource];
  if (ranker == Ranker::bm25f) return evidence.text / query_.weight();
  const float name = index_->name_weight(resource);
  return (evidence.seen + evidence.name) / query_.weight() + (name > 0 ? evidence.name / name : 0);
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

void Searcher::add_to_pool(uint32_t resource, const SearchOptions& options) {
  if (pool_at_[resource] > 0 || (options.allowed && !(*options.allowed)[resource])) return;
  pool_.push_back({resource, {}, 0});
  pool_at_[resource] = static_cast<uint32_t>(pool_.size());
}

void Searcher::add_linked(const SearchOptions& options) {
  const size_t best = std::min(kNeighboursOf, pool_.size()), most = pool_.size() * kBiggestPool;
  for (size_t at = 0; at < best; ++at)
    for (uint32_t neighbour : index_->neighbours(pool_[at].resource)) {
      if (pool_.size() >= most) return;
      add_to_pool(neighbour, options);
    }
}

// The schemas that the pool's text lies in, the best first, with all that is in them.
void Searcher::add_beside(const SearchOptions& options) {
  places_.clear();
  for (const Candidate& candidate : pool_) {
    const float text = text_score(Ranker::bm25f, candidate.resource);
    float& sum = place_text_[index_->place(candidate.resource)];
    if (sum == 0) places_.emplace_back(0, index_->place(candidate.resource));
    sum += text * text + 1e-9f;
  }
  for (auto& [sum, place] : places_) sum = std::exchange(place_text_[place], 0);
  std::sort(places_.begin(), places_.end(), std::greater<>());
  places_.resize(std::min(places_.size(), kPlacesBeside));
  for (const auto& [sum, place] : places_) {
    const auto resources = index_->resources_in(place);
    if (resources.size() > kBiggestBeside) continue;
    for (uint32_t resource : resources) add_to_pool(resource, options);
  }
}

// The best by text, and by name where the text says little; then what is linked to the best.
void Searcher::pick_pool(size_t wanted, const SearchOptions& options) {
  pool_.clear();
  hits_.clear();
  for (uint32_t resource : touched_)
    hits_.push_back({ResourceIndex{resource}, text_score(Ranker::bm25f, resource) +
                                                  evidence_[resource].name / query_.weight()});
  keep_best(std::max(kPool, wanted * 2));
  for (const Hit& hit : hits_) add_to_pool(hit.resource.value, options);
  add_linked(options);
  if (options.related) add_beside(options);
}

void Searcher::rank_linear(size_t wanted) {
  const LinearWeights& weights = index_->weights().linear;
  hits_.clear();
  for (const Candidate& candidate : pool_)
    hits_.push_back({ResourceIndex{candidate.resource}, weighed(candidate.features, weights)});
  keep_best(wanted);
}

std::span<const Hit> Searcher::search(std::string_view query, const SearchOptions& options) {
  query_.read(query, *index_);
  add_up(options.allowed);
  const size_t wanted = options.offset + options.limit;
  pool_.clear();
  if (options.ranker == Ranker::linear) {
    pick_pool(wanted, options);
    features_.fill(query, query_, evidence_, pool_at_, pool_);
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

std::span<const Candidate> Searcher::candidates(std::string_view query,
                                                const SearchOptions& options) {
  query_.read(query, *index_);
  add_up(options.allowed);
  pick_pool(options.limit, options);
  features_.fill(query, query_, evidence_, pool_at_, pool_);
  forget();
  return pool_;
}

}  // namespace tally::retrieval
