// What a query may read, and which names its parts see.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "guard/table_names.h"
#include "guard/tree_walk.h"
#include "sql/lexer.h"

namespace tally::guard {
namespace {

bool inlines_common_tables(std::string_view text) {
  auto tokens = sql::tokenize(text);
  if (!tokens.ok()) return true;  // cannot tell: the careful count
  for (const sql::Token& token : *tokens)
    if (token.kind == sql::TokenKind::word && lower(token.in(text)) == "materialized") return true;
  return false;
}

}  // namespace

bool TreeJudge::select(const Node& node, const NodeShape& shape) {
  scopes_.open_query();
  const Node& list = at(node, "select_list");
  if (list.is_array())
    for (const Node& item : list)
      if (auto alias = text_at(item, "alias"); !alias.empty())
        scopes_.query().select_aliases.push_back(lower(alias));
  for (const SlotShape& each : shape.slots) {
    // HAVING sees the names given in the select list before it sees a table as a row.
    scopes_.query().aliases_visible = each.key == "having";
    if (!slot(at(node, each.key), each)) return false;
  }
  result_ = output_columns(list);
  scopes_.close_query();
  return true;
}

// ORDER BY and DISTINCT ON see the names of the select list, but only where one stands alone.
bool TreeJudge::order_by(const Node& node, const NodeShape& shape) {
  bool is_order = shape.special == Special::order_by;
  const Node& items = at(node, is_order ? "orders" : "distinct_on_targets");
  if (!items.is_array()) return slots(node, shape);
  for (const Node& item : items) {
    const Node& target = is_order ? at(item, "expression") : item;
    scopes_.query().aliases_visible = text_at(target, "class") == "COLUMN_REF";
    if (!(is_order ? object(item, *shape.slots[0].of) : expression(item))) return false;
  }
  scopes_.query().aliases_visible = false;
  return true;
}

bool TreeJudge::set_operation(const Node& node, const NodeShape& shape) {
  Columns left;
  for (const SlotShape& each : shape.slots) {
    bool orders = each.slot == Slot::modifiers;  // sees the columns of the result, no tables
    if (orders) scopes_.open_query();
    if (orders) add_relation({.columns = left});
    if (!slot(at(node, each.key), each)) return false;
    if (orders) scopes_.close_query();
    if (each.key == "left") left = result_;
  }
  result_ = std::move(left);
  return true;
}

bool TreeJudge::recursive(const Node& node, const NodeShape& shape) {
  Columns left;
  for (const SlotShape& each : shape.slots) {
    bool orders = each.slot == Slot::modifiers;
    if (orders) scopes_.open_query();
    if (!slot(at(node, each.key), each)) return false;
    if (orders) scopes_.close_query();
    if (each.key != "left") continue;
    // Only the recursive half sees the table that it grows.
    left = renamed(result_, at(node, "aliases"));
    scopes_.add_common_table(text_at(node, "cte_name"), {left, 1});
  }
  result_ = std::move(left);
  return true;
}

bool TreeJudge::common_table(const Node& node, const NodeShape& shape) {
  std::string_view name = text_at(node, "key");
  // Where the engine does not see the common table, it would see its own.
  if (is_system_name(name))
    return refuse("system_table",
                  fmt::format("{} is a table of the engine; WITH cannot take its name.", name),
                  "Give it another name.");
  double before = tables_;
  if (!slots(node, shape)) return false;
  if (!inlines_) inlines_ = inlines_common_tables(text_);
  double weight = *inlines_ ? std::max(1.0, tables_ - before) : 1;
  scopes_.add_common_table(name, {renamed(result_, at(at(node, "value"), "aliases")), weight});
  return true;
}

// What a query node shows to the outside, as far as names go.
Columns TreeJudge::output_columns(const Node& select_list) const {
  Columns columns;
  if (!select_list.is_array()) return columns;
  for (const Node& item : select_list) {
    std::string_view kind = text_at(item, "class");
    if (auto alias = text_at(item, "alias"); !alias.empty()) {
      columns.push_back(lower(alias));
    } else if (kind == "COLUMN_REF") {
      auto parts = texts(at(item, "column_names"));
      columns.push_back(parts.empty() ? "" : lower(parts.back()));
    } else if (kind == "STAR") {
      for (std::string& name : star_columns(item)) columns.push_back(std::move(name));
    } else {
      columns.emplace_back();
    }
  }
  return columns;
}

Columns TreeJudge::star_columns(const Node& star) const {
  Columns columns, excluded = lowered(texts(at(star, "exclude_list")));
  for (const Node& item : at(star, "qualified_exclude_list"))
    excluded.push_back(lower(text_at(item, "column")));
  std::string of = lower(text_at(star, "relation_name"));
  for (const Relation& relation : scopes_.innermost().relations)
    if (of.empty() || relation.alias == of)
      for (const std::string& column : relation.columns)
        if (std::find(excluded.begin(), excluded.end(), column) == excluded.end())
          columns.push_back(column);
  for (const Node& item : at(star, "rename_list"))
    std::replace(columns.begin(), columns.end(), lower(text_at(at(item, "key"), "column")),
                 lower(text_at(item, "value")));
  return columns;
}

// ---- FROM ----

// USING names columns of both sides, NATURAL does so without saying which.
bool TreeJudge::join(const Node& node, const NodeShape& shape) {
  if (!count_join() || !slots(node, shape)) return false;
  if (text_at(node, "ref_type") == "NATURAL" && scopes_.innermost().has_hidden())
    return refuse_all_columns("NATURAL JOIN");
  for (const std::string& name : texts(at(node, "using_columns")))
    if (scopes_.names_hidden({lower(name)})) return refuse_hidden(name);
  return true;
}

// Before the walk goes down, for a chain of joins is as deep as it is long.
bool TreeJudge::count_join() {
  return ++joins_ <= limits_.max_tables || count_tables(static_cast<double>(joins_) + 1);
}

bool TreeJudge::count_tables(double tables) {
  tables_ += tables;
  if (tables_ <= static_cast<double>(limits_.max_tables)) return true;
  return refuse("too_many_joins",
                fmt::format("The query reads more than {} tables.", limits_.max_tables),
                "Split it, or read each table once.");
}

bool TreeJudge::base_table(const Node& node, const NodeShape& shape) {
  if (!slots(node, shape)) return false;
  TableName name{std::string(text_at(node, "catalog_name")),
                 std::string(text_at(node, "schema_name")),
                 std::string(text_at(node, "table_name"))};
  Relation relation;
  std::string_view alias = text_at(node, "alias");
  relation.alias = lower(alias.empty() ? std::string_view(name.name) : alias);
  const CommonTable* common =
      name.database.empty() && name.schema.empty() ? scopes_.common_table(name.name) : nullptr;
  if (common != nullptr) {
    relation.columns = renamed(common->columns, at(node, "column_name_alias"));
    if (!count_tables(common->weight)) return false;
    return add_relation(std::move(relation)), true;
  }
  auto found = find_table(catalog_, name);
  if (auto* none = std::get_if<NoTable>(&found)) {
    if (none->rule == "unknown_table" && scopes_.was_common_table(name.name))
      none->hint = "A table of WITH is seen only inside the query that it stands in.";
    return refuse(none->rule, none->message, none->hint);
  }
  const catalog::Table* table = std::get<const catalog::Table*>(found);
  if (alias.empty()) relation.database = table->id.database, relation.schema = table->id.schema;
  const Node& aliases = at(node, "column_name_alias");
  for (const catalog::Column& each : table->columns) {
    relation.columns.push_back(lower(each.name));
    if (!each.is_hidden || limits_.reads_hidden) continue;
    // By another name it would be none of these.
    if (relation.columns.size() <= aliases.size()) return refuse_all_columns("The list of names");
    relation.hidden.push_back(relation.columns.back());
  }
  relation.columns = renamed(std::move(relation.columns), aliases);
  if (!count_tables(1)) return false;
  return add_relation(std::move(relation)), true;
}

bool TreeJudge::subquery_table(const Node& node, const NodeShape& shape) {
  if (!slots(node, shape)) return false;
  bool only_values =
      text_at(at(at(at(node, "subquery"), "node"), "from_table"), "type") == "EXPRESSION_LIST";
  add_relation({.alias = lower(text_at(node, "alias")),
                .columns = renamed(result_, at(node, "column_name_alias")),
                .only_values = only_values});
  return true;
}

bool TreeJudge::table_function(const Node& node, const NodeShape& shape) {
  const Node& call = at(node, "function");
  if (text_at(call, "class") != "FUNCTION") return unknown("Something other than a call in FROM");
  as_table_function_ = true;
  if (!slots(node, shape) || !count_tables(1)) return false;
  std::string name = lower(text_at(call, "function_name"));
  std::string_view alias = text_at(node, "alias");
  add_relation({.alias = alias.empty() ? name : lower(alias),
                .columns = renamed({name, "ordinality"}, at(node, "column_name_alias")),
                .only_values = true});
  return true;
}

bool TreeJudge::expression_list(const Node& node, const NodeShape& shape) {
  if (!slots(node, shape)) return false;
  Columns columns;
  const Node& rows = at(node, "values");
  if (rows.is_array() && !rows.empty())
    for (size_t i = 0; i < rows[0].size(); ++i) columns.push_back(fmt::format("col{}", i));
  add_relation({.alias = lower(text_at(node, "alias")),
                .columns = renamed(std::move(columns), at(node, "expected_names")),
                .only_values = true});
  return true;
}

// Its columns depend on the data's names in ways that only the binder knows: taken wider here.
// The engine gathers the values with list; named by a macro, it breaks instead of refusing.
bool TreeJudge::pivot(const Node& node, const NodeShape& shape) {
  if (!is_built_in("list") || !is_built_in("unpivot_list")) return false;
  scopes_.open_query();
  if (!slots(node, shape)) return false;
  if (scopes_.innermost().has_hidden()) return refuse_all_columns("PIVOT");
  Relation result{.alias = lower(text_at(node, "alias"))};
  for (const Relation& source : scopes_.query().relations)
    result.columns.insert(result.columns.end(), source.columns.begin(), source.columns.end());
  scopes_.close_query();
  auto add = [&](const Node& names) {
    for (std::string& name : lowered(texts(names))) result.columns.push_back(std::move(name));
  };
  add(at(node, "unpivot_names"));
  for (const Node& pivot : at(node, "pivots")) {
    add(at(pivot, "unpivot_names"));
    for (const Node& entry : at(pivot, "entries")) {
      result.columns.push_back(lower(text_at(entry, "alias")));
      for (const Node& value : at(entry, "values")) add(Node::array({at(value, "value")}));
    }
  }
  result.columns = renamed(std::move(result.columns), at(node, "column_name_alias"));
  add_relation(std::move(result));
  return true;
}

}  // namespace tally::guard
