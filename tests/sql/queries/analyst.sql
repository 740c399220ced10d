WITH monthly AS (
  SELECT date_trunc('month', o.ordered_at) AS month, c.region, sum(o.amount) AS revenue
  FROM orders o
  JOIN customers c ON c.id = o.customer_id
  WHERE o.status <> 'cancelled' AND o.ordered_at >= DATE '2024-01-01'
  GROUP BY ALL
), ranked AS (
  SELECT *, rank() OVER (PARTITION BY month ORDER BY revenue DESC) AS r,
         revenue / sum(revenue) OVER (PARTITION BY month) AS share
  FROM monthly
)
SELECT month, region, revenue, round(100 * share, 1) AS percent
FROM ranked
WHERE r <= 3
ORDER BY month, r

SELECT c.name, count(*) FILTER (WHERE o.amount > 100) AS large, avg(o.amount) AS average,
       percentile_cont(0.9) WITHIN GROUP (ORDER BY o.amount) AS p90
FROM customers AS c LEFT JOIN orders AS o ON o.customer_id = c.id AND o.status IN ('paid', 'sent')
GROUP BY c.name HAVING count(o.id) > 0 ORDER BY large DESC NULLS LAST, c.name LIMIT 20

SELECT p.category, sum(CASE WHEN o.channel = 'web' THEN o.amount ELSE 0 END) AS web,
       sum(CASE o.channel WHEN 'shop' THEN o.amount END) AS shop
FROM orders o, products p
WHERE o.product_id = p.id AND (p.name LIKE '%lamp%' OR p.name ILIKE 'desk%') AND o.amount NOT BETWEEN 1 AND 2
GROUP BY 1

SELECT coalesce(a.month, b.month) AS month, a.sold, b.returned, b.returned / nullif(a.sold, 0) AS rate
FROM (SELECT month, sum(quantity) AS sold FROM sales GROUP BY month) AS a
FULL JOIN (SELECT month, sum(quantity) AS returned FROM returns GROUP BY month) AS b ON a.month = b.month
ORDER BY month

SELECT customer_id, amount - lag(amount) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS change
FROM orders
WHERE NOT EXISTS (SELECT 1 FROM returns r WHERE r.order_id = orders.id)
QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) = 1

SELECT region, list(DISTINCT city ORDER BY city)[1:3] AS cities, max_by(name, amount), arg_min(name, amount)
FROM customers JOIN orders USING (customer_id)
WHERE extract(year FROM ordered_at) = 2024 AND ordered_at::date + INTERVAL 30 DAY < current_date
GROUP BY region

SELECT day, sum(amount) OVER (ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week,
       amount > 2 * avg(amount) OVER () AS peak
FROM (SELECT ordered_at::date AS day, sum(amount) AS amount FROM orders GROUP BY 1)
ORDER BY day

SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM customers WHERE region IS NULL) AS unplaced

SELECT * FROM orders WHERE (customer_id, product_id) IN (SELECT customer_id, product_id FROM returns) AND amount > ALL (SELECT amount FROM refunds)
