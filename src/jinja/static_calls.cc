#include "jinja/static_calls.h"

#include "jinja/tree.h"

namespace tally::jinja {

namespace {

// Walks all of a tree. Depth is bounded by the parser's, except along chains, which are loops
// there.
class Walker {
 public:
  explicit Walker(std::vector<StaticCall>& found) : found_(found) {}

  void body(Body body) {
    for (const auto* node : body) statement(*node);
  }
  void macro(const Macro& node) {
    for (const auto& parameter : node.parameters) expression(parameter.fallback);
    body(node.body);
  }

 private:
  static constexpr int kDeepest = 2000;

  template <typename T>
  static const T& as(const Statement& node) {
    return static_cast<const T&>(node);
  }
  template <typename T>
  static const T& as(const Expression* node) {
    return *static_cast<const T*>(node);
  }

  void statement(const Statement& node);
  void block_statement(const Statement& node);
  void expression(const Expression* node);
  void compound(const Expression* node);
  void all(ExpressionList items) {
    for (const auto* item : items) expression(item);
  }
  void arguments(const Arguments& arguments);
  void call(const CallExpression& node);

  std::vector<StaticCall>& found_;
  int depth_ = 0;
};

void Walker::statement(const Statement& node) {
  switch (node.kind) {
    case Statement::Kind::print:
      return expression(as<Print>(node).value);
    case Statement::Kind::set:
      return expression(as<Assignment>(node).value);
    case Statement::Kind::evaluate:
      return expression(as<Evaluate>(node).value);
    case Statement::Kind::include:
      return expression(as<Include>(node).source);
    case Statement::Kind::import:
      return expression(as<Import>(node).source);
    case Statement::Kind::from_import:
      return expression(as<FromImport>(node).source);
    default:
      return block_statement(node);
  }
}

void Walker::block_statement(const Statement& node) {
  switch (node.kind) {
    case Statement::Kind::set_block:
      expression(as<AssignmentBlock>(node).filter);
      return body(as<AssignmentBlock>(node).body);
    case Statement::Kind::for_loop:
      expression(as<For>(node).items);
      expression(as<For>(node).condition);
      body(as<For>(node).body);
      return body(as<For>(node).otherwise);
    case Statement::Kind::if_else:
      for (const auto& branch : as<If>(node).branches) {
        expression(branch.condition);
        body(branch.body);
      }
      return;
    case Statement::Kind::macro:
      return macro(as<Macro>(node));
    case Statement::Kind::call_block:
      expression(as<CallBlock>(node).call);
      return macro(*as<CallBlock>(node).caller);
    case Statement::Kind::filter_block:
      expression(as<FilterBlock>(node).filter);
      return body(as<FilterBlock>(node).body);
    case Statement::Kind::with:
      all(as<With>(node).values);
      return body(as<With>(node).body);
    case Statement::Kind::scope:
      return body(as<ScopeBlock>(node).body);
    default:
      return;
  }
}

void Walker::expression(const Expression* node) {
  if (!node || depth_ >= kDeepest) return;
  ++depth_;
  compound(node);
  --depth_;
}

void Walker::compound(const Expression* node) {
  switch (node->kind) {
    case Expression::Kind::list:
      return all(as<ListDisplay>(node).items);
    case Expression::Kind::tuple:
      return all(as<TupleDisplay>(node).items);
    case Expression::Kind::dict:
      all(as<DictDisplay>(node).keys);
      return all(as<DictDisplay>(node).values);
    case Expression::Kind::unary:
      return expression(as<Unary>(node).operand);
    case Expression::Kind::binary:
      expression(as<Binary>(node).left);
      return expression(as<Binary>(node).right);
    case Expression::Kind::compare:
      expression(as<Compare>(node).first);
      for (const auto& step : as<Compare>(node).steps) expression(step.operand);
      return;
    case Expression::Kind::logical:
      return all(as<Logical>(node).operands);
    case Expression::Kind::concat:
      return all(as<Concat>(node).operands);
    case Expression::Kind::conditional:
      expression(as<Conditional>(node).condition);
      expression(as<Conditional>(node).then);
      return expression(as<Conditional>(node).otherwise);
    case Expression::Kind::attribute:
      return expression(as<Attribute>(node).subject);
    case Expression::Kind::item:
      expression(as<Item>(node).subject);
      return expression(as<Item>(node).key);
    case Expression::Kind::slice:
      expression(as<Slice>(node).start);
      expression(as<Slice>(node).stop);
      return expression(as<Slice>(node).step);
    case Expression::Kind::call:
      return call(as<CallExpression>(node));
    case Expression::Kind::filter:
      expression(as<Filter>(node).subject);
      return arguments(as<Filter>(node).arguments);
    case Expression::Kind::test:
      expression(as<Test>(node).subject);
      return arguments(as<Test>(node).arguments);
    default:
      return;
  }
}

void Walker::arguments(const Arguments& arguments) {
  all(arguments.positional);
  for (const auto& named : arguments.named) expression(named.value);
  expression(arguments.more_positional);
  expression(arguments.more_named);
}

Value literal_of(const Expression* node) {
  if (node->kind == Expression::Kind::literal) return *static_cast<const Literal*>(node)->value;
  return {};
}

// The names of "a.b.c"; empty: it is no such chain.
std::vector<Name> path_of(const Expression* node) {
  std::vector<Name> path;
  while (node->kind == Expression::Kind::attribute) {
    path.insert(path.begin(), static_cast<const Attribute*>(node)->name);
    node = static_cast<const Attribute*>(node)->subject;
  }
  if (node->kind != Expression::Kind::name) return {};
  path.insert(path.begin(), static_cast<const NameUse*>(node)->name);
  return path;
}

void Walker::call(const CallExpression& node) {
  StaticCall found;
  found.callee = path_of(node.callee);
  found.line = node.line;
  if (!found.callee.empty()) {
    for (const auto* argument : node.arguments.positional) {
      found.positional.push_back(literal_of(argument));
    }
    for (const auto& [name, value] : node.arguments.named) {
      found.named.emplace_back(name, literal_of(value));
    }
    found_.push_back(std::move(found));
  }
  expression(node.callee);
  arguments(node.arguments);
}

}  // namespace

std::vector<StaticCall> static_calls(const Template& source) {
  std::vector<StaticCall> found;
  Walker walker(found);
  walker.body(source.tree().body);
  return found;
}

std::vector<StaticCall> static_calls(const Template& source, const Definition& definition) {
  std::vector<StaticCall> found;
  Walker walker(found);
  if (const Macro* macro = source.tree().macros[definition.index]) walker.macro(*macro);
  walker.body(source.tree().bodies[definition.index]);
  return found;
}

}  // namespace tally::jinja
