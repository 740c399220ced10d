{{ config(alias="port_calls") }}
select 1 as placeholder
