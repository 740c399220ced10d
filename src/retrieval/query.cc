#include "retrieval/query.h"

#include <algorithm>
#include <functional>

#include "retrieval/words.h"
#include "text/stem.h"

namespace tally::retrieval {
namespace {

constexpr size_t kMostRead = 2000;  // words of a text; what comes behind is not read

uint64_t pair_key(uint32_t first, uint32_t second) {
  return uint64_t{first} << 32 | second;
}

}  // namespace

void add_related(std::string_view word, float share, const SearchIndex& index,
                 std::vector<WeightedTerm>& terms) {
  const Analyser& analyser = index.analyser();
  if (share <= 0 || analyser.is_stop_word(word)) return;
  index.data().related.each(text::stem(word), [&](std::string_view stem, float sureness) {
    const uint32_t number = analyser.terms().find(stem);
    if (number == StringTable::kNone || !index.is_named(number)) return;
    if (std::none_of(terms.begin(), terms.end(),
                     [&](const WeightedTerm& there) { return there.term == number; }))
      terms.push_back({number, share * sureness});
  });
}

void Query::take(std::string_view word, const SearchIndex& index) {
  if (said_count_ == said_.size()) said_.emplace_back();
  said_[said_count_++] = word;
  if (count_ == words_.size()) words_.emplace_back();
  QueryWord& entry = words_[count_];
  entry.word = word;
  entry.terms.clear();
  index.analyser().query_terms(word, entry.terms);
  if (!entry.terms.empty()) order_.push_back(entry.terms.front().term);
  weigh(entry, index);
  if (entry.terms.empty()) return;
  const uint32_t first = entry.terms.front().term;
  if (std::find(seen_.begin(), seen_.end(), first) != seen_.end()) return;
  seen_.push_back(first);
  ++count_;
}

// What the word says itself weighs; where it says nothing here, what may be said for it.
void Query::weigh(QueryWord& word, const SearchIndex& index) {
  word.own = word.terms.size();
  const bool known = std::any_of(word.terms.begin(), word.terms.end(),
                                 [&](const auto& term) { return index.is_named(term.term); });
  add_related(word.word,
              known ? index.weights().related_to_known : index.weights().related_to_unknown, index,
              word.terms);
  word.weight = 0;
  for (size_t at = 0; at < (word.own > 0 ? word.own : word.terms.size()); ++at)
    word.weight = std::max(word.weight, index.idf(word.terms[at].term) * word.terms[at].weight);
}

void Query::keep_rarest() {
  if (count_ <= kMostWords) return;
  weights_.clear();
  for (const QueryWord& word : words()) weights_.push_back(word.weight);
  const auto least = weights_.begin() + (kMostWords - 1);
  std::nth_element(weights_.begin(), least, weights_.end(), std::greater<>());
  const auto above =
      std::count_if(weights_.begin(), least, [&](float one) { return one > *least; });
  size_t equals = kMostWords - static_cast<size_t>(above), kept = 0;  // of equals the first ones
  for (size_t at = 0; at < count_; ++at) {
    const float weight = words_[at].weight;
    if (weight < *least || (weight == *least && equals == 0)) continue;
    if (weight == *least) --equals;
    std::swap(words_[kept++], words_[at]);
  }
  count_ = kept;
}

void Query::pair_up() {
  pairs_.clear();
  for (size_t at = 0; at + 1 < order_.size(); ++at) {
    pairs_.emplace_back(pair_key(order_[at], order_[at + 1]), 1.0f);
    if (at + 2 < order_.size()) pairs_.emplace_back(pair_key(order_[at], order_[at + 2]), 0.5f);
  }
  std::sort(pairs_.begin(), pairs_.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
}

float Query::together(uint32_t first, uint32_t second) const {
  const uint64_t key = pair_key(first, second);
  const auto found =
      std::lower_bound(pairs_.begin(), pairs_.end(), key,
                       [](const auto& pair, uint64_t wanted) { return pair.first < wanted; });
  return found != pairs_.end() && found->first == key ? found->second : 0;
}

void Query::read(std::string_view text, const SearchIndex& index) {
  count_ = 0;
  order_.clear();
  seen_.clear();
  said_count_ = 0;
  weight_ = 0;
  each_word(text, buffer_, [&](std::string_view word) {
    if (said_count_ < kMostRead) take(word, index);
  });
  keep_rarest();
  pair_up();
  for (const QueryWord& word : words()) weight_ += word.weight;
  weight_ = std::max(weight_, 1e-6f);
}

}  // namespace tally::retrieval
