select {{ forever(0) }} from {{ ref('stg_hives') }}
