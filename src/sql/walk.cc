#include "sql/walk.h"

#include <type_traits>

namespace tally::sql {
namespace {

// Calls `use` on each expression directly below a node, in the order of the text. One description
// for both visiting (const) and rewriting.
template <typename Use>
struct Children {
  Use use;

  template <typename T>
  void maybe(T& child) {
    if (child) use(**child);
  }
  template <typename T>
  void each(T& items) {
    for (auto& item : items) use(item);
  }
  template <typename T>
  void order(T& items) {
    for (auto& item : items) use(*item.expression);
  }
  template <typename T>
  void window(T& tree) {
    each(tree.partition_by);
    order(tree.order_by);
    if (!tree.frame) return;
    maybe(tree.frame->start.offset);
    maybe(tree.frame->end.offset);
  }

  template <typename T>
  void operator()(T& tree) {
    using Node = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Node, Unary> || std::is_same_v<Node, Cast> ||
                  std::is_same_v<Node, InQuery> || std::is_same_v<Node, IsTest> ||
                  std::is_same_v<Node, Extract> || std::is_same_v<Node, Collate> ||
                  std::is_same_v<Node, FieldAccess>) {
      use(*tree.operand);
    } else if constexpr (std::is_same_v<Node, Binary>) {
      use(*tree.left);
      use(*tree.right);
    } else if constexpr (std::is_same_v<Node, CustomOperator>) {
      maybe(tree.left);
      maybe(tree.right);
    } else if constexpr (std::is_same_v<Node, Star>) {
      for (auto& [value, name] : tree.replace) use(*value);
    } else if constexpr (std::is_same_v<Node, Call>) {
      call(tree);
    } else if constexpr (std::is_same_v<Node, Case>) {
      maybe(tree.operand);
      for (auto& [condition, value] : tree.branches) use(*condition), use(*value);
      maybe(tree.otherwise);
    } else if constexpr (std::is_same_v<Node, Between>) {
      use(*tree.operand);
      use(*tree.low);
      use(*tree.high);
    } else if constexpr (std::is_same_v<Node, InList>) {
      use(*tree.operand);
      each(tree.items);
    } else if constexpr (std::is_same_v<Node, Like>) {
      use(*tree.operand);
      use(*tree.pattern);
      maybe(tree.escape);
    } else {
      rarer(tree);
    }
  }

  template <typename T>
  void call(T& tree) {
    for (auto& argument : tree.arguments) use(*argument.value);
    order(tree.order_by);
    order(tree.within_group);
    maybe(tree.filter);
    if (tree.over) window(*tree.over);
  }

  template <typename T>
  void rarer(T& tree) {
    using Node = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Node, Quantified>) {
      use(*tree.operand);
      if (auto* list = std::get_if<Box<Expression>>(&tree.over)) use(**list);
    } else if constexpr (std::is_same_v<Node, Interval>) {
      use(*tree.amount);
    } else if constexpr (std::is_same_v<Node, AtTimeZone>) {
      use(*tree.operand);
      use(*tree.zone);
    } else if constexpr (std::is_same_v<Node, ListLiteral> || std::is_same_v<Node, Row>) {
      each(tree.items);
    } else if constexpr (std::is_same_v<Node, StructLiteral>) {
      for (auto& [name, value] : tree.fields) use(*value);
    } else if constexpr (std::is_same_v<Node, MapLiteral>) {
      for (auto& [key, value] : tree.entries) use(*key), use(*value);
    } else if constexpr (std::is_same_v<Node, ListComprehension>) {
      use(*tree.result);
      use(*tree.list);
      maybe(tree.condition);
    } else if constexpr (std::is_same_v<Node, Lambda>) {
      use(*tree.body);
    } else if constexpr (std::is_same_v<Node, Subscript>) {
      use(*tree.operand);
      maybe(tree.low);
      maybe(tree.high);
      maybe(tree.step);
    } else {
      static_assert(std::is_same_v<Node, Literal> || std::is_same_v<Node, ColumnRef> ||
                        std::is_same_v<Node, Parameter> || std::is_same_v<Node, Exists> ||
                        std::is_same_v<Node, ScalarQuery> || std::is_same_v<Node, ArrayQuery>,
                    "a new kind of node must say what is below it");
    }
  }
};

}  // namespace

void walk(const Expression& expression, const std::function<bool(const Expression&)>& visit) {
  if (!visit(expression)) return;
  const auto below = [&visit](const Expression& child) { walk(child, visit); };
  std::visit(Children<decltype(below)>{below}, expression.node);
}

bool names_column(const Expression& expression,
                  const std::function<bool(const ColumnRef&)>& is_it) {
  bool found = false;
  walk(expression, [&](const Expression& node) {
    const auto* column = std::get_if<ColumnRef>(&node.node);
    found = found || (column && !column->name.empty() && is_it(*column));
    return !found;
  });
  return found;
}

Expression rewrite(Expression expression, const std::function<Expression(Expression)>& change) {
  const auto below = [&change](Expression& child) { child = rewrite(std::move(child), change); };
  std::visit(Children<decltype(below)>{below}, expression.node);
  return change(std::move(expression));
}

}  // namespace tally::sql
