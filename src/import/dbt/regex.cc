#include "import/dbt/regex.h"

#include <fmt/format.h>

#include <algorithm>

namespace tally::importing::dbt {

using Bytes = std::bitset<256>;

namespace {

bool is_word(unsigned char c) {
  return std::isalnum(c) || c == '_' || c >= 0x80;
}

template <typename Wanted>
Bytes bytes_where(Wanted wanted) {
  Bytes bytes;
  for (int c = 0; c < 256; ++c)
    bytes[static_cast<size_t>(c)] = wanted(static_cast<unsigned char>(c));
  return bytes;
}

std::optional<Bytes> class_of(char letter) {
  Bytes bytes;
  switch (letter | 0x20) {
    case 'd':
      bytes = bytes_where([](unsigned char c) { return std::isdigit(c); });
      break;
    case 'w':
      bytes = bytes_where(is_word);
      break;
    case 's':
      bytes = bytes_where([](unsigned char c) { return std::isspace(c); });
      break;
    default:
      return std::nullopt;
  }
  return letter < 'a' ? ~bytes : bytes;
}

char escaped(char letter) {
  constexpr std::string_view kLetters = "nrtfv0";
  constexpr std::string_view kMeant("\n\r\t\f\v\0", 6);
  const size_t at = kLetters.find(letter);
  return at == std::string_view::npos ? letter : kMeant[at];
}

}  // namespace

// Writes the program while it reads the pattern.
class RegexParser {
 public:
  RegexParser(std::string_view pattern, Regex::Options options, Regex& regex)
      : pattern_(pattern), options_(options), regex_(regex) {}

  Result<void> parse() {
    emit({Regex::Code::save, {}, 0});
    alternatives(0);
    if (error_.empty() && at_ < pattern_.size()) error_ = "unbalanced parenthesis";
    emit({Regex::Code::save, {}, 1});
    emit({Regex::Code::match});
    if (!error_.empty())
      return user_error(fmt::format("the regular expression {}: {}", pattern_, error_));
    return {};
  }

 private:
  static constexpr size_t kLongest = 3000;
  static constexpr int kDeepest = 40;
  using Code = Regex::Code;
  using Instruction = Regex::Instruction;

