#pragma once
// Code points of text that may be anything, and the folding under which two spellings are one word.

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::text {

struct CodePoint {
  char32_t value = 0;
  size_t length = 1;  // bytes
};

// The code point at byte `at` (< text.size()). A malformed byte is U+FFFD of length 1, so that any
// bytes can be walked to their end.
CodePoint decode(std::string_view text, size_t at);
void append_utf8(std::string& out, char32_t value);

// Letters are what can stand in a word: ASCII letters and every code point beyond ASCII that is not
// known to be a space, punctuation, a symbol, an emoji or a control.
bool is_letter(char32_t value);
bool is_digit(char32_t value);  // ASCII
bool is_space(char32_t value);  // separators and controls
bool is_upper(char32_t value);

// Lower case without accents (Latin, Greek and Cyrillic), in ASCII where there is a form.
// Code points it does not know stay as they are.
void append_folded(std::string& out, char32_t value);
std::string fold(std::string_view text);

}  // namespace tally::text
