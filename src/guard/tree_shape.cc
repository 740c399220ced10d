#include "guard/tree_shape.h"

#include <string>

namespace tally::guard {
namespace {

// ---- parts that several nodes share ----

constexpr SlotShape kAlias{"alias", Slot::inert};
constexpr SlotShape kAt{"query_location", Slot::inert};

constexpr SlotShape kValueSlots[] = {
    {"type", Slot::type}, {"is_null", Slot::inert}, {"value", Slot::scalar}};
constexpr NodeShape kValue{"value", {}, kValueSlots};

constexpr SlotShape kSampleSlots[] = {
    {"sample_size", Slot::object, {}, &kValue},
    {"is_percentage", Slot::inert},
    {"method", Slot::word, " System Bernoulli Reservoir "},
    {"seed", Slot::inert},
};
constexpr NodeShape kSample{"sample", {}, kSampleSlots};
constexpr SlotShape kSampled{"sample", Slot::object, {}, &kSample};

constexpr SlotShape kOrderSlots[] = {
    {"type", Slot::word, " ASCENDING DESCENDING ORDER_DEFAULT "},
    {"null_order", Slot::inert},
    {"expression", Slot::expression},
};
constexpr NodeShape kOrder{"order", {}, kOrderSlots};

constexpr SlotShape kOrderListSlots[] = {{"type", Slot::word, " ORDER_MODIFIER "},
                                         {"orders", Slot::objects, {}, &kOrder}};
constexpr NodeShape kOrderList{"order list", {}, kOrderListSlots};

// `named_param_map` belongs to prepared statements.
constexpr SlotShape kStatementSlots[] = {{"node", Slot::query}, {"named_param_map", Slot::empty}};
constexpr NodeShape kStatement{"statement", {}, kStatementSlots};

constexpr SlotShape kAnswerSlots[] = {{"error", Slot::empty},
                                      {"statements", Slot::objects, {}, &kStatement}};
constexpr NodeShape kAnswer{"answer", {}, kAnswerSlots};

// ---- expressions ----

constexpr SlotShape kBetweenSlots[] = {kAlias,
                                       kAt,
                                       {"input", Slot::expression},
                                       {"lower", Slot::expression},
                                       {"upper", Slot::expression}};

constexpr SlotShape kCheckSlots[] = {{"when_expr", Slot::expression},
                                     {"then_expr", Slot::expression}};
constexpr NodeShape kCheck{"case check", {}, kCheckSlots};
constexpr SlotShape kCaseSlots[] = {
    kAlias, kAt, {"case_checks", Slot::objects, {}, &kCheck}, {"else_expr", Slot::expression}};

constexpr SlotShape kCastSlots[] = {
    kAlias, kAt, {"child", Slot::expression}, {"cast_type", Slot::type}, {"try_cast", Slot::inert}};
constexpr SlotShape kCollateSlots[] = {
    kAlias, kAt, {"child", Slot::expression}, {"collation", Slot::inert}};
constexpr SlotShape kColumnSlots[] = {kAlias, kAt, {"column_names", Slot::texts}};
constexpr SlotShape kPairSlots[] = {
    kAlias, kAt, {"left", Slot::expression}, {"right", Slot::expression}};
constexpr SlotShape kChildrenSlots[] = {kAlias, kAt, {"children", Slot::expressions}};
constexpr SlotShape kConstantSlots[] = {kAlias, kAt, {"value", Slot::object, {}, &kValue}};

constexpr SlotShape kFunctionSlots[] = {
    kAlias,
    kAt,
    {"catalog", Slot::inert},
    {"schema", Slot::inert},
    {"function_name", Slot::inert},
    {"children", Slot::expressions},
    {"filter", Slot::expression},
    {"order_bys", Slot::object, {}, &kOrderList},
    {"distinct", Slot::inert},
    {"is_operator", Slot::inert},
    {"export_state", Slot::empty, "EXPORT_STATE"},
};

constexpr SlotShape kLambdaSlots[] = {
    kAlias, kAt, {"lhs", Slot::expression}, {"expr", Slot::expression}};
constexpr SlotShape kPositionSlots[] = {kAlias, kAt, {"index", Slot::inert}};

constexpr SlotShape kQualifiedSlots[] = {{"catalog", Slot::inert},
                                         {"schema", Slot::inert},
                                         {"table", Slot::inert},
                                         {"column", Slot::inert}};
constexpr NodeShape kQualified{"qualified column", {}, kQualifiedSlots};
constexpr SlotShape kRenameSlots[] = {{"key", Slot::object, {}, &kQualified},
                                      {"value", Slot::inert}};
constexpr NodeShape kRename{"rename", {}, kRenameSlots};
constexpr SlotShape kReplaceSlots[] = {{"key", Slot::inert}, {"value", Slot::expression}};
constexpr NodeShape kReplace{"replace", {}, kReplaceSlots};
constexpr SlotShape kStarSlots[] = {
    kAlias,
    kAt,
    {"relation_name", Slot::inert},
    {"exclude_list", Slot::texts},
    {"replace_list", Slot::objects, {}, &kReplace},
    {"columns", Slot::inert},
    {"expr", Slot::expression},
    {"qualified_exclude_list", Slot::objects, {}, &kQualified},
    {"rename_list", Slot::objects, {}, &kRename},
};

constexpr std::string_view kComparisons =
    " COMPARE_EQUAL COMPARE_NOTEQUAL COMPARE_LESSTHAN COMPARE_GREATERTHAN"
    " COMPARE_LESSTHANOREQUALTO COMPARE_GREATERTHANOREQUALTO COMPARE_DISTINCT_FROM"
    " COMPARE_NOT_DISTINCT_FROM ";

constexpr SlotShape kSubquerySlots[] = {
    kAlias,
    kAt,
    {"subquery_type", Slot::word, " SCALAR EXISTS NOT_EXISTS ANY "},
    {"child", Slot::expression},
    {"subquery", Slot::object, {}, &kStatement},
    {"comparison_type", Slot::word,
     " INVALID COMPARE_EQUAL COMPARE_NOTEQUAL COMPARE_LESSTHAN COMPARE_GREATERTHAN"
     " COMPARE_LESSTHANOREQUALTO COMPARE_GREATERTHANOREQUALTO COMPARE_DISTINCT_FROM"
     " COMPARE_NOT_DISTINCT_FROM "},
};

constexpr std::string_view kBounds =
    " UNBOUNDED_PRECEDING UNBOUNDED_FOLLOWING CURRENT_ROW_RANGE CURRENT_ROW_ROWS"
    " CURRENT_ROW_GROUPS EXPR_PRECEDING_ROWS EXPR_FOLLOWING_ROWS EXPR_PRECEDING_RANGE"
    " EXPR_FOLLOWING_RANGE EXPR_PRECEDING_GROUPS EXPR_FOLLOWING_GROUPS ";
constexpr SlotShape kWindowSlots[] = {
    kAlias,
    kAt,
    {"catalog", Slot::inert},
    {"schema", Slot::inert},
    {"function_name", Slot::inert},
    {"children", Slot::expressions},
    {"partitions", Slot::expressions},
    {"orders", Slot::objects, {}, &kOrder},
    {"start", Slot::word, kBounds},
    {"end", Slot::word, kBounds},
    {"start_expr", Slot::expression},
    {"end_expr", Slot::expression},
    {"offset_expr", Slot::expression},
    {"default_expr", Slot::expression},
    {"ignore_nulls", Slot::inert},
    {"filter_expr", Slot::expression},
    {"exclude_clause", Slot::word, " NO_OTHER CURRENT_ROW GROUP TIES "},
    {"distinct", Slot::inert},
    {"arg_orders", Slot::objects, {}, &kOrder},
};

constexpr NodeShape kExpressions[] = {
    {"COLUMN_REF", " COLUMN_REF ", kColumnSlots, Special::column},
    {"CONSTANT", " VALUE_CONSTANT ", kConstantSlots},
    {"FUNCTION", " FUNCTION ", kFunctionSlots, Special::function},
    {"COMPARISON", kComparisons, kPairSlots},
    {"CONJUNCTION", " CONJUNCTION_AND CONJUNCTION_OR ", kChildrenSlots, Special::conjunction},
    {"OPERATOR",
     " OPERATOR_NOT OPERATOR_IS_NULL OPERATOR_IS_NOT_NULL OPERATOR_COALESCE OPERATOR_NULLIF"
     " OPERATOR_TRY OPERATOR_UNPACK COMPARE_IN COMPARE_NOT_IN ARRAY_CONSTRUCTOR ARRAY_EXTRACT"
     " ARRAY_SLICE STRUCT_EXTRACT GROUPING_FUNCTION ",
     kChildrenSlots},
    {"CAST", " OPERATOR_CAST ", kCastSlots, Special::cast},
    {"CASE", " CASE_EXPR ", kCaseSlots},
    {"BETWEEN", " COMPARE_BETWEEN ", kBetweenSlots},
    {"STAR", " STAR ", kStarSlots, Special::star},
    {"SUBQUERY", " SUBQUERY ", kSubquerySlots, Special::subquery},
    {"WINDOW",
     " WINDOW_AGGREGATE WINDOW_RANK WINDOW_RANK_DENSE WINDOW_NTILE WINDOW_PERCENT_RANK"
     " WINDOW_CUME_DIST WINDOW_ROW_NUMBER WINDOW_FIRST_VALUE WINDOW_LAST_VALUE WINDOW_LEAD"
     " WINDOW_LAG WINDOW_NTH_VALUE WINDOW_FILL ",
     kWindowSlots, Special::window},
    {"LAMBDA", " LAMBDA ", kLambdaSlots, Special::lambda},
    {"COLLATE", " COLLATE ", kCollateSlots},
    {"POSITIONAL_REFERENCE", " POSITIONAL_REFERENCE ", kPositionSlots, Special::position},
};

// ---- table references ----

constexpr SlotShape kEmptySlots[] = {kAlias, kSampled, kAt};
constexpr SlotShape kBaseTableSlots[] = {
    kAlias,
    kSampled,
    kAt,
    {"catalog_name", Slot::inert},
    {"schema_name", Slot::inert},
    {"table_name", Slot::inert},
    {"column_name_alias", Slot::texts},
    {"at_clause", Slot::empty, "AT (time travel)"},
};
constexpr SlotShape kJoinSlots[] = {
    kAlias,
    kSampled,
    kAt,
    {"left", Slot::table},
    {"right", Slot::table},
    {"condition", Slot::expression},
    {"join_type", Slot::word, " INNER LEFT RIGHT FULL SEMI ANTI "},
    {"ref_type", Slot::word, " REGULAR NATURAL CROSS POSITIONAL ASOF "},
    {"using_columns", Slot::texts},
    {"delim_flipped", Slot::empty},                 // set by the planner, never by a text
    {"duplicate_eliminated_columns", Slot::empty},  // likewise
};
constexpr SlotShape kSubqueryTableSlots[] = {
    kAlias,
    kSampled,
    kAt,
    {"subquery", Slot::object, {}, &kStatement},
    {"column_name_alias", Slot::texts},
};
constexpr SlotShape kTableFunctionSlots[] = {
    kAlias,
    kSampled,
    kAt,
    {"function", Slot::expression},
    {"column_name_alias", Slot::texts},
    {"with_ordinality", Slot::word, " WITHOUT_ORDINALITY WITH_ORDINALITY "},
};
constexpr SlotShape kExpressionListSlots[] = {
    kAlias,
    kSampled,
    kAt,
    {"expected_names", Slot::texts},
    {"expected_types", Slot::empty},
    {"values", Slot::rows},
};

constexpr SlotShape kPivotEntrySlots[] = {
    {"values", Slot::objects, {}, &kValue}, {"star_expr", Slot::expression}, kAlias};
constexpr NodeShape kPivotEntry{"pivot entry", {}, kPivotEntrySlots};
constexpr SlotShape kPivotColumnSlots[] = {
    {"pivot_expressions", Slot::expressions},
    {"unpivot_names", Slot::texts},
    {"entries", Slot::objects, {}, &kPivotEntry},
    {"pivot_enum", Slot::empty, "PIVOT over an ENUM type"},
};
constexpr NodeShape kPivotColumn{"pivot column", {}, kPivotColumnSlots};
constexpr SlotShape kPivotSlots[] = {
    kAlias,
    kSampled,
    kAt,
    {"source", Slot::table},
    {"aggregates", Slot::expressions},
    {"unpivot_names", Slot::texts},
    {"pivots", Slot::objects, {}, &kPivotColumn},
    {"groups", Slot::texts},
    {"column_name_alias", Slot::texts},
    {"include_nulls", Slot::inert},
};

constexpr NodeShape kTables[] = {
    {"BASE_TABLE", {}, kBaseTableSlots, Special::base_table},
    {"JOIN", {}, kJoinSlots, Special::join},
    {"SUBQUERY", {}, kSubqueryTableSlots, Special::subquery_table},
    {"TABLE_FUNCTION", {}, kTableFunctionSlots, Special::table_function},
    {"EXPRESSION_LIST", {}, kExpressionListSlots, Special::expression_list},
    {"EMPTY", {}, kEmptySlots},
    {"PIVOT", {}, kPivotSlots, Special::pivot},
};

// ---- query nodes and what follows them ----

constexpr SlotShape kCommonTableSlots[] = {
    {"aliases", Slot::texts},
    {"query", Slot::object, {}, &kStatement},
    {"materialized", Slot::word,
     " CTE_MATERIALIZE_DEFAULT CTE_MATERIALIZE_ALWAYS CTE_MATERIALIZE_NEVER "},
    {"key_targets", Slot::empty, "USING KEY"},
};
constexpr NodeShape kCommonTable{"common table", {}, kCommonTableSlots};
constexpr SlotShape kCommonTableEntrySlots[] = {{"key", Slot::inert},
                                                {"value", Slot::object, {}, &kCommonTable}};
constexpr NodeShape kCommonTableEntry{
    "common table entry", {}, kCommonTableEntrySlots, Special::common_table};
constexpr SlotShape kCommonTableMapSlots[] = {{"map", Slot::objects, {}, &kCommonTableEntry}};
constexpr NodeShape kCommonTableMap{"common tables", {}, kCommonTableMapSlots};
constexpr SlotShape kCommonTables{"cte_map", Slot::object, {}, &kCommonTableMap};

constexpr SlotShape kSelectSlots[] = {
    kCommonTables,
    {"from_table", Slot::table},
    {"select_list", Slot::expressions},
    {"where_clause", Slot::expression},
    {"group_expressions", Slot::expressions},
    {"group_sets", Slot::numbers},
    {"aggregate_handling", Slot::word, " STANDARD_HANDLING FORCE_AGGREGATES "},
    {"having", Slot::expression},
    {"qualify", Slot::expression},
    kSampled,
    {"modifiers", Slot::modifiers},
};
constexpr SlotShape kSetOperationSlots[] = {
    kCommonTables,
    {"setop_type", Slot::word, " UNION UNION_BY_NAME EXCEPT INTERSECT "},
    {"setop_all", Slot::inert},
    {"left", Slot::query},
    {"right", Slot::query},
    {"modifiers", Slot::modifiers},
};
constexpr SlotShape kRecursiveSlots[] = {
    kCommonTables,
    {"cte_name", Slot::inert},
    {"union_all", Slot::inert},
    {"aliases", Slot::texts},
    {"key_targets", Slot::empty, "USING KEY"},
    {"left", Slot::query},
    {"right", Slot::query},
    {"modifiers", Slot::modifiers},
};
constexpr NodeShape kQueries[] = {
    {"SELECT_NODE", {}, kSelectSlots, Special::select},
    {"SET_OPERATION_NODE", {}, kSetOperationSlots, Special::set_operation},
    {"RECURSIVE_CTE_NODE", {}, kRecursiveSlots, Special::recursive},
};

constexpr SlotShape kOrderBySlots[] = {{"orders", Slot::objects, {}, &kOrder}};
constexpr SlotShape kLimitSlots[] = {{"limit", Slot::expression}, {"offset", Slot::expression}};
constexpr SlotShape kDistinctSlots[] = {{"distinct_on_targets", Slot::expressions}};
constexpr NodeShape kModifiers[] = {
    {"ORDER_MODIFIER", {}, kOrderBySlots, Special::order_by},
    {"LIMIT_MODIFIER", {}, kLimitSlots},
    {"LIMIT_PERCENT_MODIFIER", {}, kLimitSlots},
    {"DISTINCT_MODIFIER", {}, kDistinctSlots, Special::distinct},
};

// ---- data types ----

constexpr SlotShape kTypeAlias{"alias", Slot::empty, "a type of the warehouse"};
constexpr SlotShape kTypeExtension{"extension_info", Slot::empty, "a type of an extension"};
constexpr SlotShape kPlainTypeSlots[] = {
    kTypeAlias, kTypeExtension, {"width", Slot::inert}, {"scale", Slot::inert}};
constexpr SlotShape kListTypeSlots[] = {kTypeAlias, kTypeExtension, {"child_type", Slot::type}};
constexpr SlotShape kArrayTypeSlots[] = {
    kTypeAlias, kTypeExtension, {"child_type", Slot::type}, {"size", Slot::inert}};
constexpr SlotShape kFieldSlots[] = {{"first", Slot::inert}, {"second", Slot::type}};
constexpr NodeShape kField{"field", {}, kFieldSlots};
constexpr SlotShape kStructTypeSlots[] = {
    kTypeAlias, kTypeExtension, {"child_types", Slot::objects, {}, &kField}};
// A name that the engine will look up: only the built-in ones that arrive this way.
constexpr SlotShape kNamedTypeSlots[] = {
    kTypeAlias,
    kTypeExtension,
    {"name", Slot::inert},
    {"catalog", Slot::empty, "a type of the warehouse"},
    {"schema", Slot::empty, "a type of the warehouse"},
    {"user_type_modifiers", Slot::empty, "a type with parameters"},
};
constexpr NodeShape kTypeInfos[] = {
    {"DECIMAL_TYPE_INFO", {}, kPlainTypeSlots}, {"LIST_TYPE_INFO", {}, kListTypeSlots},
    {"ARRAY_TYPE_INFO", {}, kArrayTypeSlots},   {"STRUCT_TYPE_INFO", {}, kStructTypeSlots},
    {"UNBOUND_TYPE_INFO", {}, kNamedTypeSlots},
};

const NodeShape* named(std::span<const NodeShape> shapes, std::string_view name) {
  for (const NodeShape& shape : shapes)
    if (shape.name == name) return &shape;
  return nullptr;
}

}  // namespace

const NodeShape* expression_shape(std::string_view class_name) {
  return named(kExpressions, class_name);
}
const NodeShape* query_shape(std::string_view type) {
  return named(kQueries, type);
}
const NodeShape* table_shape(std::string_view type) {
  return named(kTables, type);
}
const NodeShape* modifier_shape(std::string_view type) {
  return named(kModifiers, type);
}
const NodeShape* type_info_shape(std::string_view type) {
  return named(kTypeInfos, type);
}
const NodeShape& answer_shape() {
  return kAnswer;
}

bool has_word(std::string_view words, std::string_view word) {
  if (word.empty()) return false;
  for (size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    bool starts = at > 0 && words[at - 1] == ' ';
    size_t end = at + word.size();
    if (starts && end < words.size() && words[end] == ' ') return true;
  }
  return false;
}

bool is_scalar_type(std::string_view id) {
  // "TIMESTAMP WITH TIME ZONE" has spaces, hence the bars.
  constexpr std::string_view kScalars =
      "|NULL|BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT"
      "|UHUGEINT|FLOAT|DOUBLE|DECIMAL|BIGNUM|VARCHAR|BLOB|BIT|UUID|DATE|TIME|TIME_NS"
      "|TIME WITH TIME ZONE|TIMESTAMP|TIMESTAMP_S|TIMESTAMP_MS|TIMESTAMP_NS"
      "|TIMESTAMP WITH TIME ZONE|INTERVAL|";
  if (id.find('|') != std::string_view::npos) return false;
  return kScalars.find("|" + std::string(id) + "|") != std::string_view::npos;
}

}  // namespace tally::guard
