// Files of definitions, of which some may be broken.
#include <algorithm>
#include <array>

#include "jinja/strings.h"
#include "jinja/template.h"
#include "text/identifier.h"

namespace tally::jinja {

namespace {

struct Tag {
  std::string_view name;
  size_t begin, end;  // with its braces
  size_t rest;        // where what follows the name begins
};

constexpr std::array<std::string_view, 6> kBlocks = {"macro",           "test",     "data_test",
                                                     "materialization", "snapshot", "docs"};

size_t word_end(std::string_view text, size_t at, size_t end) {
  while (at < end && text::is_identifier_character(text[at])) ++at;
  return at;
}

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
           (is_python_space(text[begin]) || text[begin] == '-' || text[begin] == '+')) {
      ++begin;
    }
    const size_t stop = word_end(text, begin, end);
    return Tag{text.substr(begin, stop - begin), at, end + 2, stop};
  }
  return std::nullopt;
}

// The next tag of one of these names from `from` on.
std::optional<Tag> next_tag_of(std::string_view text, size_t from, std::string_view name,
                               std::string_view other = {}) {
  auto tag = next_tag(text, from);
  while (tag && tag->name != name && (other.empty() || tag->name != other)) {
    tag = next_tag(text, tag->end);
  }
  return tag;
}

std::string_view name_behind(std::string_view text, const Tag& tag) {
  size_t at = tag.rest;
  while (at < tag.end && is_python_space(text[at])) ++at;
  return text.substr(at, word_end(text, at, tag.end) - at);
}

}  // namespace

// Each goes from its opening tag to the end tag of its kind; one without is told by the next
// opening tag of its kind, or the end of the text.
std::vector<TextBlock> text_blocks(std::string_view text) {
  std::vector<TextBlock> blocks;
  uint32_t line = 1;
  size_t counted = 0;
  for (auto tag = next_tag(text, 0); tag;) {
    if (tag->name == "raw") {
      const auto end = next_tag_of(text, tag->end, "endraw");
      tag = end ? next_tag(text, end->end) : std::nullopt;
      continue;
    }
    if (std::find(kBlocks.begin(), kBlocks.end(), tag->name) == kBlocks.end()) {
      tag = next_tag(text, tag->end);
      continue;
    }
    line +=
        static_cast<uint32_t>(std::count(text.data() + counted, text.data() + tag->begin, '\n'));
    counted = tag->begin;
    const auto stop = next_tag_of(text, tag->end, "end" + std::string(tag->name), tag->name);
    const bool closed = stop && stop->name != tag->name;
    const size_t body_end = stop ? stop->begin : text.size();
    const size_t block_end = closed ? stop->end : body_end;
    const auto opening = text.substr(tag->begin, tag->end - tag->begin);
    TextBlock block{tag->name, name_behind(text, *tag), {}, {}, line, line, closed};
    block.whole = text.substr(tag->begin, block_end - tag->begin);
    block.body = text.substr(tag->end, body_end - tag->end);
    block.body_line += static_cast<uint32_t>(std::count(opening.begin(), opening.end(), '\n'));
    blocks.push_back(block);
    tag = next_tag(text, block_end);
  }
  return blocks;
}

Library parse_library(std::string text, const std::string& name, Names& names, uint32_t tag) {
  Library library;
  const ParseOptions options{.tag = tag};
  Problem problem;
  if (auto whole = Template::parse_or(text, name, names, options, problem)) {
    library.templates.push_back(std::move(whole));
    return library;
  }
  for (const auto& block : text_blocks(text)) {
    const ParseOptions part{.first_line = block.line, .tag = tag};
    if (auto one = Template::parse_or(std::string(block.whole), name, names, part, problem)) {
      library.templates.push_back(std::move(one));
    } else {
      library.problems.push_back(problem);
    }
  }
  return library;
}

}  // namespace tally::jinja
