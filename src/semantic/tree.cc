#include "semantic/tree.h"

#include <algorithm>

namespace tally::semantic {

Position position_of(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  std::string_view before = text.substr(0, offset);
  size_t line_start = before.rfind('\n');
  line_start = line_start == std::string_view::npos ? 0 : line_start + 1;
  auto lines = std::count(before.begin(), before.end(), '\n');
  return {static_cast<int>(lines) + 1, static_cast<int>(offset - line_start) + 1};
}

size_t offset_of(std::string_view text, Position position) {
  size_t offset = 0;
  for (int line = 1; line < position.line; ++line) {
    offset = text.find('\n', offset);
    if (offset == std::string_view::npos) return text.size();
    ++offset;
  }
  return std::min(text.size(), offset + static_cast<size_t>(std::max(position.column, 1) - 1));
}

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// One piece of a scalar as written: how many bytes it takes in the file and in the decoded text.
struct Piece {
  size_t written = 1, decoded = 1;
};

size_t utf8_length(uint32_t code_point) {
  if (code_point < 0x80) return 1;
  if (code_point < 0x800) return 2;
  return code_point < 0x10000 ? 3 : 4;
}

// "\…" inside double quotes.
Piece escape_piece(std::string_view rest) {
  if (rest.size() < 2) return {1, 1};
  size_t digits = rest[1] == 'x' ? 2 : rest[1] == 'u' ? 4 : rest[1] == 'U' ? 8 : 0;
  if (digits > 0) {
    uint32_t code_point = 0;
    for (char c : rest.substr(2, digits)) {
      bool decimal = c >= '0' && c <= '9';
      code_point = code_point * 16 + static_cast<uint32_t>(decimal ? c - '0' : (c | 32) - 'a' + 10);
    }
    return {2 + digits, utf8_length(code_point)};
  }
  switch (rest[1]) {
    case '\n':
      return {2, 0};
    case 'N':
    case '_':
      return {2, 2};
    case 'L':
    case 'P':
      return {2, 3};
    default:
      return {2, 1};
  }
}

// `rest` is the file from the current place, `next` the decoded text from the current place.
Piece next_piece(char quote, std::string_view rest, std::string_view next) {
  if (quote == '"' && rest[0] == '\\') return escape_piece(rest);
  if (quote == '\'' && rest.substr(0, 2) == "''") return {2, 1};
  if (rest[0] == next[0]) return {1, 1};
  if (rest[0] == '\n' && next[0] == ' ') return {1, 1};  // a folded line break
  return {1, is_space(rest[0]) ? 0u : 1u};               // indentation, blanks before a fold
}

}  // namespace

Position position_inside(std::string_view file_text, const Node& scalar, size_t offset) {
  size_t place = std::min<size_t>(scalar.offset, file_text.size());
  char first = place < file_text.size() ? file_text[place] : '\0';
  bool quoted = scalar.kind == Node::Kind::text && (first == '"' || first == '\'');
  if (quoted) {
    ++place;
  } else if (first == '|' || first == '>') {  // the header of a block scalar is one line
    place = std::min(file_text.find('\n', place), file_text.size() - 1) + 1;
  }
  size_t decoded = 0;
  while (place < file_text.size() && decoded < scalar.text.size()) {
    auto next = std::string_view(scalar.text).substr(decoded);
    Piece piece = next_piece(quoted ? first : '\0', file_text.substr(place), next);
    if (piece.decoded > 0 && decoded + piece.decoded > offset) break;
    place += piece.written;
    decoded += piece.decoded;
  }
  // The end of a block scalar: not the next line's indentation.
  while (decoded < offset && place > scalar.offset && is_space(file_text[place - 1])) --place;
  size_t start = std::min<size_t>(scalar.offset, place);
  Position within = position_of(file_text.substr(start), place - start);
  int column = within.line == 1 ? scalar.at.column + within.column - 1 : within.column;
  return {scalar.at.line + within.line - 1, column};
}

const char* kind_text(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::number:
      return "a number";
    case Node::Kind::text:
    case Node::Kind::plain:
      return "text";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  return "";
}

}  // namespace tally::semantic
