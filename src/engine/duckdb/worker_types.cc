#include "engine/duckdb/worker_types.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/duckdb/worker_handles.h"
#include "sql/fixed_sql.h"

namespace tally::engine::duckdb {
namespace {

const char* simple_name(int id) {
  switch (id) {
    case DUCKDB_TYPE_BOOLEAN:
      return "BOOLEAN";
    case DUCKDB_TYPE_TINYINT:
      return "TINYINT";
    case DUCKDB_TYPE_SMALLINT:
      return "SMALLINT";
    case DUCKDB_TYPE_INTEGER:
      return "INTEGER";
    case DUCKDB_TYPE_BIGINT:
      return "BIGINT";
    case DUCKDB_TYPE_UTINYINT:
      return "UTINYINT";
    case DUCKDB_TYPE_USMALLINT:
      return "USMALLINT";
    case DUCKDB_TYPE_UINTEGER:
      return "UINTEGER";
    case DUCKDB_TYPE_UBIGINT:
      return "UBIGINT";
    case DUCKDB_TYPE_HUGEINT:
      return "HUGEINT";
    case DUCKDB_TYPE_UHUGEINT:
      return "UHUGEINT";
    case DUCKDB_TYPE_FLOAT:
      return "FLOAT";
    case DUCKDB_TYPE_DOUBLE:
      return "DOUBLE";
    case DUCKDB_TYPE_TIMESTAMP:
      return "TIMESTAMP";
    case DUCKDB_TYPE_TIMESTAMP_S:
      return "TIMESTAMP_S";
    case DUCKDB_TYPE_TIMESTAMP_MS:
      return "TIMESTAMP_MS";
    case DUCKDB_TYPE_TIMESTAMP_NS:
      return "TIMESTAMP_NS";
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return "TIMESTAMP WITH TIME ZONE";
    case DUCKDB_TYPE_DATE:
      return "DATE";
    case DUCKDB_TYPE_TIME:
      return "TIME";
    case DUCKDB_TYPE_TIME_TZ:
      return "TIME WITH TIME ZONE";
    case DUCKDB_TYPE_TIME_NS:
      return "TIME_NS";
    case DUCKDB_TYPE_INTERVAL:
      return "INTERVAL";
    case DUCKDB_TYPE_VARCHAR:
      return "VARCHAR";
    case DUCKDB_TYPE_BLOB:
      return "BLOB";
    case DUCKDB_TYPE_UUID:
      return "UUID";
    case DUCKDB_TYPE_BIT:
      return "BIT";
    case DUCKDB_TYPE_BIGNUM:
      return "BIGNUM";
    case DUCKDB_TYPE_SQLNULL:
      return "NULL";
    case kTypeGeometry:
      return "GEOMETRY";
    case kTypeVariant:
      return "VARIANT";
    default:
      return nullptr;
  }
}

std::vector<std::string> enum_labels(duckdb_logical_type type) {
  std::vector<std::string> labels(duckdb_enum_dictionary_size(type));
  for (idx_t i = 0; i < labels.size(); ++i)
    labels[i] = take_string(duckdb_enum_dictionary_value(type, i));
  return labels;
}

std::string enum_spelling(duckdb_logical_type type) {
  std::string out = "ENUM(";
  for (const auto& label : enum_labels(type)) {
    if (out.size() > 200) return out + ", …)";
    out += (out.back() == '(' ? "" : ", ") + sql::quote_literal(label);
  }
  return out + ")";
}

std::string member_spelling(std::string name, duckdb_logical_type member) {
  LogicalType type(member);
  return sql::quote_identifier(name) + " " + spelling(type.get());
}

std::string struct_spelling(duckdb_logical_type type) {
  std::string out;
  for (idx_t i = 0; i < duckdb_struct_type_child_count(type); ++i)
    out += (i ? ", " : "") + member_spelling(take_string(duckdb_struct_type_child_name(type, i)),
                                             duckdb_struct_type_child_type(type, i));
  return "STRUCT(" + out + ")";
}

std::string union_spelling(duckdb_logical_type type) {
  std::string out;
  for (idx_t i = 0; i < duckdb_union_type_member_count(type); ++i)
    out += (i ? ", " : "") + member_spelling(take_string(duckdb_union_type_member_name(type, i)),
                                             duckdb_union_type_member_type(type, i));
  return "UNION(" + out + ")";
}

std::string nested_spelling(duckdb_logical_type type, int id) {
  if (id == DUCKDB_TYPE_LIST) {
    LogicalType child(duckdb_list_type_child_type(type));
    return spelling(child.get()) + "[]";
  }
  if (id == DUCKDB_TYPE_ARRAY) {
    LogicalType child(duckdb_array_type_child_type(type));
    return fmt::format("{}[{}]", spelling(child.get()), duckdb_array_type_array_size(type));
  }
  if (id == DUCKDB_TYPE_MAP) {
    LogicalType key(duckdb_map_type_key_type(type));
    LogicalType value(duckdb_map_type_value_type(type));
    return fmt::format("MAP({}, {})", spelling(key.get()), spelling(value.get()));
  }
  if (id == DUCKDB_TYPE_STRUCT) return struct_spelling(type);
  if (id == DUCKDB_TYPE_UNION) return union_spelling(type);
  return fmt::format("type {}", id);
}

// nullopt: a type that has no form of ours.
std::optional<table::Type> form_of(duckdb_type id) {
  switch (id) {
    case DUCKDB_TYPE_BOOLEAN:
      return table::Type::boolean;
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
      return table::Type::integer;
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT:
      return table::Type::hugeint;
    case DUCKDB_TYPE_DECIMAL:
      return table::Type::decimal;
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
      return table::Type::real;
    case DUCKDB_TYPE_DATE:
      return table::Type::date;
    case DUCKDB_TYPE_TIME:
      return table::Type::time;
    case DUCKDB_TYPE_TIMESTAMP:
    case DUCKDB_TYPE_TIMESTAMP_S:
    case DUCKDB_TYPE_TIMESTAMP_MS:
    case DUCKDB_TYPE_TIMESTAMP_NS:
      return table::Type::timestamp;
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return table::Type::timestamp_tz;
    case DUCKDB_TYPE_INTERVAL:
      return table::Type::interval;
    case DUCKDB_TYPE_BLOB:
      return table::Type::blob;
    case DUCKDB_TYPE_VARCHAR:
    case DUCKDB_TYPE_UUID:
    case DUCKDB_TYPE_ENUM:
      return table::Type::text;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string spelling(duckdb_logical_type type) {
  std::string alias = take_string(duckdb_logical_type_get_alias(type));
  if (!alias.empty()) return alias;
  int id = duckdb_get_type_id(type);
  if (const char* name = simple_name(id)) return name;
  if (id == DUCKDB_TYPE_DECIMAL)
    return fmt::format("DECIMAL({},{})", duckdb_decimal_width(type), duckdb_decimal_scale(type));
  if (id == DUCKDB_TYPE_ENUM) return enum_spelling(type);
  return nested_spelling(type, id);
}

ColumnPlan plan_column(std::string name, duckdb_logical_type type) {
  ColumnPlan plan;
  plan.name = std::move(name);
  plan.engine_type = spelling(type);
  plan.id = duckdb_get_type_id(type);
  auto form = form_of(plan.id);
  plan.needs_cast = !form;
  plan.type = form.value_or(table::Type::text);
  if (plan.id == DUCKDB_TYPE_DECIMAL) {
    plan.scale = duckdb_decimal_scale(type);
    plan.storage = duckdb_decimal_internal_type(type);
  }
  if (plan.id == DUCKDB_TYPE_ENUM) {
    plan.storage = duckdb_enum_internal_type(type);
    plan.labels = enum_labels(type);
  }
  return plan;
}

}  // namespace tally::engine::duckdb