  uint32_t here() const { return static_cast<uint32_t>(regex_.program_.size()); }
  uint32_t emit(Instruction instruction) {
    if (regex_.program_.size() >= kLongest) error_ = "it is too long";
    if (error_.empty() || regex_.program_.empty()) regex_.program_.push_back(instruction);
    return here() - 1;
  }
  bool more() const { return error_.empty() && at_ < pattern_.size(); }
  bool skip(std::string_view text) {
    if (pattern_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  // Moves what was written from `from` on by one place, to put an instruction before it.
  void insert(uint32_t from, Instruction instruction) {
    auto& program = regex_.program_;
    if (program.size() >= kLongest) error_ = "it is too long";
    if (!error_.empty()) return;
    program.insert(program.begin() + from, instruction);
    for (uint32_t at = from + 1; at < here(); ++at) shift(program[at], from, 1);
  }
  static void shift(Instruction& instruction, uint32_t from, uint32_t by) {
    if (instruction.code != Code::split && instruction.code != Code::jump) return;
    if (instruction.first >= from) instruction.first += by;
    if (instruction.code == Code::split && instruction.second >= from) instruction.second += by;
  }

  void alternatives(int depth) {
    const uint32_t start = here();
    sequence(depth);
    if (!skip("|")) return;
    insert(start, {Code::split, {}, start + 1, 0});
    const uint32_t jump = emit({Code::jump});
    if (!error_.empty()) return;
    regex_.program_[start].second = here();
    alternatives(depth + 1);
    if (depth > kDeepest) error_ = "it is nested too deeply";
    if (error_.empty()) regex_.program_[jump].first = here();
  }

  void sequence(int depth) {
    while (more() && pattern_[at_] != '|' && pattern_[at_] != ')') {
      const uint32_t start = here();
      atom(depth);
      while (more() && quantifier(start)) {
      }
    }
  }

  bool quantifier(uint32_t start) {
    size_t least = 0, most = SIZE_MAX;
    if (skip("*")) {
    } else if (skip("+")) {
      least = 1;
    } else if (skip("?")) {
      most = 1;
    } else if (!counts(least, most)) {
      return false;
    }
    const bool lazy = skip("?");
    repeat(start, least, most, lazy);
    return true;
  }

  std::optional<size_t> count() {
    if (at_ >= pattern_.size() || !std::isdigit(static_cast<unsigned char>(pattern_[at_])))
      return std::nullopt;
    size_t value = 0;
    for (; at_ < pattern_.size() && std::isdigit(static_cast<unsigned char>(pattern_[at_]));
         ++at_) {
      value = std::min<size_t>(value * 10 + static_cast<size_t>(pattern_[at_] - '0'), kLongest);
    }
    return value;
  }

  // {2}, {2,}, {,3}, {2,3}; anything else in braces stands for itself.
  bool counts(size_t& least, size_t& most) {
    const size_t begin = at_;
    if (!skip("{")) return false;
    const auto low = count();
    const bool comma = skip(",");
    const auto high = comma ? count() : low;
    if (!skip("}") || (!low && !high)) {
      at_ = begin;
      return false;
    }
    least = low.value_or(0);
    most = high.value_or(SIZE_MAX);
    return true;
  }

  // Copies of what was written since `start`: so many that must be, then those that may.
  void repeat(uint32_t start, size_t least, size_t most, bool lazy) {
    const std::vector<Instruction> once(regex_.program_.begin() + start, regex_.program_.end());
    regex_.program_.resize(start);
    auto copy = [&] {
      const uint32_t by = here() - start;
      for (Instruction instruction : once) {
        shift(instruction, 0, by);
        emit(instruction);
      }
    };
    for (size_t turn = 0; turn < least && error_.empty(); ++turn) copy();
    auto choice = [&](uint32_t taken, uint32_t left) {
      return lazy ? Instruction{Code::split, {}, left, taken}
                  : Instruction{Code::split, {}, taken, left};
    };
    if (most == SIZE_MAX) {
      const uint32_t split = emit({Code::split});
      copy();
      emit({Code::jump, {}, split});
      if (error_.empty()) regex_.program_[split] = choice(split + 1, here());
      return;
    }
    std::vector<uint32_t> splits;
    for (size_t turn = least; turn < most && error_.empty(); ++turn) {
      splits.push_back(emit({Code::split}));
      copy();
    }
    for (const uint32_t split : splits) {
      if (error_.empty()) regex_.program_[split] = choice(split + 1, here());
    }
  }

  void emit_set(Bytes bytes) {
    if (options_.ignore_case) {
      for (size_t c = 'a'; c <= 'z'; ++c) bytes[c] = bytes[c - 32] = bytes[c] || bytes[c - 32];
    }
    regex_.sets_.push_back(bytes);
    emit({Code::set, {}, static_cast<uint32_t>(regex_.sets_.size() - 1)});
  }

  void emit_assertion(Regex::Assertion assertion) { emit({Code::assertion, assertion}); }

  void atom(int depth) {
    const char c = pattern_[at_++];
    switch (c) {
      case '(':
        return group(depth);
      case '[':
        return set();
      case '\\':
        return escape();
      case '.':
        return emit_set(options_.dot_all ? ~Bytes() : ~Bytes().set('\n'));
      case '^':
        return emit_assertion(options_.multiline ? Regex::Assertion::line_start
                                                 : Regex::Assertion::text_start);
      case '$':
        return emit_assertion(options_.multiline ? Regex::Assertion::line_end
                                                 : Regex::Assertion::text_end);
      case '*':
      case '+':
      case '?':
        error_ = "nothing to repeat";
        return;
      default:
        return emit_set(Bytes().set(static_cast<unsigned char>(c)));
    }
  }

  void group(int depth) {
    if (depth > kDeepest) error_ = "it is nested too deeply";
    bool captures = true;
    if (skip("?:")) {
      captures = false;
    } else if (skip("?P<")) {
      const size_t end = pattern_.find('>', at_);
      if (end == std::string_view::npos) error_ = "missing >";
      if (!error_.empty()) return;
      regex_.names_.emplace_back(pattern_.substr(at_, end - at_), regex_.groups_ + 1);
      at_ = end + 1;
    } else if (skip("?")) {
      error_ = "look-around and flags within it are not supported";
    }
    const auto slot = static_cast<uint32_t>(captures ? ++regex_.groups_ * 2 : 0);
    if (captures) emit({Code::save, {}, slot});
    if (error_.empty()) alternatives(depth + 1);
    if (error_.empty() && !skip(")")) error_ = "missing )";
    if (captures) emit({Code::save, {}, slot + 1});
  }

  void escape() {
    if (at_ >= pattern_.size()) {
      error_ = "bad escape at its end";
      return;
    }
    const char letter = pattern_[at_++];
    if (const auto bytes = class_of(letter)) return emit_set(*bytes);
    if (letter == 'b') return emit_assertion(Regex::Assertion::word);
    if (letter == 'B') return emit_assertion(Regex::Assertion::not_word);
    if (letter == 'A') return emit_assertion(Regex::Assertion::text_start);
    if (letter == 'Z') return emit_assertion(Regex::Assertion::text_end);
    if (letter >= '1' && letter <= '9') error_ = "back references are not supported";
    emit_set(Bytes().set(static_cast<unsigned char>(escaped(letter))));
  }

  void set() {
    const bool negated = skip("^");
    Bytes bytes;
    bool first = true;
    while (at_ < pattern_.size() && (first || pattern_[at_] != ']')) {
      first = false;
      const auto from = set_member(bytes);
      const bool is_range =
          from && at_ + 1 < pattern_.size() && pattern_[at_] == '-' && pattern_[at_ + 1] != ']';
      if (!from) continue;
      if (!is_range) {
        bytes.set(*from);
        continue;
      }
      ++at_;
      const auto to = set_member(bytes);
      if (!to || *to < *from) error_ = "bad character range";
      for (size_t c = *from; to && c <= *to; ++c) bytes.set(c);
    }
    if (at_ >= pattern_.size()) {
      error_ = "unterminated character set";
      return;
    }
    ++at_;
    emit_set(negated ? ~bytes : bytes);
  }

  // One character; nothing for a class such as \d, whose bytes are added.
  std::optional<unsigned char> set_member(Bytes& bytes) {
    const char c = pattern_[at_++];
    if (c != '\\' || at_ >= pattern_.size()) return static_cast<unsigned char>(c);
    const char letter = pattern_[at_++];
    if (const auto found = class_of(letter)) {
      bytes |= *found;
      return std::nullopt;
    }
    return static_cast<unsigned char>(letter == 'b' ? '\b' : escaped(letter));
  }

  std::string_view pattern_;
  Regex::Options options_;
  Regex& regex_;
  size_t at_ = 0;
  std::string error_;
};

// All threads of the program side by side, one byte after the other.
class RegexMachine {
 public:
  RegexMachine(const Regex& regex, std::string_view text) : regex_(regex), text_(text) {}

  std::optional<Regex::Match> run(size_t from, Regex::Anchor anchor) {
    std::vector<Thread> threads;
    std::optional<Regex::Match> found;
    for (size_t at = from; at <= text_.size(); ++at) {
      begin_step(threads);
      if (!found && (at == from || anchor == Regex::Anchor::none)) {
        follow(0, at, std::vector<size_t>((regex_.groups_ + 1) * 2, std::string_view::npos));
      }
      threads = std::exchange(next_, {});
      if (threads.empty() && (found || anchor != Regex::Anchor::none)) break;
      step(threads, at, anchor, found);
    }
    return found;
  }

 private:
  struct Thread {
    uint32_t place;
    std::vector<size_t> bounds;
  };

  // Threads that the last byte led to come first: they began earlier.
  void begin_step(std::vector<Thread>&) {
    seen_.assign(regex_.program_.size(), false);
    auto moved = std::exchange(moved_, {});
    for (auto& [thread, at] : moved) follow(thread.place, at, std::move(thread.bounds));
  }

  void step(std::vector<Thread>& threads, size_t at, Regex::Anchor anchor,
            std::optional<Regex::Match>& found) {
    for (auto& thread : threads) {
      const auto& instruction = regex_.program_[thread.place];
      if (instruction.code == Regex::Code::match) {
        if (anchor == Regex::Anchor::both && at != text_.size()) continue;
        found = Regex::Match{std::move(thread.bounds)};
        return;  // those behind it are less wanted
      }
      const bool takes = at < text_.size() &&
                         regex_.sets_[instruction.first][static_cast<unsigned char>(text_[at])];
      if (takes) moved_.push_back({{thread.place + 1, std::move(thread.bounds)}, at + 1});
    }
  }

  // Past everything that takes no byte.
  void follow(uint32_t place, size_t at, std::vector<size_t> bounds) {
    if (seen_[place]) return;
    seen_[place] = true;
    const auto& instruction = regex_.program_[place];
    switch (instruction.code) {
      case Regex::Code::jump:
        return follow(instruction.first, at, std::move(bounds));
      case Regex::Code::split:
        follow(instruction.first, at, bounds);
        return follow(instruction.second, at, std::move(bounds));
      case Regex::Code::save:
        bounds[instruction.first] = at;
        return follow(place + 1, at, std::move(bounds));
      case Regex::Code::assertion:
        if (holds(instruction.assertion, at)) follow(place + 1, at, std::move(bounds));
        return;
      default:
        next_.push_back({place, std::move(bounds)});
    }
  }

  bool holds(Regex::Assertion assertion, size_t at) const {
    auto word_at = [&](size_t place) {
      return place < text_.size() && is_word(static_cast<unsigned char>(text_[place]));
    };
    const bool edge = (at > 0 && word_at(at - 1)) != word_at(at);
    switch (assertion) {
      case Regex::Assertion::text_start:
        return at == 0;
      case Regex::Assertion::text_end:
        return at == text_.size() || (at + 1 == text_.size() && text_[at] == '\n');
      case Regex::Assertion::line_start:
        return at == 0 || text_[at - 1] == '\n';
      case Regex::Assertion::line_end:
        return at == text_.size() || text_[at] == '\n';
      case Regex::Assertion::word:
        return edge;
      default:
        return !edge;
    }
  }

  const Regex& regex_;
  std::string_view text_;
  std::vector<bool> seen_;
  std::vector<Thread> next_;
  std::vector<std::pair<Thread, size_t>> moved_;
};

Result<Regex> Regex::parse(std::string_view pattern, Options options) {
  Regex regex;
  TALLY_CHECK(RegexParser(pattern, options, regex).parse());
  return regex;
}

std::optional<Regex::Match> Regex::find(std::string_view text, size_t from, Anchor anchor) const {
  return RegexMachine(*this, text).run(from, anchor);
}

}  // namespace tally::importing::dbt
