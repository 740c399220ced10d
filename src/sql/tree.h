#pragma once
// The one SQL tree: what the parser reads and the printer prints. Nodes are ordinary values
// (Box copies deeply), so a rewrite is a copy with a changed part.
//
// It covers SELECT as people write it for warehouses; anything else is a parse error. Names keep
// their written case; `quoted` says whether they stood in quotes.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/box.h"

namespace tally::sql {

struct Expression;
struct Query;

struct Position {
  int line = 0;    // 1-based; 0 where the node was made by us
  int column = 0;  // 1-based, in bytes
  friend bool operator==(const Position&, const Position&) {
    return true;
  }  // never part of equality
};

struct Identifier {
  std::string text;
  bool quoted = false;
  friend bool operator==(const Identifier& a, const Identifier& b) { return a.text == b.text; }
};
using QualifiedName =
    std::vector<Identifier>;  // catalog.schema.table, table.column, schema.function

// ---- expressions ----

struct Literal {
  enum class Kind { null, boolean, number, text, typed };
  Kind kind = Kind::null;
  std::string text;       // number as written; text unescaped; "true"/"false"
  std::string type_name;  // typed only: DATE '2001-01-01' → "DATE"
  bool operator==(const Literal&) const = default;
};
struct ColumnRef {
  QualifiedName name;
  bool operator==(const ColumnRef&) const = default;
};
struct Star {  // *, t.*, * EXCLUDE (a) REPLACE (b AS c); COLUMNS(…) is a Call of that name
  QualifiedName qualifier;
  std::vector<Identifier> exclude;
  std::vector<std::pair<Box<Expression>, Identifier>> replace;
  std::vector<std::pair<Identifier, Identifier>> rename;
  std::vector<QualifiedName> exclude_qualified;  // EXCLUDE (t.a)
  std::vector<std::pair<QualifiedName, Identifier>> rename_qualified;
  bool operator==(const Star&) const = default;
};
struct Parameter {
  std::string text;  // "?", "$1", "$name"
  bool operator==(const Parameter&) const = default;
};
enum class UnaryOp { minus, plus, logical_not, bitwise_not };
struct Unary {
  UnaryOp op = UnaryOp::minus;
  Box<Expression> operand;
  bool operator==(const Unary&) const = default;
};
enum class BinaryOp {
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  is_distinct_from,
  is_not_distinct_from,
  add,
  subtract,
  multiply,
  divide,
  integer_divide,
  modulo,
  power,
  concat,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  shift_left,
  shift_right,
  json_get,
  json_get_text,  // -> ->>
  regex_match,
  not_regex_match,  // ~ !~
  contains,
  contained_in,
  overlaps  // @> <@ &&
};
struct Binary {
  BinaryOp op = BinaryOp::add;
  Box<Expression> left, right;
  bool operator==(const Binary&) const = default;
};
struct CustomOperator {  // any other run of operator characters: a <-> b, @a, a !
  std::string symbol;
  std::optional<Box<Expression>> left, right;
  bool operator==(const CustomOperator&) const = default;
};
struct OrderItem {
  Box<Expression> expression;
  bool descending = false;
  std::optional<bool> nulls_first;
  bool ascending = false;  // ASC was written (else the engine's default_order decides)
  bool operator==(const OrderItem&) const = default;
};
struct FrameBound {
  enum class Kind { unbounded_preceding, preceding, current_row, following, unbounded_following };
  Kind kind = Kind::current_row;
  std::optional<Box<Expression>> offset;
  bool operator==(const FrameBound&) const = default;
};
struct Frame {
  enum class Unit { rows, range, groups };
  Unit unit = Unit::rows;
  FrameBound start, end;
  std::string exclude;  // "", "CURRENT ROW", "GROUP", "TIES"
  bool operator==(const Frame&) const = default;
};
struct Window {
  std::optional<Identifier> base;  // OVER name, or a window that extends one
  std::vector<Expression> partition_by;
  std::vector<OrderItem> order_by;
  std::optional<Frame> frame;
  bool operator==(const Window&) const;
};
struct Argument {
  std::optional<Identifier> name;  // f(name := value)
  Box<Expression> value;
  bool operator==(const Argument&) const = default;
};
struct Call {
  QualifiedName name;  // as written; compare case-insensitively
  std::vector<Argument> arguments;
  bool distinct = false;
  bool ignore_nulls = false;
  std::vector<OrderItem> order_by;      // array_agg(x ORDER BY y)
  std::vector<OrderItem> within_group;  // percentile_cont(…) WITHIN GROUP (ORDER BY …)
  std::optional<Box<Expression>> filter;
  std::optional<Window> over;
  bool operator==(const Call&) const = default;
};
struct Cast {
  Box<Expression> operand;
  std::string type;  // canonical spelling: "DECIMAL(15, 2)", "INTEGER[]"
  bool is_try = false;
  bool operator==(const Cast&) const = default;
};
struct Case {
  std::optional<Box<Expression>> operand;
  std::vector<std::pair<Box<Expression>, Box<Expression>>> branches;
  std::optional<Box<Expression>> otherwise;
  bool operator==(const Case&) const = default;
};
struct Between {
  Box<Expression> operand, low, high;
  bool negated = false;
  bool operator==(const Between&) const = default;
};
struct InList {
  Box<Expression> operand;
  std::vector<Expression> items;
  bool negated = false;
  bool bare = false;  // x IN list: one item, a list, without parentheses
  bool operator==(const InList&) const;
};
struct InQuery {
  Box<Expression> operand;
  Box<Query> query;
  bool negated = false;
  bool operator==(const InQuery&) const = default;
};
struct Like {
  enum class Kind { like, ilike, similar_to, glob };
  Kind kind = Kind::like;
  Box<Expression> operand, pattern;
  std::optional<Box<Expression>> escape;
  bool negated = false;
  bool operator==(const Like&) const = default;
};
struct IsTest {  // IS [NOT] NULL | TRUE | FALSE | UNKNOWN
  enum class What { null, true_, false_, unknown };
  Box<Expression> operand;
  What what = What::null;
  bool negated = false;
  bool operator==(const IsTest&) const = default;
};
struct Exists {
  Box<Query> query;
  bool operator==(const Exists&) const = default;
};
struct ScalarQuery {
  Box<Query> query;
  bool operator==(const ScalarQuery&) const = default;
};
struct Quantified {  // x = ANY (query or list expression)
  BinaryOp op = BinaryOp::equal;
  bool all = false;
  Box<Expression> operand;
  std::variant<Box<Query>, Box<Expression>> over;
  bool operator==(const Quantified&) const = default;
};
struct Interval {  // INTERVAL '3' DAY, INTERVAL (n) MONTH
  Box<Expression> amount;
  std::string unit;  // "" where the text carries it: INTERVAL '3 days'
  bool operator==(const Interval&) const = default;
};
struct Extract {  // EXTRACT(year FROM x)
  std::string part;
  Box<Expression> operand;
  bool operator==(const Extract&) const = default;
};
struct AtTimeZone {
  Box<Expression> operand, zone;
  bool operator==(const AtTimeZone&) const = default;
};
struct Collate {
  Box<Expression> operand;
  Identifier collation;
  bool operator==(const Collate&) const = default;
};
struct ListLiteral {  // [a, b]
  std::vector<Expression> items;
  bool array = false;  // ARRAY[a, b]
  bool operator==(const ListLiteral&) const;
};
struct StructLiteral {  // {'a': 1}
  std::vector<std::pair<Identifier, Box<Expression>>> fields;
  bool operator==(const StructLiteral&) const = default;
};
struct MapLiteral {  // MAP {'a': 1}
  std::vector<std::pair<Box<Expression>, Box<Expression>>> entries;
  bool operator==(const MapLiteral&) const = default;
};
struct ListComprehension {  // [result FOR names IN list IF condition]
  Box<Expression> result;
  std::vector<Identifier> names;
  Box<Expression> list;
  std::optional<Box<Expression>> condition;
  bool operator==(const ListComprehension&) const = default;
};
struct ArrayQuery {  // ARRAY(SELECT …)
  Box<Query> query;
  bool operator==(const ArrayQuery&) const = default;
};
struct Row {  // (a, b), ROW(a, b)
  std::vector<Expression> items;
  bool operator==(const Row&) const;
};
struct Lambda {
  std::vector<Identifier> parameters;
  Box<Expression> body;
  bool arrow = false;  // x -> body; else LAMBDA x: body
  bool operator==(const Lambda&) const = default;
};
struct Subscript {  // a[i], a[i:j], a[i:j:step]
  Box<Expression> operand;
  std::optional<Box<Expression>> low, high;
  bool slice = false;
  std::optional<Box<Expression>> step;
  bool operator==(const Subscript&) const = default;
};
struct FieldAccess {  // (expr).field
  Box<Expression> operand;
  Identifier field;
  bool operator==(const FieldAccess&) const = default;
};

struct Expression {
  std::variant<Literal, ColumnRef, Star, Parameter, Unary, Binary, Call, Cast, Case, Between,
               InList, InQuery, Like, IsTest, Exists, ScalarQuery, Quantified, Interval, Extract,
               AtTimeZone, Collate, ListLiteral, StructLiteral, Row, Lambda, Subscript, FieldAccess,
               CustomOperator, MapLiteral, ListComprehension, ArrayQuery>
      node;
  Position at;
  bool operator==(const Expression&) const = default;
};

// ---- queries ----

struct TableName {
  QualifiedName name;
  bool operator==(const TableName&) const = default;
};
struct TableFunction {
  Box<Expression> call;
  bool with_ordinality = false;
  bool operator==(const TableFunction&) const = default;
};
struct Subquery {
  Box<Query> query;
  bool operator==(const Subquery&) const = default;
};
enum class JoinKind {
  inner,
  left,
  right,
  full,
  cross,
  semi,
  anti,
  asof,
  asof_left,
  positional,
  asof_right,
  asof_full
};
struct FromItem;
struct Join {
  JoinKind kind = JoinKind::inner;
  bool natural = false;
  Box<FromItem> left, right;
  std::optional<Expression> on;
  std::vector<Identifier> using_columns;
  bool operator==(const Join&) const = default;
};
struct FromItem {
  std::variant<TableName, TableFunction, Subquery, Join> item;
  std::optional<Identifier> alias;
  std::vector<Identifier> column_aliases;
  bool lateral = false;
  std::string sample;  // TABLESAMPLE text as written, "" for none
  Position at;
  bool operator==(const FromItem&) const = default;
};

struct SelectItem {
  Expression expression;
  std::optional<Identifier> alias;
  bool operator==(const SelectItem&) const = default;
};
struct GroupingSet {  // one element of GROUP BY
  enum class Kind { plain, rollup, cube, sets };
  Kind kind = Kind::plain;
  std::vector<Expression> items;  // plain, rollup, cube
  std::vector<GroupingSet> sets;  // sets
  bool operator==(const GroupingSet&) const = default;
};
struct Select {
  bool distinct = false;
  std::vector<Expression> distinct_on;
  std::vector<SelectItem> items;
  std::vector<FromItem> from;  // comma-joined
  std::optional<Expression> where;
  std::vector<GroupingSet> group_by;
  bool group_by_all = false;
  std::optional<Expression> having;
  std::vector<std::pair<Identifier, Window>> windows;
  std::optional<Expression> qualify;
  std::string sample;  // USING SAMPLE text as written, "" for none
  bool operator==(const Select&) const = default;
};
struct Values {
  std::vector<std::vector<Expression>> rows;
  bool operator==(const Values&) const = default;
};
enum class SetOp { union_, union_by_name, intersect, except };
struct SetOperation {
  SetOp op = SetOp::union_;
  bool all = false;
  Box<Query> left, right;
  bool operator==(const SetOperation&) const = default;
};
struct CommonTable {
  Identifier name;
  std::vector<Identifier> columns;
  std::optional<bool> materialized;
  Box<Query> query;
  std::vector<Expression> using_key;  // recursive: USING KEY (…)
  bool operator==(const CommonTable&) const = default;
};
struct Query {
  bool recursive = false;
  std::vector<CommonTable> with;
  std::variant<Select, Values, SetOperation> body;
  std::vector<OrderItem> order_by;
  bool order_by_all = false;
  std::optional<Expression> limit;
  bool limit_percent = false;
  std::optional<Expression> offset;
  bool order_by_all_ascending = false;  // ASC was written
  bool order_by_all_descending = false;
  std::optional<bool> order_by_all_nulls_first;
  bool operator==(const Query&) const = default;
};

// vector<Expression> members of types declared before Expression compare here.
inline bool Window::operator==(const Window& other) const {
  return base == other.base && partition_by == other.partition_by && order_by == other.order_by &&
         frame == other.frame;
}
inline bool InList::operator==(const InList& other) const {
  return operand == other.operand && items == other.items && negated == other.negated &&
         bare == other.bare;
}
inline bool ListLiteral::operator==(const ListLiteral& other) const {
  return items == other.items && array == other.array;
}
inline bool Row::operator==(const Row& other) const {
  return items == other.items;
}

// ---- making trees by hand (the compiler's vocabulary) ----

inline Expression column(std::string table, std::string name) {
  return {ColumnRef{{{std::move(table)}, {std::move(name)}}}, {}};
}
inline Expression column(std::string name) {
  return {ColumnRef{{{std::move(name)}}}, {}};
}
inline Expression text_literal(std::string text) {
  return {Literal{Literal::Kind::text, std::move(text), {}}, {}};
}
inline Expression number_literal(std::string digits) {
  return {Literal{Literal::Kind::number, std::move(digits), {}}, {}};
}
inline Expression null_literal() {
  return {Literal{}, {}};
}
inline Expression date_literal(std::string iso) {
  return {Literal{Literal::Kind::typed, std::move(iso), "DATE"}, {}};
}
inline Expression binary(BinaryOp op, Expression left, Expression right) {
  return {Binary{op, std::move(left), std::move(right)}, {}};
}
inline Expression call(std::string name, std::vector<Expression> arguments, bool distinct = false) {
  Call made;
  made.name = {{std::move(name)}};
  for (auto& argument : arguments) made.arguments.push_back({std::nullopt, std::move(argument)});
  made.distinct = distinct;
  return {std::move(made), {}};
}
inline Expression is_not_null(Expression operand) {
  return {IsTest{std::move(operand), IsTest::What::null, true}, {}};
}

}  // namespace tally::sql
