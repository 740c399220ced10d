{% macro jars(column) %}{{ return(adapter.dispatch('jars', 'honey_utils')(column)) }}{% endmacro %}
{% macro default__jars(column) %}{{ column }} / {{ var('jar_grams') }} -- {{ ref('jar_sizes') }}{% endmacro %}
{% macro postgres__jars(column) %}floor({{ column }} / {{ ref('jar_sizes') }}){% endmacro %}

{% macro seasons_since(year) %}
  {%- set years = [] -%}
  {%- for y in range(year | int, (year | int) + 3) -%}{%- do years.append(y) -%}{%- endfor -%}
  {{ return(years) }}
{% endmacro %}
