{%- set parts = ['field', 'weighings'] -%}
select * from {{ source(*parts) }}
{% if var('use_scales') %}
union all select * from {{ source('field.archive', 'visits') }}
{% else %}
union all select * from {{ ref('never_taken') }}
{% endif %}
