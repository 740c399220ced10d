// Filters that make texts of texts, and of anything.
#include <fmt/format.h>

#include <algorithm>

#include "jinja/builtins_impl.h"
#include "jinja/operators.h"
#include "jinja/strings.h"

namespace tally::jinja {

namespace {

Value as_is(Call&, const Value& value) {
  return value;
}

std::string_view strip_characters(std::string_view text, std::string_view characters) {
  auto is_one = [&](std::string_view character) {
    return characters.find(character) != std::string_view::npos;
  };
  const auto all = characters_of(text);
  size_t first = 0, last = all.size();
  while (first < last && is_one(all[first])) ++first;
  while (last > first && is_one(all[last - 1])) --last;
  if (first == last) return {};
  const auto begin = static_cast<size_t>(all[first].data() - text.data());
  const auto end = static_cast<size_t>(all[last - 1].data() - text.data()) + all[last - 1].size();
  return text.substr(begin, end - begin);
}

Value trim(Call& call, const Value& value) {
  const std::string text = value.text();
  const auto characters = given(call, 0, "chars");
  return Value(characters ? strip_characters(text, characters->text()) : strip_spaces(text));
}

// A word begins behind spaces, dashes and opening brackets.
Value title_words(Call&, const Value& value) {
  std::string out;
  std::string word;
  auto flush = [&] {
    if (!word.empty()) out += capitalize(word);
    word.clear();
  };
  for (const char c : value.text()) {
    if (is_python_space(c) || std::string_view("-({[<").find(c) != std::string_view::npos) {
      flush();
      out += c;
    } else {
      word += c;
    }
  }
  flush();
  return out;
}

constexpr size_t kMaxText = size_t{64} << 20;

size_t occurrences(std::string_view text, std::string_view wanted) {
  if (wanted.empty()) return text.size() + 1;
  size_t count = 0;
  for (size_t at = text.find(wanted); at != text.npos; at = text.find(wanted, at + wanted.size()))
    ++count;
  return count;
}

// How long the text becomes is known before it is made.
Value replace_in(Call& call, const Value& value) {
  const Value* from = call.argument(0, "old");
  const Value* to = call.argument(1, "new");
  if (!from || !to) return call.fail("replace() needs what to replace, and by what");
  const std::string text = value.text();
  const std::string found = from->text();
  const std::string put = to->text();
  const size_t growth = put.size() > found.size() ? put.size() - found.size() : 0;
  if (text.size() + growth * occurrences(text, found) > kMaxText)
    return call.fail("the text is too long");
  return replace(text, found, put, integer_argument(call, 2, "count", -1));
}

Value center(Call& call, const Value& value) {
  const std::string text = value.text();
  const auto length = static_cast<int64_t>(length_of(text));
  const int64_t width = integer_argument(call, 0, "width", 80);
  if (width <= length) return text;
  if (!affordable(call, width / 16)) return {};
  const int64_t margin = width - length;
  const int64_t left = margin / 2 + (margin & width & 1);  // as CPython has it
  return std::string(static_cast<size_t>(left), ' ') + text +
         std::string(static_cast<size_t>(margin - left), ' ');
}

// Without line ends; a last line that is empty is none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find_first_of("\r\n\v\f");
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    const bool two = text.substr(end, 2) == "\r\n";
    text.remove_prefix(end + (two ? 2 : 1));
  }
  return lines;
}

Value indent(Call& call, const Value& value) {
  const auto width = given(call, 0, "width");
  std::string indention(4, ' ');
  if (width && width->is_string()) {
    indention = width->string();
  } else if (width) {
    const int64_t count = std::max<int64_t>(integer_of(*width).value_or(4), 0);
    if (!affordable(call, count)) return {};
    indention = std::string(static_cast<size_t>(count), ' ');
  }
  const bool first = truth_argument(call, 1, "first", false);
  const bool blank = truth_argument(call, 2, "blank", false);
  const std::string text = value.text() + "\n";
  const auto lines = lines_of(text);
  if (!affordable(call, static_cast<int64_t>(lines.size() * (1 + indention.size() / 16))))
    return {};
  std::string out = first ? indention : "";
  for (size_t at = 0; at < lines.size(); ++at) {
    if (at > 0) out += '\n';
    if (at > 0 && (blank || !lines[at].empty())) out += indention;
    out += lines[at];
  }
  return out;
}

std::string first_characters(const std::vector<std::string_view>& characters, size_t count) {
  std::string out;
  for (size_t at = 0; at < std::min(count, characters.size()); ++at) out += characters[at];
  return out;
}

