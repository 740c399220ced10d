select *
from {{ ref('no_such_model') }}
join {{ source('field', 'no_such_table') }} using (x)
join {{ ref('stg_visits') }} using (y)
join {{ ref('hive_scores', v=9) }} using (z)
join {{ ref('stg_hives') }} using (hive_id)
