#include "retrieval/features.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tally::retrieval {
namespace {

constexpr size_t kVotes = 12;    // so many best say which schema a question is about
constexpr size_t kLinked = 8;    // and to which tables others are linked
constexpr float kHubLinks = 20;  // links of a resource that everything joins

// In the order of feature_name().
enum FeatureIndex : size_t {
  kText,
  kTextShare,
  kTextRank,
  kCovered,
  kComplete,
  kCoveredByName,
  kNameShare,
  kCoveredByColumns,
  kNameExplained,
  kNameAlone,
  kColumnAlone,
  kPhrase,
  kNameSaid,
  kExact,
  kTier,
  kTierHere,
  kVariant,
  kPlaceShare,
  kPlaceBest,
  kPlaceCovered,
  kPlaceCoveredByName,
  kPlaceVote,
  kNeighbour,
  kSecondNeighbour,
  kLinks,
  kHub,
};
static_assert(kHub + 1 == kFeatureCount);

}  // namespace

FeatureMaker::FeatureMaker(const SearchIndex& index) : index_(index) {
  slots_.assign(index.place_count(), 0);
  variant_asked_.assign(index.data().patterns.variants.size(), 0);
}

// How much each word that tells variants apart is wanted by this query. A word that the query says
// itself is evidence already.
void FeatureMaker::ask_variants(const Query& query) {
  const NamePatterns& patterns = index_.data().patterns;
  asked_.assign(patterns.variants.size(), {});
  for (const std::string& word : query.said()) {
    const auto found = patterns.asked_variants.find(word);
    if (found == patterns.asked_variants.end()) continue;
    for (const AskedVariant& one : found->second) {
      Asked& asked = asked_[one.variant];
      asked.itself |= one.itself;
      asked.any |= !one.itself;
      asked.sum += one.weight;
    }
  }
  for (size_t at = 0; at < asked_.size(); ++at)
    variant_asked_[at] =
        asked_[at].itself
            ? 1.0f
            : std::tanh(asked_[at].any ? asked_[at].sum : patterns.variants[at].unasked);
}

float FeatureMaker::variant(uint32_t resource) const {
  float sum = 0;
  for (uint8_t at : index_.variants(resource)) sum += variant_asked_[at];
  return sum;
}

float FeatureMaker::weight_of(uint64_t words) const {
  float sum = 0;
  for (; words != 0; words &= words - 1)
    sum += word_weights_[static_cast<size_t>(std::countr_zero(words))];
  return sum;
}

// A word that one candidate has counts in full, one that several have by parts.
float FeatureMaker::weight_alone(uint64_t words,
                                 const std::array<uint8_t, Query::kMostWords>& candidates) const {
  float sum = 0;
  for (; words != 0; words &= words - 1) {
    const auto word = static_cast<size_t>(std::countr_zero(words));
    sum += word_weights_[word] / static_cast<float>(std::max<uint8_t>(candidates[word], 1));
  }
  return sum;
}

void FeatureMaker::fill_text(const std::vector<Evidence>& evidence, std::vector<Candidate>& pool) {
  float best_text = 0, best_name = 0;
  order_.clear();
  for (uint32_t at = 0; at < pool.size(); ++at) {
    const Evidence& own = evidence[pool[at].resource];
    best_text = std::max(best_text, own.text);
    best_name = std::max(best_name, own.name);
    order_.push_back(at);
  }
  std::stable_sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    return evidence[pool[a].resource].text > evidence[pool[b].resource].text;
  });
  for (size_t rank = 0; rank < order_.size(); ++rank) {
    Candidate& candidate = pool[order_[rank]];
    const Evidence& own = evidence[candidate.resource];
    Features& out = candidate.features;
    out[kText] = own.text / weight_;
    out[kTextShare] = best_text > 0 ? own.text / best_text : 0;
    out[kTextRank] = own.empty() ? 0 : 1 / (1 + static_cast<float>(rank));
    out[kCovered] = own.seen / weight_;
    out[kComplete] = out[kCovered] * out[kCovered] * out[kCovered];
    out[kCoveredByName] = own.name / weight_;
    out[kNameShare] = best_name > 0 ? own.name / best_name : 0;
    out[kCoveredByColumns] = own.column / weight_;
  }
}