Value truncate(Call& call, const Value& value) {
  if (value.is_sequence() || value.is_dict()) return value;  // Jinja takes them for short texts
  const std::string text = value.text();
  const auto characters = characters_of(text);
  const int64_t length = integer_argument(call, 0, "length", 255);
  const std::string end = call.string(2, "end", "...");
  const int64_t leeway = integer_argument(call, 3, "leeway", 5);
  const auto end_length = static_cast<int64_t>(length_of(end));
  if (length < end_length) {
    return call.fail(fmt::format("expected length >= {}, got {}", end_length, length));
  }
  if (leeway < 0) return call.fail(fmt::format("expected leeway >= 0, got {}", leeway));
  if (static_cast<int64_t>(characters.size()) <= length ||
      static_cast<int64_t>(characters.size()) - leeway <= length) {
    return text;
  }
  std::string cut = first_characters(characters, static_cast<size_t>(length - end_length));
  if (!truth_argument(call, 1, "killwords", false)) {
    if (const size_t space = cut.rfind(' '); space != std::string::npos) cut.resize(space);
  }
  return cut + end;
}

Value wordcount(Call&, const Value& value) {
  int64_t count = 0;
  bool in_word = false;
  for (const char c : value.text()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_word = std::isalnum(byte) || c == '_' || byte >= 0x80;
    if (is_word && !in_word) ++count;
    in_word = is_word;
  }
  return count;
}

Value reverse(Call& call, const Value& value) {
  if (value.is_string()) {
    const auto characters = characters_of(value.string());
    std::string out;
    for (auto at = characters.rbegin(); at != characters.rend(); ++at) out += *at;
    return out;
  }
  const auto list = items(call, value);
  if (!list) return {};
  return lazy_list({(*list)->items.rbegin(), (*list)->items.rend()});
}

Value percent_formatted(Call& call, const Value& value) {
  Value arguments = Value::tuple({call.positional().begin(), call.positional().end()});
  if (!call.named().empty()) {
    if (!call.positional().empty()) {
      return call.fail("can't handle positional and keyword arguments at the same time");
    }
    auto dict = make<Dict>();
    for (const auto& [name, given_value] : call.named()) dict->set(call.text(name), given_value);
    arguments = dict;
  }
  auto text = percent_format(value.text(), arguments);
  return text ? Value(*std::move(text)) : call.fail(text.error().message);
}

Value pprint(Call&, const Value& value) {
  std::string out;
  append_repr(out, value);
  return out;
}

// A line's words, as many in a line as fit. Words that are too long are broken.
void wrap_line(std::string& out, std::string_view line, size_t width, std::string_view separator,
               bool break_words) {
  std::string current;
  bool first = true;
  auto flush = [&] {
    if (!std::exchange(first, false)) out += separator;
    out += strip_spaces(current, false, true);
    current.clear();
  };
  size_t at = 0;
  while (at < line.size()) {
    const bool space = is_python_space(line[at]);
    size_t end = at;
    while (end < line.size() && is_python_space(line[end]) == space) ++end;
    auto word = line.substr(at, end - at);
    at = end;
    if (space && current.empty() && !first) continue;
    if (length_of(current) + length_of(word) > width && !space && !strip_spaces(current).empty())
      flush();
    while (break_words && length_of(word) > width && !space) {
      const auto characters = characters_of(word);
      current = first_characters(characters, width);
      word.remove_prefix(current.size());
      flush();
    }
    current += word;
  }
  if (!strip_spaces(current).empty()) flush();
}

Value wordwrap(Call& call, const Value& value) {
  const int64_t width = integer_argument(call, 0, "width", 79);
  if (width <= 0) return call.fail(fmt::format("invalid width {} (must be > 0)", width));
  const std::string text = value.text();
  const std::string separator = call.string(2, "wrapstring", "\n");
  std::string out;
  bool first = true;
  for (const auto line : lines_of(text)) {
    if (!std::exchange(first, false)) out += separator;
    wrap_line(out, line, static_cast<size_t>(width), separator,
              truth_argument(call, 1, "break_long_words", true));
  }
  return out;
}

constexpr BuiltinEntry kEntries[] = {
    {"upper", [](Call&, const Value& value) -> Value { return upper(value.text()); }},
    {"lower", [](Call&, const Value& value) -> Value { return lower(value.text()); }},
    {"capitalize", [](Call&, const Value& value) -> Value { return capitalize(value.text()); }},
    {"string", [](Call&, const Value& value) -> Value { return value.text(); }},
    {"title", title_words},
    {"trim", trim},
    {"replace", replace_in},
    {"center", center},
    {"indent", indent},
    {"truncate", truncate},
    {"wordcount", wordcount},
    {"wordwrap", wordwrap},
    {"reverse", reverse},
    {"format", percent_formatted},
    {"pprint", pprint},
    // dbt's, which tell its native rendering what to make of a text.
    {"as_text", as_is},
    {"as_bool", as_is},
    {"as_native", as_is},
    {"as_number", as_is},
};

}  // namespace

std::span<const BuiltinEntry> text_filters() {
  return kEntries;
}

}  // namespace tally::jinja
