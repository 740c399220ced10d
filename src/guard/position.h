#pragma once
// Where in a text is byte N, as a person counts.

#include <cstdint>
#include <string_view>

namespace tally::guard {

// 1-based. {0, 0} means the whole text.
struct TextPosition {
  int line = 0, column = 0;
  friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

// The engine's "nowhere": 2^64 − 1.
inline constexpr uint64_t kNowhere = ~uint64_t{0};

// Columns count code points. An offset past the end (the engine's "nowhere" included) is no
// position.
TextPosition position_of(std::string_view text, uint64_t offset);

// The byte offset of a line and column; text.size() when it lies outside.
uint64_t offset_of(std::string_view text, int line, int column);

}  // namespace tally::guard
