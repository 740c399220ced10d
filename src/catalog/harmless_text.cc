#include "catalog/harmless_text.h"

#include <algorithm>
#include <string_view>

namespace tally::catalog {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

unsigned char byte(std::string_view text, size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// Bytes of what stands at `at` if it is harmful, else 0: C0 (without \n and \t), DEL, C1, and the
// marks U+202A–202E and U+2066–2069.
size_t harmful(std::string_view text, size_t at) {
  const unsigned char c = byte(text, at);
  if (c < 0x20) return c != '\n' && c != '\t' ? 1 : 0;
  if (c == 0x7f) return 1;
  const unsigned char second = byte(text, at + 1), third = byte(text, at + 2);
  if (c == 0xc2) return second >= 0x80 && second <= 0x9f ? 2 : 0;
  if (c != 0xe2) return 0;
  const bool turns = (second == 0x80 && third >= 0xaa && third <= 0xae) ||
                     (second == 0x81 && third >= 0xa6 && third <= 0xa9);
  return turns ? 3 : 0;
}

}  // namespace

void make_harmless(std::string& text) {
  size_t at = 0;
  while (at < text.size() && harmful(text, at) == 0) ++at;
  if (at == text.size()) return;
  std::string out = text.substr(0, at);
  while (at < text.size()) {
    const size_t length = harmful(text, at);
    if (length == 0)
      out += text[at];
    else if (text[at] != '\r')
      out += kReplacement;
    at += std::max<size_t>(length, 1);
  }
  text = std::move(out);
}

void make_harmless_line(std::string& text) {
  make_harmless(text);
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
}

}  // namespace tally::catalog
