#include "text/numbers.h"

#include <string_view>
#include <unordered_map>

namespace tally::text {

namespace {

using Words = std::unordered_map<std::string_view, int>;

const Words& units() {
  static const Words map = {{"zero", 0},     {"one", 1},        {"two", 2},       {"three", 3},
                            {"four", 4},     {"five", 5},       {"six", 6},       {"seven", 7},
                            {"eight", 8},    {"nine", 9},       {"ten", 10},      {"eleven", 11},
                            {"twelve", 12},  {"thirteen", 13},  {"fourteen", 14}, {"fifteen", 15},
                            {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19}};
  return map;
}

const Words& tens() {
  static const Words map = {{"twenty", 20}, {"thirty", 30},  {"forty", 40},  {"fifty", 50},
                            {"sixty", 60},  {"seventy", 70}, {"eighty", 80}, {"ninety", 90}};
  return map;
}

const Words& ordinals() {
  static const Words map = {{"first", 1},      {"second", 2},    {"third", 3},     {"fourth", 4},
                            {"fifth", 5},      {"sixth", 6},     {"seventh", 7},   {"eighth", 8},
                            {"ninth", 9},      {"tenth", 10},    {"eleventh", 11}, {"twelfth", 12},
                            {"twentieth", 20}, {"thirtieth", 30}};
  return map;
}

// Powers of ten; the short ones only directly after digits ("10k").
const Words& scales() {
  static const Words map = {{"hundred", 2}, {"thousand", 3},  {"million", 6},   {"millions", 6},
                            {"billion", 9}, {"trillion", 12}, {"thousands", 3}, {"billions", 9}};
  return map;
}
const Words& glued_scales() {
  static const Words map = {{"k", 3},   {"m", 6}, {"mm", 6}, {"mn", 6},
                            {"mio", 6}, {"b", 9}, {"bn", 9}};
  return map;
}

std::optional<int> find(const Words& words, const std::string& text) {
  auto found = words.find(text);
  if (found == words.end()) return std::nullopt;
  return found->second;
}

// "1.5" × 10^3 → "1500", without going through a float.
std::string shifted(std::string digits, int power) {
  size_t point = digits.find('.');
  std::string fraction = point == std::string::npos ? "" : digits.substr(point + 1);
  if (point != std::string::npos) digits.resize(point);
  for (int i = 0; i < power; ++i) {
    digits += fraction.empty() ? '0' : fraction.front();
    if (!fraction.empty()) fraction.erase(0, 1);
  }
  size_t start = digits.find_first_not_of('0');
  digits = start == std::string::npos ? "0" : digits.substr(start);
  return fraction.empty() ? digits : digits + "." + fraction;
}

class NumberReader {
 public:
  NumberReader(std::span<const Token> tokens, size_t at) : tokens_(tokens), at_(at), first_(at) {}

  std::optional<Number> run() {
    bool negative = is_sign(tokens_, at_);
    if (negative) ++at_;
    currency();
    bool read = digits() || (!negative && (words() || article()));
    if (!read) return std::nullopt;
    if (negative) number_.digits.insert(0, "-");
    percent();
    number_.first = first_;
    number_.last = at_;
    number_.bare = at_ - first_ == 1 && tokens_[first_].kind == TokenKind::number;
    return number_;
  }

 private:
  const Token* token(size_t offset = 0) const {
    return at_ + offset < tokens_.size() ? &tokens_[at_ + offset] : nullptr;
  }
  std::optional<int> word_in(const Words& words, size_t offset = 0) const {
    const Token* next = token(offset);
    if (next == nullptr || next->kind != TokenKind::word) return std::nullopt;
    return find(words, next->text);
  }

  void currency() {
    const Token* mark = token();
    if (mark == nullptr || mark->kind != TokenKind::symbol) return;
    bool known = mark->text == "$" || mark->text == "€" || mark->text == "£" || mark->text == "¥";
    if (!known) return;
    number_.currency = mark->text;
    ++at_;
  }

