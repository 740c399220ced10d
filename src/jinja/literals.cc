#include "jinja/literals.h"

#include <charconv>

#include "jinja/big_integer.h"
#include "text/utf8.h"

namespace tally::jinja {

namespace {

// `count` digits of `base` at most, from `at` on; moves `at` past them.
std::optional<char32_t> code(std::string_view text, size_t& at, size_t count, int base,
                             bool all_wanted) {
  uint32_t value = 0;
  const auto digits = text.substr(at, count);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const auto read = static_cast<size_t>(end - digits.data());
  if (error != std::errc() || read == 0 || (all_wanted && read != count)) return std::nullopt;
  at += read;
  return static_cast<char32_t>(value);
}

std::optional<char> simple_escape(char letter) {
  constexpr std::string_view kLetters = "\\'\"abfnrtv";
  constexpr std::string_view kMeant = "\\'\"\a\b\f\n\r\t\v";
  const size_t position = kLetters.find(letter);
  if (position == std::string_view::npos) return std::nullopt;
  return kMeant[position];
}

size_t escape_digits(char letter) {
  return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

// One escape, `at` behind its backslash; moves `at` past it.
bool append_escape(std::string& out, std::string_view text, size_t& at) {
  const char letter = text[at];
  if (const auto simple = simple_escape(letter)) {
    out += *simple;
    ++at;
    return true;
  }
  if (letter == '\n') {
    ++at;
    return true;
  }
  std::optional<char32_t> value;
  if (letter >= '0' && letter <= '7') {
    value = code(text, at, 3, 8, false);
  } else if (const size_t digits = escape_digits(letter)) {
    value = code(text, ++at, digits, 16, true);
    if (!value || *value > 0x10FFFF) return false;
  } else if (letter == 'N') {
    return false;  // a character by its Unicode name
  } else {
    out += '\\';  // no escape: it stands for itself
    return true;
  }
  const bool surrogate = *value >= 0xD800 && *value <= 0xDFFF;
  text::append_utf8(out, surrogate ? 0xFFFD : *value);
  return true;
}

}  // namespace

bool append_unescaped(std::string& out, std::string_view escaped) {
  for (size_t at = 0; at < escaped.size();) {
    const size_t backslash = std::min(escaped.find('\\', at), escaped.size());
    out += escaped.substr(at, backslash - at);
    at = backslash + 1;
    if (at > escaped.size()) break;
    if (at == escaped.size() || !append_escape(out, escaped, at)) return false;
  }
  return true;
}

std::optional<Value> number_from_literal(std::string_view text, bool is_real) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits += c;
  }
  const char* end = digits.data() + digits.size();
  if (is_real) {
    double value = 0;
    const auto error = std::from_chars(digits.data(), end, value).ec;
    if (error == std::errc::result_out_of_range) value = std::strtod(digits.c_str(), nullptr);
    return value;
  }
  const char letter = digits.size() > 2 ? static_cast<char>(digits[1] | 0x20) : '\0';
  const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
  return whole_from_digits(std::string_view(digits).substr(base == 10 ? 0 : 2), base);
}

}  // namespace tally::jinja
