#include "guard/position.h"

namespace tally::guard {
namespace {

bool continues_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

TextPosition position_of(std::string_view text, uint64_t offset) {
  if (offset > text.size()) return {};
  TextPosition at{1, 1};
  for (char byte : text.substr(0, offset)) {
    if (byte == '\n') {
      ++at.line;
      at.column = 1;
    } else if (!continues_code_point(byte)) {
      ++at.column;
    }
  }
  return at;
}

uint64_t offset_of(std::string_view text, int line, int column) {
  TextPosition at{1, 1};
  for (size_t i = 0; i < text.size(); ++i) {
    if (continues_code_point(text[i])) continue;
    if (at == TextPosition{line, column}) return i;
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    } else {
      ++at.column;
    }
  }
  return text.size();
}

}  // namespace tally::guard
