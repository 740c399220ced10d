// dbt's own global macros, written anew and only as far as reading a project needs them: what they
// print is SQL of the right shape, and nothing of them touches a warehouse. Each cross-database one
// goes through adapter.dispatch, so that a project's own implementation is found.
#include <initializer_list>
#include <string>

#include "import/dbt/macro_index.h"

namespace tally::importing::dbt {

namespace {

constexpr std::string_view kNames = R"jinja(
{%- macro generate_schema_name(custom_schema_name=none, node=none) -%}
  {{ return(adapter.dispatch('generate_schema_name', 'dbt')(custom_schema_name, node)) }}
{%- endmacro -%}
{%- macro default__generate_schema_name(custom_schema_name, node) -%}
  {%- if custom_schema_name is none -%}{{ target.schema }}
  {%- else -%}{{ target.schema }}_{{ custom_schema_name | trim }}{%- endif -%}
{%- endmacro -%}
{%- macro generate_schema_name_for_env(custom_schema_name, node) -%}
  {%- if target.name == 'prod' and custom_schema_name is not none -%}{{ custom_schema_name | trim }}
  {%- else -%}{{ target.schema }}{%- endif -%}
{%- endmacro -%}
{%- macro generate_database_name(custom_database_name=none, node=none) -%}
  {{ return(adapter.dispatch('generate_database_name', 'dbt')(custom_database_name, node)) }}
{%- endmacro -%}
{%- macro default__generate_database_name(custom_database_name=none, node=none) -%}
  {%- if custom_database_name is none -%}{{ target.database }}
  {%- else -%}{{ custom_database_name }}{%- endif -%}
{%- endmacro -%}
{%- macro generate_alias_name(custom_alias_name=none, node=none) -%}
  {{ return(adapter.dispatch('generate_alias_name', 'dbt')(custom_alias_name, node)) }}
{%- endmacro -%}
{%- macro default__generate_alias_name(custom_alias_name=none, node=none) -%}
  {%- if custom_alias_name -%}{{ custom_alias_name | trim }}
  {%- elif node.version -%}{{ node.name ~ '_v' ~ (node.version | replace('.', '_')) }}
  {%- else -%}{{ node.name }}{%- endif -%}
{%- endmacro -%}
)jinja";

constexpr std::string_view kRunning = R"jinja(
{% macro is_incremental() %}{{ return(false) }}{% endmacro %}
{% macro should_full_refresh() %}{{ return(false) }}{% endmacro %}
{% macro should_store_failures() %}{{ return(false) }}{% endmacro %}
{% macro run_query(sql) %}
  {%- do return(load_result('run_query_statement').table) -%}
{% endmacro %}
{% macro statement(name=none, fetch_result=false, auto_begin=true, language='sql') -%}
  {%- if execute -%}{%- set compiled = caller() -%}{%- endif -%}
{%- endmacro %}
{% macro noop_statement(name=none, message=none, code=none, rows_affected=none, res=none) %}{% endmacro %}
{% macro load_relation(relation) %}{{ return(none) }}{% endmacro %}
{% macro load_cached_relation(relation) %}{{ return(none) }}{% endmacro %}
{% macro get_columns_in_relation(relation) %}{{ return([]) }}{% endmacro %}
{% macro get_columns_in_query(select_sql) %}{{ return([]) }}{% endmacro %}
{% macro get_column_schema_from_query(select_sql, select_sql_header=none) %}{{ return([]) }}{% endmacro %}
{% macro get_relations(database, schema) %}{{ return([]) }}{% endmacro %}
{% macro get_where_subquery(relation) %}{{ return(relation) }}{% endmacro %}
{% macro make_temp_relation(base_relation, suffix='__dbt_tmp') %}{{ return(base_relation) }}{% endmacro %}
{% macro make_intermediate_relation(base_relation, suffix='__dbt_tmp') %}{{ return(base_relation) }}{% endmacro %}
{% macro make_backup_relation(base_relation, backup_relation_type=none, suffix='__dbt_backup') %}{{ return(base_relation) }}{% endmacro %}
{% macro make_hook_config(sql, inside_transaction) %}{{ return(tojson({'sql': sql, 'transaction': inside_transaction})) }}{% endmacro %}
{% macro before_begin(sql) %}{{ return(make_hook_config(sql, false)) }}{% endmacro %}
{% macro in_transaction(sql) %}{{ return(make_hook_config(sql, true)) }}{% endmacro %}
{% macro after_commit(sql) %}{{ return(make_hook_config(sql, false)) }}{% endmacro %}
{% macro run_hooks(hooks, inside_transaction=true) %}{% endmacro %}
{% macro set_sql_header(config) -%}{%- do config.set('sql_header', caller()) -%}{%- endmacro %}
{% macro partition_range(raw_partition_date, date_fmt='%Y%m%d') %}{{ return([]) }}{% endmacro %}
{% macro dates_in_range(start_date_str, end_date_str=none, in_fmt='%Y%m%d', out_fmt='%Y%m%d') %}{{ return([]) }}{% endmacro %}
{% macro get_powers_of_two(upper_bound) %}{{ return(1) }}{% endmacro %}
)jinja";

