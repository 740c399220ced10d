#include "jinja/strings.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace tally::jinja {

namespace {

bool is_ascii_upper(char32_t c) {
  return c >= 'A' && c <= 'Z';
}
bool is_ascii_lower(char32_t c) {
  return c >= 'a' && c <= 'z';
}

// Case of Latin-1, Greek and Cyrillic letters beyond ASCII, where upper and lower are a fixed step
// apart; elsewhere letters stay as they are.
char32_t to_lower(char32_t c) {
  if (is_ascii_upper(c)) return c + 32;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if (c >= 0x391 && c <= 0x3A9) return c + 32;
  if (c >= 0x410 && c <= 0x42F) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  if (c >= 0x100 && c <= 0x137 && c % 2 == 0) return c + 1;
  return c;
}

char32_t to_upper(char32_t c) {
  if (is_ascii_lower(c)) return c - 32;
  if (c >= 0xE0 && c <= 0xFE && c != 0xF7) return c - 32;
  if (c >= 0x3B1 && c <= 0x3C9 && c != 0x3C2) return c - 32;
  if (c >= 0x430 && c <= 0x44F) return c - 32;
  if (c >= 0x450 && c <= 0x45F) return c - 80;
  if (c >= 0x101 && c <= 0x137 && c % 2 == 1) return c - 1;
  return c;
}

template <typename Map>
std::string mapped(std::string_view text, Map map) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      out += static_cast<char>(map(static_cast<char32_t>(byte)));
      ++at;
      continue;
    }
    const auto point = text::decode(text, at);
    const char32_t changed = map(point.value);
    if (changed == point.value) {
      out += text.substr(at, point.length);  // as it is: it may be malformed
    } else {
      text::append_utf8(out, changed);
    }
    at += point.length;
  }
  return out;
}

bool has_case(char32_t c) {
  return to_lower(c) != c || to_upper(c) != c;
}

// Whether there are letters with a case, and all are of the one that `map` gives.
template <typename Map>
bool all_of_case(std::string_view text, Map map) {
  bool any = false;
  for (size_t at = 0; at < text.size();) {
    const auto point = text::decode(text, at);
    at += point.length;
    if (!has_case(point.value)) continue;
    if (map(point.value) != point.value) return false;
    any = true;
  }
  return any;
}

}  // namespace

std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> characters;
  characters.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t length =
        static_cast<unsigned char>(text[at]) < 0x80 ? 1 : text::decode(text, at).length;
    characters.push_back(text.substr(at, length));
    at += length;
  }
  return characters;
}

size_t length_of(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    at += static_cast<unsigned char>(text[at]) < 0x80 ? 1 : text::decode(text, at).length;
  }
  return count;
}

bool is_python_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}

std::string_view strip_spaces(std::string_view text, bool left, bool right) {
  while (left && !text.empty() && is_python_space(text.front())) text.remove_prefix(1);
  while (right && !text.empty() && is_python_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string upper(std::string_view text) {
  return mapped(text, to_upper);
}
std::string lower(std::string_view text) {
  return mapped(text, to_lower);
}

std::string capitalize(std::string_view text) {
  bool first = true;
  return mapped(
      text, [&](char32_t c) { return std::exchange(first, false) ? to_upper(c) : to_lower(c); });
}

std::string title(std::string_view text) {
  bool in_word = false;
  return mapped(text, [&](char32_t c) {
    const bool letter = has_case(c);
    return std::exchange(in_word, letter) ? to_lower(c) : to_upper(c);
  });
}

std::string replace(std::string_view text, std::string_view from, std::string_view to,
                    int64_t count) {
  std::string out;
  size_t at = 0;
  if (from.empty()) {  // between all characters
    for (const auto character : characters_of(text)) {
      if (count-- != 0)
        out += to;
      else
        ++count;
      out += character;
    }
    if (count != 0) out += to;
    return out;
  }
  for (; count != 0; --count) {
    const size_t found = text.find(from, at);
    if (found == std::string_view::npos) break;
    out += text.substr(at, found - at);
    out += to;
    at = found + from.size();
  }
  return out += text.substr(at);
}

bool is_upper(std::string_view text) {
  return all_of_case(text, to_upper);
}
bool is_lower(std::string_view text) {
  return all_of_case(text, to_lower);
}

}  // namespace tally::jinja
