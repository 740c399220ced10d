// Operators: which need parentheses where.

#include "sql/parse_impl.h"
#include "sql/print_impl.h"

namespace tally::sql {
namespace {

struct Spelling {
  std::string_view text;
  int level;
};

Spelling spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::logical_or:
      return {"OR", kLevelOr};
    case BinaryOp::logical_and:
      return {"AND", kLevelAnd};
    case BinaryOp::equal:
      return {"=", kLevelComparison};
    case BinaryOp::not_equal:
      return {"<>", kLevelComparison};
    case BinaryOp::less:
      return {"<", kLevelComparison};
    case BinaryOp::less_equal:
      return {"<=", kLevelComparison};
    case BinaryOp::greater:
      return {">", kLevelComparison};
    case BinaryOp::greater_equal:
      return {">=", kLevelComparison};
    case BinaryOp::is_distinct_from:
      return {"IS DISTINCT FROM", kLevelIs};
    case BinaryOp::is_not_distinct_from:
      return {"IS NOT DISTINCT FROM", kLevelIs};
    case BinaryOp::add:
      return {"+", kLevelSum};
    case BinaryOp::subtract:
      return {"-", kLevelSum};
    case BinaryOp::multiply:
      return {"*", kLevelProduct};
    case BinaryOp::divide:
      return {"/", kLevelProduct};
    case BinaryOp::integer_divide:
      return {"//", kLevelProduct};
    case BinaryOp::modulo:
      return {"%", kLevelProduct};
    case BinaryOp::power:
      return {"^", kLevelPower};
    case BinaryOp::concat:
      return {"||", kLevelOperator};
    case BinaryOp::bitwise_and:
      return {"&", kLevelOperator};
    case BinaryOp::bitwise_or:
      return {"|", kLevelOperator};
    case BinaryOp::bitwise_xor:
      return {"xor", kLevelPrimary};
    case BinaryOp::shift_left:
      return {"<<", kLevelOperator};
    case BinaryOp::shift_right:
      return {">>", kLevelOperator};
    case BinaryOp::json_get:
      return {"->", kLevelArrow};
    case BinaryOp::json_get_text:
      return {"->>", kLevelArrow};
    case BinaryOp::regex_match:
      return {"~", kLevelOperator};
    case BinaryOp::not_regex_match:
      return {"!~", kLevelOperator};
    case BinaryOp::contains:
      return {"@>", kLevelOperator};
    case BinaryOp::contained_in:
      return {"<@", kLevelOperator};
    case BinaryOp::overlaps:
      return {"&&", kLevelOperator};
  }
  return {"?", kLevelOr};
}

// How loosely the printed tree binds to what stands around it.
struct LevelOf {
  int operator()(const Literal& tree) const {
    const bool signed_number = tree.kind == Literal::Kind::number && tree.text.starts_with('-');
    return signed_number ? kLevelSign : kLevelPrimary;
  }
  int operator()(const Unary& tree) const {
    if (tree.op == UnaryOp::logical_not) return kLevelNot;
    return tree.op == UnaryOp::bitwise_not ? kLevelOperator : kLevelSign;
  }
  int operator()(const Binary& tree) const { return spelling(tree.op).level; }
  int operator()(const Quantified& tree) const { return spelling(tree.op).level; }
  int operator()(const Between&) const { return kLevelPredicate; }
  int operator()(const InList&) const { return kLevelPredicate; }
  int operator()(const InQuery&) const { return kLevelPredicate; }
  int operator()(const Like&) const { return kLevelPredicate; }
  int operator()(const IsTest&) const { return kLevelIs; }
  int operator()(const AtTimeZone&) const { return kLevelAtTimeZone; }
  int operator()(const Collate&) const { return kLevelCollate; }
  int operator()(const Lambda&) const { return 0; }
  int operator()(const CustomOperator& tree) const { return tree.right ? kLevelOperator : 0; }
  template <typename Other>
  int operator()(const Other&) const {
    return kLevelPrimary;
  }
};

int level_of(const Expression& tree) {
  return std::visit(LevelOf{}, tree.node);
}

bool is_arrow(const Expression& tree) {
  const auto* binary = std::get_if<Binary>(&tree.node);
  return binary != nullptr && spelling(binary->op).level == kLevelArrow;
}

