{% call(inner) wrapped('dadant') %}{{ ref('stg_weighings') }} as {{ inner }}{% endcall %}
