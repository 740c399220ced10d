// Operands: literals, names, calls, CASE, nested values.

#include "sql/keywords.h"
#include "sql/parse_impl.h"
#include "sql/print_impl.h"

namespace tally::sql {

void Printer::node(const Literal& tree) {
  switch (tree.kind) {
    case Literal::Kind::null:
      return put("NULL");
    case Literal::Kind::boolean:
      return put(tree.text == "true" ? "TRUE" : "FALSE");
    case Literal::Kind::number:
      return put(tree.text);
    case Literal::Kind::text:
      return literal_text(tree.text);
    case Literal::Kind::typed:
      put(tree.type_name);
      put(" ");
      return literal_text(tree.text);
  }
}

void Printer::node(const ColumnRef& tree) {
  qualified(tree.name);
}
void Printer::node(const Parameter& tree) {
  // "$a$b" would be the start of a dollar-quoted text; "$ a$b" is the parameter a$b.
  const bool quotes = tree.text.find('$', 1) != std::string::npos;
  put(quotes ? "$ " + tree.text.substr(1) : tree.text);
}

void Printer::node(const Star& tree) {
  if (!tree.qualifier.empty()) {
    qualified(tree.qualifier);
    put(".");
  }
  put("*");
  const auto separate = [this, first = true](std::string_view head) mutable {
    put(first ? head : ", ");
    first = false;
  };
  if (!tree.exclude.empty() || !tree.exclude_qualified.empty()) {
    auto next = separate;
    for (const Identifier& column : tree.exclude) next(" EXCLUDE ("), name(column);
    for (const QualifiedName& column : tree.exclude_qualified)
      next(" EXCLUDE ("), qualified(column);
    put(")");
  }
  if (!tree.replace.empty()) {
    auto next = separate;
    for (const auto& [value, column] : tree.replace) {
      next(" REPLACE (");
      expression(*value, 0);
      put(" AS ");
      name(column);
    }
    put(")");
  }
  if (!tree.rename.empty() || !tree.rename_qualified.empty()) {
    auto next = separate;
    for (const auto& [from, to] : tree.rename) next(" RENAME ("), name(from), put(" AS "), name(to);
    for (const auto& [from, to] : tree.rename_qualified) {
      next(" RENAME ("), qualified(from), put(" AS "), name(to);
    }
    put(")");
  }
}

void Printer::call_name(const QualifiedName& parts) {
  if (parts.size() != 1) return qualified(parts);
  put(written_function(parts[0].text, options_.dialect, parts[0].quoted));
}

bool Printer::call_syntax(const Call& tree) {
  if (tree.name.size() != 1 || tree.name[0].quoted) return false;
  const uint16_t word = find_keyword(tree.name[0].text);
  const size_t count = tree.arguments.size();
  if (word == keyword("position") && count == 2) {
    call_name(tree.name);
    put("(");
    restricted(*tree.arguments[0].value);
    put(" IN ");
    restricted(*tree.arguments[1].value);
    put(")");
    return true;
  }
  if (word != keyword("overlay") || count < 3 || count > 4) return false;
  call_name(tree.name);
  constexpr std::string_view kBefore[] = {"(", " PLACING ", " FROM ", " FOR "};
  for (size_t i = 0; i < count; ++i) {
    put(kBefore[i]);
    expression(*tree.arguments[i].value, 0);
  }
  put(")");
  return true;
}

void Printer::node(const Call& tree) {
  if (call_syntax(tree)) return;
  call_name(tree.name);
  put("(");
  if (tree.distinct) put("DISTINCT ");
  for (size_t i = 0; i < tree.arguments.size(); ++i) {
    if (i > 0) put(", ");
    if (tree.arguments[i].name) {
      name(*tree.arguments[i].name);
      put(" := ");
    }
    expression(*tree.arguments[i].value, 0);
  }
  if (!tree.order_by.empty()) {
    put(tree.arguments.empty() ? "ORDER BY " : " ORDER BY ");
    order(tree.order_by);
  }
  if (tree.ignore_nulls) put(" IGNORE NULLS");
  put(")");
  if (!tree.within_group.empty()) {
    put(" WITHIN GROUP (ORDER BY ");
    order(tree.within_group);
    put(")");
  }
  if (tree.filter) {
    put(" FILTER (WHERE ");
    expression(**tree.filter, 0);
    put(")");
  }
  if (!tree.over) return;
  put(" OVER ");
  const Window& over = *tree.over;
  const bool named = over.base && over.partition_by.empty() && over.order_by.empty() && !over.frame;
  if (named) return name(*over.base);
  window(over);
}

void Printer::order(const std::vector<OrderItem>& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) put(", ");
    order_item(items[i]);
  }
}

void Printer::order_item(const OrderItem& item) {
  expression(*item.expression, 0);
  if (item.descending) {
    put(" DESC");
  } else if (item.ascending) {
    put(" ASC");
  }
  nulls_order(item.nulls_first);
}

void Printer::nulls_order(const std::optional<bool>& first) {
  if (first) put(*first ? " NULLS FIRST" : " NULLS LAST");
}

void Printer::window(const Window& tree) {
  put("(");
  std::string_view gap;
  const auto separate = [&] { put(std::exchange(gap, " ")); };
  if (tree.base) separate(), name(*tree.base);
  if (!tree.partition_by.empty()) {
    separate();
    put("PARTITION BY ");
    expressions(tree.partition_by);
  }
  if (!tree.order_by.empty()) {
    separate();
    put("ORDER BY ");
    order(tree.order_by);
  }
  if (tree.frame) separate(), frame(*tree.frame);
  put(")");
}