// BETWEEN's lower bound and POSITION admit neither AT TIME ZONE nor COLLATE at the top.
bool is_restricted(const Expression& tree) {
  if (const auto* unary = std::get_if<Unary>(&tree.node)) return is_restricted(*unary->operand);
  if (const auto* binary = std::get_if<Binary>(&tree.node)) {
    return is_restricted(*binary->left) && is_restricted(*binary->right);
  }
  if (const auto* custom = std::get_if<CustomOperator>(&tree.node)) {
    return (!custom->left || is_restricted(**custom->left)) &&
           (!custom->right || is_restricted(**custom->right));
  }
  return !std::holds_alternative<AtTimeZone>(tree.node) &&
         !std::holds_alternative<Collate>(tree.node);
}

bool is_text(const Expression& tree) {
  const auto* literal = std::get_if<Literal>(&tree.node);
  return literal != nullptr && literal->kind == Literal::Kind::text &&
         literal->text.find('\0') == std::string::npos;
}

bool takes_postfix(const Expression& tree) {
  return std::holds_alternative<Call>(tree.node) || std::holds_alternative<Case>(tree.node) ||
         std::holds_alternative<Cast>(tree.node) || std::holds_alternative<Subscript>(tree.node) ||
         std::holds_alternative<FieldAccess>(tree.node) ||
         std::holds_alternative<ListLiteral>(tree.node) ||
         std::holds_alternative<StructLiteral>(tree.node) ||
         std::holds_alternative<MapLiteral>(tree.node) ||
         std::holds_alternative<ScalarQuery>(tree.node) ||
         std::holds_alternative<Parameter>(tree.node) || std::holds_alternative<Row>(tree.node) ||
         is_text(tree);
}

}  // namespace

void Printer::expression(const Expression& tree, int lowest) {
  const bool parentheses = level_of(tree) < lowest;
  if (parentheses) put("(");
  std::visit([this](const auto& kind) { node(kind); }, tree.node);
  if (parentheses) put(")");
}

void Printer::expressions(const std::vector<Expression>& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) put(", ");
    expression(items[i], 0);
  }
}

// A sign before an operand. Two operator bytes in a row would read as one operator, and two minus
// signs as a comment, so a space goes between them.
void Printer::prefixed(std::string_view sign, const Expression& operand, int lowest) {
  put(sign);
  const size_t begin = out_.size();
  expression(operand, lowest);
  const char first = begin < out_.size() ? out_[begin] : ' ';
  if (std::string_view("~!@^&|`+-*/%<>=").find(first) != std::string_view::npos) {
    out_.insert(begin, 1, ' ');
  }
}

void Printer::restricted(const Expression& tree) {
  expression(tree, is_restricted(tree) ? kLevelOperator : kLevelPrimary + 1);
}

void Printer::with_postfix(const Expression& tree) {
  expression(tree, takes_postfix(tree) ? 0 : kLevelPrimary + 1);
}

void Printer::node(const Unary& tree) {
  switch (tree.op) {
    case UnaryOp::minus:
      return prefixed("-", *tree.operand, kLevelSign);
    case UnaryOp::plus:
      return prefixed("+", *tree.operand, kLevelSign);
    case UnaryOp::bitwise_not:
      return prefixed("~", *tree.operand, kLevelOperator + 1);
    case UnaryOp::logical_not:
      put("NOT ");
      return expression(*tree.operand, kLevelNot);
  }
}

// The levels asked of operands of comparisons and tests are stricter than the grammar's where
// a reader would stumble: (a = b) IS NULL, (a = b) -> 'c'.
void Printer::node(const Binary& tree) {
  const auto [text, level] = spelling(tree.op);
  if (tree.op == BinaryOp::bitwise_xor) {  // a function in DuckDB, where ^ is the power
    put("xor(");
    expression(*tree.left, 0);
    put(", ");
    expression(*tree.right, 0);
    return put(")");
  }
  if (level == kLevelOr || level == kLevelAnd) return logical_chain(tree);
  int left = level;
  int right = level + 1;
  if (level == kLevelArrow) {
    left = is_arrow(*tree.left) ? kLevelArrow : kLevelOperator;
    right = kLevelOperator + 1;
  } else if (level == kLevelIs || level == kLevelComparison) {
    left = right = level == kLevelIs ? kLevelOperator : kLevelPredicate;
  }
  expression(*tree.left, left);
  put(" ");
  put(text);
  put(" ");
  expression(*tree.right, right);
}

