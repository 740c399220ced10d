// Expressions, each evaluated.
#include <fmt/format.h>

#include "jinja/big_integer.h"
#include "jinja/evaluator.h"
#include "jinja/evaluator_level.h"
#include "jinja/operators.h"

namespace tally::jinja {

namespace {

template <typename T>
const T& as(const Expression* node) {
  return *static_cast<const T*>(node);
}

// "dbt_utils.star": what a chain of names says; empty for anything else.
std::string path_of(const Expression* node, const Names& names) {
  if (node->kind == Expression::Kind::name) {
    return std::string(names.text(as<NameUse>(node).name));
  }
  if (node->kind != Expression::Kind::attribute) return {};
  const auto& attribute = as<Attribute>(node);
  const std::string before = path_of(attribute.subject, names);
  const auto name = names.text(attribute.name);
  return before.empty() ? std::string(name) : fmt::format("{}.{}", before, name);
}

}  // namespace

Value Evaluator::evaluate(const Expression* node) {
  if (unwinding()) return {};
  if (node->kind == Expression::Kind::literal) return *as<Literal>(node).value;
  if (!spend(1)) return {};
  if (node->kind == Expression::Kind::name) return lookup(as<NameUse>(node).name);
  const Level level(*this);
  if (unwinding()) return {};
  return evaluate_inner(node);
}

Value Evaluator::evaluate_inner(const Expression* node) {
  switch (node->kind) {
    case Expression::Kind::list:
      return evaluate_list(as<ListDisplay>(node).items, false);
    case Expression::Kind::tuple:
      return evaluate_list(as<TupleDisplay>(node).items, true);
    case Expression::Kind::dict:
      return evaluate_dict(as<DictDisplay>(node));
    case Expression::Kind::unary:
      return evaluate_unary(as<Unary>(node));
    case Expression::Kind::binary:
      return evaluate_binary(as<Binary>(node));
    case Expression::Kind::compare:
      return evaluate_compare(as<Compare>(node));
    case Expression::Kind::logical:
      return evaluate_logical(as<Logical>(node));
    case Expression::Kind::concat:
      return evaluate_concat(as<Concat>(node));
    case Expression::Kind::conditional: {
      const auto& choice = as<Conditional>(node);
      if (evaluate(choice.condition).truth()) return evaluate(choice.then);
      return choice.otherwise ? evaluate(choice.otherwise) : Value();
    }
    case Expression::Kind::attribute:
      return evaluate_attribute(as<Attribute>(node));
    case Expression::Kind::item:
      return evaluate_item(as<Item>(node));
    case Expression::Kind::call:
      return evaluate_call(as<CallExpression>(node));
    case Expression::Kind::filter:
      return evaluate_filter(as<Filter>(node), nullptr);
    case Expression::Kind::test:
      return evaluate_test(as<Test>(node));
    default:
      return fail("a slice stands outside of brackets", node->line);
  }
}

Value Evaluator::lookup(Name name) {
  for (const Scope* scope = scope_; scope; scope = scope->parent) {
    if (const Value* found = scope->find(name)) return *found;
  }
  Value found = host_.lookup(name, *template_);
  if (found.is_undefined()) found = find_global(names().text(name));
  if (found.is_undefined()) return Value::undefined(std::string(names().text(name)));
  return found;
}

Value Evaluator::evaluate_list(ExpressionList items, bool is_tuple) {
  std::vector<Value> values;
  values.reserve(items.size());
  for (const auto* item : items) values.push_back(evaluate(item));
  return is_tuple ? Value::tuple(std::move(values)) : Value::list(std::move(values));
}

Value Evaluator::evaluate_dict(const DictDisplay& node) {
  auto dict = make<Dict>();
  for (size_t at = 0; at < node.keys.size(); ++at) {
    Value key = evaluate(node.keys[at]);
    Value value = evaluate(node.values[at]);
    if (unwinding()) return {};
    if (!hashable(key)) return fail(fmt::format("unhashable type: '{}'", key.kind()), node.line);
    dict->set(std::move(key), std::move(value));
  }
  return dict;
}

// An operand that is undefined is reported; what is made of it is undefined, too.
bool Evaluator::defined_operand(const Value& value, uint32_t line) {
  if (!value.is_undefined()) return true;
  const auto name = value.undefined_name();
  report(fmt::format("'{}' is undefined", name.empty() ? "a value" : name), line);
  return false;
}

Value Evaluator::evaluate_unary(const Unary& node) {
  const Value operand = evaluate(node.operand);
  if (unwinding()) return {};
  if (node.op == Unary::Operator::negation) return !operand.truth();
  if (!defined_operand(operand, node.line)) return operand;
  if (!operand.is_number() && !is_whole_number(operand)) {
    return fail(fmt::format("bad operand type for unary {}: '{}'",
                            node.op == Unary::Operator::negative ? '-' : '+', operand.kind()),
                node.line);
  }
  auto result = node.op == Unary::Operator::negative
                    ? negative(operand)
                    : operate(BinaryOperator::add, operand, 0, {0, 0});
  return result ? *std::move(result) : fail(result.error().message, node.line);
}

Value Evaluator::evaluate_binary(const Binary& node) {
  const Value left = evaluate(node.left);
  const Value right = evaluate(node.right);
  if (unwinding()) return {};
  const bool formats = node.op == BinaryOperator::modulo && left.is_string();
  if (!defined_operand(left, node.line)) return left;
  if (!formats && !defined_operand(right, node.line)) return right;
  auto result = operate(node.op, left, right, {limits_.output, steps_left_});
  return result ? charged(*std::move(result)) : fail(result.error().message, node.line);
}

Value Evaluator::added(const Value& left, const Value& right, uint32_t line) {
  auto result = operate(BinaryOperator::add, left, right, {limits_.output, steps_left_});
  return result ? charged(*std::move(result)) : fail(result.error().message, line);
}

bool Evaluator::contains(const Value& whole, const Value& part, uint32_t line) {
  if (whole.is_string() && part.is_string()) {
    return whole.string().find(part.string()) != std::string::npos;
  }
  if (whole.is_sequence()) {
    const auto& items = whole.items().items;
    if (!spend(items.size())) return false;
    for (const auto& item : items) {
      if (equal(item, part)) return true;
    }
    return false;
  }
  if (whole.is_dict()) return whole.dict().find(part) != nullptr;
  if (whole.is_undefined()) return false;
  if (whole.is_object()) return whole.object().contains(part);
  fail(whole.is_string()
           ? fmt::format("'in <string>' requires string as left operand, not {}", part.kind())
           : fmt::format("argument of type '{}' is not iterable", whole.kind()),
       line);
  return false;
}

bool Evaluator::compare_with(const Value& left, Comparison op, const Value& right, uint32_t line) {
  switch (op) {
    case Comparison::equal:
      return equal(left, right);
    case Comparison::not_equal:
      return !equal(left, right);
    case Comparison::in:
      return contains(right, left, line);
    case Comparison::not_in:
      return !contains(right, left, line);
    default:
      break;
  }
  if (!defined_operand(left, line) || !defined_operand(right, line)) return false;
  const auto order = compare(left, right);
  if (!order) {
    fail(fmt::format("'{}' and '{}' have no order", left.kind(), right.kind()), line);
    return false;
  }
  if (op == Comparison::less) return *order < 0;
  if (op == Comparison::less_equal) return *order <= 0;
  return op == Comparison::greater ? *order > 0 : *order >= 0;
}

Value Evaluator::evaluate_compare(const Compare& node) {
  Value left = evaluate(node.first);
  for (const auto& [op, operand] : node.steps) {
    Value right = evaluate(operand);
    if (unwinding()) return {};
    if (!compare_with(left, op, right, node.line)) return false;
    left = std::move(right);
  }
  return true;
}

// Gives the operand that decides, as Python does.
Value Evaluator::evaluate_logical(const Logical& node) {
  Value value;
  for (const auto* operand : node.operands) {
    value = evaluate(operand);
    if (unwinding() || value.truth() != node.all) return value;
  }
  return value;
}

Value Evaluator::evaluate_concat(const Concat& node) {
  std::string text;
  for (const auto* operand : node.operands) {
    const Value value = evaluate(operand);
    if (unwinding()) return {};
    append_text(text, value);
    if (text.size() > limits_.output) return fail("the text is too long", node.line);
  }
  return charged(std::move(text));
}

Value Evaluator::evaluate_attribute(const Attribute& node) {
  const Value subject = evaluate(node.subject);
  if (unwinding()) return {};
  Value found = attribute_of(subject, names().text(node.name));
  return found.is_undefined() ? Value::undefined(path_of(&node, names())) : found;
}

Value Evaluator::evaluate_item(const Item& node) {
  const Value subject = evaluate(node.subject);
  if (unwinding()) return {};
  if (node.key->kind == Expression::Kind::slice) {
    return evaluate_slice(subject, as<Slice>(node.key));
  }
  const Value key = evaluate(node.key);
  if (unwinding()) return {};
  Value found = item_of(subject, key);
  if (!found.is_undefined() || !found.undefined_name().empty()) return found;
  return Value::undefined(fmt::format("{}[{}]", path_of(node.subject, names()), key.text()));
}

bool Evaluator::gather(const Arguments& arguments, ArgumentValues& found, uint32_t line) {
  found.positional.reserve(arguments.positional.size());
  for (const auto* argument : arguments.positional) found.positional.push_back(evaluate(argument));
  for (const auto& [name, value] : arguments.named) found.named.push_back({name, evaluate(value)});
  return !unwinding() && gather_more(arguments, found, line);
}

// *args and **kwargs.
bool Evaluator::gather_more(const Arguments& arguments, ArgumentValues& found, uint32_t line) {
  if (arguments.more_positional) {
    const Value more = evaluate(arguments.more_positional);
    const auto items = unwinding() ? std::nullopt : items_of(more, line);
    if (!items || !spend((*items)->items.size())) return false;
    for (const auto& item : (*items)->items) found.positional.push_back(item);
  }
  if (!arguments.more_named) return !unwinding();
  const Value more = evaluate(arguments.more_named);
  if (unwinding()) return false;
  if (!more.is_dict()) {
    fail(more.is_undefined()
             ? fmt::format("'{}' is undefined", more.undefined_name())
             : fmt::format("what stands behind ** must be a dict, not '{}'", more.kind()),
         line);
    return false;
  }
  for (const auto& [key, value] : more.dict().entries()) {
    found.named.push_back({names().intern(key.text()), value});
  }
  return spend(more.dict().size());
}

// A method of a built-in type is run as it stands; anything else is a value that is called.
Value Evaluator::evaluate_call(const CallExpression& node, const Value* caller) {
  Value callee;
  if (node.callee->kind == Expression::Kind::attribute) {
    const auto& attribute = as<Attribute>(node.callee);
    const Value subject = evaluate(attribute.subject);
    if (unwinding()) return {};
    const Builtin method = attribute.methods ? attribute.methods->of(subject.type()) : nullptr;
    if (method) return run_builtin(method, subject, node.arguments, node.line);
    callee = attribute_of(subject, names().text(attribute.name));
    if (callee.is_undefined()) callee = Value::undefined(path_of(node.callee, names()));
  } else {
    callee = evaluate(node.callee);
  }
  ArgumentValues values;
  if (unwinding() || !gather(node.arguments, values, node.line)) return {};
  if (caller) values.named.push_back({template_->tree().known.caller, *caller});
  return invoke(callee, values.positional, values.named, node.line);
}

Value Evaluator::run_builtin(Builtin builtin, const Value& subject, const Arguments& arguments,
                             uint32_t line) {
  ArgumentValues values;
  if (!gather(arguments, values, line)) return {};
  Call call(*this, values.positional, values.named, *template_, line);
  return charged(builtin(call, subject));
}

Value Evaluator::evaluate_filter(const Filter& node, const Value* block) {
  const Value subject = node.subject ? evaluate(node.subject) : block ? *block : Value();
  if (unwinding()) return {};
  if (!node.run) {
    return fail(fmt::format("No filter named '{}'.", names().text(node.name)), node.line);
  }
  return run_builtin(node.run, subject, node.arguments, node.line);
}

// A chain of filters over the text of a block.
Value Evaluator::evaluate_filters(const Expression* node, const Value& block) {
  const auto& filter = as<Filter>(node);
  if (!filter.subject) return evaluate_filter(filter, &block);
  const Level level(*this);
  const Value inner = evaluate_filters(filter.subject, block);
  if (unwinding()) return {};
  if (!filter.run) {
    return fail(fmt::format("No filter named '{}'.", names().text(filter.name)), filter.line);
  }
  return run_builtin(filter.run, inner, filter.arguments, filter.line);
}

Value Evaluator::evaluate_test(const Test& node) {
  const Value subject = evaluate(node.subject);
  if (unwinding()) return {};
  if (!node.run) {
    return fail(fmt::format("No test named '{}'.", names().text(node.name)), node.line);
  }
  return run_builtin(node.run, subject, node.arguments, node.line);
}

}  // namespace tally::jinja