void Printer::frame(const Frame& tree) {
  constexpr std::string_view kUnits[] = {"ROWS", "RANGE", "GROUPS"};
  put(kUnits[static_cast<size_t>(tree.unit)]);
  put(" BETWEEN ");
  frame_bound(tree.start);
  put(" AND ");
  frame_bound(tree.end);
  if (tree.exclude.empty()) return;
  put(" EXCLUDE ");
  put(tree.exclude);
}

void Printer::frame_bound(const FrameBound& bound) {
  if (bound.offset) expression(**bound.offset, kLevelOperator);
  switch (bound.kind) {
    case FrameBound::Kind::unbounded_preceding:
      return put("UNBOUNDED PRECEDING");
    case FrameBound::Kind::preceding:
      return put(" PRECEDING");
    case FrameBound::Kind::current_row:
      return put("CURRENT ROW");
    case FrameBound::Kind::following:
      return put(" FOLLOWING");
    case FrameBound::Kind::unbounded_following:
      return put("UNBOUNDED FOLLOWING");
  }
}

void Printer::node(const Cast& tree) {
  put(tree.is_try ? "TRY_CAST(" : "CAST(");
  expression(*tree.operand, 0);
  put(" AS ");
  put(tree.type);
  put(")");
}

void Printer::node(const Case& tree) {
  const bool broken = options_.pretty && !fits(flat(Expression{tree, {}}));
  const auto next = [&] {
    if (broken) {
      line();
    } else {
      put(" ");
    }
  };
  put("CASE");
  if (tree.operand) put(" "), expression(**tree.operand, 0);
  indent_ += 2;
  for (const auto& [condition, value] : tree.branches) {
    next();
    put("WHEN ");
    expression(*condition, 0);
    put(" THEN ");
    expression(*value, 0);
  }
  if (tree.otherwise) {
    next();
    put("ELSE ");
    expression(**tree.otherwise, 0);
  }
  indent_ -= 2;
  next();
  put("END");
}

void Printer::node(const Exists& tree) {
  put("EXISTS ");
  in_parentheses(*tree.query);
}
void Printer::node(const ScalarQuery& tree) {
  in_parentheses(*tree.query);
}
void Printer::node(const ArrayQuery& tree) {
  put("ARRAY");
  in_parentheses(*tree.query);
}

void Printer::node(const Interval& tree) {
  put("INTERVAL ");
  const auto* literal = std::get_if<Literal>(&tree.amount->node);
  const bool bare =
      literal != nullptr && (literal->kind == Literal::Kind::text ||
                             (literal->kind == Literal::Kind::number &&
                              literal->text.find_first_not_of("0123456789_") == std::string::npos));
  expression(*tree.amount, bare ? 0 : kLevelPrimary + 1);
  if (tree.unit.empty()) return;
  put(" ");
  put(tree.unit);
}

// A part is bare where it is the unit the parser would read from the bare word.
void Printer::node(const Extract& tree) {
  put("EXTRACT(");
  const bool plain = written_name(tree.part, options_.dialect) == tree.part;
  bool lower = true;
  for (const char c : tree.part) lower &= c < 'A' || c > 'Z';
  const uint16_t word = find_keyword(tree.part);
  constexpr uint16_t kUnits[] = {keyword("year"),        keyword("quarter"), keyword("month"),
                                 keyword("week"),        keyword("day"),     keyword("hour"),
                                 keyword("minute"),      keyword("second"),  keyword("millisecond"),
                                 keyword("microsecond"), keyword("decade"),  keyword("century"),
                                 keyword("millennium")};
  bool unit = false;
  for (const uint16_t known : kUnits) unit |= word == known;
  if (plain && (word == 0 || (unit && lower))) {
    put(tree.part);
  } else {
    literal_text(tree.part);
  }
  put(" FROM ");
  expression(*tree.operand, 0);
  put(")");
}

void Printer::node(const ListLiteral& tree) {
  put(tree.array ? "ARRAY[" : "[");
  expressions(tree.items);
  put("]");
}

void Printer::node(const StructLiteral& tree) {
  put("{");
  for (size_t i = 0; i < tree.fields.size(); ++i) {
    if (i > 0) put(", ");
    literal_text(tree.fields[i].first.text);
    put(": ");
    expression(*tree.fields[i].second, 0);
  }
  put("}");
}

void Printer::node(const MapLiteral& tree) {
  put("MAP {");
  for (size_t i = 0; i < tree.entries.size(); ++i) {
    if (i > 0) put(", ");
    expression(*tree.entries[i].first, kLevelArrow);
    put(": ");
    expression(*tree.entries[i].second, 0);
  }
  put("}");
}

void Printer::node(const ListComprehension& tree) {
  put("[");
  expression(*tree.result, 0);
  put(" FOR ");
  names(tree.names);
  put(" IN ");
  expression(*tree.list, tree.condition ? kLevelPrimary : 0);
  if (tree.condition) {
    put(" IF ");
    expression(**tree.condition, 0);
  }
  put("]");
}

void Printer::node(const Row& tree) {
  put(tree.items.size() < 2 ? "ROW(" : "(");
  expressions(tree.items);
  put(")");
}

void Printer::node(const Lambda& tree) {
  const bool several = tree.parameters.size() != 1;
  if (!tree.arrow) put("LAMBDA ");
  if (tree.arrow && several) put("(");
  names(tree.parameters);
  if (tree.arrow && several) put(")");
  put(tree.arrow ? " -> " : ": ");
  expression(*tree.body, tree.arrow ? kLevelArrow + 1 : 0);
}

}  // namespace tally::sql
