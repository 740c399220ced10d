select k.*, {{ honey_utils.jars('grams') }} as jars
from {{ ref('keeper_list') }} k
join {{ ref('stg_' ~ 'hives') }} using (hive_id)
join {{ ref('apiary', 'stg_crlf') }} using (hive_id)
