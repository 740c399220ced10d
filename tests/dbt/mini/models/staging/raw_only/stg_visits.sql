select * from {{ source('field', 'hives') }}
