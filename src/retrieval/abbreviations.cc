#include "retrieval/abbreviations.h"

#include <algorithm>
#include <map>
#include <string>

#include "text/stem.h"

namespace tally::retrieval {
namespace {

constexpr size_t kShortest = 2, kLongest = 6;
constexpr uint32_t kMostSeen = 2000;  // of one short form: more teaches nothing new

bool is_letters(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

uint64_t run_key(std::span<const uint32_t> run) {
  uint64_t key = run.size();
  for (uint32_t word : run) key = (key ^ word) * 0x9e3779b97f4a7c15u;
  return key;
}

}  // namespace

bool can_shorten(std::string_view word, std::string_view shortened) {
  if (word.size() < shortened.size() + 2 || shortened.empty() || word[0] != shortened[0])
    return false;
  if (word.starts_with(shortened)) return shortened.size() >= 3;
  // Its letters in order, the last of them from the word's end part: "txn" ends as transaction
  // does.
  size_t at = 0, matched = 0;
  for (; at < word.size() && matched < shortened.size(); ++at)
    if (word[at] == shortened[matched]) ++matched;
  return matched == shortened.size() && shortened.size() >= 2;
}

AbbreviationLearner::AbbreviationLearner(const StringTable& words) : words_(words) {
  for (uint32_t word = 0; word < words.size(); ++word) initials_.push_back(words[word][0]);
}

void AbbreviationLearner::see_pair(uint32_t shortened, std::span<const uint32_t> description) {
  const std::string_view text = words_[shortened];
  Counts& counts = counts_[shortened];
  if (counts.seen >= kMostSeen) return;
  ++counts.seen;
  // Where the text says the short form itself, nothing else need be its long form.
  if (std::find(description.begin(), description.end(), shortened) != description.end()) return;
  std::vector<uint32_t> once;
  for (size_t at = 0; at < description.size(); ++at) {
    if (initials_[description[at]] != text[0]) continue;
    if (can_shorten(words_[description[at]], text) && is_letters(words_[description[at]]) &&
        std::find(once.begin(), once.end(), description[at]) == once.end()) {
      once.push_back(description[at]);
      ++counts.beside[description[at]];
    }
    if (text.size() < 3 || at + text.size() > description.size()) continue;
    const auto run = description.subspan(at, text.size());
    bool fits = true;
    for (size_t letter = 0; letter < run.size() && fits; ++letter)
      fits = words_[run[letter]].size() > 1 && words_[run[letter]][0] == text[letter];
    if (!fits) continue;
    const uint64_t key = run_key(run);
    if (counts.initials[key]++ == 0) counts.runs[key].assign(run.begin(), run.end());
  }
}

void AbbreviationLearner::see(std::span<const uint32_t> name,
                              std::span<const uint32_t> description) {
  if (description.empty()) return;
  for (uint32_t word : name) {
    const std::string_view text = words_[word];
    if (text.size() < kShortest || text.size() > kLongest || !is_letters(text)) continue;
    see_pair(word, description);
  }
}

// The long word most often beside it, its forms counted together; of equals the first by letters.
std::pair<uint32_t, uint32_t> AbbreviationLearner::best_word(const Counts& counts) const {
  std::map<std::string, std::pair<uint32_t, uint32_t>>
      by_stem;  // a word and the count of all forms
  for (const auto& [beside, count] : counts.beside) {
    auto& [word, sum] = by_stem.try_emplace(text::stem(words_[beside]), beside, 0).first->second;
    if (words_[beside] < words_[word]) word = beside;
    sum += count;
  }
  std::pair<uint32_t, uint32_t> best{0, 0};
  for (const auto& [stem, found] : by_stem)
    if (found.second > best.second) best = found;
  return best;
}

std::unordered_map<uint32_t, std::vector<uint32_t>> AbbreviationLearner::learned() const {
  std::unordered_map<uint32_t, std::vector<uint32_t>> all;
  for (const auto& [word, counts] : counts_) {
    const std::string_view text = words_[word];
    const auto [best, most] = best_word(counts);
    uint32_t most_initials = 0;
    const std::vector<uint32_t>* run = nullptr;
    for (const auto& [key, count] : counts.initials)
      if (count > most_initials || (count == most_initials && run && counts.runs.at(key) < *run)) {
        most_initials = count;
        run = &counts.runs.at(key);
      }
    // Chance brings a word of the same letters beside a name now and then: it must be the habit.
    const auto is_habit = [&](uint32_t count, uint32_t least) {
      return count >= least && count * 4 >= counts.seen;
    };
    if (run && is_habit(most_initials, 1) && most_initials * 2 >= most) {
      all[word] = *run;
    } else if (most > 0 && is_habit(most, text.size() <= 2 ? 3 : 2)) {
      all[word] = {best};
    }
  }
  return all;
}

}  // namespace tally::retrieval
