// A render from outside: its start, its end, calls and what goes wrong.
#include "jinja/evaluator.h"

#include <fmt/format.h>

#include <algorithm>

#include "jinja/evaluator_level.h"

namespace tally::jinja {

namespace {

constexpr size_t kMostProblems = 50;
// A step pays for so many bytes of text: that bounds memory by the same limit as time.
constexpr uint64_t kBytesPerStep = 16;

std::string arguments_of(const Macro& macro) {
  return fmt::format("{} argument(s)", macro.parameters.size());
}

}  // namespace

Scope::~Scope() {
  for (const auto& macro : closures) macro->closure = nullptr;
}

const Value* Scope::find(Name name) const {
  for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable) {
    if (variable->name == name) return &variable->value;
  }
  return nullptr;
}

void Scope::set(Name name, Value value) {
  for (auto& variable : variables) {
    if (variable.name == name) {
      variable.value = std::move(value);
      return;
    }
  }
  variables.push_back({name, std::move(value)});
}

Value MacroValue::attribute(std::string_view name) const {
  if (name == "name") return source_->names().text(node_->name);
  if (name == "arguments") {
    std::vector<Value> names;
    for (const auto& parameter : node_->parameters) {
      names.emplace_back(source_->names().text(parameter.name));
    }
    return Value::tuple(std::move(names));
  }
  if (name == "catch_kwargs") return node_->uses_kwargs;
  if (name == "catch_varargs") return node_->uses_varargs;
  if (name == "caller") return node_->uses_caller;
  return {};
}

Value MacroValue::call(Call& call) {
  return call.evaluator().call_macro(*this, call);
}

std::string MacroValue::text() const {
  return fmt::format("<Macro '{}'>", source_->names().text(node_->name));
}

Evaluator::Evaluator(const Template& source, Host& host, const Limits& limits)
    : host_(host),
      limits_(limits),
      template_(&source),
      root_(&source),
      top_(nullptr),
      scope_(&top_),
      steps_left_(limits.steps) {}

Rendered Evaluator::render(Body body) {
  Rendered rendered;
  out_ = &rendered.text;
  run(body);
  // return() outside of a macro ends the template: nothing else is left to do.
  rendered.complete = flow_ != Flow::failed;
  rendered.problems = std::move(problems_);
  return rendered;
}

Evaluated Evaluator::evaluate_only(Body body) {
  Evaluated evaluated;
  std::string text;
  out_ = &text;
  if (body.size() == 1 && body[0]->kind == Statement::Kind::print) {
    evaluated.value = evaluate(static_cast<const Print*>(body[0])->value);
  } else {
    run(body);
    evaluated.value = std::move(text);
  }
  evaluated.complete = flow_ != Flow::failed;
  evaluated.problems = std::move(problems_);
  return evaluated;
}

void Evaluator::keep_problem(std::string message, uint32_t line) {
  Problem problem{template_->name(), line, std::move(message), root_line_};
  const auto same = [&](const Problem& known) {
    return known.line == line && known.message == problem.message &&
           known.template_name == problem.template_name;
  };
  if (std::none_of(problems_.begin(), problems_.end(), same)) {
    problems_.push_back(std::move(problem));
  }
}

Value Evaluator::fail(std::string message, uint32_t line) {
  if (flow_ == Flow::failed) return {};
  flow_ = Flow::failed;
  keep_problem(std::move(message), line);
  return {};
}

void Evaluator::report(std::string message, uint32_t line) {
  if (flow_ != Flow::failed && problems_.size() < kMostProblems) {
    keep_problem(std::move(message), line);
  }
}

Value Evaluator::return_from_macro(Value value) {
  if (flow_ != Flow::running) return {};
  flow_ = Flow::returning;
  returned_ = std::move(value);
  return {};
}

bool Evaluator::spend(uint64_t steps) {
  if (steps <= steps_left_) {
    steps_left_ -= steps;
    return true;
  }
  steps_left_ = 0;
  fail("it takes too long or makes too much: the limit of steps is reached", line_);
  return false;
}

// A value that was just made, its size paid for.
Value Evaluator::charged(Value value) {
  if (value.is_string()) {
    spend(value.string().size() / kBytesPerStep);
  } else if (value.is_sequence()) {
    spend(value.items().items.size());
  } else if (value.is_dict()) {
    spend(value.dict().size());
  }
  return value;
}

void Evaluator::append(std::string_view text) {
  if (out_->size() + text.size() > limits_.output) {
    fail(fmt::format("it prints more than {} bytes", limits_.output), line_);
    return;
  }
  if (spend(text.size() / kBytesPerStep)) *out_ += text;
}

void Evaluator::print(const Value& value) {
  if (value.is_string()) {
    append(value.string());
  } else if (!value.is_undefined()) {
    append(value.text());
  }
}

Value Evaluator::invoke(const Value& callee, std::span<const Value> positional,
                        std::span<const NamedValue> named, uint32_t line) {
  if (unwinding()) return {};
  if (callee.is_undefined()) {
    const auto name = callee.undefined_name();
    report(fmt::format("'{}' is undefined, and called", name.empty() ? "it" : name), line);
    return callee;
  }
  if (!callee.is_object() || !callee.object().callable()) {
    return fail(fmt::format("'{}' object is not callable", callee.kind()), line);
  }
  const Level level(*this, Level::kCall);
  if (unwinding()) return {};
  // Whatever is called may drop the last other hold on it.
  const Value kept = callee;  // NOLINT(performance-unnecessary-copy-initialization)
  Call call(*this, positional, named, *template_, line);
  return charged(kept.object().call(call));
}

