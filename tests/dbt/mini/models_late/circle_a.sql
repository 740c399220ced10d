select * from {{ ref('circle_b') }}
