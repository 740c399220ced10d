#include "jinja/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jinja/big_integer.h"
#include "text/utf8.h"

namespace tally::jinja {

namespace {

struct Writer {
  std::string out;
  bool sort_keys;
  int indent;
  bool objects_as_text;
  bool possible = true;
  int depth = 0;

  static constexpr int kDeepest = 100;
  static constexpr size_t kLongest = 64 << 20;

  void unit(char32_t unit) { out += fmt::format("\\u{:04x}", static_cast<uint32_t>(unit)); }
  void text(std::string_view text);
  void new_line();
  void value(const Value& value);
  void list(const std::vector<Value>& items);
  void dict(const Dict& dict);
};

void Writer::text(std::string_view text) {
  out += '"';
  for (size_t at = 0; at < text.size();) {
    const auto point = text::decode(text, at);
    at += point.length;
    const char32_t c = point.value;
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\b') {
      out += "\\b";
    } else if (c == '\f') {
      out += "\\f";
    } else if (c >= 0x20 && c < 0x7f) {
      out += static_cast<char>(c);
    } else if (c < 0x10000) {
      unit(c);
    } else {
      unit(0xD800 + ((c - 0x10000) >> 10));
      unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  out += '"';
}

void Writer::new_line() {
  if (indent < 0) return;
  out += '\n';
  out.append(static_cast<size_t>(depth) * static_cast<size_t>(std::min(indent, 16)), ' ');
}

void Writer::list(const std::vector<Value>& items) {
  out += '[';
  ++depth;
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) out += indent < 0 ? ", " : ",";
    new_line();
    value(item);
  }
  --depth;
  if (!items.empty()) new_line();
  out += ']';
}

std::string key_text(const Value& key) {
  if (key.is_none()) return "null";
  if (key.type() == Type::boolean) return key.boolean() ? "true" : "false";
  return key.text();
}

void Writer::dict(const Dict& dict) {
  std::vector<const Dict::Entry*> entries;
  for (const auto& entry : dict.entries()) entries.push_back(&entry);
  if (sort_keys) {
    std::stable_sort(entries.begin(), entries.end(), [](const auto* a, const auto* b) {
      return compare(a->key, b->key).value_or(0) < 0;
    });
  }
  out += '{';
  ++depth;
  bool first = true;
  for (const auto* entry : entries) {
    if (!std::exchange(first, false)) out += indent < 0 ? ", " : ",";
    new_line();
    text(key_text(entry->key));
    out += ": ";
    value(entry->value);
  }
  --depth;
  if (!entries.empty()) new_line();
  out += '}';
}

void Writer::value(const Value& value) {
  if (depth > kDeepest || out.size() > kLongest) {
    possible = false;
    return;
  }
  switch (value.type()) {
    case Type::none:
      out += "null";
      return;
    case Type::boolean:
      out += value.boolean() ? "true" : "false";
      return;
    case Type::string:
      return text(value.string());
    case Type::list:
    case Type::tuple:
      return list(value.items().items);
    case Type::dict:
      return dict(value.dict());
    case Type::integer:
    case Type::real:
      out += value.text();
      return;
    case Type::object:
      if (value.object_as<BigInteger>()) {
        out += value.text();
        return;
      }
      if (objects_as_text) return text(value.text());
      [[fallthrough]];
    default:
      possible = false;
  }
}

}  // namespace

std::optional<std::string> json_of(const Value& value, bool sort_keys, int indent,
                                   bool objects_as_text) {
  Writer writer{{}, sort_keys, indent, objects_as_text};
  writer.value(value);
  if (!writer.possible) return std::nullopt;
  return std::move(writer.out);
}

}  // namespace tally::jinja
