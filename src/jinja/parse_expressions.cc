// Expressions, with Jinja's precedences: loosest first.
#include <fmt/format.h>

#include <algorithm>

#include "jinja/literals.h"
#include "jinja/parse_nesting.h"
#include "jinja/parser.h"

namespace tally::jinja {

bool Parser::is_tuple_end(EndTags ends) const {
  return at(TokenKind::print_end) || at(TokenKind::block_end) || at(TokenKind::right_parenthesis) ||
         at_any(ends);
}

const Expression* Parser::tuple(bool with_condition, EndTags ends, bool may_be_empty) {
  const uint32_t line = current_.line;
  std::vector<const Expression*> items;
  bool is_tuple = false;
  while (!failed()) {
    if (!items.empty()) expect(TokenKind::comma, "','");
    if (is_tuple_end(ends)) break;
    items.push_back(expression(with_condition));
    if (!at(TokenKind::comma)) break;
    is_tuple = true;
  }
  if (failed()) return nullptr;
  if (!is_tuple && !items.empty()) return items.front();
  if (!is_tuple && !may_be_empty) {
    return fail(fmt::format("expected an expression, got '{}'", current_.text));
  }
  auto* node = tree_.make<TupleDisplay>(line);
  node->items = tree_.keep(items);
  return node;
}

const Expression* Parser::expression(bool with_condition) {
  const Nesting nesting(*this);
  if (failed()) return nullptr;
  const Expression* value = logical_or();
  while (with_condition && at_name("if")) {
    auto* node = tree_.make<Conditional>(current_.line);
    advance();
    node->then = value;
    node->condition = logical_or();
    if (skip_name("else")) node->otherwise = expression();
    value = node;
  }
  return value;
}

const Expression* Parser::logical_or() {
  const uint32_t line = current_.line;
  const Expression* first = logical_and();
  if (!at_name("or")) return first;
  std::vector<const Expression*> operands{first};
  while (skip_name("or")) operands.push_back(logical_and());
  auto* node = tree_.make<Logical>(line);
  node->operands = tree_.keep(operands);
  return node;
}

const Expression* Parser::logical_and() {
  const uint32_t line = current_.line;
  const Expression* first = negation();
  if (!at_name("and")) return first;
  std::vector<const Expression*> operands{first};
  while (skip_name("and")) operands.push_back(negation());
  auto* node = tree_.make<Logical>(line);
  node->all = true;
  node->operands = tree_.keep(operands);
  return node;
}

const Expression* Parser::negation() {
  if (!at_name("not")) return comparison();
  const Nesting nesting(*this);
  if (failed()) return nullptr;
  auto* node = tree_.make<Unary>(current_.line);
  advance();
  node->op = Unary::Operator::negation;
  node->operand = negation();
  return node;
}

std::optional<Comparison> Parser::comparison_operator() {
  switch (current_.kind) {
    case TokenKind::equal:
      return Comparison::equal;
    case TokenKind::not_equal:
      return Comparison::not_equal;
    case TokenKind::less:
      return Comparison::less;
    case TokenKind::less_equal:
      return Comparison::less_equal;
    case TokenKind::greater:
      return Comparison::greater;
    case TokenKind::greater_equal:
      return Comparison::greater_equal;
    default:
      break;
  }
  if (at_name("in")) return Comparison::in;
  if (at_name("not") && ahead().is_name("in")) {
    advance();
    return Comparison::not_in;
  }
  return std::nullopt;
}

const Expression* Parser::comparison() {
  const uint32_t line = current_.line;
  const Expression* first = sum();
  std::vector<Compare::Step> steps;
  while (const auto op = comparison_operator()) {
    advance();
    steps.push_back({*op, sum()});
  }
  if (steps.empty()) return first;
  auto* node = tree_.make<Compare>(line);
  node->first = first;
  node->steps = tree_.keep(steps);
  return node;
}

const Expression* Parser::sum() {
  const Expression* left = concat();
  while (at(TokenKind::plus) || at(TokenKind::minus)) {
    auto* node = tree_.make<Binary>(current_.line);
    node->op = at(TokenKind::plus) ? BinaryOperator::add : BinaryOperator::subtract;
    advance();
    node->left = left;
    node->right = concat();
    left = node;
  }
  return left;
}

const Expression* Parser::concat() {
  const uint32_t line = current_.line;
  const Expression* first = product();
  if (!at(TokenKind::tilde)) return first;
  std::vector<const Expression*> operands{first};
  while (skip(TokenKind::tilde)) operands.push_back(product());
  auto* node = tree_.make<Concat>(line);
  node->operands = tree_.keep(operands);
  return node;
}

const Expression* Parser::product() {
  auto op = [&]() -> std::optional<BinaryOperator> {
    if (at(TokenKind::star)) return BinaryOperator::multiply;
    if (at(TokenKind::slash)) return BinaryOperator::divide;
    if (at(TokenKind::double_slash)) return BinaryOperator::floor_divide;
    if (at(TokenKind::percent)) return BinaryOperator::modulo;
    return std::nullopt;
  };
  const Expression* left = power();
  while (const auto found = op()) {
    auto* node = tree_.make<Binary>(current_.line);
    advance();
    node->op = *found;
    node->left = left;
    node->right = power();
    left = node;
  }
  return left;
}

// From the left, unlike Python: 2**3**2 is 64.
const Expression* Parser::power() {
  const Expression* left = unary();
  while (at(TokenKind::power)) {
    auto* node = tree_.make<Binary>(current_.line);
    advance();
    node->op = BinaryOperator::power;
    node->left = left;
    node->right = unary();
    left = node;
  }
  return left;
}

const Expression* Parser::unary(bool with_filters) {
  const Nesting nesting(*this);
  if (failed()) return nullptr;
  const Expression* found = nullptr;
  if (at(TokenKind::minus) || at(TokenKind::plus)) {
    auto* node = tree_.make<Unary>(current_.line);
    node->op = at(TokenKind::minus) ? Unary::Operator::negative : Unary::Operator::positive;
    advance();
    node->operand = unary(false);
    found = node;
  } else {
    found = primary();
  }
  found = postfix(found);
  return with_filters ? filters_and_tests(found) : found;
}

const Expression* Parser::primary() {
  switch (current_.kind) {
    case TokenKind::name:
      return name_or_constant();
    case TokenKind::string:
      return string_literal();
    case TokenKind::integer:
    case TokenKind::real:
      return number_literal();
    case TokenKind::left_parenthesis:
      return in_parentheses();
    case TokenKind::left_bracket:
      return list_display();
    case TokenKind::left_brace:
      return dict_display();
    case TokenKind::end:
      return fail("unexpected end of template in an expression");
    default:
      return fail(fmt::format("unexpected '{}'", current_.text));
  }
}

const Expression* Parser::in_parentheses() {
  advance();
  const Expression* found = tuple(true, {}, true);
  expect(TokenKind::right_parenthesis, "')'");
  return found;
}

const Expression* Parser::literal(Value value, uint32_t line) {
  auto* node = tree_.make<Literal>(line);
  node->value = &tree_.literals.emplace_back(std::move(value));
  return node;
}

// Macros and loops around here learn which of their own names are wanted.
void Parser::mention(std::string_view name) {
  for (auto* mentions : mentions_) {
    if (name == "loop") mentions->loop = true;
    if (name == "caller") mentions->caller = true;
    if (name == "varargs") mentions->varargs = true;
    if (name == "kwargs") mentions->kwargs = true;
  }
}

const Expression* Parser::name_or_constant() {
  const Token token = current_;
  advance();
  const auto text = token.text;
  if (text == "true" || text == "True") return literal(true, token.line);
  if (text == "false" || text == "False") return literal(false, token.line);
  if (text == "none" || text == "None") return literal(Value::none(), token.line);
  mention(text);
  auto* node = tree_.make<NameUse>(token.line);
  node->name = names_.intern(text);
  return node;
}

const Expression* Parser::string_literal() {
  const uint32_t line = current_.line;
  std::string whole;
  while (at(TokenKind::string)) {
    if (!append_unescaped(whole, current_.text)) return fail("bad escape in a string");
    advance();
  }
  return literal(std::move(whole), line);
}

const Expression* Parser::number_literal() {
  const Token token = current_;
  advance();
  const auto value = number_from_literal(token.text, token.is(TokenKind::real));
  if (!value) return fail(fmt::format("the number {} is too large", token.text), token.line);
  return literal(*value, token.line);
}

const Expression* Parser::list_display() {
  auto* node = tree_.make<ListDisplay>(current_.line);
  advance();
  std::vector<const Expression*> items;
  while (!at(TokenKind::right_bracket) && !failed()) {
    if (!items.empty()) expect(TokenKind::comma, "','");
    if (at(TokenKind::right_bracket)) break;
    items.push_back(expression());
  }
  expect(TokenKind::right_bracket, "']'");
  node->items = tree_.keep(items);
  return node;
}

const Expression* Parser::dict_display() {
  auto* node = tree_.make<DictDisplay>(current_.line);
  advance();
  std::vector<const Expression*> keys, values;
  while (!at(TokenKind::right_brace) && !failed()) {
    if (!keys.empty()) expect(TokenKind::comma, "','");
    if (at(TokenKind::right_brace)) break;
    keys.push_back(expression());
    expect(TokenKind::colon, "':'");
    values.push_back(expression());
  }
  expect(TokenKind::right_brace, "'}'");
  node->keys = tree_.keep(keys);
  node->values = tree_.keep(values);
  return node;
}

const Expression* Parser::postfix(const Expression* subject) {
  while (!failed()) {
    if (at(TokenKind::dot) || at(TokenKind::left_bracket)) {
      subject = subscript(subject);
    } else if (at(TokenKind::left_parenthesis)) {
      subject = call(subject);
    } else {
      break;
    }
  }
  return subject;
}

const Expression* Parser::filters_and_tests(const Expression* subject) {
  while (!failed()) {
    if (at(TokenKind::pipe)) {
      subject = filter(subject);
    } else if (at_name("is")) {
      subject = test_of(subject);
    } else if (at(TokenKind::left_parenthesis)) {
      subject = call(subject);
    } else {
      break;
    }
  }
  return subject;
}

const Expression* Parser::subscript(const Expression* subject) {
  const uint32_t line = current_.line;
  if (skip(TokenKind::dot)) {
    if (at(TokenKind::name)) {
      auto* node = tree_.make<Attribute>(line);
      node->subject = subject;
      node->name = names_.intern(current_.text);
      node->methods = find_methods(current_.text);
      advance();
      return node;
    }
    if (!at(TokenKind::integer)) return fail("expected a name or number behind '.'");
    auto* node = tree_.make<Item>(line);
    node->subject = subject;
    node->key = number_literal();
    return node;
  }
  advance();
  std::vector<const Expression*> keys;
  while (!at(TokenKind::right_bracket) && !failed()) {
    if (!keys.empty()) expect(TokenKind::comma, "','");
    keys.push_back(subscribed());
  }
  expect(TokenKind::right_bracket, "']'");
  if (failed()) return nullptr;
  auto* node = tree_.make<Item>(line);
  node->subject = subject;
  if (keys.size() == 1) {
    node->key = keys.front();
  } else {
    auto* several = tree_.make<TupleDisplay>(line);
    several->items = tree_.keep(keys);
    node->key = several;
  }
  return node;
}

// An index or a slice.
const Expression* Parser::subscribed() {
  const uint32_t line = current_.line;
  const Expression* start = at(TokenKind::colon) ? nullptr : expression();
  if (!skip(TokenKind::colon)) return start;
  auto* node = tree_.make<Slice>(line);
  auto part = [&]() -> const Expression* {
    const bool is_there =
        !at(TokenKind::colon) && !at(TokenKind::right_bracket) && !at(TokenKind::comma);
    return is_there ? expression() : nullptr;
  };
  node->start = start;
  node->stop = part();
  if (skip(TokenKind::colon)) node->step = part();
  return node;
}

const Expression* Parser::call(const Expression* callee) {
  auto* node = tree_.make<CallExpression>(current_.line);
  node->callee = callee;
  node->arguments = arguments();
  return node;
}

Arguments Parser::arguments() {
  std::vector<const Expression*> positional;
  std::vector<NamedExpression> named;
  Arguments found;
  expect(TokenKind::left_parenthesis, "'('");
  bool first = true;
  while (!at(TokenKind::right_parenthesis) && !failed()) {
    if (!first) {
      expect(TokenKind::comma, "','");
      if (at(TokenKind::right_parenthesis)) break;
    }
    first = false;
    if (!one_argument(positional, named, found))
      fail("invalid syntax for function call expression");
  }
  expect(TokenKind::right_parenthesis, "')'");
  found.positional = tree_.keep(positional);
  found.named = tree_.keep(named);
  return found;
}

bool Parser::one_argument(std::vector<const Expression*>& positional,
                          std::vector<NamedExpression>& named, Arguments& found) {
  if (skip(TokenKind::star)) {
    if (found.more_positional || found.more_named) return false;
    found.more_positional = expression();
  } else if (skip(TokenKind::power)) {
    if (found.more_named) return false;
    found.more_named = expression();
  } else if (at(TokenKind::name) && ahead().is(TokenKind::assign)) {
    if (found.more_named) return false;
    const Name name = names_.intern(current_.text);
    advance();
    advance();
    named.push_back({name, expression()});
  } else {
    if (found.more_positional || found.more_named || !named.empty()) return false;
    positional.push_back(expression());
  }
  return true;
}

std::string Parser::dotted_name() {
  std::string name(current_.text);
  if (!expect_name()) return {};
  while (skip(TokenKind::dot)) {
    name += '.';
    name += current_.text;
    if (!expect_name()) return {};
  }
  return name;
}

// All filters that follow. A null subject is the text of a block: there the first has no bar.
const Expression* Parser::filter(const Expression* subject) {
  bool without_bar = !subject && !at(TokenKind::pipe);
  while (!failed() && (without_bar || at(TokenKind::pipe))) {
    if (!std::exchange(without_bar, false)) advance();
    auto* node = tree_.make<Filter>(current_.line);
    const std::string name = dotted_name();
    node->subject = subject;
    node->name = names_.intern(name);
    node->run = find_filter(name);
    if (at(TokenKind::left_parenthesis)) node->arguments = arguments();
    subject = node;
  }
  return subject;
}

const Expression* Parser::test_of(const Expression* subject) {
  auto* node = tree_.make<Test>(current_.line);
  advance();
  const bool negated = skip_name("not");
  const std::string name = dotted_name();
  node->subject = subject;
  node->name = names_.intern(name);
  node->run = find_test(name);
  const bool has_operand = at(TokenKind::name) || at(TokenKind::string) || at(TokenKind::integer) ||
                           at(TokenKind::real) || at(TokenKind::left_bracket) ||
                           at(TokenKind::left_brace);
  if (at(TokenKind::left_parenthesis)) {
    node->arguments = arguments();
  } else if (has_operand && !at_name("else") && !at_name("or") && !at_name("and")) {
    if (at_name("is")) return fail("tests cannot be chained with 'is'");
    const std::vector<const Expression*> operand{postfix(primary())};
    node->arguments.positional = tree_.keep(operand);
  }
  if (!negated) return node;
  auto* negation = tree_.make<Unary>(node->line);
  negation->op = Unary::Operator::negation;
  negation->operand = node;
  return negation;
}

}  // namespace tally::jinja
