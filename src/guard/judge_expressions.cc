// What an expression may name: functions, columns, values.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "guard/allowed_functions.h"
#include "guard/tree_walk.h"

namespace tally::guard {

bool TreeJudge::names_a_value(const std::vector<std::string>& parts) {
  if (parts.empty()) return unknown("A column without a name");
  Meaning meaning = scopes_.meaning(lowered(parts));
  if (meaning == Meaning::whole_row)
    return refuse("whole_row_reference",
                  fmt::format("{} names a table, and here that would be every column of it.",
                              fmt::join(parts, ".")),
                  "Name the columns, or give the value another name than the table.");
  if (scopes_.names_hidden(lowered(parts)))
    return refuse_hidden(fmt::format("{}", fmt::join(parts, ".")));
  if (meaning == Meaning::unknown && parts.size() == 1 && is_session_word(lower(parts[0])))
    return refuse("function_not_allowed", fmt::format("{} cannot be used.", lower(parts[0])),
                  std::string(refusal_hint(lower(parts[0]))));
  // A word that is no column may still be a function: current_date.
  return meaning != Meaning::unknown || parts.size() > 1 || is_built_in(lower(parts[0]));
}

bool TreeJudge::column(const Node& node) {
  const Node& names = at(node, "column_names");
  if (!plain_slot(names, {"column_names", Slot::texts})) return false;
  const std::vector<std::string> parts = texts(names);
  if (!names_a_value(parts)) return false;
  // s.field is a call of a function, t.column is not.
  return parts.size() == 1 || scopes_.is_column_of_relation(lowered(parts)) || takes_a_field();
}

// ---- what the owner hides ----

bool TreeJudge::refuse_hidden(std::string_view what) {
  return refuse("hidden_column",
                fmt::format("The column {} is hidden by the warehouse's owner.", what),
                "Leave it out; docs/dbt.md says what hides a column.");
}

bool TreeJudge::refuse_all_columns(std::string_view what) {
  return refuse("hidden_column",
                fmt::format("{} would show columns that the warehouse's owner hides.", what),
                "Name the columns that you want.");
}

// Names that EXCLUDE takes out are not shown.
bool TreeJudge::shows_hidden(const Node& star) const {
  Columns excluded = lowered(texts(at(star, "exclude_list")));
  for (const Node& item : at(star, "qualified_exclude_list"))
    excluded.push_back(lower(text_at(item, "column")));
  const std::string of = lower(text_at(star, "relation_name"));
  return scopes_.any_relation([&](const Relation& relation, bool is_innermost) {
    if (of.empty() ? !is_innermost : relation.alias != of) return false;
    return std::any_of(relation.hidden.begin(), relation.hidden.end(), [&](const auto& name) {
      return std::find(excluded.begin(), excluded.end(), name) == excluded.end();
    });
  });
}

bool TreeJudge::star(const Node& node, const NodeShape& shape) {
  if (shows_hidden(node)) return refuse_all_columns("*");
  // COLUMNS(c -> …) chooses columns by their name.
  lambda_argument_ = text_at(at(node, "expr"), "class") == "LAMBDA";
  if (!at(node, "expr").is_null() && !is_built_in("list_filter")) return false;
  return slots(node, shape);
}

bool TreeJudge::function(const Node& node, const NodeShape& shape) {
  std::string name = lower(text_at(node, "function_name"));
  bool in_from = std::exchange(as_table_function_, false);
  if (in_from && !is_built_in(name)) return false;
  if (in_from && !is_allowed_table_function(name))
    return refuse("table_function_not_allowed", fmt::format("{} cannot stand in FROM.", name),
                  refusal_hint(name).empty()
                      ? "Allowed there: range, generate_series, unnest, and tables."
                      : std::string(refusal_hint(name)));
  bool allowed = in_from || (shape.special == Special::window ? is_allowed_window_function(name)
                                                              : is_allowed_function(name));
  if (!judge_function_name(node, allowed)) return false;
  if (takes_aggregate_name(name) && !judge_aggregate_name(node)) return false;
  return takes_lambda(name) ? lambda_call(node, shape) : slots(node, shape);
}

// A macro of the warehouse runs in place of the engine's function of that name, operators included
// (a + b is the function +), and nothing in the text would show it.
bool TreeJudge::is_built_in(std::string_view name) {
  if (!catalog_.has_macro(name)) return true;
  return refuse("warehouse_macro",
                fmt::format("{} is a macro of the warehouse, and runs SQL that is not to be seen "
                            "here.",
                            name),
                fmt::format("Write out what it computes; the engine's own function of that name, "
                            "if there is one, is system.main.{}(…).",
                            name));
}

// The functions that the engine makes of what is no function in its tree.
bool TreeJudge::implied_functions(std::string_view kind) {
  if (kind == "ARRAY_CONSTRUCTOR") return is_built_in("list_value");
  if (kind == "ARRAY_EXTRACT") {
    return is_built_in("array_extract") && is_built_in("map_extract_value");
  }
  if (kind == "ARRAY_SLICE") return is_built_in("array_slice") && is_built_in("list_value");
  if (kind == "STRUCT_EXTRACT") return takes_a_field();
  return true;
}

// What .field stands for, on a struct and on a union.
bool TreeJudge::takes_a_field() {
  return is_built_in("struct_extract") && is_built_in("union_extract");
}

bool TreeJudge::judge_function_name(const Node& node, bool allowed) {
  std::string name = lower(text_at(node, "function_name"));
  bool of_engine =
      lower(text_at(node, "catalog")) == "system" && lower(text_at(node, "schema")) == "main";
  if (!of_engine && !is_built_in(name)) return false;
  if (!allowed)
    return refuse("function_not_allowed", fmt::format("The function {} cannot be used.", name),
                  std::string(refusal_hint(name)));
  std::string schema = lower(text_at(node, "schema")), database = lower(text_at(node, "catalog"));
  bool built_in = (schema.empty() && database.empty()) ||
                  (schema == "main" && (database.empty() || database == "system"));
  return built_in || judge_method_call(node);
}

// name.upper() arrives as function upper of schema "name".
bool TreeJudge::judge_method_call(const Node& node) {
  std::vector<std::string> parts;
  for (std::string_view key : {"catalog", "schema"})
    if (auto part = text_at(node, key); !part.empty()) parts.emplace_back(part);
  if (!names_a_value(parts)) return false;
  if (scopes_.meaning(lowered(parts)) == Meaning::column) return true;
  return refuse("function_not_allowed",
                fmt::format("The function {}.{} cannot be used.", fmt::join(parts, "."),
                            text_at(node, "function_name")),
                "Only built-in functions may be called, without a schema.");
}

bool TreeJudge::judge_aggregate_name(const Node& node) {
  const Node& children = at(node, "children");
  if (!children.is_array() || children.size() < 2) return true;  // does not bind anyway
  const Node& value = at(at(children[1], "value"), "value");
  if (text_at(children[1], "class") == "CONSTANT" && value.is_string() &&
      is_allowed_aggregate(lower(value.get_ref<const std::string&>())))
    return true;
  return refuse("function_not_allowed",
                fmt::format("{} needs the name of an aggregate that may be used.",
                            lower(text_at(node, "function_name"))),
                "Write the name as a plain text, such as 'sum'.");
}

bool TreeJudge::lambda_call(const Node& node, const NodeShape& shape) {
  for (const SlotShape& each : shape.slots) {
    const Node& value = at(node, each.key);
    if (each.key != "children" || !value.is_array()) {
      if (!slot(value, each)) return false;
      continue;
    }
    for (const Node& child : value) {
      lambda_argument_ = text_at(child, "class") == "LAMBDA";
      if (!expression(child)) return false;
    }
  }
  return true;
}

bool TreeJudge::lambda(const Node& node, const NodeShape& shape) {
  // x -> 'a' outside a list function is JSON's arrow: both sides are values.
  if (!std::exchange(lambda_argument_, false)) return slots(node, shape);
  const Node& left = at(node, "lhs");
  Columns parameters;
  auto add = [&](const Node& parameter) {
    auto parts = texts(at(parameter, "column_names"));
    if (text_at(parameter, "class") == "COLUMN_REF" && parts.size() == 1)
      parameters.push_back(lower(parts[0]));
  };
  add(left);
  if (text_at(left, "function_name") == "row" && at(left, "children").is_array())
    for (const Node& child : at(left, "children")) add(child);
  scopes_.open_lambda(std::move(parameters));
  bool good = slots(node, shape);
  scopes_.close_lambda();
  return good;
}

bool TreeJudge::count_terms(const Node& node) {
  terms_ += at(node, "children").size();
  if (terms_ <= limits_.max_terms) return true;
  return refuse("too_many_terms",
                fmt::format("AND and OR join more than {} terms.", limits_.max_terms),
                "A list of values is shorter: x IN (1, 2, …).");
}

}  // namespace tally::guard