// Named arguments for parameters, fallbacks for what was not given.
bool Evaluator::bind(const MacroValue& macro, const Call& call, Scope& scope) {
  const auto& parameters = macro.node().parameters;
  const auto given = call.positional();
  for (size_t at = 0; at < parameters.size(); ++at) {
    const Name name = parameters[at].name;
    if (at < given.size()) {
      scope.set(name, given[at]);
      continue;
    }
    const auto named = std::find_if(call.named().begin(), call.named().end(),
                                    [&](const NamedValue& one) { return one.name == name; });
    if (named != call.named().end()) {
      scope.set(name, named->value);
    } else if (parameters[at].fallback) {
      scope.set(name, evaluate(parameters[at].fallback));
    } else {
      scope.set(name, Value::undefined(std::string(names().text(name))));
    }
  }
  return bind_rest(macro, call, scope);
}

// What is left over: varargs, kwargs and caller, for macros that mention them.
bool Evaluator::bind_rest(const MacroValue& macro, const Call& call, Scope& scope) {
  const Macro& node = macro.node();
  const KnownNames& known = macro.source().tree().known;
  const auto positional = call.positional();
  const size_t count = node.parameters.size();
  auto rest = make<Dict>();
  bool has_caller = false;
  for (const auto& [name, value] : call.named()) {
    const auto is_it = [&](const Parameter& parameter) { return parameter.name == name; };
    if (std::any_of(node.parameters.begin(), node.parameters.end(), is_it)) continue;
    if (name == known.caller && node.uses_caller) {
      has_caller = true;
      scope.set(name, value);
    } else if (node.uses_kwargs) {
      rest->set(names().text(name), value);
    } else {
      template_ = &call.where();  // where the fault is
      fail(fmt::format("macro '{}' takes no keyword argument '{}'", names().text(node.name),
                       names().text(name)),
           call.line());
      return false;
    }
  }
  if (positional.size() > count && !node.uses_varargs) {
    template_ = &call.where();
    fail(fmt::format("macro '{}' takes not more than {}", names().text(node.name),
                     arguments_of(node)),
         call.line());
    return false;
  }
  if (node.uses_caller && !has_caller) scope.set(known.caller, Value::undefined("caller"));
  if (node.uses_kwargs) scope.set(known.kwargs, rest);
  if (node.uses_varargs) {
    const auto more = positional.subspan(std::min(count, positional.size()));
    scope.set(known.varargs, Value::tuple({more.begin(), more.end()}));
  }
  return true;
}

Value Evaluator::call_macro(const MacroValue& macro, const Call& call) {
  const Place place(*this);
  std::string text;
  Scope scope(macro.closure);
  template_ = &macro.source();
  scope_ = &scope;
  out_ = &text;
  if (!bind(macro, call, scope)) return {};
  run(macro.node().body);
  if (flow_ == Flow::returning && macro.catches_return) {
    flow_ = Flow::running;
    return std::exchange(returned_, Value());
  }
  return text;
}

// Calls, as their functions see them.

std::string_view Call::text(Name name) const {
  return where_.names().text(name);
}

const Value* Call::named(std::string_view name) const {
  for (const auto& [known, value] : named_) {
    if (text(known) == name) return &value;
  }
  return nullptr;
}

const Value* Call::argument(size_t position, std::string_view name) const {
  return position < positional_.size() ? &positional_[position] : named(name);
}

std::string Call::string(size_t position, std::string_view name, std::string_view fallback) const {
  const Value* found = argument(position, name);
  return found ? found->text() : std::string(fallback);
}

Value Call::fail(std::string message) {
  return evaluator_.fail(std::move(message), line_);
}
void Call::report(std::string message) {
  evaluator_.report(std::move(message), line_);
}
Value Call::return_from_macro(Value value) {
  return evaluator_.return_from_macro(std::move(value));
}
Value Call::invoke(const Value& callee, std::span<const Value> positional,
                   std::span<const NamedValue> named) {
  return evaluator_.invoke(callee, positional, named, line_);
}
std::optional<Shared<List>> Call::items(const Value& value) {
  return evaluator_.items_of(value, line_);
}
uint32_t Call::root_line() const {
  return evaluator_.root_line();
}
bool Call::unwinding() const {
  return evaluator_.unwinding();
}
bool Call::spend(uint64_t steps) {
  return evaluator_.spend(steps);
}

namespace {

class Function final : public Object {
 public:
  Function(std::string name, std::function<Value(Call&)> run)
      : name_(std::move(name)), run_(std::move(run)) {}
  std::string_view type_name() const override { return "function"; }
  bool callable() const override { return true; }
  Value call(Call& call) override { return run_(call); }
  std::string text() const override { return "<function " + name_ + ">"; }

 private:
  std::string name_;
  std::function<Value(Call&)> run_;
};

}  // namespace

Value function(std::string name, std::function<Value(Call&)> run) {
  return make<Function>(std::move(name), std::move(run));
}

// The ways in.

Rendered render(const Template& source, Host& host, const Limits& limits) {
  return Evaluator(source, host, limits).render(source.tree().body);
}

Rendered render_body(const Template& source, const Definition& definition, Host& host,
                     const Limits& limits) {
  return Evaluator(source, host, limits).render(source.tree().bodies[definition.index]);
}

Evaluated evaluate(const Template& source, Host& host, const Limits& limits) {
  return Evaluator(source, host, limits).evaluate_only(source.tree().body);
}

Value macro(std::shared_ptr<const Template> source, const Definition& definition) {
  const Macro* node = source->tree().macros[definition.index];
  if (!node) return {};
  auto value = make<MacroValue>(*source, *node);
  value->keep_alive = std::move(source);
  value->catches_return = true;
  return value;
}

}  // namespace tally::jinja