// What does nothing before there is a warehouse.
constexpr std::string_view kQuiet[] = {
    "create_table_as",
    "create_view_as",
    "create_schema",
    "drop_schema",
    "drop_relation",
    "drop_relation_if_exists",
    "rename_relation",
    "truncate_relation",
    "create_indexes",
    "create_csv_table",
    "reset_csv_table",
    "load_csv_rows",
    "persist_docs",
    "apply_grants",
    "get_merge_sql",
    "get_delete_insert_merge_sql",
    "get_insert_overwrite_merge_sql",
    "get_insert_into_sql",
    "get_test_sql",
    "get_create_table_as_sql",
    "get_create_view_as_sql",
    "alter_column_type",
    "alter_column_comment",
    "alter_relation_comment",
    "check_schema_exists",
    "list_schemas",
    "list_relations_without_caching",
    "collect_freshness",
    "copy_grants",
    "sync_column_schemas",
    "process_schema_changes",
    "get_quoted_csv",
    "incremental_validate_on_schema_change",
    "snapshot_staging_table",
    "build_snapshot_table",
    "strategy_dispatch",
    "convert_datetime",
    "get_incremental_strategy_macro",
    "py_current_timestring",
    "get_empty_subquery_sql",
    "get_assert_columns_equivalent",
    "table_columns_and_constraints",
    "validate_sql",
    "information_schema_name",
    "get_catalog",
    "get_catalog_relations",
    "get_show_grant_sql",
    "get_or_create_relation",
    "get_dcl_statement_list",
};

struct Function {
  std::string_view name, parameters, arguments, body;
};

