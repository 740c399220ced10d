#pragma once
// Names as the chart sees them: their words, and the key under which a name is found, its words'
// stems joined by single spaces. To stem the thousand words of a model is a good part of what one
// question costs, so what was asked for can be kept for the next run.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tally::answer::parsed {

// The words of a name: without symbols, "&" as "and", digits apart from the letters after them.
// Does not stem.
std::vector<std::string> words_of(std::string_view name);
std::string key_of(std::string_view name);

class NameKeys {
 public:
  // A folded word, and its stem.
  struct Word {
    std::string_view stem, spelling;
  };

  NameKeys() = default;
  // What encode() gave under the same `made_from`; none for other bytes, whatever they are.
  static NameKeys decode(std::string bytes, std::string_view made_from);
  // `made_from`: everything the names came from, for with other names there are other words().
  std::string encode(std::string_view made_from) const;

  // key_of(name), worked out once. What is returned lives as long as this.
  std::string_view key(std::string_view name);
  // Whether a key was asked for that was not kept.
  bool has_news() const { return has_news_; }
  // No more names will come.
  void finish();

  // Every word of the names, each stem once, with the spelling that came first.
  const std::vector<Word>& words() const { return words_; }
  size_t longest_words() const { return longest_words_; }  // of a name

 private:
  struct Name {
    std::string_view name, key;
  };
  bool read(std::string_view made_from);
  uint32_t& slot_of(std::string_view name);
  void grow();
  std::string_view own(std::string text) { return texts_.emplace_back(std::move(text)); }
  std::string_view stem_of(const std::string& word);
  std::string_view worked_out(std::string_view name);

  std::unique_ptr<const std::string> kept_;  // the bytes that names and words may point into
  std::deque<std::string> texts_;            // the others, which never move
  std::vector<Name> names_;
  std::vector<uint32_t> slots_;  // open addressing: index into names_ and one; 0: free
  std::vector<Word> words_;
  // While names come: the stems of words, and those listed in words_.
  std::unordered_map<std::string, std::string_view> stems_;
  std::unordered_set<std::string_view> listed_;
  size_t longest_words_ = 1;
  bool has_news_ = false;
};

}  // namespace tally::answer::parsed
