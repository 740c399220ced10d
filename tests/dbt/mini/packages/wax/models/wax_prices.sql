select * from {{ source('market', 'wax_prices') }}