void Printer::node(const CustomOperator& tree) {
  if (!tree.left) {
    if (tree.right) prefixed(tree.symbol, **tree.right, kLevelOperator + 1);
    return;
  }
  expression(**tree.left, kLevelOperator);
  put(" ");
  put(tree.symbol);
  if (!tree.right) return;
  put(" ");
  expression(**tree.right, kLevelOperator + 1);
}

// a AND b AND c, in pretty mode a line each if the line is too short for all.
void Printer::logical_chain(const Binary& tree) {
  const auto [text, level] = spelling(tree.op);
  std::vector<const Expression*> operands;
  const Binary* link = &tree;
  while (true) {
    operands.push_back(&*link->right);
    const auto* next = std::get_if<Binary>(&link->left->node);
    if (next == nullptr || next->op != tree.op) break;
    link = next;
  }
  operands.push_back(&*link->left);
  const bool broken = options_.pretty && !fits(flat(Expression{tree, {}}));
  indent_ += 2;
  for (size_t i = operands.size(); i-- > 0;) {
    const bool first = i + 1 == operands.size();
    if (!first) {
      if (broken) {
        line();
      } else {
        put(" ");
      }
      put(text);
      put(" ");
    }
    expression(*operands[i], first ? level : level + 1);
  }
  indent_ -= 2;
}

void Printer::node(const Between& tree) {
  expression(*tree.operand, kLevelOperator);
  put(tree.negated ? " NOT BETWEEN " : " BETWEEN ");
  restricted(*tree.low);
  put(" AND ");
  expression(*tree.high, kLevelOperator);
}

void Printer::node(const InList& tree) {
  expression(*tree.operand, kLevelOperator);
  put(tree.negated ? " NOT IN " : " IN ");
  if (tree.bare && tree.items.size() == 1) return expression(tree.items[0], 0);
  put("(");
  expressions(tree.items);
  put(")");
}

void Printer::node(const InQuery& tree) {
  expression(*tree.operand, kLevelOperator);
  put(tree.negated ? " NOT IN " : " IN ");
  in_parentheses(*tree.query);
}

void Printer::node(const Like& tree) {
  expression(*tree.operand, kLevelOperator);
  if (tree.negated) put(" NOT");
  switch (tree.kind) {
    case Like::Kind::like:
      put(" LIKE ");
      break;
    case Like::Kind::ilike:
      put(" ILIKE ");
      break;
    case Like::Kind::similar_to:
      put(" SIMILAR TO ");
      break;
    case Like::Kind::glob:
      put(" GLOB ");
      break;
  }
  expression(*tree.pattern, kLevelOperator);
  if (!tree.escape) return;
  put(" ESCAPE ");
  expression(**tree.escape, kLevelOperator);
}

void Printer::node(const IsTest& tree) {
  expression(*tree.operand, kLevelOperator);
  put(tree.negated ? " IS NOT " : " IS ");
  constexpr std::string_view kWords[] = {"NULL", "TRUE", "FALSE", "UNKNOWN"};
  put(kWords[static_cast<size_t>(tree.what)]);
}

void Printer::node(const Quantified& tree) {
  const auto [text, level] = spelling(tree.op);
  expression(*tree.operand, level + 1);
  put(" ");
  put(text);
  put(tree.all ? " ALL " : " ANY ");
  if (const auto* query = std::get_if<Box<Query>>(&tree.over)) return in_parentheses(**query);
  put("(");
  expression(*std::get<Box<Expression>>(tree.over), 0);
  put(")");
}

void Printer::node(const AtTimeZone& tree) {
  expression(*tree.operand, kLevelAtTimeZone);
  put(" AT TIME ZONE ");
  expression(*tree.zone, kLevelAtTimeZone + 1);
}

void Printer::node(const Collate& tree) {
  expression(*tree.operand, kLevelCollate);
  put(" COLLATE ");
  name(tree.collation);
}

void Printer::node(const Subscript& tree) {
  const bool column = std::holds_alternative<ColumnRef>(tree.operand->node);
  if (column) {
    expression(*tree.operand, 0);
  } else {
    with_postfix(*tree.operand);
  }
  put("[");
  if (tree.low) expression(**tree.low, kLevelArrow);
  if (tree.slice) {
    put(":");
    if (tree.high) {
      expression(**tree.high, kLevelArrow);
    } else if (tree.step) {
      put("-");
    }
    if (tree.step) {
      put(":");
      expression(**tree.step, kLevelArrow);
    }
  }
  put("]");
}

void Printer::node(const FieldAccess& tree) {
  with_postfix(*tree.operand);
  put(".");
  name(tree.field);
}

}  // namespace tally::sql
