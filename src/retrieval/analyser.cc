#include "retrieval/analyser.h"

#include <algorithm>

#include "text/stem.h"

namespace tally::retrieval {
namespace {

constexpr float kPart = 0.9f, kLongForm = 0.7f, kWithoutNumber = 0.6f;
constexpr uint32_t kProse = 2;  // times in prose that make a word one

bool is_letters(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// "crc20" → "crc"; empty for words without a number behind two letters or more.
std::string_view before_number(std::string_view word) {
  const size_t digit = word.find_first_of("0123456789");
  if (digit == word.npos || digit < 3 || !is_letters(word.substr(0, digit))) return {};
  return word.substr(0, digit);
}

}  // namespace

template <typename Term>
void Analyser::each_term(std::string_view word, bool one_word, Term term) const {
  term(text::stem(word), 1.0f);
  if (!is_letters(word)) {
    if (auto before = before_number(word); !before.empty())
      term(text::stem(before), kWithoutNumber);
    return;
  }
  if (auto number = words_.find(word); number != StringTable::kNone)
    if (auto found = short_forms_.find(number); found != short_forms_.end()) {
      for (uint32_t full : found->second) term(text::stem(words_[full]), kLongForm);
      return;
    }
  if (one_word) return;
  for (std::string_view part : segmenter_.parts(word)) term(text::stem(part), kPart);
}

void Analyser::learn(std::span<const WordCounts> counts,
                     std::unordered_map<uint32_t, std::vector<uint32_t>> short_forms) {
  short_forms_ = std::move(short_forms);
  segmenter_.reserve(words_.size());
  size_t all = 0;
  for (const WordCounts& one : counts) all += one.names + one.prose;
  for (uint32_t word = 0; word < words_.size(); ++word)
    segmenter_.add(words_[word], counts[word].names + counts[word].prose, all);
  ends_.reserve(words_.size() + 1);
  ends_.push_back(0);
  for (uint32_t word = 0; word < words_.size(); ++word) {
    if (!is_stop_word(words_[word])) {
      const size_t first = terms_.size();
      // People write words apart in prose: what stands there is one.
      const bool one_word = counts[word].prose >= kProse;
      each_term(words_[word], one_word, [&](const std::string& term, float weight) {
        const uint32_t number = term_table_.intern(term);
        for (size_t at = first; at < terms_.size(); ++at)
          if (terms_[at].term == number) return;
        terms_.push_back({number, weight});
      });
    }
    ends_.push_back(static_cast<uint32_t>(terms_.size()));
  }
}

void Analyser::query_terms(std::string_view word, std::vector<WeightedTerm>& out) const {
  const auto add = [&](uint32_t number, float weight) {
    for (WeightedTerm& there : out)
      if (there.term == number) {
        there.weight = std::max(there.weight, weight);
        return;
      }
    out.push_back({number, weight});
  };
  if (const uint32_t known = words_.find(word); known != StringTable::kNone) {
    for (const WeightedTerm& term : terms_of(known)) add(term.term, term.weight);
    return;
  }
  if (is_stop_word(word)) return;
  each_term(word, false, [&](const std::string& term, float weight) {
    if (const uint32_t number = term_table_.find(term); number != StringTable::kNone)
      add(number, weight);
  });
}

void Analyser::write(ByteWriter& writer) const {
  words_.write(writer);
  term_table_.write(writer);
  segmenter_.write(writer);
  writer.raw(terms_);
  writer.raw(ends_);
}

void Analyser::read(ByteReader& reader) {
  words_.read(reader);
  term_table_.read(reader);
  segmenter_.read(reader);
  terms_ = reader.raw<WeightedTerm>();
  ends_ = reader.raw<uint32_t>();
}

size_t Analyser::memory() const {
  return words_.memory() + term_table_.memory() + segmenter_.memory() +
         terms_.capacity() * sizeof(WeightedTerm) + ends_.capacity() * sizeof(uint32_t);
}

}  // namespace tally::retrieval
