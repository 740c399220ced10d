{% macro wrapped(kind) -%}
  select * from {{ caller(kind) }}
{%- endmacro %}

{% macro kind_select(kind, table) %}
select * from {{ table }} where kind = '{{ kind }}'
{% endmacro %}

{% macro generate_schema_name(custom_schema_name, node) -%}
  {%- if custom_schema_name is none -%}
    {{ target.schema }}
  {%- elif custom_schema_name == 'by_folder' -%}
    {{ node.fqn[1:-1] | join('_') }}
  {%- else -%}
    {{ custom_schema_name | trim | lower }}
  {%- endif -%}
{%- endmacro %}

{% macro forever(n) %}{{ forever(n + 1) }}{% endmacro %}
