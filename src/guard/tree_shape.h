#pragma once
// The shape of the engine's tree (json_serialize_sql of DuckDB 1.5.5) as far as the guard lets it
// through, as data: every kind of node, every key of it, and what may stand under that key. What is
// not named here is refused, so that a newer engine cannot bring anything in unseen.

#include <cstdint>
#include <span>
#include <string_view>

namespace tally::guard {

struct NodeShape;

// What may stand under a key.
enum class Slot : uint8_t {
  inert,        // text, number or flag that reaches no data: alias, location, direction
  empty,        // only null, false, "", [] or {}: a feature that is not let through
  word,         // one of SlotShape::words
  texts,        // list of names or null
  numbers,      // list of numbers, or of lists of numbers
  scalar,       // the inside of a constant: never code
  expression,   // one expression or null
  expressions,  // list of expressions
  rows,         // list of lists of expressions
  table,        // one table reference or null
  query,        // one query node
  modifiers,    // list of ORDER BY, LIMIT, DISTINCT
  object,       // one object of shape SlotShape::of, or null
  objects,      // list of such objects
  type,         // a data type
};

struct SlotShape {
  std::string_view key;
  Slot slot;
  // Of `word`: the words allowed, each between spaces: " INNER LEFT ". Of `empty`: what a person
  // calls the feature.
  std::string_view words = {};
  const NodeShape* of = nullptr;  // of `object` and `objects`
};

// Nodes to which the judge gives thought beyond their shape.
enum class Special : uint8_t {
  none,
  column,
  function,
  window,
  lambda,
  star,
  position,
  cast,
  subquery,
  conjunction,
  base_table,
  join,
  subquery_table,
  table_function,
  expression_list,
  pivot,
  common_table,
  select,
  set_operation,
  recursive,
  order_by,
  distinct,
};

// Slots stand in the order in which the judge must visit them: names before their use.
struct NodeShape {
  std::string_view name;   // the value of "class" (expressions) or "type" (all others)
  std::string_view types;  // expressions: the values of "type" that go with it, each between spaces
  std::span<const SlotShape> slots;
  Special special = Special::none;
};

// nullptr: a kind that is not let through.
const NodeShape* expression_shape(std::string_view class_name);
const NodeShape* query_shape(std::string_view type);
const NodeShape* table_shape(std::string_view type);
const NodeShape* modifier_shape(std::string_view type);

// What a data type consists of beyond its id.
const NodeShape* type_info_shape(std::string_view type);

// The outermost object.
const NodeShape& answer_shape();

// `words` as in SlotShape.
bool has_word(std::string_view words, std::string_view word);

// Data types that hold plain values; nested ones (LIST, STRUCT …) are judged by their parts.
bool is_scalar_type(std::string_view id);

}  // namespace tally::guard
