#include "sql/lexer.h"

#include <fmt/core.h>

#include "sql/keywords.h"

namespace tally::sql {
namespace {

constexpr std::string_view kOperatorBytes = "~!@^&|`+-*/%<>=";
// An operator of several bytes ends in + or - only if it holds one of these: a*-1 is a * (-1).
constexpr std::string_view kKeepsSign = "~!@^&|`%";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool starts_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || byte >= 0x80;
}
bool continues_word(char c) {
  return starts_word(c) || is_digit(c) || c == '$';
}
bool is_operator_byte(char c) {
  return kOperatorBytes.find(c) != std::string_view::npos;
}

// Bytes of the well-formed UTF-8 character at the front of `text`; 0 if there is none (RFC 3629).
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool second = follows(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
    return second && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool second = follows(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// The engine reads these as plain spaces between tokens: U+00A0, U+2000–U+200A, U+2028, U+2029,
// U+202F, U+205F, U+3000 and the byte order mark. Returns their length in bytes, else 0.
size_t unicode_space(std::string_view text) {
  if (text.starts_with("\xC2\xA0")) return 2;
  if (text.size() < 3) return 0;
  const std::string_view three = text.substr(0, 3);
  if (three == "\xE3\x80\x80" || three == "\xEF\xBB\xBF" || three == "\xE2\x81\x9F") return 3;
  if (!three.starts_with("\xE2\x80")) return 0;
  const auto last = static_cast<unsigned char>(three[2]);
  return last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
}

class Lexer {
 public:
  Lexer(std::string_view text, Position start) : text_(text), at_(start) {}

  Result<std::vector<Token>> run() {
    if (text_.size() > kMaxSqlBytes) return error_at(at_, "the text is longer than 64 MiB");
    TALLY_CHECK(check_bytes());
    tokens_.reserve(text_.size() / 4 + 2);
    while (true) {
      TALLY_CHECK(skip_space());
      if (offset_ >= text_.size()) break;
      TALLY_CHECK(next());
    }
    tokens_.push_back({TokenKind::end, 0, static_cast<uint32_t>(offset_), 0, at_});
    return std::move(tokens_);
  }

 private:
  char byte(size_t ahead = 0) const {
    return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
  }
  std::string_view rest() const { return text_.substr(offset_); }

  void advance(size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
      const bool line_ends = text_[offset_ + i] == '\n';
      at_.line += line_ends ? 1 : 0;
      at_.column = line_ends ? 1 : at_.column + 1;
    }
    offset_ += bytes;
  }

  // NUL would end the text early inside the engine; broken UTF-8 it refuses without a position.
  Result<void> check_bytes() {
    for (size_t i = 0; i < text_.size();) {
      const size_t length = text_[i] == '\0' ? 0 : utf8_length(text_.substr(i));
      if (length == 0) {
        advance(i);
        return error_at(at_, text_[i] == '\0' ? "a NUL byte cannot stand in SQL"
                                              : "the text is not valid UTF-8");
      }
      i += length;
    }
    return {};
  }

  Result<void> skip_space() {
    while (offset_ < text_.size()) {
      if (is_space(byte())) {
        advance(1);
      } else if (const size_t wide = unicode_space(rest())) {
        advance(wide);
      } else if (byte() == '-' && byte(1) == '-') {
        const size_t line_end = text_.find('\n', offset_);
        advance((line_end == std::string_view::npos ? text_.size() : line_end) - offset_);
      } else if (byte() == '/' && byte(1) == '*') {
        TALLY_CHECK(skip_block_comment());
      } else {
        break;
      }
    }
    return {};
  }

  Result<void> skip_block_comment() {
    const Position start = at_;
    int depth = 0;
    do {
      if (offset_ >= text_.size()) return error_at(start, "this comment is never closed with */");
      const bool opens = byte() == '/' && byte(1) == '*';
      const bool closes = byte() == '*' && byte(1) == '/';
      depth += opens ? 1 : closes ? -1 : 0;
      advance(opens || closes ? 2 : 1);
    } while (depth > 0);
    return {};
  }

  void emit(TokenKind kind, uint32_t code, size_t length) {
    tokens_.push_back(
        {kind, code, static_cast<uint32_t>(offset_), static_cast<uint32_t>(length), at_});
    advance(length);
  }

  Result<void> next() {
    const char c = byte();
    const char quote = byte(1);
    if (c == '\'') return text(offset_);
    if ((c == 'e' || c == 'E') && quote == '\'') return escaped_text();
    if ((c == 'x' || c == 'X' || c == 'b' || c == 'B') && quote == '\'') {
      return error_at(at_, "bit and hexadecimal strings are not supported");
    }
    if ((c == 'u' || c == 'U') && quote == '&' && (byte(2) == '\'' || byte(2) == '"')) {
      return error_at(at_, "U& strings are not supported");
    }
    if (c == '"') return quoted_word();
    if (starts_word(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(quote))) return number();
    if (c == '$') return dollar();
    return symbol();
  }

  Result<void> word() {
    size_t length = 1;
    while (continues_word(byte(length)) && unicode_space(rest().substr(length)) == 0) ++length;
    emit(TokenKind::word, find_keyword(rest().substr(0, length)), length);
    return {};
  }

  Result<void> quoted_word() {
    size_t end = offset_ + 1;
    while (true) {
      end = text_.find('"', end);
      if (end == std::string_view::npos) {
        return error_at(at_, "this quoted name is never closed with \"");
      }
      if (end + 1 >= text_.size() || text_[end + 1] != '"') break;
      end += 2;
    }
    if (end == offset_ + 1) return error_at(at_, "a quoted name cannot be empty");
    emit(TokenKind::quoted_word, 0, end + 1 - offset_);
    return {};
  }

  // Digits in groups: an underscore only between two digits.
  size_t digits(size_t from) const {
    size_t length = from;
    while (is_digit(byte(length)) ||
           (length > from && byte(length) == '_' && is_digit(byte(length + 1)))) {
      ++length;
    }
    return length;
  }

  Result<void> number() {
    size_t length = digits(0);
    // 1..2 is a range of DOT_DOT to the engine's lexer, so the first dot is no part of 1.
    if (byte(length) == '.' && byte(length + 1) != '.') length = digits(length + 1);
    if (byte(length) == 'e' || byte(length) == 'E') {
      const size_t sign = byte(length + 1) == '+' || byte(length + 1) == '-' ? 2 : 1;
      if (is_digit(byte(length + sign))) length = digits(length + sign);
    }
    emit(TokenKind::number, 0, length);
    return {};
  }

  // Standard text from its opening quote at `open`. Texts with a line break between them are one.
  Result<void> text(size_t open) {
    size_t end = open + 1;
    while (true) {
      end = text_.find('\'', end);
      if (end == std::string_view::npos) return error_at(at_, "this text is never closed with '");
      if (end + 1 < text_.size() && text_[end + 1] == '\'') {
        end += 2;
      } else if (const size_t continued = continuation(end + 1)) {
        end = continued + 1;
      } else {
        break;
      }
    }
    emit(TokenKind::text, 0, end + 1 - offset_);
    return {};
  }

  // Where the next quote opens if only white space with a line break stands before it; else 0.
  size_t continuation(size_t from) const {
    bool broken = false;
    while (from < text_.size() && is_space(text_[from])) {
      broken |= text_[from] == '\n' || text_[from] == '\r';
      ++from;
    }
    return broken && from < text_.size() && text_[from] == '\'' ? from : 0;
  }

  Result<void> escaped_text() {
    for (size_t end = offset_ + 2; end < text_.size(); ++end) {
      if (text_[end] == '\\') {
        const char escape = end + 1 < text_.size() ? text_[end + 1] : '\0';
        if (escape == 'u' || escape == 'U') {
          return error_at(at_, "\\u escapes are not supported: write the character itself");
        }
        ++end;
      } else if (text_[end] == '\'' && end + 1 < text_.size() && text_[end + 1] == '\'') {
        ++end;
      } else if (text_[end] == '\'') {
        emit(TokenKind::text, 0, end + 1 - offset_);
        return {};
      }
    }
    return error_at(at_, "this text is never closed with '");
  }

  // $$…$$ and $tag$…$tag$; any other $ is a symbol ($1 and $name are parameters to the parser).
  Result<void> dollar() {
    size_t length = 1;
    if (starts_word(byte(1))) {
      while (continues_word(byte(length)) && byte(length) != '$') ++length;
    }
    if (byte(length) != '$') {
      emit(TokenKind::symbol, symbol_code("$"), 1);
      return {};
    }
    const std::string_view tag = rest().substr(0, length + 1);
    const size_t end = text_.find(tag, offset_ + tag.size());
    if (end == std::string_view::npos) {
      return error_at(at_, fmt::format("this text is never closed with {}", tag));
    }
    emit(TokenKind::text, 0, end + tag.size() - offset_);
    return {};
  }

  Result<void> symbol() {
    if (is_operator_byte(byte())) {
      const size_t length = operator_length();
      emit(TokenKind::symbol, symbol_code(rest().substr(0, length)), length);
      return {};
    }
    for (const std::string_view two : {"::", ":=", ".."}) {
      if (!rest().starts_with(two)) continue;
      emit(TokenKind::symbol, symbol_code(two), 2);
      return {};
    }
    if (std::string_view(",()[].;:{}?#").find(byte()) == std::string_view::npos) {
      return error_at(at_, fmt::format("the character {} has no meaning here", shown()));
    }
    emit(TokenKind::symbol, symbol_code(rest().substr(0, 1)), 1);
    return {};
  }

  // The longest run of operator bytes that does not run into a comment, with + and - given back
  // where they are signs.
  size_t operator_length() const {
    size_t length = 1;
    while (is_operator_byte(byte(length))) ++length;
    std::string_view run = rest().substr(0, length);
    for (const std::string_view comment : {"--", "/*"}) {
      if (const size_t found = run.find(comment); found != std::string_view::npos && found > 0) {
        run = run.substr(0, found);
      }
    }
    const bool keeps_sign = run.find_first_of(kKeepsSign) != std::string_view::npos;
    while (!keeps_sign && run.size() > 1 && (run.back() == '+' || run.back() == '-')) {
      run.remove_suffix(1);
    }
    return run.size();
  }

  std::string shown() const {
    const auto code = static_cast<unsigned char>(byte());
    if (code < 0x20 || code == 0x7F) return fmt::format("0x{:02X}", code);
    return std::string(1, byte());
  }

  std::string_view text_;
  size_t offset_ = 0;
  Position at_;
  std::vector<Token> tokens_;
};

// The inside of '…' or "…": doubled quotes become one; what stands between two continued texts
// goes.
std::string unquoted(std::string_view written, char quote) {
  std::string value;
  value.reserve(written.size());
  for (size_t i = 1; i + 1 < written.size(); ++i) {
    if (written[i] == quote) {
      if (written[i + 1] == quote) {
        ++i;
      } else {
        i = written.find(quote, i + 1);
        continue;
      }
    }
    value += written[i];
  }
  return value;
}

// Up to `most` digits of base 8 or 16 from `i` on; leaves `i` on the last one.
char numeric_escape(std::string_view body, size_t& i, unsigned base, size_t most) {
  unsigned code = 0;
  size_t used = 0;
  for (; used < most && i + used < body.size(); ++used) {
    const char c = body[i + used];
    unsigned digit = 99;
    if (is_digit(c)) digit = static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
    if (digit >= base) break;
    code = code * base + digit;
  }
  i += used - 1;
  return static_cast<char>(code);
}

std::string unescaped(std::string_view body) {
  std::string value;
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '\'') ++i;  // doubled
    if (body[i] != '\\' || i + 1 >= body.size()) {
      value += body[i];
      continue;
    }
    const char c = body[++i];
    constexpr std::string_view kNames = "bfnrtv";
    constexpr std::string_view kBytes = "\b\f\n\r\t\v";
    const bool hex = (c == 'x' || c == 'X') && i + 1 < body.size() &&
                     std::string_view("0123456789abcdefABCDEF").find(body[i + 1]) != body.npos;
    if (const size_t named = kNames.find(c); named != std::string_view::npos) {
      value += kBytes[named];
    } else if (hex) {
      value += numeric_escape(body, ++i, 16, 2);
    } else if (c >= '0' && c <= '7') {
      value += numeric_escape(body, i, 8, 3);
    } else {
      value += c;
    }
  }
  return value;
}

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view text, Position start) {
  return Lexer(text, start).run();
}

std::string token_value(const Token& token, std::string_view source) {
  const std::string_view written = token.in(source);
  if (token.kind == TokenKind::quoted_word) return unquoted(written, '"');
  if (token.kind != TokenKind::text) return std::string(written);
  if (written.front() == '\'') return unquoted(written, '\'');
  if (written.front() == '$') {
    const size_t tag = written.find('$', 1) + 1;
    return std::string(written.substr(tag, written.size() - 2 * tag));
  }
  return unescaped(written.substr(2, written.size() - 3));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

Error error_at(Position at, std::string_view message) {
  return user_error(fmt::format("line {}, column {}: {}", at.line, at.column, message));
}

}  // namespace tally::sql
