{{ config(alias='hives') }}
{#- {{ ref('in_a_comment') }} -#}
{% raw %}{{ ref('in_raw') }}{% endraw %}
with source as (select * from {{ source('field', 'hives') }})
select hive_id, kind from source -- not a ref: ref('in_sql_comment')
