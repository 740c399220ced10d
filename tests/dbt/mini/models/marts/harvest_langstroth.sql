{{ kind_select('langstroth', table=ref(var('winter_table'))) }}
{% for year in honey_utils.seasons_since(var('first_season')) %}
union all select {{ year }} from {{ source('field', 'weighings') }} where {{ wax.round_wax('grams') }} > 0
{% endfor %}
