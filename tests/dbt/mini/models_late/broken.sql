select *
from {{ ref('stg_hives') }}
where {% if x
