#pragma once
// Recursive descent over the lexer's tokens; only template.cc calls it. Sticky errors: the first
// one stands, and the token in hand becomes the end of the template, so that every loop stops by
// itself.

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jinja/lexer.h"
#include "jinja/tree.h"

namespace tally::jinja {

class Parser {
 public:
  Parser(const Template& source, Tree& tree, std::vector<Definition>& definitions,
         ParseOptions options);

  void parse();
  const std::optional<Problem>& problem() const { return problem_; }

 private:
  using EndTags = std::initializer_list<std::string_view>;
  // What a stretch of the template mentions: a macro takes *varargs only if it says `varargs`.
  struct Mentions {
    bool loop = false, caller = false, varargs = false, kwargs = false;
  };
  struct Nesting;  // counts depth while it lives

  // Tokens
  void advance();
  const Token& ahead();  // the one after the current
  bool at(TokenKind kind) const { return current_.is(kind); }
  bool at_name(std::string_view text) const { return current_.is_name(text); }
  bool skip(TokenKind kind);
  bool skip_name(std::string_view text);
  bool expect(TokenKind kind, std::string_view what);
  std::optional<Name> expect_name();
  std::nullptr_t fail(std::string message, uint32_t line = 0);
  bool failed() const { return problem_.has_value(); }

  // Statements
  Body body_until(EndTags tags);  // current token: the end tag's name
  Body tag_body(EndTags tags);    // from within the opening tag on
  Body whole_body(EndTags tags);  // and past the end tag's name
  bool at_any(EndTags tags) const;
  const Statement* statement();
  const Statement* tag_statement(std::string_view tag, uint32_t line);
  const Statement* loop_or_branch(std::string_view tag, uint32_t line);
  const Statement* dbt_statement(std::string_view tag, uint32_t line);
  const Statement* set(uint32_t line);
  const Statement* for_loop(uint32_t line);
  const Statement* if_else(uint32_t line);
  const Statement* with(uint32_t line);
  const Statement* macro(uint32_t line);
  const Statement* data_test(uint32_t line);
  const Statement* materialization(uint32_t line);
  std::string materialization_adapter();
  const Statement* snapshot(uint32_t line);
  const Statement* docs(uint32_t line);
  const Statement* loop_control(std::string_view tag, uint32_t line);
  const Statement* call_block(uint32_t line);
  const Statement* filter_block(uint32_t line);
  const Statement* block(uint32_t line);
  const Statement* autoescape(uint32_t line);
  const Statement* include(uint32_t line);
  const Statement* import(uint32_t line);
  const Statement* from_import(uint32_t line);
  std::optional<FromImport::Imported> imported();
  bool context_said(bool fallback);
  std::vector<Parameter> signature();
  Macro* macro_body(Name name, const std::vector<Parameter>& parameters, EndTags end_tags,
                    uint32_t line);
  const Statement* defined(Definition definition, const Macro* macro, Body body);
  std::string_view text_since(size_t begin) const;

  const Target* target(EndTags ends, bool with_attribute);
  Target one_target(bool with_attribute);

  // Expressions, loosest first
  const Expression* tuple(bool with_condition = true, EndTags ends = {}, bool may_be_empty = false);
  const Expression* expression(bool with_condition = true);
  const Expression* logical_or();
  const Expression* logical_and();
  const Expression* negation();
  const Expression* comparison();
  std::optional<Comparison> comparison_operator();
  const Expression* sum();
  const Expression* concat();
  const Expression* product();
  const Expression* power();
  const Expression* unary(bool with_filters = true);
  const Expression* primary();
  const Expression* in_parentheses();
  const Expression* name_or_constant();
  const Expression* string_literal();
  const Expression* number_literal();
  const Expression* list_display();
  const Expression* dict_display();
  const Expression* postfix(const Expression* subject);
  const Expression* filters_and_tests(const Expression* subject);
  const Expression* subscript(const Expression* subject);
  const Expression* subscribed();
  const Expression* call(const Expression* callee);
  Arguments arguments();
  bool one_argument(std::vector<const Expression*>& positional, std::vector<NamedExpression>& named,
                    Arguments& found);
  const Expression* filter(const Expression* subject);
  const Expression* test_of(const Expression* subject);
  std::string dotted_name();
  bool is_tuple_end(EndTags ends) const;
  const Expression* literal(Value value, uint32_t line);
  void mention(std::string_view name);
  size_t offset(const char* place) const;

  const Template& source_;
  Names& names_;
  Tree& tree_;
  std::vector<Definition>& definitions_;
  std::string macro_prefix_;
  Lexer lexer_;
  Token current_;
  std::optional<Token> ahead_;
  size_t tag_begin_ = 0;  // where the last tag began, in the text
  std::optional<Problem> problem_;
  uint32_t depth_ = 0;   // of expressions and blocks within each other
  uint32_t blocks_ = 0;  // blocks alone
  uint32_t tokens_ = 0;  // so far
  uint32_t loops_ = 0;   // around the current token, within its macro
  std::vector<Mentions*> mentions_;
};

}  // namespace tally::jinja
