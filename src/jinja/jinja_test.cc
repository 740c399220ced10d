// The cases of tests/jinja: what templates print, and what goes wrong in them. How a case file is
// written: tests/jinja/README.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "jinja/json_context_fixture.h"
#include "jinja/render.h"

namespace tally::jinja {
namespace {

struct Case {
  std::string file, title;
  std::map<std::string, std::string> sections;  // "template", "output", …
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.file << ": " << one.title;
}

// A section's text is all its lines; the last line end is not part of it.
std::vector<Case> cases_of(const std::filesystem::path& path) {
  std::vector<Case> cases;
  std::ifstream in(path, std::ios::binary);
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      cases.push_back({path.stem().string(), line.substr(4), {}});
      section = "template";
      cases.back().sections[section];
    } else if (line.starts_with("--- ") && !cases.empty()) {
      section = line.substr(4);
      cases.back().sections[section];
    } else if (!cases.empty()) {
      cases.back().sections[section] += line + "\n";
    }
  }
  for (auto& one : cases) {
    for (auto& [name, text] : one.sections) {
      if (!text.empty()) text.pop_back();
    }
  }
  return cases;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const auto root = std::filesystem::path(TALLY_SOURCE_DIR) / "tests" / "jinja";
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.path().extension() != ".case") continue;
    for (auto& one : cases_of(entry.path())) cases.push_back(std::move(one));
  }
  return cases;
}

std::string said(const std::vector<Problem>& problems) {
  std::string text;
  for (const auto& problem : problems) {
    if (!text.empty()) text += '\n';
    text += fmt::format("{}:{}: {}", problem.template_name, problem.line, problem.message);
  }
  return text;
}

class JinjaCase : public ::testing::TestWithParam<Case> {};

TEST_P(JinjaCase, RendersAsExpected) {
  auto sections = GetParam().sections;
  Names names;
  const std::string context = sections.contains("context") ? sections["context"] : "{}";
  testing::JsonHost host(nlohmann::ordered_json::parse(context), names);
  std::vector<Problem> problems;
  for (const auto& [name, text] : sections) {
    if (name.starts_with("template ")) {
      host.templates[name.substr(9)] = *Template::parse(text, name.substr(9), names);
    }
  }
  if (sections.contains("library")) {
    const Library library = parse_library(sections["library"] + "\n", "library", names);
    host.add(library);
    problems = library.problems;
  }
  ParseOptions options;
  options.trim_blocks = sections.contains("trim_blocks");
  options.lstrip_blocks = sections.contains("lstrip_blocks");
  Problem broken;
  const auto source = Template::parse_or(sections["template"], "case", names, options, broken);
  std::string output;
  if (!source) {
    problems.push_back(broken);
  } else {
    const Rendered rendered = render(*source, host);
    output = rendered.text;
    problems.insert(problems.end(), rendered.problems.begin(), rendered.problems.end());
  }
  EXPECT_EQ(said(problems), sections["problems"]);
  EXPECT_EQ(output, sections["output"]);
}

INSTANTIATE_TEST_SUITE_P(Cases, JinjaCase, ::testing::ValuesIn(all_cases()));

}  // namespace
}  // namespace tally::jinja
