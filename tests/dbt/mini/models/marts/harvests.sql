{{ config(
    materialized = 'incremental',
    unique_key = ['hive_id', 'season'],
    tags = ['harvest'] + ['yearly'],
    meta = {'notes': {'how': 'Take the last row of a season.'}},
    schema = 'marts'
) }}
-- depends_on: {{ ref('regions') }}
{%- set ns = namespace(all=[]) %}
{%- for kind in var('hive_kinds') if kind != 'warre' %}
  {%- set ns.all = ns.all + ['harvest_' ~ kind] %}
{%- endfor %}
{% for name in ns.all %}
select * from {{ ref(name) }}{% if not loop.last %} union all {% endif %}
{% endfor %}
{% if is_incremental() %} where season > (select max(season) from {{ this }}) {% endif %}
{% if execute %} {{ run_query('select 1').columns[0] }} {% endif %}
