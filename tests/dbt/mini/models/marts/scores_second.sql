select hive_id, score, 'x' as remark from {{ ref('stg_hives') }}, {{ ref('hive_scores', version=1) }}
