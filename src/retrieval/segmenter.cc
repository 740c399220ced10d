#include "retrieval/segmenter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tally::retrieval {
namespace {

constexpr size_t kShortest = 7, kLongest = 120;  // of a word that may be several
constexpr size_t kLongestPart = 20;
// An unknown part costs as much as a rare word and more by its length.
constexpr float kUnknownPart = 16, kUnknownLetter = 1.5f;
constexpr float kPart = 1;       // each part more must be worth it
constexpr float kInflected = 1;  // a form is rarer than its word
constexpr float kWorth = 8;      // by so much parts must beat a word that is not known
constexpr float kNone = WordTree::kNone;

// The cheapest way to spell a beginning of the word, without and with an unknown part.
struct Step {
  float cost = kNone;
  size_t from = 0;
  size_t unknown_before = 0;
};
using Steps = std::vector<std::array<Step, 2>>;

void offer(Steps& best, size_t start, size_t end, float cost, bool unknown) {
  for (size_t before = 0; before < 2; ++before) {
    if (unknown && before == 1) continue;
    const float sum = best[start][before].cost + cost + kPart;
    Step& step = best[end][unknown ? 1 : before];
    if (best[start][before].cost < kNone && sum < step.cost) step = {sum, start, before};
  }
}

}  // namespace

WordTree common_word_tree(std::span<const std::string> words) {
  WordTree tree;
  for (size_t rank = 0; rank < words.size(); ++rank) {
    const std::string& word = words[rank];
    // Zipf: the n-th most frequent word has a share of about 1/n.
    const float cost =
        std::log(static_cast<float>(rank + 10)) + std::log(static_cast<float>(words.size())) / 2;
    tree.add(word, cost);
    if (word.size() < 3) continue;
    for (const char* ending : {"s", "es", "ed", "d", "ing", "er"})
      tree.add(word + ending, cost + kInflected);
    if (word.back() == 'y') tree.add(word.substr(0, word.size() - 1) + "ies", cost + kInflected);
    if (word.back() == 'e') tree.add(word.substr(0, word.size() - 1) + "ing", cost + kInflected);
  }
  return tree;
}

void Segmenter::add(std::string_view word, size_t count, size_t all) {
  if (word.size() < 3 || word.size() > kLongestPart) return;
  own_.add(word, std::log(static_cast<float>(all + 10) / static_cast<float>(count)) + 2);
}

std::vector<std::string_view> Segmenter::parts(std::string_view word) const {
  if (word.size() < kShortest || word.size() > kLongest) return {};
  if (common_->cost(word) < kNone) return {};
  Steps best(word.size() + 1);
  best[0][0].cost = 0;
  for (size_t start = 0; start < word.size(); ++start) {
    if (best[start][0].cost >= kNone && best[start][1].cost >= kNone) continue;
    const std::string_view rest = word.substr(start, kLongestPart);
    const auto take = [&](size_t length, float cost) {
      if (length < word.size()) offer(best, start, start + length, cost, false);
    };
    common_->prefixes(rest, take);
    own_.prefixes(rest, take);
    for (size_t length = 3; length <= rest.size() && length < word.size(); ++length)
      offer(best, start, start + length, kUnknownPart + kUnknownLetter * static_cast<float>(length),
            true);
  }
  size_t unknown = best.back()[0].cost <= best.back()[1].cost ? 0 : 1;
  const float whole =
      std::min(own_.cost(word), kUnknownPart + kUnknownLetter * static_cast<float>(word.size()));
  if (best.back()[unknown].cost >= whole + kWorth) return {};
  std::vector<std::string_view> found;
  for (size_t end = word.size(); end > 0;) {
    const Step& step = best[end][unknown];
    found.push_back(word.substr(step.from, end - step.from));
    unknown = step.unknown_before;
    end = step.from;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace tally::retrieval
