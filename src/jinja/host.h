#pragma once
// What a template can reach outside itself: names, functions and objects that the host brings.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "jinja/names.h"
#include "jinja/value.h"

namespace tally::jinja {

class Evaluator;
class Template;

// Answers for names that no scope of the template has.
class Host {
 public:
  virtual ~Host() = default;
  // Undefined: no such name. `asking` is the template whose text says the name: a macro's own file.
  // Asked at each use: keep it fast.
  virtual Value lookup(Name name, const Template& asking) = 0;
  // {% import %} and {% include %}; none: there is no such template.
  virtual std::shared_ptr<const Template> load(std::string_view) { return nullptr; }
};

struct NamedValue {
  Name name;
  Value value;
};

// One call of a host's function, as the function sees it. Lives as long as the call.
class Call {
 public:
  Call(Evaluator& evaluator, std::span<const Value> positional, std::span<const NamedValue> named,
       const Template& where, uint32_t line)
      : evaluator_(evaluator), positional_(positional), named_(named), where_(where), line_(line) {}

  std::span<const Value> positional() const { return positional_; }
  std::span<const NamedValue> named() const { return named_; }
  std::string_view text(Name name) const;
  // The argument given at this position or by this name; none when it was not given.
  const Value* argument(size_t position, std::string_view name) const;
  const Value* named(std::string_view name) const;
  // The argument as str() has it; `fallback` when it was not given.
  std::string string(size_t position, std::string_view name, std::string_view fallback = {}) const;

  const Template& where() const { return where_; }  // whose text has the call
  uint32_t line() const { return line_; }
  uint32_t root_line() const;  // where the template that is rendered stands meanwhile

  // Ends the render with this error, at the line of the call. `return call.fail("…")`.
  Value fail(std::string message);
  // Keeps the problem; the render goes on.
  void report(std::string message);
  // Unwinds to the macro that is running; the call of the macro has this value.
  Value return_from_macro(Value value);
  // Calls a macro or function that the host was handed or found.
  Value invoke(const Value& callee, std::span<const Value> positional = {},
               std::span<const NamedValue> named = {});
  // The items of a value that can be looped over; nothing, and the render failed, for any other.
  std::optional<Shared<List>> items(const Value& value);
  // True once the render has failed or returns: results of invoke() mean nothing then.
  bool unwinding() const;
  // False, with the render failed, once the render's limit of steps is reached.
  bool spend(uint64_t steps);
  Evaluator& evaluator() { return evaluator_; }

 private:
  Evaluator& evaluator_;
  std::span<const Value> positional_;
  std::span<const NamedValue> named_;
  const Template& where_;
  uint32_t line_;
};

// A function of the host as a value. `name` for messages.
Value function(std::string name, std::function<Value(Call&)> run);

}  // namespace tally::jinja
