#pragma once
// The one SQL lexer: text → tokens, as DuckDB splits them. Linear in the text, and total: any bytes
// give tokens or one error that names line and column.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sql/tree.h"

namespace tally::sql {

enum class TokenKind : uint8_t {
  end,          // after the last token
  word,         // unquoted identifier or key word
  quoted_word,  // "…"
  number,       // as written: 12, 1_000, .5, 1e10
  text,         // '…', e'…', $$…$$, and '…' continued after a line break
  symbol,       // operator or punctuation
};

// `code` is the key word's number (0: none) of a word, and symbol_code() of a symbol.
struct Token {
  TokenKind kind = TokenKind::end;
  uint32_t code = 0;
  uint32_t offset = 0;
  uint32_t length = 0;
  Position at;

  std::string_view in(std::string_view source) const { return source.substr(offset, length); }
};

// A symbol of up to four bytes as a number, so that the parser compares integers. Longer operators
// (DuckDB allows any run of operator characters) share the code 0xFFFFFFFF.
constexpr uint32_t symbol_code(std::string_view symbol) {
  if (symbol.size() > 4) return 0xFFFFFFFFU;
  uint32_t code = 0;
  for (char c : symbol) code = (code << 8U) | static_cast<unsigned char>(c);
  return code;
}

// Texts above 64 MiB are refused: offsets are 32 bits, and no person writes one.
inline constexpr size_t kMaxSqlBytes = size_t{64} << 20U;

// The tokens of `text`, the last of kind `end`. `start` is where the text begins in its file.
// Errors are `user`: "line L, column C: …".
Result<std::vector<Token>> tokenize(std::string_view text, Position start = {1, 1});

// What the token says: a quoted word or text without its quotes and escapes, anything else as
// written.
std::string token_value(const Token& token, std::string_view source);

bool is_utf8(std::string_view text);

// "line L, column C: <message>"
Error error_at(Position at, std::string_view message);

}  // namespace tally::sql
