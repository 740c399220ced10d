select season from {{ ref('harvests') }} order by grams desc
