select 1 as hive_id, 2 as score from {{ ref('stg_hives') }}
