// Filters for HTML and addresses: rare in SQL, but Jinja's own.
#include <fmt/format.h>

#include "jinja/builtins_impl.h"
#include "jinja/strings.h"
#include "text/html.h"

namespace tally::jinja {

namespace {

Value escape(Call&, const Value& value) {
  return text::escape_html(value.text());
}
Value safe(Call&, const Value& value) {
  return value.text();
}

std::string quoted(std::string_view text, std::string_view also_safe) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("_.-~").find(c) != std::string_view::npos ||
        also_safe.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

std::string query_part(const Value& value) {
  return replace(quoted(value.text(), ""), "%20", "+", -1);
}

Value urlencode(Call& call, const Value& value) {
  if (value.is_string() || (!value.is_dict() && !value.is_sequence()))
    return quoted(value.text(), "/");
  std::string out;
  auto append = [&](const Value& key, const Value& item) {
    if (!out.empty()) out += '&';
    out += query_part(key) + "=" + query_part(item);
  };
  if (value.is_dict()) {
    for (const auto& [key, item] : value.dict().entries()) append(key, item);
    return out;
  }
  for (const auto& pair : value.items().items) {
    if (!pair.is_sequence() || pair.items().items.size() != 2) {
      return call.fail("urlencode needs a text, a dict or pairs");
    }
    append(pair.items().items[0], pair.items().items[1]);
  }
  return out;
}

Value xmlattr(Call& call, const Value& value) {
  if (!value.is_dict()) return call.fail("xmlattr needs a dict");
  std::string out;
  for (const auto& [key, item] : value.dict().entries()) {
    if (item.is_none() || item.is_undefined()) continue;
    const std::string name = key.text();
    if (name.find_first_of(" \t\n\f\v\r/>=") != std::string::npos) {
      return call.fail(fmt::format("Invalid character in attribute name: '{}'", name));
    }
    if (!out.empty()) out += ' ';
    out += text::escape_html(name) + "=\"" + text::escape_html(item.text()) + "\"";
  }
  return !out.empty() && truth_argument(call, 0, "autospace", true) ? " " + out : out;
}

// Tags and comments gone, runs of spaces as one.
Value striptags(Call&, const Value& value) {
  std::string text = value.text();
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '<') {
      const bool comment = text.compare(at, 4, "<!--") == 0;
      const size_t end = text.find(comment ? "-->" : ">", at);
      if (end != std::string::npos) {
        at = end + (comment ? 3 : 1);
        continue;
      }
    }
    const char c = text[at++];
    if (!is_python_space(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return Value(strip_spaces(out));
}

bool is_link(std::string_view word) {
  return word.starts_with("http://") || word.starts_with("https://") || word.starts_with("www.");
}

Value urlize(Call&, const Value& value) {
  const std::string text = value.text();
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool space = is_python_space(text[at]);
    size_t end = at;
    while (end < text.size() && is_python_space(text[end]) == space) ++end;
    const auto word = std::string_view(text).substr(at, end - at);
    const std::string escaped = text::escape_html(word);
    if (is_link(word)) {
      out += fmt::format("<a href=\"{}{}\" rel=\"noopener\">{}</a>",
                         word.starts_with("www.") ? "https://" : "", escaped, escaped);
    } else {
      out += escaped;
    }
    at = end;
  }
  return out;
}

constexpr BuiltinEntry kEntries[] = {
    {"e", escape},
    {"escape", escape},
    {"forceescape", escape},
    {"safe", safe},
    {"urlencode", urlencode},
    {"xmlattr", xmlattr},
    {"striptags", striptags},
    {"urlize", urlize},
};

}  // namespace

std::span<const BuiltinEntry> markup_filters() {
  return kEntries;
}

}  // namespace tally::jinja
