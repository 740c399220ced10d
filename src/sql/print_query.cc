// Queries: flat on one line, or pretty with a line per clause.

#include "sql/parse_impl.h"
#include "sql/print_impl.h"

namespace tally::sql {
namespace {

int level_of(SetOp op) {
  return op == SetOp::intersect ? 2 : 1;
}

bool has_clauses_of_its_own(const Query& tree) {
  return !tree.with.empty() || !tree.order_by.empty() || tree.order_by_all || tree.limit ||
         tree.offset;
}

}  // namespace

void Printer::query(const Query& tree) {
  common_tables(tree);
  std::visit([this](const auto& kind) { body(kind); }, tree.body);
  ordering(tree);
  limits(tree);
}

void Printer::in_parentheses(const Query& tree) {
  if (options_.pretty) {
    const std::string short_form = flat(tree);
    constexpr size_t kInline = 60;
    if (short_form.size() <= kInline && fits(short_form)) {
      put("(");
      put(short_form);
      return put(")");
    }
  }
  put("(");
  indent_ += 2;
  line(Flat::nothing);
  query(tree);
  indent_ -= 2;
  line(Flat::nothing);
  put(")");
}

void Printer::common_tables(const Query& tree) {
  if (tree.with.empty()) return;
  put(tree.recursive ? "WITH RECURSIVE" : "WITH");
  indent_ += 2;
  for (size_t i = 0; i < tree.with.size(); ++i) {
    if (i > 0) put(",");
    line();
    common_table(tree.with[i]);
  }
  indent_ -= 2;
  line();
}

void Printer::common_table(const CommonTable& table) {
  name(table.name);
  if (!table.columns.empty()) {
    put("(");
    names(table.columns);
    put(")");
  }
  if (!table.using_key.empty()) {
    put(" USING KEY (");
    expressions(table.using_key);
    put(")");
  }
  put(" AS ");
  if (table.materialized) put(*table.materialized ? "MATERIALIZED " : "NOT MATERIALIZED ");
  put("(");
  indent_ += 2;
  line(Flat::nothing);
  query(*table.query);
  indent_ -= 2;
  line(Flat::nothing);
  put(")");
}

void Printer::body(const Select& tree) {
  put("SELECT");
  if (tree.distinct) put(" DISTINCT");
  if (!tree.distinct_on.empty()) {
    put(" ON (");
    expressions(tree.distinct_on);
    put(")");
  }
  select_list(tree);
  from(tree.from);
  clause("WHERE", tree.where);
  group_by(tree);
  clause("HAVING", tree.having);
  for (size_t i = 0; i < tree.windows.size(); ++i) {
    if (i == 0) {
      line();
      put("WINDOW ");
    } else {
      put(", ");
    }
    name(tree.windows[i].first);
    put(" AS ");
    window(tree.windows[i].second);
  }
  clause("QUALIFY", tree.qualify);
  if (!tree.sample.empty()) {
    line();
    put("USING SAMPLE ");
    put(tree.sample);
  }
}

void Printer::select_list(const Select& tree) {
  bool broken = false;
  if (options_.pretty) {
    std::string all;
    for (const SelectItem& item : tree.items) {
      all += " " + flat(item.expression) + ",";
      if (item.alias) all += " AS " + item.alias->text;
    }
    broken = !fits(all);
  }
  indent_ += 2;
  for (size_t i = 0; i < tree.items.size(); ++i) {
    if (i > 0) put(",");
    if (broken) {
      line();
    } else {
      put(" ");
    }
    expression(tree.items[i].expression, 0);
    if (!tree.items[i].alias) continue;
    put(" AS ");
    name(*tree.items[i].alias);
  }
  indent_ -= 2;
}

void Printer::clause(std::string_view word, const std::optional<Expression>& condition) {
  if (!condition) return;
  line();
  put(word);
  put(" ");
  expression(*condition, 0);
}

void Printer::from(const std::vector<FromItem>& items) {
  if (items.empty()) return;
  line();
  put("FROM ");
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) put(", ");
    from_item(items[i]);
  }
}

void Printer::from_item(const FromItem& tree) {
  const bool grouped =
      std::holds_alternative<Join>(tree.item) && (tree.alias || !tree.sample.empty());
  if (tree.lateral) put("LATERAL ");
  if (grouped) put("(");
  std::visit([this](const auto& kind) { item(kind); }, tree.item);
  if (grouped) put(")");
  if (tree.alias) {
    put(" AS ");
    name(*tree.alias);
    if (!tree.column_aliases.empty()) {
      put("(");
      names(tree.column_aliases);
      put(")");
    }
  }
  if (tree.sample.empty()) return;
  put(" TABLESAMPLE ");
  put(tree.sample);
}

