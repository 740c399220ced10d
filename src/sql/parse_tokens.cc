// The parser's cursor: looking, taking, expecting, and the words of its errors.

#include <fmt/core.h>

#include "sql/parse_impl.h"

namespace tally::sql {
namespace {

// As the user will see it: 'text' cut to 40 bytes at a character, control characters as ?.
std::string shown(std::string_view text) {
  constexpr size_t kMost = 40;
  std::string cut(text.substr(0, kMost));
  if (text.size() > kMost) {
    while (!cut.empty() && (static_cast<unsigned char>(text[cut.size()]) & 0xC0U) == 0x80U) {
      cut.pop_back();
    }
    cut += "…";
  }
  for (char& c : cut) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return cut;
}

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

Parser::Parser(std::string_view source, std::vector<Token> tokens)
    : source_(source), tokens_(std::move(tokens)) {}

bool Parser::take_symbol(std::string_view symbol) {
  if (!at_symbol(symbol)) return false;
  take();
  return true;
}

bool Parser::take_keyword(uint16_t word) {
  if (!at_keyword(word)) return false;
  take();
  return true;
}

bool Parser::take_keywords(uint16_t first, uint16_t second) {
  if (!at_keyword(first) || !at_keyword(second, 1)) return false;
  take();
  take();
  return true;
}

Result<void> Parser::expect_symbol(std::string_view symbol) {
  if (!take_symbol(symbol)) return unexpected(symbol);
  return {};
}

Result<void> Parser::expect_keyword(uint16_t word) {
  if (!take_keyword(word)) return unexpected(upper(keyword_text(word)));
  return {};
}

Result<void> Parser::expect_end() {
  if (peek().kind != TokenKind::end) return unexpected("the end");
  return {};
}

Error Parser::unexpected(std::string_view wanted) const {
  const Token& token = peek();
  const std::string found = token.kind == TokenKind::end ? "the end" : shown(text_of(token));
  return error_at(token.at, fmt::format("expected {}, found {}", wanted, found));
}

Error Parser::unsupported(std::string_view what) const {
  return error_at(peek().at, fmt::format("{} is not supported", what));
}

bool Parser::at_column_name(size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind == TokenKind::quoted_word) return true;
  if (token.kind != TokenKind::word) return false;
  const auto word = static_cast<uint16_t>(token.code);
  const KeywordClass kind = keyword_class(word);
  // The engine lists these as type_function, but its grammar lets them name columns.
  const bool exempt = word == keyword("columns") || word == keyword("generated") ||
                      word == keyword("map") || word == keyword("struct") ||
                      word == keyword("try_cast");
  return exempt || (kind != KeywordClass::reserved && kind != KeywordClass::type_function);
}

bool Parser::at_function_name(size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind == TokenKind::quoted_word) return true;
  if (token.kind != TokenKind::word) return false;
  const KeywordClass kind = keyword_class(static_cast<uint16_t>(token.code));
  return kind != KeywordClass::reserved && kind != KeywordClass::column_name;
}

bool Parser::at_any_name(size_t ahead) const {
  const TokenKind kind = peek(ahead).kind;
  return kind == TokenKind::word || kind == TokenKind::quoted_word;
}

Identifier Parser::take_identifier() {
  const Token& token = take();
  return {token_value(token, source_), token.kind != TokenKind::word};
}

Result<Identifier> Parser::column_name(std::string_view wanted) {
  if (!at_column_name()) return unexpected(wanted);
  return take_identifier();
}

Result<Identifier> Parser::column_name_or_text(std::string_view wanted) {
  if (peek().kind == TokenKind::text) {
    TALLY_TRY(std::string name, text_value());
    if (name.empty()) return unexpected(wanted);
    return Identifier{std::move(name), true};
  }
  return column_name(wanted);
}

Result<Identifier> Parser::any_name(std::string_view wanted) {
  if (!at_any_name()) return unexpected(wanted);
  return take_identifier();
}

Result<Identifier> Parser::any_name_or_text(std::string_view wanted) {
  return peek().kind == TokenKind::text ? column_name_or_text(wanted) : any_name(wanted);
}

Result<std::vector<Identifier>> Parser::parenthesized_names() {
  std::vector<Identifier> names;
  TALLY_CHECK(expect_symbol("("));
  do {
    if (!names.empty() && at_symbol(")")) break;
    TALLY_TRY(Identifier name, column_name_or_text("a column name"));
    names.push_back(std::move(name));
  } while (take_symbol(","));
  TALLY_CHECK(expect_symbol(")"));
  return names;
}

Result<std::string> Parser::text_value() {
  if (peek().kind != TokenKind::text) return unexpected("a text in quotes");
  const Token& token = take();
  std::string value = token_value(token, source_);
  // Only escapes can bring such bytes in: the lexer checked the text itself.
  if (value.find('\0') != std::string::npos) {
    return error_at(token.at, "a NUL byte cannot stand in a text");
  }
  if (!is_utf8(value)) return error_at(token.at, "the escapes do not make valid UTF-8");
  return value;
}

Result<void> Parser::deeper() {
  deepest_ = std::max(deepest_, nesting_ + 1);
  if (++nesting_ <= kMaxNesting) return {};
  return error_at(peek().at, fmt::format("nested more than {} levels deep", kMaxNesting));
}

Result<void> Parser::grow() {
  deepest_ = std::max(deepest_, height_ + 1);
  if (++height_ <= kMaxTreeHeight) return {};
  return error_at(peek().at,
                  fmt::format("more than {} operators hang on one another", kMaxTreeHeight));
}

}  // namespace tally::sql
