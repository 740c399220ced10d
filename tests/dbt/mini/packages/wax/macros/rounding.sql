{% macro round_wax(x) -%} round({{ x }}, 2) {%- endmacro %}
