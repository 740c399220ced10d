{{ config(schema='by_folder') }}
select * from {{ ref('harvests') }} join {{ ref('hive_scores', v=1) }} using (hive_id)
join {{ ref('hive_scores') }} s2 using (hive_id)
