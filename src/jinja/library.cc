// Files of definitions, of which some may be broken.
#include <algorithm>
#include <array>

#include "jinja/strings.h"
#include "jinja/template.h"

namespace tally::jinja {

namespace {

struct Tag {
  std::string_view name;
  size_t begin, end;  // with its braces
};

constexpr std::array<std::string_view, 6> kBlocks = {"macro",           "test",     "data_test",
                                                     "materialization", "snapshot", "docs"};

// The next tag {% name … %} from `from` on, comments passed over. Strings within tags are not
// looked at: this reads files that do not parse.
std::optional<Tag> next_tag(std::string_view text, size_t from) {
  for (size_t at = text.find('{', from); at != std::string_view::npos;
       at = text.find('{', at + 1)) {
    if (text.substr(at, 2) == "{#") {
      at = text.find("#}", at);
      if (at == std::string_view::npos) return std::nullopt;
      continue;
    }
    if (text.substr(at, 2) != "{%") continue;
    const size_t end = text.find("%}", at);
    if (end == std::string_view::npos) return std::nullopt;
    size_t begin = at + 2;
    while (begin < end &&
           (is_python_space(text[begin]) || text[begin] == '-' || text[begin] == '+'))
      ++begin;
    size_t stop = begin;
    while (stop < end &&
           (std::isalnum(static_cast<unsigned char>(text[stop])) || text[stop] == '_'))
      ++stop;
    return Tag{text.substr(begin, stop - begin), at, end + 2};
  }
  return std::nullopt;
}

struct Part {
  size_t begin, end;
};

// The top-level blocks as far as tags tell: from each opening tag to the end tag of its kind, or to
// the next opening tag if it has none.
std::vector<Part> blocks_of(std::string_view text) {
  std::vector<Part> parts;
  std::optional<Tag> open;
  for (auto tag = next_tag(text, 0); tag; tag = next_tag(text, tag->end)) {
    const bool opens = std::find(kBlocks.begin(), kBlocks.end(), tag->name) != kBlocks.end();
    if (opens) {
      if (open) parts.push_back({open->begin, tag->begin});
      open = tag;
    } else if (open && tag->name.starts_with("end") && tag->name.substr(3) == open->name) {
      parts.push_back({open->begin, tag->end});
      open.reset();
    }
  }
  if (open) parts.push_back({open->begin, text.size()});
  return parts;
}

}  // namespace

Library parse_library(std::string text, const std::string& name, Names& names, uint32_t tag) {
  Library library;
  const ParseOptions options{.tag = tag};
  Problem problem;
  if (auto whole = Template::parse_or(text, name, names, options, problem)) {
    library.templates.push_back(std::move(whole));
    return library;
  }
  size_t at = 0;
  uint32_t line = 1;
  for (const auto [begin, end] : blocks_of(text)) {
    line += static_cast<uint32_t>(std::count(text.data() + at, text.data() + begin, '\n'));
    at = begin;
    const ParseOptions part{.first_line = line, .tag = tag};
    if (auto one =
            Template::parse_or(text.substr(begin, end - begin), name, names, part, problem)) {
      library.templates.push_back(std::move(one));
    } else {
      library.problems.push_back(problem);
    }
  }
  if (library.problems.empty()) library.problems.push_back(problem);
  return library;
}

}  // namespace tally::jinja
