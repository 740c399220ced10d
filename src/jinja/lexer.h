#pragma once
// Tokens of a template, one at a time: text between tags, and what is in the tags.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "jinja/template.h"

namespace tally::jinja {

enum class TokenKind : uint8_t {
  end,
  error,  // text: the reason
  data,
  print_begin,
  print_end,
  block_begin,
  block_end,
  name,
  string,  // text: between the quotes, escapes as written
  integer,
  real,
  plus,
  minus,
  star,
  power,
  slash,
  double_slash,
  percent,
  tilde,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  assign,
  dot,
  colon,
  pipe,
  comma,
  semicolon,
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
};

struct Token {
  TokenKind kind = TokenKind::end;
  uint32_t line = 1;
  std::string_view text;

  bool is(TokenKind wanted) const { return kind == wanted; }
  bool is_name(std::string_view wanted) const { return kind == TokenKind::name && text == wanted; }
};

class Lexer {
 public:
  // Line ends of the text are "\n" already.
  Lexer(std::string_view text, ParseOptions options);

  Token next();
  // After a block's end: all up to the tag {% `tag` %}, which is skipped; nothing if there is none.
  std::optional<std::string_view> text_until(std::string_view tag);
  size_t position() const { return at_; }

 private:
  enum class State : uint8_t { data, tag_begin, print, block };
  struct EndTag {
    size_t begin, end;  // of the whole tag
    char sign;          // '-', '+' or nothing, before it
    bool strips_after;
  };

  Token token(TokenKind kind, std::string_view text) { return {kind, line_, text}; }
  Token error(std::string reason);
  Token data();
  Token tag_begin();
  Token raw(size_t after_begin);
  std::optional<Token> skip_comment();
  Token inside();
  std::optional<Token> tag_end();
  Token name();
  Token number();
  Token string();
  Token op();
  bool balance(char bracket);

  size_t find_tag(size_t from) const;
  std::optional<size_t> match_raw(size_t at) const;
  std::optional<EndTag> find_end_tag(size_t from, std::string_view tag) const;
  std::string_view strip_before(std::string_view text, char sign, bool is_print) const;
  void skip_spaces();
  void move_to(size_t position);
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0; }

  std::string_view text_;
  ParseOptions options_;
  State state_ = State::data;
  size_t at_ = 0;
  uint32_t line_ = 1;
  bool line_starting_ = true;
  std::string brackets_;  // those that are open, as they will be closed
  std::string reason_;    // of an error: tokens point into it
};

}  // namespace tally::jinja
