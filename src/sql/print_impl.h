#pragma once
// Inside of the printer: one class whose members are spread over print_*.cc. Not for other folders;
// they use printer.h.

#include <string>
#include <string_view>
#include <vector>

#include "sql/printer.h"

namespace tally::sql {

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options) {}

  // Parentheses where the tree binds more loosely than `lowest` (a Level of parse_impl.h) demands.
  void expression(const Expression& tree, int lowest);
  void query(const Query& tree);
  std::string text() && { return std::move(out_); }

 private:
  // -- words (printer.cc)
  void put(std::string_view text) { out_ += text; }
  void name(const Identifier& name);
  void names(const std::vector<Identifier>& names);  // a, b
  void qualified(const QualifiedName& name);
  void literal_text(std::string_view text);
  // Pretty: a line break and the current indent; else a space (`open`: or nothing).
  enum class Flat { space, nothing };
  void line(Flat flat = Flat::space);
  bool fits(std::string_view text) const;
  template <typename Tree>
  std::string flat(const Tree& tree) const;

  // -- expressions (print_expression.cc, print_nodes.cc)
  void node(const Literal& tree);
  void node(const ColumnRef& tree);
  void node(const Star& tree);
  void node(const Parameter& tree);
  void node(const Unary& tree);
  void node(const Binary& tree);
  void node(const Call& tree);
  void node(const Cast& tree);
  void node(const Case& tree);
  void node(const Between& tree);
  void node(const InList& tree);
  void node(const InQuery& tree);
  void node(const Like& tree);
  void node(const IsTest& tree);
  void node(const Exists& tree);
  void node(const ScalarQuery& tree);
  void node(const Quantified& tree);
  void node(const Interval& tree);
  void node(const Extract& tree);
  void node(const AtTimeZone& tree);
  void node(const Collate& tree);
  void node(const ListLiteral& tree);
  void node(const StructLiteral& tree);
  void node(const Row& tree);
  void node(const Lambda& tree);
  void node(const Subscript& tree);
  void node(const FieldAccess& tree);
  void node(const CustomOperator& tree);
  void node(const MapLiteral& tree);
  void node(const ListComprehension& tree);
  void node(const ArrayQuery& tree);
  void expressions(const std::vector<Expression>& items);
  void prefixed(std::string_view sign, const Expression& operand, int lowest);
  void restricted(const Expression& tree);    // where the grammar admits no boolean words
  void with_postfix(const Expression& tree);  // what .field and [i] may hang on
  void logical_chain(const Binary& tree);
  void call_name(const QualifiedName& name);
  bool call_syntax(const Call& tree);  // POSITION, OVERLAY: true if printed
  void order(const std::vector<OrderItem>& items);
  void order_item(const OrderItem& item);
  void nulls_order(const std::optional<bool>& first);
  void window(const Window& window);
  void frame(const Frame& frame);
  void frame_bound(const FrameBound& bound);

  // -- queries (print_query.cc)
  void in_parentheses(const Query& tree);
  void common_tables(const Query& tree);
  void common_table(const CommonTable& table);
  void body(const Select& tree);
  void body(const Values& tree);
  void body(const SetOperation& tree);
  void select_list(const Select& tree);
  void from(const std::vector<FromItem>& items);
  void from_item(const FromItem& item);
  void item(const TableName& tree);
  void item(const TableFunction& tree);
  void item(const Subquery& tree);
  void item(const Join& tree);
  void set_operand(const Query& tree, bool grouped);
  void group_by(const Select& tree);
  void grouping_set(const GroupingSet& set);
  void ordering(const Query& tree);
  void limits(const Query& tree);
  void clause(std::string_view word, const std::optional<Expression>& condition);

  PrintOptions options_;
  std::string out_;
  size_t indent_ = 0;
};

template <typename Tree>
std::string Printer::flat(const Tree& tree) const {
  Printer other({options_.dialect, false});
  if constexpr (std::is_same_v<Tree, Expression>) {
    other.expression(tree, 0);
  } else {
    other.query(tree);
  }
  return std::move(other).text();
}

}  // namespace tally::sql