// Cross-database functions: macro, its parameters, how it hands them on, and what it prints.
constexpr Function kFunctions[] = {
    {"date_trunc", "datepart, date", "datepart, date", "date_trunc('{{ datepart }}', {{ date }})"},
    {"dateadd", "datepart, interval, from_date_or_timestamp",
     "datepart, interval, from_date_or_timestamp",
     "dateadd({{ datepart }}, {{ interval }}, {{ from_date_or_timestamp }})"},
    {"datediff", "first_date, second_date, datepart", "first_date, second_date, datepart",
     "datediff({{ datepart }}, {{ first_date }}, {{ second_date }})"},
    {"last_day", "date, datepart", "date, datepart", "last_day({{ date }}, {{ datepart }})"},
    {"date", "year, month, day", "year, month, day",
     "to_date('{{ year }}-{{ month }}-{{ day }}', 'YYYY-MM-DD')"},
    {"date_spine", "datepart, start_date, end_date", "datepart, start_date, end_date",
     "select cast(null as date) as date_{{ datepart }}"},
    {"generate_series", "upper_bound", "upper_bound", "select 1 as generated_number"},
    {"get_intervals_between", "start_date, end_date, datepart", "start_date, end_date, datepart",
     "{{ return(0) }}"},
    {"type_string", "", "", "text"},
    {"type_timestamp", "", "", "timestamp"},
    {"type_float", "", "", "float"},
    {"type_numeric", "", "", "numeric(28, 6)"},
    {"type_bigint", "", "", "bigint"},
    {"type_int", "", "", "int"},
    {"type_boolean", "", "", "boolean"},
    {"cast", "field, type", "field, type", "cast({{ field }} as {{ type }})"},
    {"safe_cast", "field, type", "field, type", "try_cast({{ field }} as {{ type }})"},
    {"try_cast", "field, type", "field, type", "try_cast({{ field }} as {{ type }})"},
    {"cast_bool_to_text", "field", "field", "cast({{ field }} as text)"},
    {"concat", "fields", "fields", "{{ fields | join(' || ') }}"},
    {"hash", "field", "field", "md5(cast({{ field }} as text))"},
    {"length", "expression", "expression", "length({{ expression }})"},
    {"position", "substring_text, string_text", "substring_text, string_text",
     "position({{ substring_text }} in {{ string_text }})"},
    {"replace", "field, old_chars, new_chars", "field, old_chars, new_chars",
     "replace({{ field }}, {{ old_chars }}, {{ new_chars }})"},
    {"right", "string_text, length_expression", "string_text, length_expression",
     "right({{ string_text }}, {{ length_expression }})"},
    {"split_part", "string_text, delimiter_text, part_number",
     "string_text, delimiter_text, part_number",
     "split_part({{ string_text }}, {{ delimiter_text }}, {{ part_number }})"},
    {"string_literal", "value", "value", "'{{ value }}'"},
    {"escape_single_quotes", "expression", "expression",
     "{{ expression | replace(\"'\", \"''\") }}"},
    {"any_value", "expression", "expression", "any_value({{ expression }})"},
    {"bool_or", "expression", "expression", "bool_or({{ expression }})"},
    {"listagg", "measure, delimiter_text=\"','\", order_by_clause=none, limit_num=none",
     "measure, delimiter_text, order_by_clause, limit_num",
     "listagg({{ measure }}, {{ delimiter_text }}){% if order_by_clause %} within group ({{ "
     "order_by_clause }}){% endif %}"},
    {"array_construct", "inputs=[], data_type=none", "inputs, data_type",
     "array[{{ inputs | join(', ') }}]"},
    {"array_append", "array, new_element", "array, new_element",
     "array_append({{ array }}, {{ new_element }})"},
    {"array_concat", "array_1, array_2", "array_1, array_2",
     "array_cat({{ array_1 }}, {{ array_2 }})"},
    {"except", "", "", "except"},
    {"intersect", "", "", "intersect"},
    {"current_timestamp", "", "", "current_timestamp"},
    {"current_timestamp_backcompat", "", "", "current_timestamp"},
    {"current_timestamp_in_utc_backcompat", "", "", "current_timestamp"},
    {"snapshot_get_time", "", "", "current_timestamp"},
    {"convert_timezone", "column, target_tz='UTC', source_tz=none", "column, target_tz, source_tz",
     "{{ column }}"},
    {"get_limit_sql", "sql, limit", "sql, limit", "{{ sql }} limit {{ limit }}"},
    {"equals", "expr1, expr2", "expr1, expr2", "{{ expr1 }} is not distinct from {{ expr2 }}"},
};

std::string all_macros() {
  std::string text(kNames);
  text += kRunning;
  auto add = [&](std::initializer_list<std::string_view> parts) {
    for (const auto part : parts) text += part;
  };
  for (const auto name : kQuiet) {
    add({"{% macro ", name, "() %}{% set _ = [varargs, kwargs, caller] %}{% endmacro %}\n"});
  }
  for (const auto& [name, parameters, arguments, body] : kFunctions) {
    add({"{% macro ", name, "(", parameters, ") %}{{ return(adapter.dispatch('", name, "', 'dbt')(",
         arguments, ")) }}{% endmacro %}\n"});
    add({"{%- macro default__", name, "(", parameters, ") -%}", body, "{%- endmacro -%}\n"});
  }
  return text;
}

}  // namespace

std::string_view dbt_macros() {
  static const std::string macros = all_macros();
  return macros;
}

}  // namespace tally::importing::dbt
