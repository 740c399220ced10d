#include "guard/tree_judge.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "guard/constant_cost.h"
#include "guard/text_gates.h"
#include "guard/tree_walk.h"

namespace tally::guard {
namespace {

bool is_primitive(const Node& value) {
  return value.is_primitive();
}

}  // namespace

Columns lowered(std::vector<std::string> names) {
  for (std::string& name : names) name = lower(name);
  return names;
}

// The names that a table reference gives to its columns replace the first ones.
Columns renamed(Columns columns, const Node& aliases) {
  Columns names = lowered(texts(aliases));
  for (size_t i = 0; i < names.size(); ++i) {
    if (i < columns.size())
      columns[i] = names[i];
    else
      columns.push_back(names[i]);
  }
  return columns;
}

bool TreeJudge::refuse(std::string_view rule, std::string message, std::string hint) {
  TextPosition position = position_of(text_, at_);
  refusal_ = Refusal{std::string(rule), position.line, position.column, std::move(message),
                     std::move(hint)};
  return false;
}

bool TreeJudge::unknown(std::string_view what) {
  return refuse("unknown_node", fmt::format("{} is not something a question may use.", what),
                "Write it as a plain SELECT.");
}

bool TreeJudge::judge_statement_count(const Node& answer) {
  const Node& statements = at(answer, "statements");
  if (!statements.is_array()) return unknown("A tree without statements");
  if (statements.empty())
    return refuse("empty", "The text holds no statement.", "Write one SELECT statement.");
  if (statements.size() > 1) {
    refusal_ = refuse_statements(text_);
    return false;
  }
  return true;
}

// ---- shapes ----

bool TreeJudge::object(const Node& node, const NodeShape& shape) {
  if (!node.is_object()) return unknown(fmt::format("A malformed {}", shape.name));
  if (const Node& place = at(node, "query_location"); place.is_number_unsigned())
    if (uint64_t offset = place.get<uint64_t>(); offset <= text_.size()) at_ = offset;
  if (!judge_keys(node, shape)) return false;
  return shape.special == Special::none ? slots(node, shape) : special(node, shape);
}

bool TreeJudge::judge_keys(const Node& node, const NodeShape& shape) {
  for (const auto& [key, value] : node.items()) {
    if (key == "class" || key == "type") continue;  // what the shape was found by
    bool known = false;
    for (const SlotShape& slot : shape.slots) known = known || slot.key == key;
    if (!known && !is_empty(value)) return unknown(fmt::format("“{}” of a {}", key, shape.name));
  }
  return true;
}

bool TreeJudge::slots(const Node& node, const NodeShape& shape) {
  for (const SlotShape& each : shape.slots)
    if (!slot(at(node, each.key), each)) return false;
  return true;
}

bool TreeJudge::slot(const Node& value, const SlotShape& slot) {
  switch (slot.slot) {
    case Slot::expression:
      return value.is_null() || expression(value);
    case Slot::table:
      return value.is_null() || table(value);
    case Slot::query:
      return query(value);
    case Slot::object:
      return value.is_null() || object(value, *slot.of);
    case Slot::type:
      return type(value);
    case Slot::expressions:
    case Slot::rows:
    case Slot::objects:
    case Slot::modifiers:
      return list_slot(value, slot);
    case Slot::inert:
    case Slot::empty:
    case Slot::word:
    case Slot::texts:
    case Slot::numbers:
    case Slot::scalar:
      return plain_slot(value, slot);
  }
  return unknown(slot.key);
}

bool TreeJudge::list_slot(const Node& value, const SlotShape& slot) {
  if (value.is_null()) return true;
  if (!value.is_array()) return unknown(fmt::format("A malformed {}", slot.key));
  for (const Node& item : value) {
    bool good = slot.slot == Slot::expressions ? expression(item)
                : slot.slot == Slot::objects   ? object(item, *slot.of)
                : slot.slot == Slot::modifiers ? modifier(item)
                                               : list_slot(item, {slot.key, Slot::expressions});
    if (!good) return false;
  }
  return true;
}

bool TreeJudge::plain_slot(const Node& value, const SlotShape& slot) {
  auto all = [&](auto&& good) {
    if (value.is_null()) return true;
    return value.is_array() && std::all_of(value.begin(), value.end(), good);
  };
  auto is_number_list = [](const Node& item) {
    return item.is_number() ||
           (item.is_array() && std::all_of(item.begin(), item.end(), is_primitive));
  };
  bool good = false;
  switch (slot.slot) {
    case Slot::inert:
      good = value.is_primitive();
      break;
    case Slot::empty:
      if (!is_empty(value)) return unknown(slot.words.empty() ? slot.key : slot.words);
      return true;
    case Slot::word:
      good = value.is_string() && has_word(slot.words, value.get_ref<const std::string&>());
      break;
    case Slot::texts:
      good = all([](const Node& item) { return item.is_string(); });
      break;
    case Slot::numbers:
      good = all(is_number_list);
      break;
    // A hugeint arrives as two halves, an empty list (the open end of a slice) as {"children": []}.
    case Slot::scalar:
      good = value.is_primitive() ||
             (value.is_object() && std::all_of(value.begin(), value.end(), [](const Node& part) {
                return part.is_number() || is_empty(part);
              }));
      break;
    default:
      break;
  }
  return good ||
         unknown(fmt::format("“{}” under {}",
                             value.is_string() ? value.get<std::string>() : "a value", slot.key));
}

// ---- the four kinds of node, and types ----

bool TreeJudge::expression(const Node& node) {
  std::string_view name = text_at(node, "class");
  if (name == "PARAMETER") {
    if (const Node& place = at(node, "query_location"); place.is_number_unsigned())
      at_ = place.get<uint64_t>();
    return refuse("parameter", "The text has a parameter, and nothing gives it a value.",
                  "Write the value itself.");
  }
  const NodeShape* shape = expression_shape(name);
  if (shape == nullptr || !has_word(shape->types, text_at(node, "type")))
    return unknown(fmt::format("An expression of kind {} {}", name, text_at(node, "type")));
  if (++depth_ > limits_.max_depth)
    return refuse("nested_too_deep",
                  fmt::format("Expressions stand more than {} levels deep.", limits_.max_depth),
                  "Split the query with WITH.");
  uint64_t outer = at_;
  bool good = implied_functions(text_at(node, "type")) && object(node, *shape);
  --depth_;
  at_ = good ? outer : at_;
  return good;
}

bool TreeJudge::table(const Node& node) {
  std::string_view name = text_at(node, "type");
  if (name == "SHOW_REF")
    return refuse("select_only", "DESCRIBE, SHOW and SUMMARIZE are not queries over data.",
                  "`tally search` finds tables and columns.");
  const NodeShape* shape = table_shape(name);
  if (shape == nullptr) return unknown(fmt::format("A table reference of kind {}", name));
  if (++depth_ > limits_.max_depth + limits_.max_tables)
    return refuse("nested_too_deep",
                  fmt::format("Queries stand more than {} levels deep.", limits_.max_depth));
  bool good = object(node, *shape);
  --depth_;
  return good;
}

bool TreeJudge::query(const Node& node) {
  std::string_view name = text_at(node, "type");
  const NodeShape* shape = query_shape(name);
  if (shape == nullptr) return unknown(fmt::format("A query of kind {}", name));
  if (++depth_ > limits_.max_depth)
    return refuse("nested_too_deep",
                  fmt::format("Queries stand more than {} levels deep.", limits_.max_depth),
                  "Split the query with WITH.");
  scopes_.open_common_tables();
  bool good = object(node, *shape);
  scopes_.close_common_tables();
  --depth_;
  return good;
}

bool TreeJudge::modifier(const Node& node) {
  const NodeShape* shape = modifier_shape(text_at(node, "type"));
  if (shape == nullptr) return unknown(fmt::format("A clause of kind {}", text_at(node, "type")));
  return object(node, *shape);
}

bool TreeJudge::type(const Node& node) {
  for (const auto& [key, value] : node.items())
    if (key != "id" && key != "type_info" && !is_empty(value))
      return unknown(fmt::format("“{}” of a type", key));
  std::string_view id = text_at(node, "id");
  const Node& info = at(node, "type_info");
  bool nested = id == "LIST" || id == "ARRAY" || id == "STRUCT" || id == "MAP" || id == "UNION";
  std::string name = id == "UNBOUND" ? lower(text_at(info, "name")) : std::string(id);
  if (!is_scalar_type(id) && !nested && name != "json")
    return refuse("type_not_allowed", fmt::format("The type {} cannot be used here.", name),
                  "Cast to a built-in type such as VARCHAR, DECIMAL or DATE.");
  if (info.is_null()) return true;
  const NodeShape* shape = type_info_shape(text_at(info, "type"));
  if (shape == nullptr) return unknown(fmt::format("A type of kind {}", text_at(info, "type")));
  if (++depth_ > limits_.max_depth)
    return refuse("nested_too_deep", "The type is nested too deep.", "Use a flatter type.");
  double outer = array_size_;
  if (id == "ARRAY" && at(info, "size").is_number())
    array_size_ *= std::max(1.0, at(info, "size").get<double>());
  if (array_size_ > kMaxConstantSize)
    return refuse("huge_constant", "The ARRAY type is too large.", "Use a list: INTEGER[].");
  bool good = object(info, *shape);
  array_size_ = outer;
  --depth_;
  return good;
}

bool TreeJudge::special(const Node& node, const NodeShape& shape) {
  switch (shape.special) {
    case Special::column:
      return column(node);
    case Special::function:
    case Special::window:
      return function(node, shape);
    case Special::lambda:
      return lambda(node, shape);
    case Special::conjunction:
      return count_terms(node) && slots(node, shape);
    case Special::base_table:
      return base_table(node, shape);
    case Special::join:
      return join(node, shape);
    case Special::star:
      return star(node, shape);
    case Special::position:
      return !scopes_.innermost().has_hidden() || refuse_all_columns("A position");
    case Special::cast:
      return slots(node, shape);
    case Special::subquery_table:
      return subquery_table(node, shape);
    case Special::table_function:
      return table_function(node, shape);
    case Special::expression_list:
      return expression_list(node, shape);
    case Special::pivot:
      return pivot(node, shape);
    case Special::common_table:
      return common_table(node, shape);
    case Special::select:
      return select(node, shape);
    case Special::set_operation:
      return set_operation(node, shape);
    case Special::recursive:
      return recursive(node, shape);
    case Special::order_by:
    case Special::distinct:
      return order_by(node, shape);
    default:
      return slots(node, shape);
  }
}

std::optional<Refusal> judge_tree(std::string_view tree_json, std::string_view text,
                                  const catalog::Catalog& catalog, const TreeLimits& limits) {
  Node answer = Node::parse(tree_json, nullptr, /*allow_exceptions=*/false);
  if (answer.is_discarded())
    return Refusal{"unknown_node", 0, 0, "The engine's reading of the text could not be used.",
                   "Is there a number beyond 1e308?"};
  if (auto refusal = TreeJudge(text, catalog, limits).judge(answer)) return refusal;
  return judge_constants(answer, text);
}

}  // namespace tally::guard
