select * from {{ ref('stg_hives') }} where hive_id is null
