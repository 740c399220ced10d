{{ config(meta={'expose': false}) }}
select count(*) from {{ ref('member_letters') }}
