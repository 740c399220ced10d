// The statements of Jinja itself. Each begins behind the tag's name and ends before its "%}".
#include <fmt/format.h>

#include "jinja/parse_nesting.h"
#include "jinja/parser.h"

namespace tally::jinja {

const Statement* Parser::set(uint32_t line) {
  const Target* assigned = target({}, true);
  if (skip(TokenKind::assign)) {
    auto* set = tree_.make<Assignment>(line);
    set->target = assigned;
    set->value = tuple();
    return set;
  }
  auto* block = tree_.make<AssignmentBlock>(line);
  block->target = assigned;
  block->filter = at(TokenKind::pipe) ? filter(nullptr) : nullptr;
  block->body = whole_body({"endset"});
  return block;
}

const Statement* Parser::for_loop(uint32_t line) {
  auto* loop = tree_.make<For>(line);
  loop->target = target({"in"}, false);
  if (!skip_name("in")) return fail(fmt::format("expected 'in', got '{}'", current_.text));
  loop->items = tuple(false, {"recursive"});
  Mentions mentions;
  mentions_.push_back(&mentions);
  loop->condition = skip_name("if") ? expression() : nullptr;
  loop->recursive = skip_name("recursive");
  ++loops_;
  loop->body = tag_body({"endfor", "else"});
  --loops_;
  mentions_.pop_back();
  const bool has_else = at_name("else");
  advance();
  if (has_else) loop->otherwise = whole_body({"endfor"});
  loop->uses_loop = mentions.loop || loop->recursive;
  return loop;
}

const Statement* Parser::if_else(uint32_t line) {
  auto* statement = tree_.make<If>(line);
  std::vector<If::Branch> branches;
  do {
    const Expression* condition = tuple(false);
    branches.push_back({condition, tag_body({"elif", "else", "endif"})});
  } while (skip_name("elif"));
  if (skip_name("else")) {
    branches.push_back({nullptr, whole_body({"endif"})});
  } else {
    advance();
  }
  statement->branches = tree_.keep(branches);
  return statement;
}

const Statement* Parser::with(uint32_t line) {
  auto* statement = tree_.make<With>(line);
  std::vector<Target> targets;
  std::vector<const Expression*> values;
  while (!at(TokenKind::block_end) && !failed()) {
    if (!targets.empty()) expect(TokenKind::comma, "','");
    const Target* assigned = target({}, false);
    expect(TokenKind::assign, "'='");
    const Expression* value = expression();
    if (failed()) break;
    targets.push_back(*assigned);
    values.push_back(value);
  }
  statement->targets = tree_.keep(targets);
  statement->values = tree_.keep(values);
  statement->body = whole_body({"endwith"});
  return statement;
}

const Statement* Parser::call_block(uint32_t line) {
  auto* statement = tree_.make<CallBlock>(line);
  std::vector<Parameter> parameters;
  if (at(TokenKind::left_parenthesis)) parameters = signature();
  const Expression* call = expression();
  if (failed()) return nullptr;
  if (call->kind != Expression::Kind::call) return fail("expected a call", line);
  statement->call = static_cast<const CallExpression*>(call);
  statement->caller = macro_body(tree_.known.caller, parameters, {"endcall"}, line);
  return statement;
}

const Statement* Parser::filter_block(uint32_t line) {
  auto* statement = tree_.make<FilterBlock>(line);
  statement->filter = filter(nullptr);
  statement->body = whole_body({"endfilter"});
  return statement;
}

// Without inheritance a block is what is in it.
const Statement* Parser::block(uint32_t line) {
  const auto name = current_.text;
  if (!expect_name()) return nullptr;
  skip_name("scoped");
  skip_name("required");
  auto* statement = tree_.make<ScopeBlock>(line);
  statement->body = whole_body({"endblock"});
  skip_name(name);
  return statement;
}

const Statement* Parser::autoescape(uint32_t line) {
  expression();
  auto* statement = tree_.make<ScopeBlock>(line);
  statement->body = whole_body({"endautoescape"});
  return statement;
}

bool Parser::context_said(bool fallback) {
  if ((!at_name("with") && !at_name("without")) || !ahead().is_name("context")) return fallback;
  const bool with_context = at_name("with");
  advance();
  advance();
  return with_context;
}

const Statement* Parser::include(uint32_t line) {
  auto* statement = tree_.make<Include>(line);
  statement->source = expression();
  if (at_name("ignore") && ahead().is_name("missing")) {
    statement->ignore_missing = true;
    advance();
    advance();
  }
  statement->with_context = context_said(true);
  return statement;
}

const Statement* Parser::import(uint32_t line) {
  auto* statement = tree_.make<Import>(line);
  statement->source = expression();
  if (!skip_name("as")) return fail("expected 'as' and a name");
  const auto name = expect_name();
  if (!name) return nullptr;
  statement->target = *name;
  statement->with_context = context_said(false);
  return statement;
}

std::optional<FromImport::Imported> Parser::imported() {
  const auto name = expect_name();
  if (!name) return std::nullopt;
  if (names_.text(*name).starts_with('_')) {
    fail("names starting with an underline can not be imported");
    return std::nullopt;
  }
  if (!skip_name("as")) return FromImport::Imported{*name, *name};
  const auto alias = expect_name();
  if (!alias) return std::nullopt;
  return FromImport::Imported{*name, *alias};
}

const Statement* Parser::from_import(uint32_t line) {
  auto* statement = tree_.make<FromImport>(line);
  statement->source = expression();
  if (!skip_name("import")) return fail("expected 'import'");
  std::vector<FromImport::Imported> names;
  do {
    if ((at_name("with") || at_name("without")) && ahead().is_name("context")) break;
    const auto name = imported();
    if (!name) return nullptr;
    names.push_back(*name);
  } while (skip(TokenKind::comma) && !at(TokenKind::block_end));
  statement->with_context = context_said(false);
  statement->names = tree_.keep(names);
  return statement;
}

Target Parser::one_target(bool with_attribute) {
  Target found{};
  if (skip(TokenKind::left_parenthesis)) {
    const Nesting nesting(*this);
    const Target* inner = failed() ? nullptr : target({}, with_attribute);
    expect(TokenKind::right_parenthesis, "')'");
    return inner ? *inner : found;
  }
  const auto text = current_.text;
  for (const auto constant : {"true", "True", "false", "False", "none", "None"}) {
    if (text == constant) fail(fmt::format("can't assign to '{}'", text));
  }
  const auto name = expect_name();
  if (!name) return found;
  found.name = *name;
  if (with_attribute && skip(TokenKind::dot)) {
    const auto attribute = expect_name();
    if (!attribute) return found;
    found.kind = Target::Kind::attribute;
    found.attribute = *attribute;
  }
  return found;
}

// Never null.
const Target* Parser::target(EndTags ends, bool with_attribute) {
  std::vector<Target> parts;
  bool is_tuple = false;
  while (!failed()) {
    if (!parts.empty() && is_tuple_end(ends)) break;
    parts.push_back(one_target(with_attribute));
    if (!skip(TokenKind::comma)) break;
    is_tuple = true;
  }
  Target found = parts.empty() ? Target{} : parts.front();
  if (is_tuple) found = Target{Target::Kind::tuple, {}, {}, tree_.keep(parts)};
  return tree_.keep(std::vector<Target>{found}).data();
}

}  // namespace tally::jinja
