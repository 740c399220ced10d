-- a package's ref finds the root project's model of that name first, as dbt does
select * from {{ ref('keepers') }} join {{ ref('honey_utils', 'keepers') }} using (grams)
