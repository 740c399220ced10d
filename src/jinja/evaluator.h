#pragma once
// One render: scopes, output, limits, and the way out when something fails or a macro returns.
// Nothing is thrown: `flow_` says how to go on, expressions give undefined values once it is not
// `running`, and statements stop.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jinja/render.h"
#include "jinja/tree.h"

namespace tally::jinja {

class MacroValue;

// Variables of one block. Few: looked through from the last.
struct Scope {
  explicit Scope(Scope* around) : parent(around) {}
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  const Value* find(Name name) const;
  void set(Name name, Value value);

  Scope* parent;
  std::vector<NamedValue> variables;
  std::vector<Shared<MacroValue>> closures;  // macros that see this scope, while it lives
};

class MacroValue final : public Object {
 public:
  MacroValue(const Template& source, const Macro& node) : source_(&source), node_(&node) {}

  std::string_view type_name() const override { return "Macro"; }
  Value attribute(std::string_view name) const override;
  bool callable() const override { return true; }
  Value call(Call& call) override;
  std::string text() const override;

  const Template& source() const { return *source_; }
  const Macro& node() const { return *node_; }

  std::shared_ptr<const Template> keep_alive;
  Scope* closure = nullptr;     // null: it sees the host's names only
  bool catches_return = false;  // a macro of the host's, as dbt's are: return() ends it

 private:
  const Template* source_;
  const Macro* node_;
};

class LoopValue;

class Evaluator {
 public:
  Evaluator(const Template& source, Host& host, const Limits& limits);

  Rendered render(Body body);
  Evaluated evaluate_only(Body body);

  // For calls.
  Value fail(std::string message, uint32_t line);
  void report(std::string message, uint32_t line);
  Value return_from_macro(Value value);
  Value invoke(const Value& callee, std::span<const Value> positional,
               std::span<const NamedValue> named, uint32_t line);
  Value call_macro(const MacroValue& macro, const Call& call);
  Value call_loop(LoopValue& loop, const Value& items);
  bool unwinding() const { return flow_ != Flow::running; }
  bool spend(uint64_t steps);
  uint32_t root_line() const { return root_line_; }
  Names& names() const { return template_->names(); }
  // Its attribute or its item, as `a.b` and `a[b]` have them; undefined: there is none.
  Value attribute_of(const Value& subject, std::string_view name);
  Value item_of(const Value& subject, const Value& key);
  Value added(const Value& left, const Value& right, uint32_t line);
  bool contains(const Value& whole, const Value& part, uint32_t line);
  // Its items as a list; fails if it has none.
  std::optional<Shared<List>> items_of(const Value& value, uint32_t line);

 private:
  enum class Flow : uint8_t { running, continuing, breaking, returning, failed };
  class Level;   // one deeper while it lives
  struct Place;  // where the render stands: saved and put back around macros
  struct ArgumentValues {
    std::vector<Value> positional;
    std::vector<NamedValue> named;
  };

  // Statements
  void run(Body body);
  void run(const Statement& statement);
  void run_in(Scope& scope, Body body);
  std::string capture(Scope& scope, Body body);
  void run_assignment(const Assignment& node);
  void run_assignment_block(const AssignmentBlock& node);
  void run_for(const For& node);
  void run_if(const If& node);
  void run_macro(const Macro& node);
  void run_call_block(const CallBlock& node);
  void run_filter_block(const FilterBlock& node);
  void run_with(const With& node);
  void run_include(const Include& node);
  void run_import(const Import& node);
  void run_from_import(const FromImport& node);
  bool goes_on();  // after a loop's body: with the next item
  void run_module(const Template& module, Scope& scope);
  std::shared_ptr<const Template> loaded(const Value& name, uint32_t line);
  Scope* copied_context();
  Scope* import_module(const Expression* source, bool with_context, uint32_t line);
  void loop_over(const For& node, Shared<List> items, Scope* outer, int64_t depth);
  void loop_lazily(const For& node, const List& items, Scope* outer);
  bool passes(const For& node, const Value& item, Scope* outer);
  Shared<List> only_passing(const For& node, const List& items, Scope* outer);
  void assign(const Target& target, const Value& value, uint32_t line);
  void assign_attribute(const Target& target, const Value& value, uint32_t line);
  void append(std::string_view text);
  void print(const Value& value);

  // Expressions
  Value evaluate(const Expression* node);
  Value evaluate_inner(const Expression* node);
  Value evaluate_list(ExpressionList items, bool is_tuple);
  Value evaluate_dict(const DictDisplay& node);
  Value evaluate_unary(const Unary& node);
  Value evaluate_binary(const Binary& node);
  Value evaluate_compare(const Compare& node);
  Value evaluate_logical(const Logical& node);
  Value evaluate_concat(const Concat& node);
  Value evaluate_attribute(const Attribute& node);
  Value evaluate_item(const Item& node);
  Value evaluate_slice(const Value& subject, const Slice& node);
  Value evaluate_call(const CallExpression& node, const Value* caller = nullptr);
  Value evaluate_filter(const Filter& node, const Value* block);
  Value evaluate_filters(const Expression* node, const Value& block);
  Value evaluate_test(const Test& node);
  Value lookup(Name name);
  bool compare_with(const Value& left, Comparison op, const Value& right, uint32_t line);
  bool gather(const Arguments& arguments, ArgumentValues& found, uint32_t line);
  bool gather_more(const Arguments& arguments, ArgumentValues& found, uint32_t line);
  Value run_builtin(Builtin builtin, const Value& subject, const Arguments& arguments,
                    uint32_t line);
  bool bind(const MacroValue& macro, const Call& call, Scope& scope);
  bool bind_rest(const MacroValue& macro, const Call& call, Scope& scope);
  void keep_problem(std::string message, uint32_t line);
  Value charged(Value value);
  bool defined_operand(const Value& value, uint32_t line);

  Host& host_;
  Limits limits_;
  const Template* template_;
  const Template* root_;
  Scope top_;
  Scope* scope_;
  std::string* out_ = nullptr;
  Flow flow_ = Flow::running;
  Value returned_;
  std::vector<Problem> problems_;
  uint64_t steps_left_;
  uint32_t depth_ = 0;
  uint32_t line_ = 1;          // of the statement that runs
  uint32_t root_line_ = 1;     // of the one in the template that is rendered
  std::deque<Scope> modules_;  // of imported templates: their macros see them
};

// What `loop` is within a for.
class LoopValue final : public Object {
 public:
  LoopValue(const For& loop, Shared<List> values, Scope* around, int64_t level)
      : node(loop), items(std::move(values)), outer(around), depth(level) {}

  std::string_view type_name() const override { return "LoopContext"; }
  Value attribute(std::string_view name) const override;
  bool callable() const override { return node.recursive; }
  Value call(Call& call) override;

  const For& node;
  Shared<List> items;
  Scope* outer;
  int64_t depth;
  int64_t index = 0;
  std::optional<Value> last_seen;  // by changed()
};

}  // namespace tally::jinja
