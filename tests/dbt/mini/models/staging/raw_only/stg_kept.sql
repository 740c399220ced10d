{{ config(enabled=true, tags='kept') }}
select 1 as visit
