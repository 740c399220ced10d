-- the same bare name as a model of the root project
select * from {{ ref('jar_sizes') }}
