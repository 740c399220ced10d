select 'a second model of that name' from {{ ref('keeper_list') }}
