#pragma once
// The words of names and prose, in the one way that catalogs and queries are both read.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/utf8.h"

namespace tally::retrieval {

namespace words {

enum class Byte : uint8_t { other, lower, upper, digit, high };

constexpr Byte byte_kind(char c) {
  if (c >= 'a' && c <= 'z') return Byte::lower;
  if (c >= 'A' && c <= 'Z') return Byte::upper;
  if (c >= '0' && c <= '9') return Byte::digit;
  return static_cast<unsigned char>(c) >= 0x80 ? Byte::high : Byte::other;
}

struct ByteClass {
  Byte kind = Byte::other;
  char lower = 0;
};
inline constexpr std::array<ByteClass, 256> kBytes = [] {
  std::array<ByteClass, 256> all{};
  for (size_t at = 0; at < all.size(); ++at) {
    const char c = static_cast<char>(at);
    all[at] = {byte_kind(c), byte_kind(c) == Byte::upper ? static_cast<char>(c | 0x20) : c};
  }
  return all;
}();

// Whether a word ends before text[at], which follows text[at - 1] in the same run of letters:
// "netProfit", "HTTPServer", but not "IDs" or "crc20".
inline bool is_hump(std::string_view text, size_t at) {
  const Byte before = byte_kind(text[at - 1]), here = byte_kind(text[at]);
  if (here != Byte::upper) return false;
  if (before == Byte::lower || before == Byte::digit) return true;
  if (before != Byte::upper || at + 1 >= text.size()) return false;
  if (byte_kind(text[at + 1]) != Byte::lower) return false;
  const bool plural =
      text[at + 1] == 's' && (at + 2 >= text.size() || byte_kind(text[at + 2]) == Byte::other ||
                              byte_kind(text[at + 2]) == Byte::upper);
  return !plural;
}

}  // namespace words

constexpr size_t kLongestWord = 60;  // bytes; the rest of a longer one is passed over

// Calls take(word) for each word of `text`, in order, in lower case without accents. Words end at
// everything but letters and digits, and at humps of camel case. `buffer` is scratch space; a word
// is valid during its call.
template <typename Take>
void each_word(std::string_view text, std::string& buffer, Take take) {
  char word[kLongestWord];
  size_t at = 0;
  while (at < text.size()) {
    if (words::kBytes[static_cast<unsigned char>(text[at])].kind == words::Byte::other) {
      // "store's": the s is no word
      const bool possessive =
          text[at] == '\'' && at > 0 && at + 1 < text.size() && text[at + 1] == 's' &&
          (at + 2 >= text.size() || words::byte_kind(text[at + 2]) == words::Byte::other);
      at += possessive ? 2 : 1;
      continue;
    }
    size_t length = 0;
    bool high = false;
    words::Byte before = words::Byte::other;
    for (; at < text.size(); ++at) {
      const auto [kind, lower] = words::kBytes[static_cast<unsigned char>(text[at])];
      if (kind == words::Byte::other) break;
      if (kind == words::Byte::upper && before != words::Byte::other && words::is_hump(text, at))
        break;
      high |= kind == words::Byte::high;
      before = kind;
      if (length < kLongestWord) word[length++] = lower;
    }
    if (high) {
      buffer = text::fold(std::string_view(word, length));
      if (!buffer.empty()) take(std::string_view(buffer));
    } else {
      take(std::string_view(word, length));
    }
  }
}

}  // namespace tally::retrieval
