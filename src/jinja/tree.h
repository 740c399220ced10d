#pragma once
// The tree of a template. Nodes are plain structs in one arena, told apart by `kind`, with names as
// numbers and built-in filters, tests and methods found already: the evaluator looks nothing up by
// text.

#include <cstdint>
#include <deque>
#include <memory_resource>
#include <span>
#include <vector>

#include "jinja/builtins.h"
#include "jinja/names.h"
#include "jinja/value.h"

namespace tally::jinja {

struct Expression {
  enum class Kind : uint8_t {
    literal,
    name,
    list,
    tuple,
    dict,
    unary,
    binary,
    compare,
    logical,
    concat,
    conditional,
    attribute,
    item,
    slice,
    call,
    filter,
    test,
  };
  Kind kind;
  uint32_t line;
};

template <typename T>
using Span = std::span<const T>;
using ExpressionList = Span<const Expression*>;

struct Literal : Expression {
  static constexpr Kind kKind = Kind::literal;
  const Value* value;  // in Tree::literals
};
struct NameUse : Expression {
  static constexpr Kind kKind = Kind::name;
  Name name;
};
struct ListDisplay : Expression {
  static constexpr Kind kKind = Kind::list;
  ExpressionList items;
};
struct TupleDisplay : Expression {
  static constexpr Kind kKind = Kind::tuple;
  ExpressionList items;
};
struct DictDisplay : Expression {
  static constexpr Kind kKind = Kind::dict;
  ExpressionList keys, values;
};
struct Unary : Expression {
  static constexpr Kind kKind = Kind::unary;
  enum class Operator : uint8_t { negative, positive, negation } op;
  const Expression* operand;
};
enum class BinaryOperator : uint8_t {
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power
};
struct Binary : Expression {
  static constexpr Kind kKind = Kind::binary;
  BinaryOperator op;
  const Expression *left, *right;
};
enum class Comparison : uint8_t {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in,
};
struct Compare : Expression {
  static constexpr Kind kKind = Kind::compare;
  struct Step {
    Comparison op;
    const Expression* operand;
  };
  const Expression* first;
  Span<Step> steps;  // a < b < c
};
struct Logical : Expression {
  static constexpr Kind kKind = Kind::logical;
  bool all;  // and; or otherwise
  ExpressionList operands;
};
struct Concat : Expression {
  static constexpr Kind kKind = Kind::concat;
  ExpressionList operands;
};
struct Conditional : Expression {
  static constexpr Kind kKind = Kind::conditional;
  const Expression *condition, *then;
  const Expression* otherwise;  // may be null
};
struct Attribute : Expression {
  static constexpr Kind kKind = Kind::attribute;
  const Expression* subject;
  Name name;
  const Methods* methods;  // of built-in types by this name; null: none has one
};
struct Item : Expression {
  static constexpr Kind kKind = Kind::item;
  const Expression *subject, *key;
};
struct Slice : Expression {  // of an item alone
  static constexpr Kind kKind = Kind::slice;
  const Expression *start, *stop, *step;  // each may be null
};
struct NamedExpression {
  Name name;
  const Expression* value;
};
struct Arguments {
  ExpressionList positional;
  Span<NamedExpression> named;
  const Expression* more_positional = nullptr;  // *args
  const Expression* more_named = nullptr;       // **kwargs
};
struct CallExpression : Expression {
  static constexpr Kind kKind = Kind::call;
  const Expression* callee;
  Arguments arguments;
};
struct Filter : Expression {
  static constexpr Kind kKind = Kind::filter;
  const Expression* subject;  // null: the text of the block it filters
  Name name;
  Builtin run;  // null: no such filter, an error if it is reached
  Arguments arguments;
};
struct Test : Expression {
  static constexpr Kind kKind = Kind::test;
  const Expression* subject;
  Name name;
  Builtin run;  // null: no such test
  Arguments arguments;
};

struct Statement {
  enum class Kind : uint8_t {
    text,
    print,
    set,
    set_block,
    for_loop,
    if_else,
    macro,
    call_block,
    filter_block,
    with,
    evaluate,
    scope,
    include,
    import,
    from_import,
    loop_control,
    nothing,
  };
  Kind kind;
  uint32_t line;
};
using Body = Span<const Statement*>;

// What is assigned to: a name, an attribute of a namespace, or a tuple of such.
struct Target {
  enum class Kind : uint8_t { name, attribute, tuple } kind;
  Name name, attribute;
  Span<Target> parts;
};

struct Text : Statement {
  static constexpr Kind kKind = Kind::text;
  std::string_view text;
};
struct Print : Statement {
  static constexpr Kind kKind = Kind::print;
  const Expression* value;
};
struct Assignment : Statement {
  static constexpr Kind kKind = Kind::set;
  const Target* target;
  const Expression* value;
};
struct AssignmentBlock : Statement {
  static constexpr Kind kKind = Kind::set_block;
  const Target* target;
  const Expression* filter;  // may be null
  Body body;
};
struct For : Statement {
  static constexpr Kind kKind = Kind::for_loop;
  const Target* target;
  const Expression* items;
  const Expression* condition;  // may be null
  Body body, otherwise;
  bool recursive, uses_loop;
};
struct If : Statement {
  static constexpr Kind kKind = Kind::if_else;
  struct Branch {
    const Expression* condition;  // null: else
    Body body;
  };
  Span<Branch> branches;
};
struct Parameter {
  Name name;
  const Expression* fallback;  // null: has none
};
// A macro, and what acts like one: the body of a call block, dbt's tests and materializations.
struct Macro : Statement {
  static constexpr Kind kKind = Kind::macro;
  Name name;
  Span<Parameter> parameters;
  Body body;
  bool uses_varargs, uses_kwargs, uses_caller;
};
struct CallBlock : Statement {
  static constexpr Kind kKind = Kind::call_block;
  const CallExpression* call;
  const Macro* caller;
};
struct FilterBlock : Statement {
  static constexpr Kind kKind = Kind::filter_block;
  const Expression* filter;
  Body body;
};
struct With : Statement {
  static constexpr Kind kKind = Kind::with;
  Span<Target> targets;
  ExpressionList values;
  Body body;
};
struct Evaluate : Statement {  // {% do … %}
  static constexpr Kind kKind = Kind::evaluate;
  const Expression* value;
};
struct ScopeBlock : Statement {  // {% block %}, {% autoescape %}
  static constexpr Kind kKind = Kind::scope;
  Body body;
};
struct Include : Statement {
  static constexpr Kind kKind = Kind::include;
  const Expression* source;
  bool ignore_missing, with_context;
};
struct Import : Statement {
  static constexpr Kind kKind = Kind::import;
  const Expression* source;
  Name target;
  bool with_context;
};
struct FromImport : Statement {
  static constexpr Kind kKind = Kind::from_import;
  struct Imported {
    Name name, target;
  };
  const Expression* source;
  Span<Imported> names;
  bool with_context;
};
struct LoopControl : Statement {  // {% break %} and {% continue %}
  static constexpr Kind kKind = Kind::loop_control;
  bool ends_loop;
};
struct Nothing : Statement {  // a definition that is no macro: snapshot, docs
  static constexpr Kind kKind = Kind::nothing;
};

// The names that mean something to the evaluator.
struct KnownNames {
  explicit KnownNames(Names& names)
      : loop(names.intern("loop")),
        caller(names.intern("caller")),
        varargs(names.intern("varargs")),
        kwargs(names.intern("kwargs")) {}
  Name loop, caller, varargs, kwargs;
};

struct Tree {
  explicit Tree(Names& names) : known(names) {}

  std::pmr::monotonic_buffer_resource arena;
  std::deque<Value> literals;
  KnownNames known;
  Body body;
  std::vector<const Macro*> macros;  // by index of their definition; null: it is no macro
  std::vector<Body> bodies;          // by index of their definition: of snapshots

  template <typename T>
  T* make(uint32_t line) {
    static_assert(std::is_trivially_destructible_v<T>);
    auto* node = new (arena.allocate(sizeof(T), alignof(T))) T{};
    node->kind = T::kKind;
    node->line = line;
    return node;
  }
  template <typename T>
  Span<T> keep(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* copy = std::pmr::polymorphic_allocator<T>(&arena).allocate(items.size());
    std::uninitialized_copy(items.begin(), items.end(), copy);
    return {copy, items.size()};
  }
};

}  // namespace tally::jinja
