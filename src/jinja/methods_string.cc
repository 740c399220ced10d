// Methods of Python's str.
#include <fmt/format.h>

#include <algorithm>

#include "jinja/builtins_impl.h"
#include "jinja/strings.h"
#include "text/utf8.h"

namespace tally::jinja {

namespace {

// Characters of `set` off the ends that are asked for; spaces if there is no set.
Value strip(Call& call, const Value& self, bool left, bool right) {
  const auto set = given(call, 0, "chars");
  std::string_view text = self.string();
  if (!set) return Value(strip_spaces(text, left, right));
  const std::string wanted = set->text();
  const auto wanted_characters = characters_of(wanted);
  const auto characters = characters_of(text);
  auto is_one = [&](std::string_view c) {
    return std::find(wanted_characters.begin(), wanted_characters.end(), c) !=
           wanted_characters.end();
  };
  size_t first = 0, last = characters.size();
  while (left && first < last && is_one(characters[first])) ++first;
  while (right && last > first && is_one(characters[last - 1])) --last;
  if (first == last) return "";
  const char* end = characters[last - 1].data() + characters[last - 1].size();
  return std::string(characters[first].data(), end);
}

std::vector<Value> split_at_spaces(std::string_view text, int64_t most, bool from_right) {
  std::vector<Value> parts;
  text = strip_spaces(text);
  while (!text.empty() && most-- != 0) {
    size_t at = 0;
    if (from_right) {
      at = text.size();
      while (at > 0 && !is_python_space(text[at - 1])) --at;
      parts.emplace_back(text.substr(at));
      text = strip_spaces(text.substr(0, at), false, true);
    } else {
      while (at < text.size() && !is_python_space(text[at])) ++at;
      parts.emplace_back(text.substr(0, at));
      text = strip_spaces(text.substr(at), true, false);
    }
  }
  if (!text.empty()) parts.emplace_back(text);
  return parts;
}

std::vector<Value> split_at(std::string_view text, std::string_view separator, int64_t most,
                            bool from_right) {
  std::vector<Value> parts;
  while (most-- != 0) {
    const size_t at = from_right ? text.rfind(separator) : text.find(separator);
    if (at == std::string_view::npos) break;
    parts.emplace_back(from_right ? text.substr(at + separator.size()) : text.substr(0, at));
    text = from_right ? text.substr(0, at) : text.substr(at + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

Value split(Call& call, const Value& self, bool from_right) {
  const auto separator = given(call, 0, "sep");
  const int64_t most = integer_argument(call, 1, "maxsplit", -1);
  if (separator && separator->text().empty()) return call.fail("empty separator");
  auto parts = separator ? split_at(self.string(), separator->text(), most, from_right)
                         : split_at_spaces(self.string(), most, from_right);
  if (from_right) std::reverse(parts.begin(), parts.end());
  return Value::list(std::move(parts));
}

Value splitlines(Call& call, const Value& self) {
  const bool keep = truth_argument(call, 0, "keepends", false);
  std::vector<Value> lines;
  std::string_view text = self.string();
  while (!text.empty()) {
    const size_t end = text.find_first_of("\r\n\v\f");
    if (end == std::string_view::npos) {
      lines.emplace_back(text);
      break;
    }
    const size_t next = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    lines.emplace_back(text.substr(0, keep ? next : end));
    text.remove_prefix(next);
  }
  return Value::list(std::move(lines));
}

Value partition(Call& call, const Value& self, bool from_right) {
  const std::string separator = call.string(0, "sep");
  if (separator.empty()) return call.fail("empty separator");
  const std::string_view text = self.string();
  const size_t at = from_right ? text.rfind(separator) : text.find(separator);
  if (at == std::string_view::npos) {
    return from_right ? Value::tuple({"", "", self}) : Value::tuple({self, "", ""});
  }
  return Value::tuple({text.substr(0, at), separator, text.substr(at + separator.size())});
}

Value join(Call& call, const Value& self) {
  const Value* given_items = call.argument(0, "iterable");
  const auto list = given_items ? items(call, *given_items) : std::nullopt;
  if (!list) return given_items ? Value() : call.fail("join() needs a list");
  std::string out;
  for (size_t at = 0; at < (*list)->items.size(); ++at) {
    const Value& item = (*list)->items[at];
    if (!item.is_string()) {
      return call.fail(
          fmt::format("sequence item {}: expected str instance, {} found", at, item.kind()));
    }
    if (at > 0) out += self.string();
    out += item.string();
    if (!affordable(call, static_cast<int64_t>((self.string().size() + item.string().size()) / 16)))
      return {};
  }
  return out;
}

// Whether it starts (or ends) with the text, or one of a tuple of texts.
Value has_affix(Call& call, const Value& self, bool at_start) {
  const Value* wanted = call.argument(0, "prefix");
  if (!wanted) return call.fail("a text to look for is missing");
  auto has = [&](const Value& affix) {
    if (!affix.is_string()) return false;
    return at_start ? self.string().starts_with(affix.string())
                    : self.string().ends_with(affix.string());
  };
  if (!wanted->is_sequence()) return has(*wanted);
  const auto& all = wanted->items().items;
  return std::any_of(all.begin(), all.end(), has);
}

// Where it is, in characters; -1: nowhere. `start` and `end` as in a slice.
int64_t position_in(const Call& call, const std::string& text, const std::string& wanted,
                    bool from_right) {
  const auto characters = characters_of(text);
  const auto size = static_cast<int64_t>(characters.size());
  auto bound = [&](size_t position, std::string_view name, int64_t fallback) {
    const int64_t at = integer_argument(call, position, name, fallback);
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  const int64_t start = bound(1, "start", 0), end = bound(2, "end", size);
  auto byte_at = [&](int64_t at) {
    return at >= size
               ? text.size()
               : static_cast<size_t>(characters[static_cast<size_t>(at)].data() - text.data());
  };
  if (start > end) return -1;
  const size_t first = byte_at(start), last = byte_at(end);
  const auto part = std::string_view(text).substr(first, last - first);
  const size_t found = from_right ? part.rfind(wanted) : part.find(wanted);
  if (found == std::string_view::npos) return -1;
  return start + static_cast<int64_t>(length_of(part.substr(0, found)));
}

Value find(Call& call, const Value& self, bool from_right, bool must) {
  const int64_t at = position_in(call, self.string(), call.string(0, "sub"), from_right);
  if (at < 0 && must) return call.fail("substring not found");
  return at;
}

Value count(Call& call, const Value& self) {
  const std::string wanted = call.string(0, "sub");
  const std::string& text = self.string();
  if (wanted.empty()) return static_cast<int64_t>(length_of(text)) + 1;
  int64_t found = 0;
  for (size_t at = text.find(wanted); at != std::string::npos;
       at = text.find(wanted, at + wanted.size())) {
    ++found;
  }
  return found;
}

Value replace_all(Call& call, const Value& self) {
  return find_filter("replace")(call, self);
}

enum class Side : uint8_t { left, right, center };

Value padded(Call& call, const Value& self, Side side) {
  if (side == Side::center && call.positional().size() < 2)
    return find_filter("center")(call, self);
  const int64_t width = integer_argument(call, 0, "width", 0);
  const std::string fill = call.string(1, "fillchar", " ");
  const auto length = static_cast<int64_t>(length_of(self.string()));
  if (width <= length) return self;
  if (!affordable(call, width)) return {};
  const int64_t margin = width - length;
  const int64_t left = side == Side::right  ? margin
                       : side == Side::left ? 0
                                            : margin / 2 + (margin & width & 1);
  std::string out;
  for (int64_t at = 0; at < left; ++at) out += fill;
  out += self.string();
  for (int64_t at = left; at < margin; ++at) out += fill;
  return out;
}

Value zfill(Call& call, const Value& self) {
  const int64_t width = integer_argument(call, 0, "width", 0);
  const auto length = static_cast<int64_t>(length_of(self.string()));
  if (width <= length || !affordable(call, width)) return self;
  std::string_view text = self.string();
  std::string out;
  if (text.starts_with('-') || text.starts_with('+')) {
    out += text.front();
    text.remove_prefix(1);
  }
  out.append(static_cast<size_t>(width - length), '0');
  return out += text;
}

Value without_affix(Call& call, const Value& self, bool at_start) {
  const std::string affix = call.string(0, at_start ? "prefix" : "suffix");
  std::string_view text = self.string();
  if (affix.empty()) return self;
  if (at_start && text.starts_with(affix)) text.remove_prefix(affix.size());
  if (!at_start && text.ends_with(affix)) text.remove_suffix(affix.size());
  return Value(text);
}

Value swapcase(Call&, const Value& self) {
  std::string out;
  for (const auto character : characters_of(self.string())) {
    out += is_upper(character) ? lower(character) : upper(character);
  }
  return out;
}

constexpr BuiltinEntry kEntries[] = {
    {"upper", [](Call&, const Value& self) -> Value { return upper(self.string()); }},
    {"lower", [](Call&, const Value& self) -> Value { return lower(self.string()); }},
    {"casefold", [](Call&, const Value& self) -> Value { return lower(self.string()); }},
    {"title", [](Call&, const Value& self) -> Value { return title(self.string()); }},
    {"capitalize", [](Call&, const Value& self) -> Value { return capitalize(self.string()); }},
    {"swapcase", swapcase},
    {"strip", [](Call& call, const Value& self) { return strip(call, self, true, true); }},
    {"lstrip", [](Call& call, const Value& self) { return strip(call, self, true, false); }},
    {"rstrip", [](Call& call, const Value& self) { return strip(call, self, false, true); }},
    {"split", [](Call& call, const Value& self) { return split(call, self, false); }},
    {"rsplit", [](Call& call, const Value& self) { return split(call, self, true); }},
    {"splitlines", splitlines},
    {"partition", [](Call& call, const Value& self) { return partition(call, self, false); }},
    {"rpartition", [](Call& call, const Value& self) { return partition(call, self, true); }},
    {"join", join},
    {"replace", replace_all},
    {"startswith", [](Call& call, const Value& self) { return has_affix(call, self, true); }},
    {"endswith", [](Call& call, const Value& self) { return has_affix(call, self, false); }},
    {"removeprefix", [](Call& call, const Value& self) { return without_affix(call, self, true); }},
    {"removesuffix",
     [](Call& call, const Value& self) { return without_affix(call, self, false); }},
    {"find", [](Call& call, const Value& self) { return find(call, self, false, false); }},
    {"rfind", [](Call& call, const Value& self) { return find(call, self, true, false); }},
    {"index", [](Call& call, const Value& self) { return find(call, self, false, true); }},
    {"rindex", [](Call& call, const Value& self) { return find(call, self, true, true); }},
    {"count", count},
    {"ljust", [](Call& call, const Value& self) { return padded(call, self, Side::left); }},
    {"rjust", [](Call& call, const Value& self) { return padded(call, self, Side::right); }},
    {"center", [](Call& call, const Value& self) { return padded(call, self, Side::center); }},
    {"zfill", zfill},
    {"format", [](Call& call, const Value& self) { return format_text(call, self.string()); }},
    {"encode", [](Call&, const Value& self) { return self; }},
    {"__len__",
     [](Call&, const Value& self) -> Value {
       return static_cast<int64_t>(length_of(self.string()));
     }},
};

// Not empty, and every character as wanted.
template <typename Wanted>
bool all_are(const Value& self, Wanted wanted) {
  const std::string& text = self.string();
  for (size_t at = 0; at < text.size();) {
    const auto point = text::decode(text, at);
    if (!wanted(point.value)) return false;
    at += point.length;
  }
  return !text.empty();
}

bool is_identifier(const std::string& text) {
  if (text.empty() || text::is_digit(static_cast<unsigned char>(text[0]))) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) || c == '_' || byte >= 0x80;
  });
}

constexpr BuiltinEntry kTests[] = {
    {"isdigit", [](Call&, const Value& self) -> Value { return all_are(self, text::is_digit); }},
    {"isdecimal", [](Call&, const Value& self) -> Value { return all_are(self, text::is_digit); }},
    {"isnumeric", [](Call&, const Value& self) -> Value { return all_are(self, text::is_digit); }},
    {"isalpha", [](Call&, const Value& self) -> Value { return all_are(self, text::is_letter); }},
    {"isalnum",
     [](Call&, const Value& self) -> Value {
       return all_are(self, [](char32_t c) { return text::is_letter(c) || text::is_digit(c); });
     }},
    {"isspace",
     [](Call&, const Value& self) -> Value {
       return all_are(self,
                      [](char32_t c) { return c < 0x80 && is_python_space(static_cast<char>(c)); });
     }},
    {"isupper", [](Call&, const Value& self) -> Value { return is_upper(self.string()); }},
    {"islower", [](Call&, const Value& self) -> Value { return is_lower(self.string()); }},
    {"istitle",
     [](Call&, const Value& self) -> Value {
       return title(self.string()) == self.string() && lower(self.string()) != self.string();
     }},
    {"isidentifier",
     [](Call&, const Value& self) -> Value { return is_identifier(self.string()); }},
    {"isascii",
     [](Call&, const Value& self) -> Value {
       const auto& text = self.string();
       return std::all_of(text.begin(), text.end(),
                          [](char c) { return static_cast<unsigned char>(c) < 0x80; });
     }},
};

}  // namespace

std::span<const BuiltinEntry> string_methods() {
  return kEntries;
}
std::span<const BuiltinEntry> string_tests() {
  return kTests;
}

}  // namespace tally::jinja
