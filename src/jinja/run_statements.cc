// Statements of a template, each run.
#include <fmt/format.h>

#include "jinja/evaluator.h"
#include "jinja/evaluator_level.h"

namespace tally::jinja {

namespace {

template <typename T>
const T& as(const Statement& node) {
  return static_cast<const T&>(node);
}

}  // namespace

void Evaluator::run(Body body) {
  const Level level(*this);
  for (const auto* statement : body) {
    if (unwinding()) return;
    run(*statement);
  }
}

void Evaluator::run(const Statement& node) {
  line_ = node.line;
  if (template_ == root_) root_line_ = node.line;
  if (!spend(1)) return;
  switch (node.kind) {
    case Statement::Kind::text:
      return append(as<Text>(node).text);
    case Statement::Kind::print: {
      const Value value = evaluate(as<Print>(node).value);
      if (!unwinding()) print(value);
      return;
    }
    case Statement::Kind::set:
      return run_assignment(as<Assignment>(node));
    case Statement::Kind::set_block:
      return run_assignment_block(as<AssignmentBlock>(node));
    case Statement::Kind::for_loop:
      return run_for(as<For>(node));
    case Statement::Kind::if_else:
      return run_if(as<If>(node));
    case Statement::Kind::macro:
      return run_macro(as<Macro>(node));
    case Statement::Kind::call_block:
      return run_call_block(as<CallBlock>(node));
    case Statement::Kind::filter_block:
      return run_filter_block(as<FilterBlock>(node));
    case Statement::Kind::with:
      return run_with(as<With>(node));
    case Statement::Kind::evaluate:
      evaluate(as<Evaluate>(node).value);
      return;
    case Statement::Kind::scope: {
      Scope scope(scope_);
      return run_in(scope, as<ScopeBlock>(node).body);
    }
    case Statement::Kind::include:
      return run_include(as<Include>(node));
    case Statement::Kind::import:
      return run_import(as<Import>(node));
    case Statement::Kind::from_import:
      return run_from_import(as<FromImport>(node));
    case Statement::Kind::loop_control:
      flow_ = as<LoopControl>(node).ends_loop ? Flow::breaking : Flow::continuing;
      return;
    case Statement::Kind::nothing:
      return;
  }
}

void Evaluator::run_in(Scope& scope, Body body) {
  const Place place(*this);
  scope_ = &scope;
  run(body);
}

std::string Evaluator::capture(Scope& scope, Body body) {
  const Place place(*this);
  std::string text;
  scope_ = &scope;
  out_ = &text;
  run(body);
  return text;
}

void Evaluator::assign(const Target& target, const Value& value, uint32_t line) {
  if (unwinding()) return;
  if (target.kind == Target::Kind::name) return scope_->set(target.name, value);
  if (target.kind == Target::Kind::attribute) return assign_attribute(target, value, line);
  const auto items = items_of(value, line);
  if (!items) return;
  const auto& values = (*items)->items;
  if (values.size() != target.parts.size()) {
    fail(fmt::format("{} values to unpack (expected {}, got {})",
                     values.size() < target.parts.size() ? "not enough" : "too many",
                     target.parts.size(), values.size()),
         line);
    return;
  }
  for (size_t at = 0; at < values.size(); ++at) assign(target.parts[at], values[at], line);
}

void Evaluator::assign_attribute(const Target& target, const Value& value, uint32_t line) {
  const Value holder = lookup(target.name);
  auto* space = holder.object_as<Namespace>();
  if (!space) {
    fail("cannot assign attribute on non-namespace object", line);
  } else if (holds(value, holder)) {
    fail("a namespace cannot hold itself, or what is nested too deeply", line);
  } else {
    space->values.set(names().text(target.attribute), value);
  }
}

void Evaluator::run_assignment(const Assignment& node) {
  const Value value = evaluate(node.value);
  assign(*node.target, value, node.line);
}

void Evaluator::run_assignment_block(const AssignmentBlock& node) {
  Scope scope(scope_);
  Value text = capture(scope, node.body);
  if (unwinding()) return;
  if (node.filter) text = evaluate_filters(node.filter, text);
  assign(*node.target, charged(std::move(text)), node.line);
}

void Evaluator::run_if(const If& node) {
  for (const auto& [condition, body] : node.branches) {
    const bool holds = !condition || evaluate(condition).truth();
    if (unwinding()) return;
    if (holds) return run(body);
  }
}

void Evaluator::run_for(const For& node) {
  const Value value = evaluate(node.items);
  if (unwinding()) return;
  const auto items = items_of(value, node.line);
  if (items) loop_over(node, *items, scope_, 1);
}

bool Evaluator::passes(const For& node, const Value& item, Scope* outer) {
  const Place place(*this);
  Scope scope(outer);
  scope_ = &scope;
  assign(*node.target, item, node.line);
  return evaluate(node.condition).truth() && !unwinding();
}

Shared<List> Evaluator::only_passing(const For& node, const List& items, Scope* outer) {
  auto passing = make<List>(std::vector<Value>());
  for (size_t at = 0; at < items.items.size() && !unwinding(); ++at) {
    const Value item = items.items[at];
    if (spend(1) && passes(node, item, outer)) passing->items.push_back(item);
  }
  return passing;
}

bool Evaluator::goes_on() {
  const Flow flow = flow_;
  if (flow == Flow::continuing || flow == Flow::breaking) flow_ = Flow::running;
  return flow == Flow::running || flow == Flow::continuing;
}

// Without `loop` nobody knows how many are to come: the condition is asked when its turn comes.
void Evaluator::loop_lazily(const For& node, const List& items, Scope* outer) {
  bool any = false;
  Scope scope(outer);
  for (size_t at = 0; at < items.items.size() && !unwinding(); ++at) {
    const Value item = items.items[at];
    if (!spend(1) || (node.condition && !passes(node, item, outer))) continue;
    any = true;
    scope.variables.clear();
    scope_ = &scope;
    assign(*node.target, item, node.line);
    run(node.body);
    if (!goes_on()) break;
  }
  if (any || unwinding()) return;
  Scope otherwise(outer);
  run_in(otherwise, node.otherwise);
}

// By position: a body may append to the list it loops over, as in Python.
void Evaluator::loop_over(const For& node, Shared<List> items, Scope* outer, int64_t depth) {
  const Place place(*this);
  if (!node.uses_loop) return loop_lazily(node, *items, outer);
  if (node.condition) items = only_passing(node, *items, outer);
  if (items->items.empty()) {
    Scope otherwise(outer);
    return run_in(otherwise, node.otherwise);
  }
  auto loop = make<LoopValue>(node, items, outer, depth);
  Scope scope(outer);
  for (; static_cast<size_t>(loop->index) < items->items.size() && !unwinding(); ++loop->index) {
    if (!spend(1)) return;
    scope.variables.clear();
    scope_ = &scope;
    scope.set(template_->tree().known.loop, loop);
    assign(*node.target, items->items[static_cast<size_t>(loop->index)], node.line);
    run(node.body);
    if (!goes_on()) break;
  }
}

Value Evaluator::call_loop(LoopValue& loop, const Value& items) {
  const auto inner = items_of(items, loop.node.line);
  if (!inner) return {};
  const Place place(*this);
  std::string text;
  out_ = &text;
  loop_over(loop.node, *inner, loop.outer, loop.depth + 1);
  return text;
}

void Evaluator::run_macro(const Macro& node) {
  auto macro = make<MacroValue>(*template_, node);
  macro->closure = scope_;
  scope_->closures.push_back(macro);
  scope_->set(node.name, macro);
}

void Evaluator::run_call_block(const CallBlock& node) {
  auto caller = make<MacroValue>(*template_, *node.caller);
  caller->closure = scope_;
  scope_->closures.push_back(caller);
  const Value value = caller;
  const Value result = evaluate_call(*node.call, &value);
  if (!unwinding()) print(result);
}

void Evaluator::run_filter_block(const FilterBlock& node) {
  Scope scope(scope_);
  const Value text = capture(scope, node.body);
  if (unwinding()) return;
  const Value filtered = evaluate_filters(node.filter, text);
  if (!unwinding()) print(filtered);
}

void Evaluator::run_with(const With& node) {
  std::vector<Value> values;
  for (const auto* value : node.values) values.push_back(evaluate(value));
  const Place place(*this);
  Scope scope(scope_);
  scope_ = &scope;
  for (size_t at = 0; at < values.size(); ++at) assign(node.targets[at], values[at], node.line);
  if (!unwinding()) run(node.body);
}

std::shared_ptr<const Template> Evaluator::loaded(const Value& name, uint32_t line) {
  std::vector<Value> names{name};
  if (name.is_sequence()) names = name.items().items;
  for (const auto& candidate : names) {
    if (auto found = host_.load(candidate.text())) return found;
  }
  fail(fmt::format("there is no template {}", name.text()), line);
  return nullptr;
}

// Another template's statements, in a scope of its own.
void Evaluator::run_module(const Template& module, Scope& scope) {
  const Level level(*this, Level::kCall);
  if (unwinding()) return;
  const Place place(*this);
  template_ = &module;
  scope_ = &scope;
  run(module.tree().body);
}

void Evaluator::run_include(const Include& node) {
  const Value name = evaluate(node.source);
  if (unwinding()) return;
  if (node.ignore_missing && !host_.load(name.text())) return;
  const auto source = loaded(name, node.line);
  if (!source) return;
  Scope scope(node.with_context ? scope_ : nullptr);
  run_module(*source, scope);
}

// All that can be seen from here, for a module whose macros may outlive it.
Scope* Evaluator::copied_context() {
  std::vector<const Scope*> around;
  for (const Scope* scope = scope_; scope; scope = scope->parent) around.push_back(scope);
  Scope& copy = modules_.emplace_back(nullptr);
  for (auto scope = around.rbegin(); scope != around.rend(); ++scope) {
    for (const auto& [name, value] : (*scope)->variables) copy.set(name, value);
  }
  return &copy;
}

// Runs a module for its names. Null: it failed.
Scope* Evaluator::import_module(const Expression* source, bool with_context, uint32_t line) {
  const Value name = evaluate(source);
  if (unwinding()) return nullptr;
  const auto module = loaded(name, line);
  if (!module) return nullptr;
  Scope& scope = modules_.emplace_back(with_context ? copied_context() : nullptr);
  const Place place(*this);
  std::string text;
  out_ = &text;
  run_module(*module, scope);
  for (const auto& macro : scope.closures) macro->keep_alive = module;
  return unwinding() ? nullptr : &scope;
}

void Evaluator::run_import(const Import& node) {
  const Scope* module = import_module(node.source, node.with_context, node.line);
  if (!module) return;
  auto space = make<Namespace>();
  for (const auto& [name, value] : module->variables) space->values.set(names().text(name), value);
  scope_->set(node.target, space);
}

void Evaluator::run_from_import(const FromImport& node) {
  const Scope* module = import_module(node.source, node.with_context, node.line);
  if (!module) return;
  for (const auto& [name, target] : node.names) {
    const Value* found = module->find(name);
    scope_->set(target, found ? *found : Value::undefined(std::string(names().text(name))));
  }
}

}  // namespace tally::jinja