void Printer::item(const TableName& tree) {
  qualified(tree.name);
}

void Printer::item(const TableFunction& tree) {
  expression(*tree.call, 0);
  if (tree.with_ordinality) put(" WITH ORDINALITY");
}

void Printer::item(const Subquery& tree) {
  in_parentheses(*tree.query);
}

void Printer::item(const Join& tree) {
  from_item(*tree.left);
  line();
  if (tree.natural) put("NATURAL ");
  constexpr std::string_view kWords[] = {"",           "LEFT ",       "RIGHT ",      "FULL ",
                                         "CROSS ",     "SEMI ",       "ANTI ",       "ASOF ",
                                         "ASOF LEFT ", "POSITIONAL ", "ASOF RIGHT ", "ASOF FULL "};
  put(kWords[static_cast<size_t>(tree.kind)]);
  put("JOIN ");
  const bool grouped = std::holds_alternative<Join>(tree.right->item) && !tree.right->alias &&
                       tree.right->sample.empty();
  if (grouped) put("(");
  from_item(*tree.right);
  if (grouped) put(")");
  if (tree.on) {
    put(" ON ");
    expression(*tree.on, 0);
  } else if (!tree.using_columns.empty()) {
    put(" USING (");
    names(tree.using_columns);
    put(")");
  }
}

void Printer::group_by(const Select& tree) {
  if (tree.group_by.empty() && !tree.group_by_all) return;
  line();
  put("GROUP BY ");
  if (tree.group_by_all) put("ALL");
  for (size_t i = 0; i < tree.group_by.size(); ++i) {
    if (i > 0) put(", ");
    grouping_set(tree.group_by[i]);
  }
}

void Printer::grouping_set(const GroupingSet& set) {
  if (set.kind == GroupingSet::Kind::plain && set.items.size() == 1) {
    return expression(set.items[0], 0);
  }
  if (set.kind == GroupingSet::Kind::rollup) put("ROLLUP ");
  if (set.kind == GroupingSet::Kind::cube) put("CUBE ");
  if (set.kind == GroupingSet::Kind::sets) put("GROUPING SETS ");
  put("(");
  expressions(set.items);
  for (size_t i = 0; i < set.sets.size(); ++i) {
    if (i > 0) put(", ");
    grouping_set(set.sets[i]);
  }
  put(")");
}

void Printer::body(const Values& tree) {
  put("VALUES ");
  for (size_t i = 0; i < tree.rows.size(); ++i) {
    if (i > 0) put(", ");
    put("(");
    expressions(tree.rows[i]);
    put(")");
  }
}

void Printer::body(const SetOperation& tree) {
  const auto level = [](const Query& operand) {
    const auto* inner = std::get_if<SetOperation>(&operand.body);
    return inner == nullptr ? 3 : level_of(inner->op);
  };
  set_operand(*tree.left, level(*tree.left) < level_of(tree.op));
  line();
  constexpr std::string_view kWords[] = {"UNION", "UNION", "INTERSECT", "EXCEPT"};
  put(kWords[static_cast<size_t>(tree.op)]);
  if (tree.all) put(" ALL");
  if (tree.op == SetOp::union_by_name) put(" BY NAME");
  line();
  set_operand(*tree.right, level(*tree.right) <= level_of(tree.op));
}

void Printer::set_operand(const Query& tree, bool grouped) {
  if (grouped || has_clauses_of_its_own(tree)) return in_parentheses(tree);
  query(tree);
}

void Printer::ordering(const Query& tree) {
  if (tree.order_by.empty() && !tree.order_by_all) return;
  line();
  put("ORDER BY ");
  if (!tree.order_by_all) return order(tree.order_by);
  put(tree.order_by_all_descending ? "ALL DESC" : tree.order_by_all_ascending ? "ALL ASC" : "ALL");
  nulls_order(tree.order_by_all_nulls_first);
}

void Printer::limits(const Query& tree) {
  if (tree.limit) {
    line();
    put("LIMIT ");
    expression(*tree.limit, tree.limit_percent ? kLevelPrimary : 0);
    if (tree.limit_percent) put("%");
  }
  if (!tree.offset) return;
  line();
  put("OFFSET ");
  expression(*tree.offset, 0);
}

}  // namespace tally::sql
