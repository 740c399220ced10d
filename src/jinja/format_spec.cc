#include "jinja/format_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "jinja/big_integer.h"
#include "jinja/builtins_impl.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

bool is_align(char c) {
  return c == '<' || c == '>' || c == '^' || c == '=';
}

// A number at the front, taken off; nothing if there is none or it is too large.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0 || value > kWidest) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

char take(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return '\0';
  const char found = text.front();
  text.remove_prefix(1);
  return found;
}

void take_alignment(std::string_view& text, FormatSpec& spec) {
  const auto characters = characters_of(text.substr(0, 8));
  if (characters.size() > 1 && characters[1].size() == 1 && is_align(characters[1][0])) {
    spec.fill = std::string(characters[0]);
    spec.align = characters[1][0];
    text.remove_prefix(characters[0].size() + 1);
  } else {
    spec.align = take(text, "<>^=");
  }
}

// Separators between groups of three digits (four for other bases than ten) of the whole part.
std::string grouped(const std::string& digits, char separator, size_t size) {
  const size_t end = std::min(digits.find_first_of(".eE%"), digits.size());
  std::string out;
  for (size_t at = 0; at < end; ++at) {
    if (at > 0 && (end - at) % size == 0) out += separator;
    out += digits[at];
  }
  return out + digits.substr(end);
}

std::string padded(std::string_view sign, std::string_view text, const FormatSpec& spec,
                   char natural) {
  const auto length = static_cast<int>(length_of(sign) + length_of(text));
  const int missing = std::max(0, spec.width - length);
  const char align = spec.align ? spec.align : spec.zero ? '=' : natural;
  const std::string fill = spec.zero && !spec.align ? "0" : spec.fill;
  const int before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string pad_before, pad_after;
  for (int at = 0; at < before; ++at) pad_before += fill;
  for (int at = before; at < missing; ++at) pad_after += fill;
  if (align == '=') return fmt::format("{}{}{}", sign, pad_before, text);
  return fmt::format("{}{}{}{}", pad_before, sign, text, pad_after);
}

std::string_view sign_of(bool is_negative, char wanted) {
  if (is_negative) return "-";
  return wanted == '+' ? "+" : wanted == ' ' ? " " : "";
}

Error unknown_code(char type, const Value& value) {
  return user_error(
      fmt::format("Unknown format code '{}' for object of type '{}'", type, value.kind()));
}

Result<std::string> format_integer(const Value& value, const FormatSpec& spec) {
  const int64_t number = *integer_of(value);
  const uint64_t size =
      number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  std::string digits;
  std::string prefix(sign_of(number < 0, spec.sign));
  switch (spec.type) {
    case '\0':
    case 'd':
    case 'n':
      digits = fmt::format("{}", size);
      break;
    case 'x':
      digits = fmt::format("{:x}", size);
      break;
    case 'X':
      digits = fmt::format("{:X}", size);
      break;
    case 'o':
      digits = fmt::format("{:o}", size);
      break;
    case 'b':
      digits = fmt::format("{:b}", size);
      break;
    case 'c':
      return padded("", std::string(1, static_cast<char>(size & 0x7f)), spec, '<');
    default:
      return unknown_code(spec.type, value);
  }
  if (spec.alternate && spec.type != 'd' && spec.type) prefix += fmt::format("0{}", spec.type);
  const bool decimal = spec.type == '\0' || spec.type == 'd' || spec.type == 'n';
  if (spec.grouping) digits = grouped(digits, spec.grouping, decimal ? 3 : 4);
  return padded(prefix, digits, spec, '>');
}

std::string format_big(const Value& value, const FormatSpec& spec) {
  const bool is_negative = value.object_as<BigInteger>()->negative();
  std::string digits = value.text().substr(is_negative ? 1 : 0);
  if (spec.grouping) digits = grouped(digits, spec.grouping, 3);
  return padded(sign_of(is_negative, spec.sign), digits, spec, '>');
}

