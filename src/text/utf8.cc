#include "text/utf8.h"

namespace tally::text {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_continuation(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

char32_t bits(std::string_view text, size_t at, unsigned mask) {
  return static_cast<unsigned char>(text[at]) & mask;
}

struct Block {
  char32_t first, last;
};

// Beyond ASCII: spaces, punctuation, symbols, emoji, private use. Sorted.
constexpr Block kNotLetters[] = {
    {0x80, 0xA9},       {0xAB, 0xB4},        {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},       {0x2000, 0x206F},    {0x20A0, 0x20CF}, {0x2100, 0x2BFF}, {0x2E00, 0x2E7F},
    {0x3000, 0x3004},   {0x3008, 0x3020},    {0x3030, 0x3030}, {0xD800, 0xF8FF}, {0xFE00, 0xFE6F},
    {0xFEFF, 0xFF0F},   {0xFF1A, 0xFF20},    {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF},
    {0x1F000, 0x1FAFF}, {0xE0000, 0x10FFFF},
};

// Base letters of U+00C0…U+017F, lower case; '.' where there is none (× and ÷).
constexpr std::string_view kLatinBase =
    "aaaaaaaceeeeiiiidnooooo.ouuuuyts"
    "aaaaaaaceeeeiiiidnooooo.ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggg"
    "gggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssss"
    "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

char32_t fold_greek_or_cyrillic(char32_t value) {
  if (value >= 0x391 && value <= 0x3A9) return value + 0x20;
  if (value >= 0x410 && value <= 0x42F) return value + 0x20;
  if (value >= 0x400 && value <= 0x40F) return value + 0x50;
  return value;
}

}  // namespace

CodePoint decode(std::string_view text, size_t at) {
  auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF && is_continuation(text, at + 1))
    return {(bits(text, at, 0x1F) << 6) | bits(text, at + 1, 0x3F), 2};
  if (lead >= 0xE0 && lead <= 0xEF && is_continuation(text, at + 1) &&
      is_continuation(text, at + 2)) {
    char32_t value =
        (bits(text, at, 0x0F) << 12) | (bits(text, at + 1, 0x3F) << 6) | bits(text, at + 2, 0x3F);
    bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value >= 0x800 && !surrogate) return {value, 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4 && is_continuation(text, at + 1) &&
      is_continuation(text, at + 2) && is_continuation(text, at + 3)) {
    char32_t value = (bits(text, at, 0x07) << 18) | (bits(text, at + 1, 0x3F) << 12) |
                     (bits(text, at + 2, 0x3F) << 6) | bits(text, at + 3, 0x3F);
    if (value >= 0x10000 && value <= 0x10FFFF) return {value, 4};
  }
  return {kReplacement, 1};
}

void append_utf8(std::string& out, char32_t value) {
  auto byte = [&](char32_t bits_of_byte) { out += static_cast<char>(bits_of_byte); };
  if (value < 0x80) {
    byte(value);
  } else if (value < 0x800) {
    byte(0xC0 | (value >> 6));
    byte(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    byte(0xE0 | (value >> 12));
    byte(0x80 | ((value >> 6) & 0x3F));
    byte(0x80 | (value & 0x3F));
  } else {
    byte(0xF0 | (value >> 18));
    byte(0x80 | ((value >> 12) & 0x3F));
    byte(0x80 | ((value >> 6) & 0x3F));
    byte(0x80 | (value & 0x3F));
  }
}

bool is_letter(char32_t value) {
  if (value < 0x80) return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z');
  for (const Block& block : kNotLetters)
    if (value >= block.first && value <= block.last) return false;
  return true;
}

bool is_digit(char32_t value) {
  return value >= '0' && value <= '9';
}

bool is_space(char32_t value) {
  return value <= 0x20 || (value >= 0x7F && value <= 0xA0) || value == 0x2028 || value == 0x2029 ||
         (value >= 0x2000 && value <= 0x200F) || value == 0x202F || value == 0x205F ||
         value == 0x3000 || value == 0xFEFF;
}

bool is_upper(char32_t value) {
  if (value < 0x80) return value >= 'A' && value <= 'Z';
  if (value >= 0xC0 && value <= 0xDE) return value != 0xD7;
  if (value >= 0x100 && value <= 0x137) return value % 2 == 0;
  return fold_greek_or_cyrillic(value) != value;
}

void append_folded(std::string& out, char32_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value >= 'A' && value <= 'Z' ? value + 0x20 : value);
  } else if (value >= 0xC0 && value < 0x180 && kLatinBase[value - 0xC0] != '.') {
    out += kLatinBase[value - 0xC0];
    if (value == 0xDF) out += 's';
  } else {
    append_utf8(out, fold_greek_or_cyrillic(value));
  }
}

std::string fold(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    CodePoint point = decode(text, at);
    append_folded(out, point.value);
    at += point.length;
  }
  return out;
}

}  // namespace tally::text
