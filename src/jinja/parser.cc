// Tokens, templates' bodies, and the definitions that dbt adds to Jinja.
#include "jinja/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "jinja/parse_nesting.h"

namespace tally::jinja {

namespace {

std::string_view described(TokenKind kind) {
  switch (kind) {
    case TokenKind::end:
      return "end of template";
    case TokenKind::data:
      return "template data";
    case TokenKind::print_begin:
      return "begin of print statement";
    case TokenKind::print_end:
      return "end of print statement";
    case TokenKind::block_begin:
      return "begin of statement block";
    case TokenKind::block_end:
      return "end of statement block";
    default:
      return {};
  }
}

std::string said(const Token& token) {
  const auto fixed = described(token.kind);
  return std::string(fixed.empty() ? token.text : fixed);
}

}  // namespace

Parser::Parser(const Template& source, Tree& tree, std::vector<Definition>& definitions,
               ParseOptions options)
    : source_(source),
      names_(source.names()),
      tree_(tree),
      definitions_(definitions),
      macro_prefix_(options.macro_prefix),
      lexer_(source.text(), options) {
  advance();
}

void Parser::parse() {
  tree_.body = body_until({});
}

void Parser::advance() {
  // A tree takes many times the memory of its text: what has so many tokens is nobody's template.
  constexpr uint32_t kMostTokens = 2'000'000;
  if (failed()) return;
  if (++tokens_ > kMostTokens) fail(fmt::format("it has more than {} tokens", kMostTokens));
  if (failed()) return;
  if (ahead_) {
    current_ = *std::exchange(ahead_, std::nullopt);
  } else {
    current_ = lexer_.next();
  }
  if (at(TokenKind::block_begin)) tag_begin_ = offset(current_.text.data());
  if (at(TokenKind::error)) fail(std::string(current_.text));
}

const Token& Parser::ahead() {
  if (!ahead_) ahead_ = failed() ? current_ : lexer_.next();
  return *ahead_;
}

// Of a token, in the text. The end of the template and an error are nowhere in it.
size_t Parser::offset(const char* place) const {
  const std::string& text = source_.text();
  const std::less_equal<> before;
  const bool inside = before(text.data(), place) && before(place, text.data() + text.size());
  return inside ? static_cast<size_t>(place - text.data()) : 0;
}

std::string_view Parser::text_since(size_t begin) const {
  if (failed()) return {};
  return std::string_view(source_.text()).substr(begin, std::max(begin, tag_begin_) - begin);
}

bool Parser::skip(TokenKind kind) {
  if (!at(kind) || failed()) return false;
  advance();
  return true;
}

bool Parser::skip_name(std::string_view text) {
  if (!at_name(text)) return false;
  advance();
  return true;
}

bool Parser::expect(TokenKind kind, std::string_view what) {
  if (skip(kind)) return true;
  fail(at(TokenKind::end) ? fmt::format("unexpected end of template, expected {}", what)
                          : fmt::format("expected {}, got '{}'", what, said(current_)));
  return false;
}

std::optional<Name> Parser::expect_name() {
  const auto text = current_.text;
  if (!expect(TokenKind::name, "a name")) return std::nullopt;
  return names_.intern(text);
}

std::nullptr_t Parser::fail(std::string message, uint32_t line) {
  if (!failed()) {
    problem_ = Problem{source_.name(), line ? line : current_.line, std::move(message)};
    current_ = Token{TokenKind::end, current_.line, {}};
  }
  return nullptr;
}

bool Parser::at_any(EndTags tags) const {
  return at(TokenKind::name) && std::find(tags.begin(), tags.end(), current_.text) != tags.end();
}

Body Parser::body_until(EndTags tags) {
  const Nesting nesting(*this);
  std::vector<const Statement*> statements;
  while (!failed()) {
    if (at(TokenKind::end)) {
      if (tags.size() > 0)
        fail(fmt::format("unexpected end of template, expected '{}'", fmt::join(tags, "' or '")));
      break;
    }
    if (at(TokenKind::block_begin)) {
      advance();
      if (at_any(tags)) break;
    }
    const Statement* next = statement();
    if (next && next->kind != Statement::Kind::nothing) statements.push_back(next);
  }
  return failed() ? Body{} : tree_.keep(statements);
}

Body Parser::tag_body(EndTags tags) {
  skip(TokenKind::colon);  // as in Python
  expect(TokenKind::block_end, "'%}'");
  ++blocks_;
  const Body body = body_until(tags);
  --blocks_;
  return body;
}

Body Parser::whole_body(EndTags tags) {
  const Body body = tag_body(tags);
  advance();
  return body;
}

// Text, a print, or a tag from its name on.
const Statement* Parser::statement() {
  const uint32_t line = current_.line;
  if (at(TokenKind::data)) {
    auto* text = tree_.make<Text>(line);
    text->text = current_.text;
    advance();
    return text;
  }
  if (skip(TokenKind::print_begin)) {
    auto* print = tree_.make<Print>(line);
    print->value = tuple();
    expect(TokenKind::print_end, "'}}'");
    return print;
  }
  if (!at(TokenKind::name)) return fail("tag name expected");
  const auto tag = current_.text;
  advance();
  const Statement* found = tag_statement(tag, line);
  expect(TokenKind::block_end, "'%}'");
  return found;
}

const Statement* Parser::tag_statement(std::string_view tag, uint32_t line) {
  if (tag == "set") return set(line);
  if (tag == "if") return if_else(line);
  if (tag == "for") return for_loop(line);
  if (tag == "macro") return macro(line);
  if (tag == "call") return call_block(line);
  if (tag == "filter") return filter_block(line);
  if (tag == "with") return with(line);
  if (tag == "block") return block(line);
  if (tag == "autoescape") return autoescape(line);
  if (tag == "include") return include(line);
  if (tag == "import") return import(line);
  if (tag == "from") return from_import(line);
  return dbt_statement(tag, line);
}

const Statement* Parser::dbt_statement(std::string_view tag, uint32_t line) {
  if (tag == "do") {
    auto* evaluate = tree_.make<Evaluate>(line);
    evaluate->value = tuple();
    return evaluate;
  }
  if (tag == "break" || tag == "continue") return loop_control(tag, line);
  if (tag == "test" || tag == "data_test") return data_test(line);
  if (tag == "materialization") return materialization(line);
  if (tag == "snapshot") return snapshot(line);
  if (tag == "docs") return docs(line);
  if (tag == "extends")
    return fail("templates of dbt have no parents: 'extends' is not supported", line);
  return fail(fmt::format("unknown tag '{}'{}", tag,
                          tag.starts_with("end") || tag == "else" || tag == "elif"
                              ? ": it ends nothing that is open here"
                              : ""),
              line);
}

const Statement* Parser::loop_control(std::string_view tag, uint32_t line) {
  if (loops_ == 0) return fail(fmt::format("'{}' outside of a loop", tag), line);
  auto* statement = tree_.make<LoopControl>(line);
  statement->ends_loop = tag == "break";
  return statement;
}

// Parameters and body of a macro, up to its end.
Macro* Parser::macro_body(Name name, const std::vector<Parameter>& parameters, EndTags end_tags,
                          uint32_t line) {
  auto* macro = tree_.make<Macro>(line);
  macro->name = name;
  macro->parameters = tree_.keep(parameters);
  Mentions mentions;
  mentions_.push_back(&mentions);
  const uint32_t loops = std::exchange(loops_, 0);
  macro->body = whole_body(end_tags);
  loops_ = loops;
  mentions_.pop_back();
  macro->uses_caller = mentions.caller;
  macro->uses_varargs = mentions.varargs;
  macro->uses_kwargs = mentions.kwargs;
  return macro;
}

std::vector<Parameter> Parser::signature() {
  std::vector<Parameter> parameters;
  if (!expect(TokenKind::left_parenthesis, "'('")) return {};
  while (!at(TokenKind::right_parenthesis) && !failed()) {
    if (!parameters.empty()) expect(TokenKind::comma, "','");
    const auto name = expect_name();
    if (!name) break;
    Parameter parameter{*name, nullptr};
    if (skip(TokenKind::assign)) {
      parameter.fallback = expression();
    } else if (!parameters.empty() && parameters.back().fallback) {
      fail("non-default argument follows default argument");
    }
    parameters.push_back(parameter);
  }
  expect(TokenKind::right_parenthesis, "')'");
  return parameters;
}

// Keeps a definition of the template's top level; those within blocks are statements only.
const Statement* Parser::defined(Definition definition, const Macro* macro, Body body) {
  if (failed()) return nullptr;
  if (blocks_ == 0) {
    definition.index = static_cast<uint32_t>(definitions_.size());
    definitions_.push_back(std::move(definition));
    tree_.macros.push_back(macro);
    tree_.bodies.push_back(body);
  }
  return macro ? static_cast<const Statement*>(macro) : tree_.make<Nothing>(0);
}

const Statement* Parser::macro(uint32_t line) {
  auto name = expect_name();
  if (!name) return nullptr;
  if (!macro_prefix_.empty()) name = names_.intern(macro_prefix_ + std::string(names_.text(*name)));
  const auto parameters = signature();
  const size_t begin = offset(current_.text.data()) + current_.text.size();
  const Macro* found = macro_body(*name, parameters, {"endmacro"}, line);
  return defined({DefinitionKind::macro, *name, {}, text_since(begin), line, 0}, found, {});
}

const Statement* Parser::data_test(uint32_t line) {
  const auto name = expect_name();
  if (!name) return nullptr;
  const auto parameters = signature();
  const size_t begin = offset(current_.text.data()) + current_.text.size();
  const Name full = names_.intern(fmt::format("test_{}", names_.text(*name)));
  const Macro* found = macro_body(full, parameters, {"endtest", "enddata_test"}, line);
  return defined({DefinitionKind::test, full, {}, text_since(begin), line, 0}, found, {});
}

// What follows a materialization's name: ", default" or ", adapter='x', supported_languages=[…]".
std::string Parser::materialization_adapter() {
  std::string adapter = "default";
  while (skip(TokenKind::comma)) {
    const auto word = current_.text;
    if (!expect_name() || word == "default") continue;
    expect(TokenKind::assign, "'='");
    const Expression* value = expression();
    if (failed()) break;
    if (word == "adapter" && value->kind == Expression::Kind::literal) {
      adapter = static_cast<const Literal*>(value)->value->text();
    }
  }
  return adapter;
}

const Statement* Parser::materialization(uint32_t line) {
  const auto name = expect_name();
  if (!name) return nullptr;
  std::string adapter = materialization_adapter();
  const size_t begin = offset(current_.text.data()) + current_.text.size();
  const Name full =
      names_.intern(fmt::format("materialization_{}_{}", names_.text(*name), adapter));
  const Macro* found = macro_body(full, {}, {"endmaterialization"}, line);
  return defined(
      {DefinitionKind::materialization, full, std::move(adapter), text_since(begin), line, 0},
      found, {});
}

const Statement* Parser::snapshot(uint32_t line) {
  const auto name = expect_name();
  if (!name) return nullptr;
  const size_t begin = offset(current_.text.data()) + current_.text.size();
  const Body body = whole_body({"endsnapshot"});
  return defined({DefinitionKind::snapshot, *name, {}, text_since(begin), line, 0}, nullptr, body);
}

// What is in a docs block is prose: braces in it are nobody's business until it is rendered.
const Statement* Parser::docs(uint32_t line) {
  const auto name = expect_name();
  if (!name) return nullptr;
  if (!at(TokenKind::block_end) || ahead_)
    return fail("expected '%}' after the name of a docs block");
  const auto text = lexer_.text_until("enddocs");
  if (!text) return fail("unexpected end of template, expected 'enddocs'", line);
  return defined({DefinitionKind::docs, *name, {}, *text, line, 0}, nullptr, {});
}

}  // namespace tally::jinja
