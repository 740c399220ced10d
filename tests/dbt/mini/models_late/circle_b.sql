select * from {{ ref('circle_a') }}
