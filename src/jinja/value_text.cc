// How values print: Python's str() and repr().
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "jinja/value.h"
#include "text/utf8.h"

namespace tally::jinja {

namespace {

// Deeper nesting, or more text from one value, is cut: values may share their parts, so that a few
// of them can stand for more text than there is memory.
constexpr int kDeepest = 100;
constexpr size_t kLongest = 64 << 20;

void append_quoted(std::string& out, std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  out += quote;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += quote;
}

void append_nested(std::string& out, const Value& value, int depth);

void append_items(std::string& out, const std::vector<Value>& items, int depth) {
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) out += ", ";
    append_nested(out, item, depth + 1);
    if (out.size() > kLongest) return;
  }
}

void append_dict(std::string& out, const Dict& dict, int depth) {
  out += '{';
  bool first = true;
  for (const auto& [key, value] : dict.entries()) {
    if (!std::exchange(first, false)) out += ", ";
    append_nested(out, key, depth + 1);
    out += ": ";
    append_nested(out, value, depth + 1);
    if (out.size() > kLongest) return;
  }
  out += '}';
}

void append_plain(std::string& out, const Value& value) {
  switch (value.type()) {
    case Type::undefined:
      return;
    case Type::none:
      out += "None";
      return;
    case Type::boolean:
      out += value.boolean() ? "True" : "False";
      return;
    case Type::integer:
      out += fmt::format_int(value.integer()).c_str();
      return;
    case Type::real:
      out += number_text(value.real());
      return;
    case Type::string:
      out += value.string();
      return;
    default:
      out += value.object().text();
  }
}

void append_nested(std::string& out, const Value& value, int depth) {
  if (depth > kDeepest) {
    out += "...";
    return;
  }
  switch (value.type()) {
    case Type::string:
      append_quoted(out, value.string());
      return;
    case Type::undefined:
      out += "Undefined";
      return;
    case Type::list:
      out += '[';
      append_items(out, value.items().items, depth);
      out += ']';
      return;
    case Type::tuple:
      out += '(';
      append_items(out, value.items().items, depth);
      out += value.items().items.size() == 1 ? ",)" : ")";
      return;
    case Type::dict:
      append_dict(out, value.dict(), depth);
      return;
    default:
      append_plain(out, value);
  }
}

}  // namespace

void append_repr(std::string& out, const Value& value) {
  append_nested(out, value, 0);
}

void append_text(std::string& out, const Value& value) {
  if (value.is_sequence() || value.is_dict()) {
    append_repr(out, value);
  } else {
    append_plain(out, value);
  }
}

// The shortest digits that read back as the same number, laid out as Python does.
std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[32];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  const std::string_view scientific(buffer, static_cast<size_t>(end - buffer));
  const size_t e = scientific.find('e');
  int exponent = 0;
  const char* digits = scientific.data() + e + 1;
  std::from_chars(*digits == '+' ? digits + 1 : digits, end, exponent);
  if (exponent >= -4 && exponent < 16) {
    const auto fixed =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
    std::string text(buffer, fixed.ptr);
    return text.find('.') == std::string::npos ? text + ".0" : text;
  }
  return fmt::format("{}e{}{:02}", scientific.substr(0, e), exponent < 0 ? '-' : '+',
                     std::abs(exponent));
}

}  // namespace tally::jinja
