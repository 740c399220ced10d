#pragma once
// One template, parsed once: immutable, rendered as often as wanted. Reads Jinja 2 with what dbt
// adds to it: {% do %}, {% test %}, {% materialization %}, {% snapshot %}, {% docs %}.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jinja/names.h"

namespace tally::jinja {

struct Tree;

// Something of a template that is not as it should be.
struct Problem {
  std::string template_name;
  uint32_t line = 0;  // 1-based, in that template
  std::string message;
  uint32_t root_line = 0;  // where the template that is rendered stood; 0: it did not parse
};

enum class DefinitionKind : uint8_t { macro, test, materialization, snapshot, docs };

// A named block at the top level of a file.
struct Definition {
  DefinitionKind kind = DefinitionKind::macro;
  Name name;              // a test's is "test_<name>", a materialization's
                          // "materialization_<name>_<adapter|default>", as dbt calls their macros
  std::string adapter;    // of a materialization
  std::string_view text;  // all between its tags, as written: docs are text until rendered
  uint32_t line = 0;
  uint32_t index = 0;  // in its template
};

struct ParseOptions {
  bool trim_blocks = false;
  bool lstrip_blocks = false;
  bool keep_trailing_newline = false;
  uint32_t first_line = 1;  // of the text in its file
  uint32_t tag = 0;         // for the host, which looks names up for it: its package
  // Put before the names of macros that the template defines, by which alone they can be called.
  std::string_view macro_prefix = {};
};

class Template {
 public:
  ~Template();
  Template(const Template&) = delete;

  // The error's message starts with "name:line: ". The template owns its text.
  static Result<std::shared_ptr<const Template>> parse(std::string text, std::string name,
                                                       Names& names, ParseOptions options = {});
  // Null, with the problem, if it cannot be parsed.
  static std::shared_ptr<const Template> parse_or(std::string text, std::string name, Names& names,
                                                  ParseOptions options, Problem& problem);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }  // line ends are "\n"
  Names& names() const { return names_; }
  const std::vector<Definition>& definitions() const { return definitions_; }
  const Tree& tree() const { return *tree_; }

  uint32_t tag() const { return tag_; }

 private:
  Template(std::string text, std::string name, Names& names, uint32_t tag);
  std::string name_, text_;
  Names& names_;
  uint32_t tag_;
  std::unique_ptr<Tree> tree_;
  std::vector<Definition> definitions_;
};

// A definition's block at the top level of a text, found by its tags alone: nothing is parsed, so
// it may hold anything.
struct TextBlock {
  std::string_view kind, name;   // {% kind name … %}
  std::string_view whole, body;  // with its tags, and without
  uint32_t line, body_line;
  bool closed;  // it has an end tag
};
std::vector<TextBlock> text_blocks(std::string_view text);

// A file of definitions, of which a broken one does not take the others with it: usually one
// template; if the whole does not parse, one for each top-level block that does, its lines those
// of the file. What stands between the blocks is nobody's: dbt does not read it either.
struct Library {
  std::vector<std::shared_ptr<const Template>> templates;
  std::vector<Problem> problems;
};
Library parse_library(std::string text, const std::string& name, Names& names, uint32_t tag = 0);

}  // namespace tally::jinja
