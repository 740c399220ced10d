select * from {{ ref('member_letters') }}