  bool digits() {
    const Token* start = token();
    if (start == nullptr || start->kind != TokenKind::number) return false;
    number_.digits = start->text;
    ++at_;
    const Token* next = token();
    if (next != nullptr && next->kind == TokenKind::word && next->glued) {
      bool ending =
          next->text == "st" || next->text == "nd" || next->text == "rd" || next->text == "th";
      if (ending) {
        number_.ordinal = true;
        ++at_;
        return true;
      }
      if (auto power = find(glued_scales(), next->text)) {
        number_.digits = shifted(number_.digits, *power);
        ++at_;
        return true;
      }
    }
    scale();
    return true;
  }

  void scale() {
    while (auto power = word_in(scales())) {
      number_.digits = shifted(number_.digits, *power);
      ++at_;
    }
  }

  // "a million", "half a million", "a hundred", "a dozen".
  bool article() {
    const Token* start = token();
    if (start == nullptr || start->kind != TokenKind::word) return false;
    bool half = start->text == "half" && token(1) != nullptr && token(1)->text == "a" &&
                word_in(scales(), 2).has_value();
    bool one = (start->text == "a" || start->text == "an") && word_in(scales(), 1).has_value();
    bool dozen = start->text == "dozen" ||
                 (start->text == "a" && token(1) != nullptr && token(1)->text == "dozen");
    if (dozen) {
      at_ += start->text == "a" ? 2 : 1;
      number_.digits = "12";
      return true;
    }
    if (!half && !one) return false;
    at_ += half ? 2 : 1;
    number_.digits = half ? "0.5" : "1";
    scale();
    return true;
  }

  bool words() {
    if (auto ordinal = word_in(ordinals())) {
      number_.digits = std::to_string(*ordinal);
      number_.ordinal = true;
      ++at_;
      return true;
    }
    long long total = 0;
    long long part = 0;
    bool any = false;
    while (at_ < tokens_.size()) {
      long long added = 0;
      size_t used = below_hundred(added);
      if (used > 0) {
        part += added;
      } else if (auto power = any ? word_in(scales()) : std::nullopt) {
        if (*power == 2) {
          part = (part == 0 ? 1 : part) * 100;
        } else if (total > 1'000'000'000'000LL) {
          break;
        } else {
          long long factor = 1;
          for (int i = 0; i < *power; ++i) factor *= 10;
          total += part * factor;
          part = 0;
        }
        used = 1;
      } else if (any && token()->text == "and" && part > 0 && part % 100 == 0 &&
                 word_in(units(), 1).has_value()) {
        used = 1;
      } else {
        break;
      }
      at_ += used;
      any = true;
      // "two three" are two numbers, "two hundred three" is one
      if (added > 0 && added < 100 && !word_in(scales()) && !(token() && token()->text == "and"))
        break;
    }
    if (!any) return false;
    number_.digits = std::to_string(total + part);
    return true;
  }

  size_t below_hundred(long long& value) const {
    if (auto ten = word_in(tens())) {
      value = *ten;
      size_t dash = token(1) != nullptr && token(1)->text == "-" && token(1)->glued ? 1 : 0;
      auto unit = word_in(units(), 1 + dash);
      if (unit && *unit > 0 && *unit < 10) {
        value += *unit;
        return 2 + dash;
      }
      return 1;
    }
    if (auto unit = word_in(units())) {
      value = *unit;
      return 1;
    }
    return 0;
  }

  void percent() {
    const Token* next = token();
    if (next == nullptr) return;
    if (next->text != "%" && next->text != "percent") return;
    number_.percent = true;
    ++at_;
  }

  std::span<const Token> tokens_;
  size_t at_, first_;
  Number number_;
};

}  // namespace

bool is_sign(std::span<const Token> tokens, size_t at) {
  if (at + 1 >= tokens.size() || tokens[at].text != "-" || tokens[at].glued) return false;
  const Token& next = tokens[at + 1];
  bool mark = next.text == "$" || next.text == "€" || next.text == "£" || next.text == "¥";
  return next.glued && (next.kind == TokenKind::number || mark);
}

std::optional<Number> number_at(std::span<const Token> tokens, size_t at) {
  return NumberReader(tokens, at).run();
}

std::optional<int> whole(const Number& number) {
  if (number.digits.size() > 9 || number.digits.empty()) return std::nullopt;
  if (number.digits.find_first_of(".-") != std::string::npos) return std::nullopt;
  int value = 0;
  for (char digit : number.digits) value = value * 10 + (digit - '0');
  return value;
}

}  // namespace tally::text
