select * from {{ ref('letters_count') }}, {{ ref('keepers') }}
