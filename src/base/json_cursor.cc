#include "base/json_cursor.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tally {
namespace {

constexpr size_t kMaxDepth = 512;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Marks the bytes of `word` that a string cannot simply run over: quote, backslash, controls. The
// lowest mark is exact, which is all that is asked (Hacker's Delight, 6-1).
uint64_t stops(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kHighs = 0x8080808080808080u;
  const auto zeros = [&](uint64_t value) { return (value - kOnes) & ~value & kHighs; };
  const uint64_t controls = (word - kOnes * 0x20) & ~word & kHighs;
  return zeros(word ^ (kOnes * '"')) | zeros(word ^ (kOnes * '\\')) | controls;
}

int hex_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_code_point(std::string& out, uint32_t value) {
  const auto add = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (value < 0x80) return add(value);
  if (value < 0x800) {
    add(0xc0 | value >> 6);
  } else if (value < 0x10000) {
    add(0xe0 | value >> 12);
    add(0x80 | (value >> 6 & 0x3f));
  } else {
    add(0xf0 | value >> 18);
    add(0x80 | (value >> 12 & 0x3f));
    add(0x80 | (value >> 6 & 0x3f));
  }
  add(0x80 | (value & 0x3f));
}

// The four hex digits at `at`; -1: there are none.
int32_t unit_at(std::string_view raw, size_t at) {
  if (at + 4 > raw.size()) return -1;
  int32_t value = 0;
  for (size_t i = 0; i < 4; ++i) {
    const int digit = hex_of(raw[at + i]);
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

}  // namespace

JsonCursor::JsonCursor(std::string_view text) : text_(text) {
  if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
}

void JsonCursor::fail(const char* message) {
  if (failed_) return;
  failed_ = true;
  fault_at_ = std::min(at_, text_.size());
  message_ = message;
}

void JsonCursor::spaces() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
    ++at_;
}

JsonCursor::Kind JsonCursor::kind() {
  if (failed_) return Kind::none;
  spaces();
  if (at_ >= text_.size()) return Kind::none;
  switch (text_[at_]) {
    case '{':
      return Kind::object;
    case '[':
      return Kind::array;
    case '"':
      return Kind::text;
    case 't':
    case 'f':
      return Kind::boolean;
    case 'n':
      return Kind::null;
    default:
      return is_digit(text_[at_]) || text_[at_] == '-' ? Kind::number : Kind::none;
  }
}

bool JsonCursor::enter(char bracket) {
  if (failed_) return false;
  spaces();
  if (at_ >= text_.size() || text_[at_] != bracket) {
    skip();
    return false;
  }
  if (++depth_ > kMaxDepth) {
    fail("values are nested too deeply");
    return false;
  }
  ++at_;
  first_ = true;
  return true;
}

void JsonCursor::leave() {
  --depth_;
  first_ = false;
}

// Past the comma to the next member, or past the closing bracket: then false.
bool JsonCursor::next_of(char closing) {
  if (failed_) return false;
  spaces();
  if (at_ >= text_.size()) {
    fail(closing == '}' ? "the text ends inside an object" : "the text ends inside an array");
    return false;
  }
  const bool was_first = first_;
  first_ = false;
  if (text_[at_] == closing) {
    ++at_;
    leave();
    return false;
  }
  if (was_first) return true;
  if (text_[at_] != ',') {
    fail(closing == '}' ? "a comma or } must stand here" : "a comma or ] must stand here");
    return false;
  }
  ++at_;
  spaces();
  return true;
}

bool JsonCursor::next_item() {
  return next_of(']');
}

bool JsonCursor::next_key(std::string_view& key, std::string& decoded) {
  if (!next_of('}')) return false;
  bool escaped = false;
  key = raw_string(escaped);
  if (escaped && !failed_) key = decoded = decode(key);
  spaces();
  if (failed_ || !expect(':', "a colon must stand here")) return false;
  spaces();
  return true;
}

bool JsonCursor::expect(char wanted, const char* what) {
  if (at_ < text_.size() && text_[at_] == wanted) {
    ++at_;
    return true;
  }
  fail(at_ < text_.size() ? what : "the text ends inside an object");
  return false;
}

// What stands between the quotes, undecoded; past the closing one.
std::string_view JsonCursor::raw_string(bool& escaped) {
  if (at_ >= text_.size() || text_[at_] != '"') {
    fail(at_ < text_.size() ? "a string must stand here" : "the text ends inside an object");
    return {};
  }
  const size_t start = ++at_;
  while (true) {
    while (at_ + 8 <= text_.size()) {
      uint64_t word = 0;
      std::memcpy(&word, text_.data() + at_, 8);
      if (const uint64_t found = stops(word); found != 0) {
        at_ += static_cast<size_t>(std::countr_zero(found)) / 8;
        break;
      }
      at_ += 8;
    }
    if (at_ >= text_.size()) break;
    const char c = text_[at_];
    if (c == '"') return text_.substr(start, at_++ - start);
    if (c == '\\') {
      escaped = true;
      at_ += 2;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fail("a control character inside a string");
      return {};
    } else {
      ++at_;
    }
  }
  fail("the text ends inside a string");
  return {};
}

// \uXXXX at `at` (behind the u), with its second half where it is a surrogate; a lone half is
// U+FFFD.
void JsonCursor::decode_escape(std::string_view raw, size_t& at, std::string& out) {
  const int32_t unit = unit_at(raw, at);
  if (unit < 0) return fail("\\u must have four hexadecimal digits");
  at += 4;
  auto value = static_cast<uint32_t>(unit);
  if (value >= 0xd800 && value < 0xdc00 && raw.substr(at).starts_with("\\u")) {
    const int32_t low = unit_at(raw, at + 2);
    if (low >= 0xdc00 && low < 0xe000) {
      value = 0x10000 + ((value - 0xd800) << 10) + (static_cast<uint32_t>(low) - 0xdc00);
      at += 6;
    }
  }
  append_code_point(out, value >= 0xd800 && value < 0xe000 ? 0xfffd : value);
}

std::string JsonCursor::decode(std::string_view raw) {
  static constexpr std::string_view kShort = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  std::string out;
  out.reserve(raw.size());
  for (size_t at = 0; at < raw.size() && !failed_;) {
    const size_t stop = std::min(raw.find('\\', at), raw.size());
    out.append(raw, at, stop - at);
    at = stop;
    if (at + 1 >= raw.size()) break;
    const char c = raw[at + 1];
    at += 2;
    if (c == 'u') {
      decode_escape(raw, at, out);
    } else if (const size_t known = kShort.find(c); known != kShort.npos) {
      out += kMeant[known];
    } else {
      fail("an unknown escape inside a string");
    }
  }
  return out;
}

std::string JsonCursor::text() {
  switch (kind()) {
    case Kind::text: {
      bool escaped = false;
      const std::string_view raw = raw_string(escaped);
      if (failed_) return {};
      return escaped ? decode(raw) : std::string(raw);
    }
    case Kind::number:
    case Kind::boolean:
      return std::string(skip());
    default:
      skip();
      return {};
  }
}

bool JsonCursor::truth(bool otherwise) {
  const bool is_boolean = kind() == Kind::boolean;
  const std::string_view value = skip();
  return is_boolean && !failed_ ? value == "true" : otherwise;
}

bool JsonCursor::word(std::string_view wanted) {
  if (text_.substr(at_, wanted.size()) != wanted) {
    fail(text_.size() - at_ < wanted.size() ? "the text ends inside a value" : "not a JSON value");
    return false;
  }
  at_ += wanted.size();
  return true;
}

void JsonCursor::number() {
  const auto digits = [&] {
    const size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ > start;
  };
  if (text_[at_] == '-') ++at_;
  const bool leading_zero = at_ < text_.size() && text_[at_] == '0';
  const size_t start = at_;
  bool good = digits() && !(leading_zero && at_ - start > 1);
  if (good && at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    good = digits();
  }
  if (good && at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    good = digits();
  }
  if (!good) fail("not a JSON number");
}

std::string_view JsonCursor::skip() {
  const Kind what = kind();
  const size_t start = at_;
  bool escaped = false;
  switch (what) {
    case Kind::object:
      object([](std::string_view) {});
      break;
    case Kind::array:
      array([] {});
      break;
    case Kind::text:
      raw_string(escaped);
      break;
    case Kind::number:
      number();
      break;
    case Kind::boolean:
      word(text_[at_] == 't' ? "true" : "false");
      break;
    case Kind::null:
      word("null");
      break;
    case Kind::none:
      fail(at_ < text_.size() ? "not a JSON value" : "the text ends where a value must stand");
  }
  return failed_ ? std::string_view() : text_.substr(start, at_ - start);
}

bool JsonCursor::finished() {
  if (failed_) return false;
  spaces();
  if (at_ < text_.size()) fail("something follows the end of the value");
  return !failed_;
}

JsonCursor::Fault JsonCursor::fault() const {
  const std::string_view before = text_.substr(0, fault_at_);
  const size_t newline = before.rfind('\n');
  const auto lines = static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  return {fault_at_, lines + 1, fault_at_ - (newline == before.npos ? 0 : newline + 1) + 1,
          message_};
}

}  // namespace tally
