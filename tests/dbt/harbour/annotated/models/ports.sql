select 1 as placeholder
