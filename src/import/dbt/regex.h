#pragma once
// Regular expressions of Python's kind, matched in time linear in the text (Pike's machine): what a
// template brings may be hostile. Without look-around and back references. Bytes, not characters.

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tally::importing::dbt {

class Regex {
 public:
  struct Options {
    bool ignore_case = false, multiline = false, dot_all = false;
  };
  // Where each group is, [0] is all of it; npos: the group took no part.
  struct Match {
    std::vector<size_t> bounds;
    size_t begin(size_t group) const { return bounds[group * 2]; }
    size_t end(size_t group) const { return bounds[group * 2 + 1]; }
    bool has(size_t group) const { return end(group) != std::string_view::npos; }
  };
  enum class Anchor : uint8_t { none, start, both };

  static Result<Regex> parse(std::string_view pattern, Options options);

  // The first match from `from` on; with an anchor only there.
  std::optional<Match> find(std::string_view text, size_t from, Anchor anchor) const;

  size_t groups() const { return groups_; }  // without the whole
  const std::vector<std::pair<std::string, size_t>>& names() const { return names_; }
  size_t cost(std::string_view text) const { return (text.size() + 1) * program_.size() / 16 + 1; }

 private:
  friend class RegexParser;
  friend class RegexMachine;
  enum class Code : uint8_t { set, split, jump, save, assertion, match };
  enum class Assertion : uint8_t { line_start, line_end, text_start, text_end, word, not_word };
  struct Instruction {
    Code code;
    Assertion assertion = Assertion::text_start;
    uint32_t first = 0, second = 0;  // where to go on (split: first is tried first), slot, or set
  };

  std::vector<Instruction> program_;
  std::vector<std::bitset<256>> sets_;
  std::vector<std::pair<std::string, size_t>> names_;
  size_t groups_ = 0;
};

}  // namespace tally::importing::dbt