std::string without_zeros(std::string text) {
  const size_t exponent = std::min(text.find('e'), text.size());
  std::string digits = text.substr(0, exponent);
  if (digits.find('.') == std::string::npos) return text;
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits + text.substr(exponent);
}

// %g of C, which Python's is.
std::string general(double number, int precision, bool alternate) {
  if (precision == 0) precision = 1;
  const std::string scientific = fmt::format("{:.{}e}", number, precision - 1);
  int exponent = 0;
  const char* digits = scientific.data() + scientific.find('e') + 1;
  std::from_chars(*digits == '+' ? digits + 1 : digits, scientific.data() + scientific.size(),
                  exponent);
  std::string text = exponent < -4 || exponent >= precision
                         ? scientific
                         : fmt::format("{:.{}f}", number, precision - 1 - exponent);
  return alternate ? text : without_zeros(std::move(text));
}

Result<std::string> real_digits(double number, const Value& value, const FormatSpec& spec) {
  const int precision = std::min(spec.precision.value_or(6), 1000);
  switch (spec.type) {
    case 'f':
    case 'F':
      return fmt::format("{:.{}f}", number, precision);
    case 'e':
      return fmt::format("{:.{}e}", number, precision);
    case 'E':
      return fmt::format("{:.{}E}", number, precision);
    case '%':
      return fmt::format("{:.{}f}%", number * 100, precision);
    case 'g':
    case 'G':
    case 'n':
      return general(number, precision, spec.alternate);
    case '\0':
      if (!spec.precision) return number_text(number);
      return general(number, precision, spec.alternate);
    default:
      return unknown_code(spec.type, value);
  }
}

Result<std::string> format_real(const Value& value, const FormatSpec& spec) {
  const double number = *real_of(value);
  std::string digits = std::isnan(number) ? "nan" : "inf";
  if (std::isfinite(number)) {
    TALLY_TRY(digits, real_digits(std::abs(number), value, spec));
    if (spec.grouping) digits = grouped(digits, spec.grouping, 3);
  }
  return padded(sign_of(std::signbit(number) && !std::isnan(number), spec.sign), digits, spec, '>');
}

bool wants_real(const FormatSpec& spec) {
  return spec.type && std::string_view("fFeEgG%").find(spec.type) != std::string_view::npos;
}

}  // namespace

Result<FormatSpec> parse_format_spec(std::string_view text) {
  FormatSpec spec;
  take_alignment(text, spec);
  if (const char sign = take(text, "+- ")) spec.sign = sign;
  spec.alternate = take(text, "#") != '\0';
  spec.zero = take(text, "0") != '\0';
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    const auto width = take_number(text);
    if (!width) return user_error("Too many decimal digits in format string");
    spec.width = *width;
  }
  spec.grouping = take(text, ",_");
  if (take(text, ".")) {
    spec.precision = take_number(text);
    if (!spec.precision) return user_error("Format specifier missing precision");
  }
  if (text.size() > 1) return user_error("Invalid format specifier");
  if (!text.empty()) spec.type = text.front();
  return spec;
}

Result<std::string> format_value(const Value& value, const FormatSpec& spec) {
  const bool is_plain_bool = value.type() == Type::boolean && !spec.type;
  if (value.is_number() && !is_plain_bool) {
    if (value.type() == Type::real || wants_real(spec)) return format_real(value, spec);
    return format_integer(value, spec);
  }
  const bool is_big = value.object_as<BigInteger>() != nullptr;
  if (is_big && (!spec.type || spec.type == 'd')) return format_big(value, spec);
  if (is_big && wants_real(spec))
    return format_real(Value(value.object_as<BigInteger>()->real()), spec);
  if (spec.type && spec.type != 's') return unknown_code(spec.type, value);
  const std::string text = value.text();
  if (!spec.precision) return padded("", text, spec, '<');
  const auto characters = characters_of(text);
  std::string cut;
  for (size_t at = 0; at < std::min(static_cast<size_t>(*spec.precision), characters.size());
       ++at) {
    cut += characters[at];
  }
  return padded("", cut, spec, '<');
}

}  // namespace tally::jinja
