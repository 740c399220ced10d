#include "jinja/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "text/utf8.h"

namespace tally::jinja {

namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Bytes of the space at `at`, ASCII or not (a no-break space gets into a tag by copying); 0: none.
size_t space_length(std::string_view text, size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return is_space(text[at]) ? 1 : 0;
  const auto point = text::decode(text, at);
  const char32_t c = point.value;
  const bool space = c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
                     c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
  return space ? point.length : 0;
}

size_t skip_spaces_from(std::string_view text, size_t at) {
  while (at < text.size()) {
    const size_t length = space_length(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

struct Operator {
  std::string_view text;
  TokenKind kind;
};
// Longer ones first.
constexpr std::array kOperators = {
    Operator{"**", TokenKind::power},
    Operator{"//", TokenKind::double_slash},
    Operator{"==", TokenKind::equal},
    Operator{"!=", TokenKind::not_equal},
    Operator{">=", TokenKind::greater_equal},
    Operator{"<=", TokenKind::less_equal},
    Operator{"+", TokenKind::plus},
    Operator{"-", TokenKind::minus},
    Operator{"*", TokenKind::star},
    Operator{"/", TokenKind::slash},
    Operator{"%", TokenKind::percent},
    Operator{"~", TokenKind::tilde},
    Operator{"<", TokenKind::less},
    Operator{">", TokenKind::greater},
    Operator{"=", TokenKind::assign},
    Operator{".", TokenKind::dot},
    Operator{":", TokenKind::colon},
    Operator{"|", TokenKind::pipe},
    Operator{",", TokenKind::comma},
    Operator{";", TokenKind::semicolon},
    Operator{"(", TokenKind::left_parenthesis},
    Operator{")", TokenKind::right_parenthesis},
    Operator{"[", TokenKind::left_bracket},
    Operator{"]", TokenKind::right_bracket},
    Operator{"{", TokenKind::left_brace},
    Operator{"}", TokenKind::right_brace},
};

// Digits with single underscores between them, from `at`; where they end.
template <typename IsDigit>
size_t digits(std::string_view text, size_t at, IsDigit accepted) {
  const size_t start = at;
  while (at < text.size()) {
    if (accepted(text[at])) {
      ++at;
    } else if (text[at] == '_' && at > start && at + 1 < text.size() && accepted(text[at + 1])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

// Where a fraction or an exponent that makes a whole number a real one ends; `at` if there is none.
size_t real_end(std::string_view text, size_t at) {
  const size_t whole = at;
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    at = digits(text, at + 1, is_digit);
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) return digits(text, exponent, is_digit);
  }
  return at == whole ? whole : at;
}

// Where a whole number ends: "0x1f", "0b1", "0o7", "1_000", "0".
size_t integer_end(std::string_view text, size_t at) {
  if (text[at] != '0') return digits(text, at, is_digit);
  const char base = at + 1 < text.size() ? static_cast<char>(text[at + 1] | 0x20) : '\0';
  auto based = [&](auto accepted) {
    size_t first = at + 2;
    if (first < text.size() && text[first] == '_') ++first;
    const size_t end = digits(text, first, accepted);
    return end == first ? at + 1 : end;
  };
  if (base == 'x') {
    return based([](char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); });
  }
  if (base == 'b') return based([](char c) { return c == '0' || c == '1'; });
  if (base == 'o') return based([](char c) { return c >= '0' && c <= '7'; });
  return digits(text, at, [](char c) { return c == '0'; });
}

}  // namespace

Lexer::Lexer(std::string_view text, ParseOptions options)
    : text_(text), options_(options), line_(options.first_line) {
  if (!options_.keep_trailing_newline && text_.ends_with('\n')) text_.remove_suffix(1);
}

Token Lexer::next() {
  switch (state_) {
    case State::data:
      return data();
    case State::tag_begin:
      return tag_begin();
    default:
      return inside();
  }
}

Token Lexer::error(std::string reason) {
  reason_ = std::move(reason);
  return token(TokenKind::error, reason_);
}

void Lexer::move_to(size_t position) {
  const auto passed = text_.substr(at_, position - at_);
  line_ += static_cast<uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ = position;
}

void Lexer::skip_spaces() {
  move_to(skip_spaces_from(text_, at_));
}

size_t Lexer::find_tag(size_t from) const {
  for (size_t at = from; at + 1 < text_.size(); ++at) {
    const void* found = std::memchr(text_.data() + at, '{', text_.size() - 1 - at);
    if (!found) break;
    at = static_cast<size_t>(static_cast<const char*>(found) - text_.data());
    const char second = text_[at + 1];
    if (second == '{' || second == '%' || second == '#') return at;
  }
  return text_.size();
}

// Text before a tag, less the spaces that the tag takes with it.
std::string_view Lexer::strip_before(std::string_view text, char sign, bool is_print) const {
  if (sign == '-') return trim_end(text);
  if (sign == '+' || is_print || !options_.lstrip_blocks) return text;
  const size_t newline = text.rfind('\n');
  const size_t line = newline == std::string_view::npos ? 0 : newline + 1;
  if (line == 0 && !line_starting_) return text;
  return skip_spaces_from(text, line) == text.size() ? text.substr(0, line) : text;
}

Token Lexer::data() {
  for (;;) {
    if (at_ >= text_.size()) return token(TokenKind::end, {});
    const size_t tag = find_tag(at_);
    if (tag >= text_.size()) {
      Token rest = token(TokenKind::data, text_.substr(at_));
      move_to(text_.size());
      return rest;
    }
    const char sign = tag + 2 < text_.size() ? text_[tag + 2] : '\0';
    const bool is_print = text_[tag + 1] == '{';
    Token before =
        token(TokenKind::data, strip_before(text_.substr(at_, tag - at_), sign, is_print));
    move_to(tag);
    if (text_[tag + 1] == '#') {
      if (auto failed = skip_comment()) return *failed;
    } else {
      state_ = State::tag_begin;
    }
    if (!before.text.empty()) return before;
    if (state_ == State::tag_begin) return tag_begin();
  }
}

std::optional<Token> Lexer::skip_comment() {
  size_t start = at_ + 2;
  if (start < text_.size() && (text_[start] == '-' || text_[start] == '+')) ++start;
  const size_t end = text_.find("#}", start);
  if (end == std::string_view::npos) return error("Missing end of comment tag");
  const char sign = end > start ? text_[end - 1] : '\0';
  move_to(end + 2);
  line_starting_ = false;
  if (sign == '-') {
    skip_spaces();
  } else if (sign != '+' && options_.trim_blocks && peek() == '\n') {
    move_to(at_ + 1);
  }
  line_starting_ = at_ > 0 && text_[at_ - 1] == '\n';
  return std::nullopt;
}

// Where the tag {% raw %} at `at` ends, if it is one.
std::optional<size_t> Lexer::match_raw(size_t at) const {
  at += 2;
  if (at < text_.size() && (text_[at] == '-' || text_[at] == '+')) ++at;
  at = skip_spaces_from(text_, at);
  if (text_.substr(at, 3) != "raw") return std::nullopt;
  at = skip_spaces_from(text_, at + 3);
  if (text_.substr(at, 3) == "-%}") return skip_spaces_from(text_, at + 3);
  if (text_.substr(at, 2) == "%}") return at + 2;
  return std::nullopt;
}

std::optional<Lexer::EndTag> Lexer::find_end_tag(size_t from, std::string_view tag) const {
  for (size_t begin = text_.find("{%", from); begin != std::string_view::npos;
       begin = text_.find("{%", begin + 2)) {
    size_t at = begin + 2;
    const char sign = at < text_.size() ? text_[at] : '\0';
    if (sign == '-' || sign == '+') ++at;
    at = skip_spaces_from(text_, at);
    if (text_.substr(at, tag.size()) != tag) continue;
    at = skip_spaces_from(text_, at + tag.size());
    const bool strips = text_.substr(at, 1) == "-";
    const bool keeps = text_.substr(at, 1) == "+";
    if (strips || keeps) ++at;
    if (text_.substr(at, 2) != "%}") continue;
    at += 2;
    if (!strips && !keeps && options_.trim_blocks && text_.substr(at, 1) == "\n") ++at;
    return EndTag{begin, at, sign, strips};
  }
  return std::nullopt;
}

Token Lexer::raw(size_t after_begin) {
  move_to(after_begin);
  const auto end = find_end_tag(at_, "endraw");
  if (!end) return error("Missing end of raw directive");
  line_starting_ = false;
  Token inside =
      token(TokenKind::data, strip_before(text_.substr(at_, end->begin - at_), end->sign, false));
  move_to(end->end);
  if (end->strips_after) skip_spaces();
  state_ = State::data;
  return inside;
}

std::optional<std::string_view> Lexer::text_until(std::string_view tag) {
  const auto end = find_end_tag(at_, tag);
  if (!end) return std::nullopt;
  const auto inside = text_.substr(at_, end->begin - at_);
  move_to(end->end);
  if (end->strips_after) skip_spaces();
  state_ = State::data;
  return inside;
}

Token Lexer::tag_begin() {
  const bool is_print = text_[at_ + 1] == '{';
  if (!is_print) {
    if (auto end = match_raw(at_)) {
      Token inside = raw(*end);
      return inside.is(TokenKind::data) && inside.text.empty() ? data() : inside;
    }
  }
  Token begin =
      token(is_print ? TokenKind::print_begin : TokenKind::block_begin, text_.substr(at_, 2));
  at_ += 2;
  if (peek() == '-' || peek() == '+') ++at_;
  state_ = is_print ? State::print : State::block;
  brackets_.clear();
  return begin;
}

std::optional<Token> Lexer::tag_end() {
  const std::string_view closing = state_ == State::print ? "}}" : "%}";
  const char sign = peek();
  const bool strips = sign == '-' && text_.substr(at_ + 1, 2) == closing;
  const bool keeps = sign == '+' && state_ == State::block && text_.substr(at_ + 1, 2) == closing;
  if (!strips && !keeps && text_.substr(at_, 2) != closing) return std::nullopt;
  if (strips || keeps) ++at_;
  Token end = token(state_ == State::print ? TokenKind::print_end : TokenKind::block_end,
                    text_.substr(at_, 2));
  at_ += 2;
  if (strips) {
    skip_spaces();
  } else if (!keeps && state_ == State::block && options_.trim_blocks && peek() == '\n') {
    move_to(at_ + 1);
  }
  line_starting_ = text_[at_ - 1] == '\n';
  state_ = State::data;
  return end;
}

Token Lexer::inside() {
  if (brackets_.empty()) {
    if (auto end = tag_end()) return *end;
  }
  skip_spaces();
  if (brackets_.empty()) {
    if (auto end = tag_end()) return *end;
  }
  if (at_ >= text_.size()) return token(TokenKind::end, {});
  const char first = peek();
  if (is_digit(first)) return number();
  if (is_word(first)) return name();
  if (first == '\'' || first == '"') return string();
  return op();
}

Token Lexer::name() {
  const size_t start = at_;
  while (at_ < text_.size() && is_word(text_[at_]) && space_length(text_, at_) == 0) ++at_;
  return token(TokenKind::name, text_.substr(start, at_ - start));
}

Token Lexer::number() {
  const size_t start = at_;
  const bool after_dot = start > 0 && text_[start - 1] == '.';
  const size_t whole = digits(text_, start, is_digit);
  const size_t real = after_dot ? whole : real_end(text_, whole);
  at_ = real > whole ? real : integer_end(text_, start);
  return token(real > whole ? TokenKind::real : TokenKind::integer,
               text_.substr(start, at_ - start));
}

Token Lexer::string() {
  const char quote = peek();
  for (size_t at = at_ + 1; at < text_.size(); ++at) {
    if (text_[at] == '\\') {
      ++at;
    } else if (text_[at] == quote) {
      Token found = token(TokenKind::string, text_.substr(at_ + 1, at - at_ - 1));
      move_to(at + 1);
      return found;
    }
  }
  return error(fmt::format("unexpected char '{}': the string has no end", quote));
}

// Keeps account of open brackets: a tag does not end within them.
bool Lexer::balance(char bracket) {
  if (bracket == '(') brackets_ += ')';
  if (bracket == '[') brackets_ += ']';
  if (bracket == '{') brackets_ += '}';
  if (bracket != ')' && bracket != ']' && bracket != '}') return true;
  if (brackets_.empty() || brackets_.back() != bracket) return false;
  brackets_.pop_back();
  return true;
}

Token Lexer::op() {
  for (const auto& known : kOperators) {
    if (text_.substr(at_, known.text.size()) != known.text) continue;
    if (known.text.size() == 1 && !balance(known.text[0])) {
      return error(brackets_.empty() ? fmt::format("unexpected '{}'", known.text)
                                     : fmt::format("unexpected '{}', expected '{}'", known.text,
                                                   brackets_.back()));
    }
    Token found = token(known.kind, known.text);
    at_ += known.text.size();
    return found;
  }
  const size_t length = text::decode(text_, at_).length;
  return error(fmt::format("unexpected char '{}'", text_.substr(at_, length)));
}

}  // namespace tally::jinja
