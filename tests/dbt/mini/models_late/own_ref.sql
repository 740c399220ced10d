select * from {{ builtins.ref('stg_hives') }}
