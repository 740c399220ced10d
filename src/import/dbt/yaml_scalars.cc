// How scalars are scanned: where they end, and how their line ends fold (YAML 1.1, chapter 9).

#include <algorithm>

#include "import/dbt/yaml_scanner.h"
#include "text/utf8.h"

namespace tally::importing::dbt {
namespace {

bool is_flow_sign(char c) {
  return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

// One line end between words is a space, n of them are n - 1.
std::string folded(size_t breaks) {
  return breaks == 1 ? std::string(" ") : std::string(breaks - 1, '\n');
}

}  // namespace

std::string YamlScanner::scan_plain() {
  std::string out, spaces;
  const auto indent = static_cast<uint32_t>(indent_ + 1);
  while (at() != '#' || ended()) {
    const size_t start = at_;
    while (!blank_or_end()) {
      const char c = text_[at_];
      if (c == ':' && (blank_or_end(1) || (in_flow() && is_flow_sign(at(1))))) break;
      if (in_flow() && is_flow_sign(c)) break;
      ++at_;
    }
    if (at_ == start) break;
    key_allowed_ = false;
    out += spaces;
    out.append(text_, start, at_ - start);
    spaces.clear();
    if (!scan_plain_spaces(indent, spaces) || spaces.empty()) break;
    if (!in_flow() && column() < indent) break;
  }
  return out;
}

// Blanks and line ends behind a word, as they count if another follows. False: the scalar ends.
bool YamlScanner::scan_plain_spaces(uint32_t indent, std::string& spaces) {
  const size_t start = at_;
  while (at() == ' ' || at() == '\t') ++at_;
  if (ended()) return false;
  if (at() != '\n') {
    spaces.assign(text_, start, at_ - start);
    return true;
  }
  size_t breaks = 0;
  while (!ended()) {
    if (at() == '\n') {
      newline();
      ++breaks;
      if (document_mark("---") || document_mark("...")) break;
    } else if (at() == ' ') {
      ++at_;
    } else if (at() == '\t' && (column() >= indent || rest_is_blank())) {
      ++at_;
    } else {
      break;
    }
  }
  key_allowed_ = true;
  spaces = folded(breaks);
  return !ended() && !document_mark("---") && !document_mark("...");
}

std::string YamlScanner::scan_quoted(bool is_double) {
  const uint32_t line = line_, start_column = column();
  std::string out;
  ++at_;
  while (!failed_) {
    const size_t start = at_;
    while (!blank_or_end() && at() != (is_double ? '"' : '\'') && at() != '\\') ++at_;
    out.append(text_, start, at_ - start);
    if (ended()) {
      fail_at(line, start_column, "this quote is never closed");
    } else if (at() == '\\') {
      if (!is_double) {
        out += text_[at_++];
      } else if (!scan_escape(out)) {
        break;
      }
    } else if (!is_double && at() == '\'' && at(1) == '\'') {
      out += '\'';
      at_ += 2;
    } else if (at() == '"' || at() == '\'') {
      ++at_;
      break;
    } else {
      scan_quoted_spaces(out);
    }
  }
  return out;
}

// Blanks stay, line ends fold, blanks around line ends go.
void YamlScanner::scan_quoted_spaces(std::string& out) {
  const size_t start = at_;
  while (at() == ' ' || at() == '\t') ++at_;
  if (ended() || at() != '\n') {
    out.append(text_, start, at_ - start);
    return;
  }
  size_t breaks = 0;
  while (!ended() && (at() == '\n' || at() == ' ' || at() == '\t')) {
    if (at() != '\n') {
      ++at_;
      continue;
    }
    newline();
    ++breaks;
    if (document_mark("---") || document_mark("..."))
      return fail("the document ends inside a quoted text");
  }
  out += folded(breaks);
}

bool YamlScanner::scan_escape(std::string& out) {
  static constexpr std::string_view kSigns = "0abt\tnvfre \"/\\";
  static constexpr std::string_view kMeant("\0\a\b\t\t\n\v\f\r\x1b \"/\\", 14);
  const char c = at(1);
  if (const size_t known = kSigns.find(c); !ended(1) && known != kSigns.npos) {
    out += kMeant[known];
    at_ += 2;
    return true;
  }
  if (c == 'N' || c == '_' || c == 'L' || c == 'P') {
    text::append_utf8(out, c == 'N' ? 0x85 : c == '_' ? 0xa0 : c == 'L' ? 0x2028 : 0x2029);
    at_ += 2;
    return true;
  }
  if (c == '\n') {  // the line goes on
    ++at_;
    newline();
    while (at() == ' ' || at() == '\t') ++at_;
    size_t breaks = 0;
    while (at() == '\n' && !ended()) {
      newline();
      ++breaks;
      while (at() == ' ' || at() == '\t') ++at_;
    }
    out.append(breaks, '\n');
    return true;
  }
  const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  uint32_t value = 0;
  for (size_t i = 0; i < digits; ++i) {
    const char digit = at(2 + i);
    const bool is_hex = std::isxdigit(static_cast<unsigned char>(digit)) != 0;
    if (!is_hex) return fail("an escape must have hexadecimal digits here"), false;
    value =
        value << 4 | static_cast<uint32_t>(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
  }
  if (digits == 0) return fail("an unknown escape inside a quoted text"), false;
  text::append_utf8(out, value > 0x10ffff ? 0xfffd : value);
  at_ += 2 + digits;
  return true;
}

// Behind | or >: + or -, a digit, a comment, the line's end.
bool YamlScanner::scan_block_header(bool& keep, bool& strip, uint32_t& increment) {
  for (int i = 0; i < 2; ++i) {
    if (at() == '+' || at() == '-') {
      (at() == '+' ? keep : strip) = true;
      ++at_;
    } else if (at() >= '1' && at() <= '9') {
      increment = static_cast<uint32_t>(at() - '0');
      ++at_;
    }
  }
  while (at() == ' ' || at() == '\t') ++at_;
  if (at() == '#')
    while (!break_or_end()) ++at_;
  if (!break_or_end()) return fail("text cannot stand behind | or > in its line"), false;
  if (!ended()) newline();
  return true;
}

// Line ends before the first line of text; `deepest`: the deepest indentation seen.
std::string YamlScanner::scan_block_indentation(uint32_t& deepest) {
  std::string breaks;
  while (!ended() && (at() == ' ' || at() == '\n')) {
    if (at() == '\n') {
      breaks += '\n';
      newline();
    } else {
      ++at_;
      deepest = std::max(deepest, column());
    }
  }
  return breaks;
}

std::string YamlScanner::scan_block_breaks(uint32_t indent) {
  std::string breaks;
  while (true) {
    while (column() < indent && at() == ' ') ++at_;
    if (ended() || at() != '\n') return breaks;
    breaks += '\n';
    newline();
  }
}

std::string YamlScanner::scan_block_scalar() {
  const bool is_folded = at() == '>';
  ++at_;
  bool keep = false, strip = false;
  uint32_t increment = 0;
  if (!scan_block_header(keep, strip, increment)) return {};
  const auto least = static_cast<uint32_t>(std::max<int64_t>(indent_ + 1, 1));
  std::string breaks;
  uint32_t indent = least + increment - 1;
  if (increment == 0) {
    uint32_t deepest = 0;
    breaks = scan_block_indentation(deepest);
    indent = std::max(least, deepest);
  } else {
    breaks = scan_block_breaks(indent);
  }
  return scan_block_lines(indent, is_folded, keep, strip, std::move(breaks));
}

std::string YamlScanner::scan_block_lines(uint32_t indent, bool folded, bool keep, bool strip,
                                          std::string breaks) {
  std::string out, line_break;
  while (column() == indent && !ended()) {
    out += breaks;
    const bool starts_with_word = at() != ' ' && at() != '\t';
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    out.append(text_, at_, end - at_);
    at_ = end;
    line_break = ended() ? "" : "\n";
    if (!ended()) newline();
    breaks = scan_block_breaks(indent);
    if (column() != indent || ended()) break;
    const bool folds = folded && starts_with_word && at() != ' ' && at() != '\t';
    if (!folds)
      out += line_break;
    else if (breaks.empty())
      out += ' ';
  }
  if (!strip) out += line_break;
  if (keep) out += breaks;
  return out;
}

}  // namespace tally::importing::dbt
