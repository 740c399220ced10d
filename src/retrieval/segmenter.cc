#include "retrieval/segmenter.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace tally::retrieval {
namespace {

constexpr size_t kShortest = 7;  // of a word that may be several
constexpr size_t kLongestPart = 20;
constexpr size_t kLongest = 120;
// An unknown part costs as much as a rare word and more by its length.
constexpr float kUnknownPart = 16, kUnknownLetter = 1.5f;
// Each part more must be worth it.
constexpr float kPart = 1;

constexpr std::string_view kEndings[] = {"s", "es", "ed", "d", "ing", "er", "ies"};

}  // namespace

Segmenter::Segmenter(const std::vector<std::string>& common) {
  // Zipf: the n-th most frequent word has a share of about 1/n.
  for (size_t rank = 0; rank < common.size(); ++rank)
    entries_[common[rank]].common =
        std::log(static_cast<float>(rank + 10)) + std::log(static_cast<float>(common.size())) / 2;
}

void Segmenter::add(std::string_view word, size_t count) {
  entries_[word].count += count;
  total_ += count;
}

bool Segmenter::is_common(std::string_view word) const {
  const auto known = [&](std::string_view text) {
    auto found = entries_.find(text);
    return found != entries_.end() && found->second.common < kUnknown;
  };
  if (known(word)) return true;
  for (std::string_view ending : kEndings)
    if (word.size() > ending.size() + 2 && word.ends_with(ending) &&
        known(word.substr(0, word.size() - ending.size())))
      return true;
  return false;
}

float Segmenter::cost_of(std::string_view part) const {
  auto found = entries_.find(part);
  if (found == entries_.end()) return kUnknown;
  float cost = found->second.common;
  if (found->second.count > 0 && part.size() >= 3)
    cost = std::min(
        cost,
        std::log(static_cast<float>(total_ + 10) / static_cast<float>(found->second.count)) + 2);
  return cost;
}

float Segmenter::cost_or_inflected(std::string_view part) const {
  float cost = cost_of(part);
  if (cost < kUnknown) return cost;
  for (std::string_view ending : kEndings)
    if (part.size() > ending.size() + 2 && part.ends_with(ending)) {
      const float whole = cost_of(part.substr(0, part.size() - ending.size()));
      if (whole < kUnknown) cost = std::min(cost, whole + 1.5f);
    }
  if (part.size() > 5 && part.ends_with("ies")) {
    std::string singular(part.substr(0, part.size() - 3));
    const float whole = cost_of(singular + "y");
    if (whole < kUnknown) cost = std::min(cost, whole + 1);
  }
  return cost;
}

std::vector<std::string_view> Segmenter::parts(std::string_view word) const {
  if (word.size() < kShortest || word.size() > kLongest || is_common(word)) return {};
  // best[end][u]: cheapest way to spell the first `end` letters with u unknown parts.
  struct Step {
    float cost = kUnknown;
    size_t from = 0;
    int unknown_before = 0;
  };
  std::vector<std::array<Step, 2>> best(word.size() + 1);
  best[0][0].cost = 0;
  for (size_t end = 1; end <= word.size(); ++end) {
    for (size_t start = end > kLongestPart ? end - kLongestPart : 0; start < end; ++start) {
      const std::string_view part = word.substr(start, end - start);
      if (part.size() == word.size()) continue;
      const float known = cost_or_inflected(part);
      for (int unknown = 0; unknown < 2; ++unknown) {
        const float before = best[start][static_cast<size_t>(unknown)].cost;
        if (before >= kUnknown) continue;
        const auto offer = [&](int now, float cost) {
          auto& step = best[end][static_cast<size_t>(now)];
          if (before + cost + kPart < step.cost) step = {before + cost + kPart, start, unknown};
        };
        if (known < kUnknown) offer(unknown, known);
        if (unknown == 0 && part.size() >= 3)
          offer(1, kUnknownPart + kUnknownLetter * static_cast<float>(part.size()));
      }
    }
  }
  const auto& last = best[word.size()];
  int unknown = last[0].cost <= last[1].cost ? 0 : 1;
  // As one unknown word it would cost this.
  const float whole =
      std::min(cost_of(word), kUnknownPart + kUnknownLetter * static_cast<float>(word.size()));
  if (last[static_cast<size_t>(unknown)].cost >= whole + 8) return {};
  std::vector<std::string_view> found;
  for (size_t end = word.size(); end > 0;) {
    const Step& step = best[end][static_cast<size_t>(unknown)];
    found.push_back(word.substr(step.from, end - step.from));
    unknown = step.unknown_before;
    end = step.from;
  }
  std::reverse(found.begin(), found.end());
  if (found.size() < 2) return {};
  return found;
}

}  // namespace tally::retrieval