// Words of the name that stand side by side in the query too: of the query's pairs, and of its own.
void FeatureMaker::fill_own(const Query& query, const std::vector<Evidence>& evidence,
                            std::vector<Candidate>& pool) {
  ask_variants(query);
  for (Candidate& candidate : pool) {
    const uint32_t resource = candidate.resource;
    Features& out = candidate.features;
    const float weight = index_.name_weight(resource), name = evidence[resource].name;
    out[kNameExplained] = weight > 0 ? std::min(name / weight, 1.0f) : 0;
    out[kTier] = index_.tier(resource);
    out[kTierHere] = index_.tier_here(resource);
    out[kVariant] = variant(resource);
    out[kHub] = std::min(1.0f, std::log1p(static_cast<float>(index_.neighbours(resource).size())) /
                                   std::log1p(kHubLinks));
    const auto terms = index_.name_terms(resource);
    if (name <= 0 || terms.size() < 2 || query.length() < 2) continue;
    float pairs = 0;
    for (size_t at = 0; at + 1 < terms.size(); ++at)
      pairs += query.together(terms[at], terms[at + 1]);
    out[kPhrase] = std::min(1.0f, pairs / static_cast<float>(query.length() - 1));
    out[kNameSaid] = pairs / static_cast<float>(terms.size() - 1);
  }
}

void FeatureMaker::fill_exact(std::string_view text, const Query& query,
                              std::vector<Candidate>& pool) {
  const size_t start = text.find_first_not_of(' ');
  if (start == text.npos) return;
  text = text.substr(start, text.find_last_not_of(' ') + 1 - start);
  plain_.clear();
  for (const std::string& word : query.said()) {
    if (!plain_.empty()) plain_ += '_';
    plain_ += word;
  }
  const auto& resources = index_.inventory().resources();
  for (Candidate& candidate : pool) {
    const auto& resource = resources[candidate.resource];
    const std::string_view last = last_part(resource.name);
    const bool exact =
        resource.name == text || resource.id == text || last == text || last == plain_;
    candidate.features[kExact] = exact ? 1.0f : 0.0f;
  }
}

void FeatureMaker::gather_places(const std::vector<Evidence>& evidence,
                                 const std::vector<Candidate>& pool) {
  places_.clear();
  for (const Candidate& candidate : pool) {
    uint32_t& slot = slots_[index_.place(candidate.resource)];
    if (slot == 0) {
      places_.emplace_back();
      slot = static_cast<uint32_t>(places_.size());
    }
    Place& place = places_[slot - 1];
    const Evidence& own = evidence[candidate.resource];
    place.seen_words |= own.seen_words;
    place.name_words |= own.name_words;
    place.best = std::max(place.best, candidate.features[kTextShare]);
    place.sum += candidate.features[kText] * candidate.features[kText];
    const auto count = [](uint64_t words, auto& counts) {
      for (; words != 0; words &= words - 1) {
        uint8_t& here = counts[static_cast<size_t>(std::countr_zero(words))];
        if (here < UINT8_MAX) ++here;
      }
    };
    count(own.name_words, place.in_names);
    count(own.column_words, place.in_columns);
  }
  for (Place& place : places_) {
    place.covered = weight_of(place.seen_words) / weight_;
    place.covered_by_name = weight_of(place.name_words) / weight_;
  }
}

