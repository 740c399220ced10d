select * from {{ ref('keepers') }} join {{ source('field', 'letters') }} using (keeper_id)
