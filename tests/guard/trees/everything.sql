WITH RECURSIVE m(month, total) AS MATERIALIZED (SELECT date_trunc('month', o.ordered_at), sum(o.amount) FILTER (WHERE o.status IN ('open', 'done')) FROM orders AS o JOIN customers USING (customer_id) GROUP BY ROLLUP (1) HAVING count(*) > 1),
r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3)
SELECT DISTINCT m.*, CASE WHEN total BETWEEN 0 AND 9.5 THEN 'low' ELSE upper(note) END AS size, lag(total, 1, 0) OVER (PARTITION BY month ORDER BY total DESC NULLS LAST ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before,
  list_transform([1, 2], lambda x: x + 1)[1:], total::DECIMAL(10, 2), (SELECT max(amount) FROM archive.orders_old) IS NULL, note COLLATE NOCASE, COLUMNS(* EXCLUDE (note)), #1, NOT (note = ANY (SELECT name FROM products))
FROM m, r, orders TABLESAMPLE 10 PERCENT (bernoulli, 3), range(3) WITH ORDINALITY t(i), (VALUES (1, 'a')) v(a, b), (PIVOT orders ON status IN ('open') USING sum(amount)) p
WHERE note LIKE 'a%' AND EXISTS (FROM products) OR {'a': 1}.a = 1
QUALIFY row_number() OVER (ORDER BY month) = 1
ORDER BY ALL LIMIT 10 OFFSET 2