// Words without quotes, as PyYAML's resolver takes them (YAML 1.1: yaml.org/type).

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "import/dbt/yaml.h"

namespace tally::importing::dbt {
namespace {

constexpr std::array<std::string_view, 9> kTrue = {"true", "True", "TRUE", "yes", "Yes",
                                                   "YES",  "on",   "On",   "ON"};
constexpr std::array<std::string_view, 9> kFalse = {"false", "False", "FALSE", "no", "No",
                                                    "NO",    "off",   "Off",   "OFF"};
constexpr std::array<std::string_view, 5> kNull = {"", "~", "null", "Null", "NULL"};

template <size_t Count>
bool is_any(const std::array<std::string_view, Count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool all_of(std::string_view text, std::string_view set) {
  return text.find_first_not_of(set) == text.npos;
}

std::string without_underscores(std::string_view text) {
  std::string out(text);
  std::erase(out, '_');
  return out;
}

bool parse_whole(std::string_view digits, int base, bool negative, int64_t& out) {
  const std::string plain = (negative ? "-" : "") + without_underscores(digits);
  const char* end = plain.data() + plain.size();
  const auto read = std::from_chars(plain.data(), end, out, base);
  return read.ec == std::errc() && read.ptr == end;
}

// "1:30" is 90: digits to base 60, the first part without a leading zero.
bool parse_sexagesimal(std::string_view text, bool negative, int64_t& out) {
  if (text.empty() || text[0] < '1' || text[0] > '9') return false;
  int64_t value = 0;
  bool first = true;
  while (true) {
    const size_t colon = std::min(text.find(':'), text.size());
    const std::string_view part = text.substr(0, colon);
    int64_t number = 0;
    if (part.empty() || !all_of(part, first ? "0123456789_" : "0123456789")) return false;
    if (!first && part.size() > 2) return false;
    if (!parse_whole(part, 10, false, number) || (!first && number > 59)) return false;
    if (value > std::numeric_limits<int64_t>::max() / 60 - 60) return false;
    value = value * 60 + number;
    if (colon == text.size()) break;
    text.remove_prefix(colon + 1);
    first = false;
  }
  out = negative ? -value : value;
  return true;
}

bool parse_integer(std::string_view text, int64_t& out) {
  const bool negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  if (text.empty() || text[0] < '0' || text[0] > '9') return false;
  if (text.starts_with("0b"))
    return all_of(text.substr(2), "01_") && parse_whole(text.substr(2), 2, negative, out);
  if (text.starts_with("0x"))
    return all_of(text.substr(2), "0123456789abcdefABCDEF_") &&
           parse_whole(text.substr(2), 16, negative, out);
  if (text.find(':') != text.npos) return parse_sexagesimal(text, negative, out);
  if (text.size() > 1 && text[0] == '0')
    return all_of(text, "01234567_") && parse_whole(text, 8, negative, out);
  return all_of(text, "0123456789_") && parse_whole(text, 10, negative, out);
}

// [-+]?digits.digits([eE][-+]digits)?, with either side of the point to be left out on one hand.
bool parse_real(std::string_view text, double& out) {
  const bool negative = text[0] == '-';
  const bool is_signed = negative || text[0] == '+';
  std::string_view rest = text.substr(is_signed);
  if (rest == ".inf" || rest == ".Inf" || rest == ".INF") {
    out = negative ? -std::numeric_limits<double>::infinity()
                   : std::numeric_limits<double>::infinity();
    return true;
  }
  if (!is_signed && (rest == ".nan" || rest == ".NaN" || rest == ".NAN")) {
    out = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  const size_t point = rest.find('.');
  if (point == rest.npos) return false;
  const std::string_view before = rest.substr(0, point);
  std::string_view after = rest.substr(point + 1);
  if (const size_t exponent = after.find_first_of("eE"); exponent != after.npos) {
    const std::string_view power = after.substr(exponent + 1);
    if (power.size() < 2 || (power[0] != '-' && power[0] != '+') ||
        !all_of(power.substr(1), "0123456789"))
      return false;
    after = after.substr(0, exponent);
  }
  const bool good_before = before.empty() ? !after.empty() && after[0] != '_' && !is_signed
                                          : before[0] != '_' && all_of(before, "0123456789_");
  if (!good_before || !all_of(after, "0123456789_")) return false;
  const std::string plain = without_underscores(rest);
  const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), out);
  if (negative) out = -out;
  return read.ec == std::errc() || read.ec == std::errc::result_out_of_range;
}

void resolve_word(Data& data) {
  const bool is_true = is_any(kTrue, data.text);
  if (is_true || is_any(kFalse, data.text)) {
    data.kind = Data::Kind::boolean;
    data.truth = is_true;
  } else if (is_any(kNull, data.text)) {
    data.kind = Data::Kind::null;
  } else if (data.text == "<<") {
    data.truth = true;  // the mark of a merge key; in quotes it is a word like others
  }
}

}  // namespace

void resolve_plain(Data& data) {
  const char first = data.text.empty() ? '\0' : data.text[0];
  const bool may_be_number =
      (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
  if (!may_be_number) return resolve_word(data);
  if (parse_integer(data.text, data.integer)) {
    data.kind = Data::Kind::integer;
    data.text = std::to_string(data.integer);
  } else if (parse_real(data.text, data.real)) {
    data.kind = Data::Kind::real;
  }
}

}  // namespace tally::importing::dbt
