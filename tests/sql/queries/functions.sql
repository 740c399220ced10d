SELECT count(*), count(DISTINCT a), count(DISTINCT (a, b)), sum(ALL a), count() FROM t

SELECT sum(a) FILTER (WHERE b > 1), count(*) FILTER (b IS NULL) FROM t

SELECT array_agg(a ORDER BY b DESC NULLS LAST, c), string_agg(DISTINCT a, ',' ORDER BY a), list(a ORDER BY b) FILTER (WHERE c) FROM t

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a DESC), mode() WITHIN GROUP (ORDER BY b), quantile_cont(a, [0.25, 0.75]) FROM t

SELECT lag(a, 1 IGNORE NULLS) OVER (ORDER BY b), last_value(a RESPECT NULLS) OVER w FROM t WINDOW w AS (ORDER BY c)

SELECT row_number() OVER (), rank() OVER (PARTITION BY a, b ORDER BY c DESC), sum(x) OVER w, sum(x) OVER (w ORDER BY d), ntile(4) OVER (w) FROM t WINDOW w AS (PARTITION BY a), v AS (w ORDER BY b)

SELECT sum(x) OVER (ORDER BY d ROWS UNBOUNDED PRECEDING), sum(x) OVER (ORDER BY d ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), sum(x) OVER (ORDER BY d RANGE BETWEEN INTERVAL 7 DAYS PRECEDING AND INTERVAL 1 DAY FOLLOWING) FROM t

SELECT sum(x) OVER (ORDER BY d ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW), sum(x) OVER (ORDER BY d GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES), sum(x) OVER (ORDER BY d ROWS 3 PRECEDING EXCLUDE GROUP), sum(x) OVER (ROWS CURRENT ROW EXCLUDE NO OTHERS) FROM t

SELECT count(*) FILTER (WHERE a) OVER (PARTITION BY b) FROM t

SELECT extract(year FROM d), EXTRACT(YEARS FROM d), extract('month' FROM d), extract(Epoch FROM d), extract(dow FROM d), extract('Year' FROM d), extract("isodow" FROM d), date_part('week', d) FROM t

SELECT substring(a, 1, 2), substring(a FROM 1 FOR 2), substring(a FROM 2), substring(a FOR 2), substring(a FOR 2 FROM 1) FROM t

SELECT trim(a), trim(a, 'x'), trim(BOTH FROM a), trim(LEADING 'x' FROM a), trim(TRAILING FROM a), trim('x' FROM a), trim(FROM a), ltrim(a) FROM t

SELECT position('a' IN b), position(a || 'x' IN b), position((a AT TIME ZONE 'UTC')::varchar IN b), strpos(a, b) FROM t

SELECT overlay(a PLACING b FROM 1 FOR 2), overlay(a PLACING b FROM 3) FROM t

SELECT coalesce(a, b, 0), nullif(a, 0), a / nullif(b, 0), ifnull(a, b), greatest(a, b), least(1, 2) FROM t

SELECT list_transform(l, x -> x + 1), list_filter(l, x -> x > 1 AND x < 5), list_reduce(l, (x, y) -> x + y), apply(l, x -> x) FROM t

SELECT list_transform(l, LAMBDA x: x + 1), list_reduce(l, LAMBDA x, y: x + y, 0), list_transform(l, lambda x: list_filter(x, lambda y: y > 1)) FROM t

SELECT list_transform(l, (x, i) -> x || i), list_transform(list_filter(l, x -> x), "X" -> "X") FROM t

SELECT json_extract(j -> 'a', '$.b'), f(j -> 'x'), f(j ->> 'x'), f(a := j -> 'x'), j -> 'a' -> 0, j ->> '$.a' FROM t

SELECT f(a := 1, b => 2), f(1, c := 'x'), f("A" := 1) FROM t

SELECT l.list_filter(x -> x > 1), f(x).g(y).h(), 'a'.b FROM t AS l

SELECT [1, 2].list_sum(), (a).upper().lower(), [x -> 1], (a || b).length() FROM t

SELECT grouping(a, b), row(a, b), struct_pack(a := 1), unnest(l), nextval('s') FROM t
