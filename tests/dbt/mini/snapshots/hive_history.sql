{% snapshot hive_history %}
  {{ config(unique_key='hive_id', strategy='check', check_cols='all') }}
  select * from {{ source('field', 'hives') }}
{% endsnapshot %}
{% snapshot keeper_history %}
  {{ config(unique_key='keeper_id', strategy='timestamp', updated_at='seen', target_schema='people') }}
  select * from {{ ref('keepers') }}
{% endsnapshot %}
