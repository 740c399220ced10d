#include "jinja/template.h"

#include <fmt/format.h>

#include "jinja/parser.h"
#include "jinja/tree.h"

namespace tally::jinja {

namespace {

// Jinja reads "\r\n" and "\r" as "\n".
std::string with_plain_line_ends(std::string text) {
  size_t at = text.find('\r');
  if (at == std::string::npos) return text;
  size_t out = at;
  for (; at < text.size(); ++at) {
    if (text[at] != '\r') {
      text[out++] = text[at];
    } else if (at + 1 == text.size() || text[at + 1] != '\n') {
      text[out++] = '\n';
    }
  }
  text.resize(out);
  return text;
}

std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

}  // namespace

Template::Template(std::string text, std::string name, Names& names, uint32_t tag)
    : name_(std::move(name)),
      text_(with_plain_line_ends(without_byte_order_mark(std::move(text)))),
      names_(names),
      tag_(tag),
      tree_(std::make_unique<Tree>(names)) {}

Template::~Template() = default;

std::shared_ptr<const Template> Template::parse_or(std::string text, std::string name, Names& names,
                                                   ParseOptions options, Problem& problem) {
  std::shared_ptr<Template> made(
      new Template(std::move(text), std::move(name), names, options.tag));
  Parser parser(*made, *made->tree_, made->definitions_, options);
  parser.parse();
  if (!parser.problem()) return made;
  problem = *parser.problem();
  return nullptr;
}

Result<std::shared_ptr<const Template>> Template::parse(std::string text, std::string name,
                                                        Names& names, ParseOptions options) {
  Problem problem;
  auto made = parse_or(std::move(text), std::move(name), names, options, problem);
  if (made) return made;
  return user_error(fmt::format("{}:{}: {}", problem.template_name, problem.line, problem.message));
}

}  // namespace tally::jinja
