#include "sql/dialect.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sql/fixed_sql.h"
#include "sql/keywords.h"

namespace tally::sql {
namespace {

bool is_plain(std::string_view name, Dialect dialect) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) {
    const bool capital = c >= 'A' && c <= 'Z';
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           (capital && dialect == Dialect::duckdb);
  });
}

bool has_capital(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

constexpr std::array<std::string_view, 12> kLambdaFunctions = {
    "apply",      "array_apply", "array_filter", "array_reduce",   "array_transform", "filter",
    "list_apply", "list_filter", "list_reduce",  "list_transform", "reduce",          "columns"};

// Functions of the grammar that have a column_name key word for a name.
constexpr std::array<std::string_view, 8> kSyntaxFunctions = {
    "coalesce", "grouping", "grouping_id", "nullif", "overlay", "position", "substring", "trim"};

constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {"BIGINT", "BIGINT"},
    {"BIGNUM", "BIGNUM"},
    {"BINARY", "BLOB"},
    {"BIT", "BIT"},
    {"BITSTRING", "BIT"},
    {"BLOB", "BLOB"},
    {"BOOL", "BOOLEAN"},
    {"BOOLEAN", "BOOLEAN"},
    {"BPCHAR", "VARCHAR"},
    {"BYTEA", "BLOB"},
    {"CHAR", "VARCHAR"},
    {"CHARACTER", "VARCHAR"},
    {"DATE", "DATE"},
    {"DATETIME", "TIMESTAMP"},
    {"DEC", "DECIMAL"},
    {"DECIMAL", "DECIMAL"},
    {"DOUBLE", "DOUBLE"},
    {"FLOAT", "FLOAT"},
    {"FLOAT4", "FLOAT"},
    {"FLOAT8", "DOUBLE"},
    {"HUGEINT", "HUGEINT"},
    {"INT", "INTEGER"},
    {"INT1", "TINYINT"},
    {"INT2", "SMALLINT"},
    {"INT4", "INTEGER"},
    {"INT8", "BIGINT"},
    {"INTEGER", "INTEGER"},
    {"INTERVAL", "INTERVAL"},
    {"LONG", "BIGINT"},
    {"NCHAR", "VARCHAR"},
    {"NUMERIC", "DECIMAL"},
    {"REAL", "FLOAT"},
    {"SHORT", "SMALLINT"},
    {"SMALLINT", "SMALLINT"},
    {"STRING", "VARCHAR"},
    {"TEXT", "VARCHAR"},
    {"TIME", "TIME"},
    {"TIMESTAMP", "TIMESTAMP"},
    {"TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE"},
    {"TIMETZ", "TIME WITH TIME ZONE"},
    {"TINYINT", "TINYINT"},
    {"UBIGINT", "UBIGINT"},
    {"UHUGEINT", "UHUGEINT"},
    {"UINTEGER", "UINTEGER"},
    {"USMALLINT", "USMALLINT"},
    {"UTINYINT", "UTINYINT"},
    {"UUID", "UUID"},
    {"VARBINARY", "BLOB"},
    {"VARCHAR", "VARCHAR"},
};

}  // namespace

std::string written_name(std::string_view name, Dialect dialect, bool keep_quotes) {
  const KeywordClass kind = keyword_class(find_keyword(name));
  const bool bare = is_plain(name, dialect) && kind != KeywordClass::reserved &&
                    kind != KeywordClass::type_function && !(keep_quotes && has_capital(name));
  return bare ? std::string(name) : quote_identifier(name);
}

std::string written_function(std::string_view name, Dialect dialect, bool quoted) {
  const KeywordClass kind = keyword_class(find_keyword(name));
  bool bare = is_plain(name, Dialect::duckdb) && kind != KeywordClass::reserved;
  for (const uint16_t word : {keyword("anti"), keyword("by"), keyword("operator"), keyword("semi"),
                              keyword("try_cast")}) {
    bare = bare && find_keyword(name) != word;  // these begin something else before a parenthesis
  }
  if (kind == KeywordClass::column_name) {
    bare = !quoted && std::any_of(kSyntaxFunctions.begin(), kSyntaxFunctions.end(),
                                  [&](std::string_view known) {
                                    return find_keyword(known) == find_keyword(name);
                                  });
  } else if (quoted && (kind == KeywordClass::type_function || has_capital(name))) {
    bare = false;
  }
  (void)dialect;
  return bare ? std::string(name) : quote_identifier(name);
}

bool takes_lambda(std::string_view function, Dialect) {
  return std::any_of(kLambdaFunctions.begin(), kLambdaFunctions.end(), [&](std::string_view known) {
    return keyword_tables::same_word(known, function);
  });
}

std::string_view canonical_type(std::string_view upper_case_name) {
  for (const auto& [name, canonical] : kTypes) {
    if (name == upper_case_name) return canonical;
  }
  return {};
}

}  // namespace tally::sql
