select 250 as grams union all select 500