// Questions stay in one schema: how much of what is asked lies in the candidate's.
void FeatureMaker::fill_places(const std::vector<Evidence>& evidence,
                               std::vector<Candidate>& pool) {
  gather_places(evidence, pool);
  float all = 0;
  for (const Place& place : places_) all += place.sum;
  for (Candidate& candidate : pool) {
    const Place& place = place_of(candidate);
    const Evidence& own = evidence[candidate.resource];
    Features& out = candidate.features;
    out[kPlaceShare] = all > 0 ? place.sum / all : 0;
    out[kPlaceBest] = place.best;
    out[kPlaceCovered] = place.covered;
    out[kPlaceCoveredByName] = place.covered_by_name;
    out[kNameAlone] = weight_alone(own.name_words, place.in_names) / weight_;
    out[kColumnAlone] = weight_alone(own.column_words, place.in_columns) / weight_;
  }
}

void FeatureMaker::order_pool(std::vector<Candidate>& pool) {
  const LinearWeights& weights = index_.weights().linear;
  for (Candidate& candidate : pool) candidate.score = weighed(candidate.features, weights);
  const size_t best = std::min(kVotes + 1, order_.size());
  std::partial_sort(order_.begin(), order_.begin() + static_cast<ptrdiff_t>(best), order_.end(),
                    [&](uint32_t a, uint32_t b) {
                      return pool[a].score != pool[b].score ? pool[a].score > pool[b].score : a < b;
                    });
}

// In which schema the best of the others lie.
void FeatureMaker::fill_votes(std::vector<Candidate>& pool) {
  float all = 0;
  const size_t count = std::min(kVotes, order_.size());
  const auto vote = [](size_t rank) { return 1 / (1 + static_cast<float>(rank)); };
  for (size_t rank = 0; rank < count; ++rank) {
    place_of(pool[order_[rank]]).vote += vote(rank);
    all += vote(rank);
  }
  for (size_t at = 0; at < order_.size(); ++at) {
    Candidate& candidate = pool[order_[at]];
    const float own = at < count ? vote(at) : 0;
    candidate.features[kPlaceVote] = all > own ? (place_of(candidate).vote - own) / (all - own) : 0;
  }
}

// Those linked by a key, as scored so far: the best two, and how many of the best of all.
void FeatureMaker::fill_neighbours(const std::vector<uint32_t>& pool_at,
                                   std::vector<Candidate>& pool) {
  if (pool.empty()) return;
  const float top = std::max(pool[order_.front()].score, 1e-6f);
  for (Candidate& candidate : pool) {
    float best = 0, second = 0;
    for (uint32_t neighbour : index_.neighbours(candidate.resource)) {
      if (pool_at[neighbour] == 0) continue;
      const float score = pool[pool_at[neighbour] - 1].score;
      if (score > best) {
        second = best;
        best = score;
      } else {
        second = std::max(second, score);
      }
    }
    candidate.features[kNeighbour] = best / top;
    candidate.features[kSecondNeighbour] = second / top;
  }
  const size_t count = std::min(kLinked, order_.size());
  for (size_t rank = 0; rank < count; ++rank)
    for (uint32_t neighbour : index_.neighbours(pool[order_[rank]].resource))
      if (pool_at[neighbour] > 0)
        pool[pool_at[neighbour] - 1].features[kLinks] += 1 / static_cast<float>(kLinked);
}

void FeatureMaker::fill(std::string_view text, const Query& query,
                        const std::vector<Evidence>& evidence, const std::vector<uint32_t>& pool_at,
                        std::vector<Candidate>& pool) {
  weight_ = query.weight();
  word_weights_.clear();
  for (const QueryWord& word : query.words()) word_weights_.push_back(word.weight);
  for (Candidate& candidate : pool) candidate.features = {};
  fill_text(evidence, pool);
  fill_own(query, evidence, pool);
  fill_exact(text, query, pool);
  fill_places(evidence, pool);
  order_pool(pool);
  fill_votes(pool);
  fill_neighbours(pool_at, pool);
  for (const Candidate& candidate : pool) slots_[index_.place(candidate.resource)] = 0;
}

}  // namespace tally::retrieval
