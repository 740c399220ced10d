-- Operators and what they bind to. Blank lines separate the queries of these files.
SELECT 1 + 2 * 3, (1 + 2) * 3, 2 * (3 + 4), 1 - 2 - 3, 1 - (2 - 3), 8 / 4 / 2, 8 / (4 / 2)

SELECT 2 ^ 3 ^ 2, 2 ^ (3 ^ 2), -2 ^ 2, -(2 ^ 2), 2 ** -1, 2 ** 3 ^ 2

SELECT NOT a = b, NOT (a AND b), NOT a AND b, (NOT a) = b, NOT NOT a FROM t

SELECT a OR b AND c, (a OR b) AND c, a AND (b OR c), a AND (b AND c), a OR (b OR c) FROM t

SELECT a = b IS NULL, a = (b IS NULL), (a = b) = c, a = (b = c), a IS NULL IS NOT NULL FROM t

SELECT a BETWEEN b AND c AND d, a BETWEEN b AND (c AND d), (a BETWEEN b AND c) = d FROM t

SELECT a NOT BETWEEN 1 + 2 AND 3 * 4 OR b, a BETWEEN (x AND y) AND z FROM t

SELECT a BETWEEN (b = c) AND d, a BETWEEN b = c AND d FROM t

SELECT a BETWEEN (b AT TIME ZONE 'UTC') AND c, a BETWEEN (b COLLATE de) AND (c COLLATE de) FROM t

SELECT a || b + c, (a || b) + c, a || (b || c), a || -b, a & b | c, a << 2 + 1, (a << 2) + 1 FROM t

SELECT - - 1, -(-1), +1, + -1, - a.b, -a::int, (-a)::int, -5::varchar FROM a

SELECT ~a, ~(~a), ~ -a, ~a + b, (~a) + b, a & ~b FROM t

SELECT a::int + b::varchar(10)::int, (a + b)::int, CAST(a + b AS BIGINT), TRY_CAST(a AS DATE) FROM t

SELECT a AT TIME ZONE 'UTC', a AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Berlin', a + b AT TIME ZONE c FROM t

SELECT a COLLATE de || b, (a || b) COLLATE de, a COLLATE de.nocase, -a COLLATE de FROM t

SELECT a -> 'b' -> 'c' ->> 'd', a ->> 'b' = 'c', (a -> 'b') = 'c', a -> ('b' = 'c') FROM t

SELECT x = (a ->> 'b'), x = a ->> 'b', a ->> 'b' || 'c', (a ->> 'b') || 'c', p AND (a ->> 'b' = 'c') FROM t

SELECT a = 1 OR a = 2 OR a = 3 AND b <> 4 AND NOT c FROM t

SELECT a == b, a == b = c, a != b, a <> b, a == 1 AND b == 2 FROM t

SELECT a IN (1, 2) IN (TRUE), a NOT IN (1), NOT a IN (1), a IN ((1, 2), (3, 4)) FROM t

SELECT a IN (1, 2,), a IN (b), a IN b, a IN [1, 2], a NOT IN f(x), a IN b.c FROM t

SELECT a LIKE 'x' || '%', a NOT LIKE 'x', (a LIKE b) = c, a LIKE 'x!%' ESCAPE '!', a ILIKE b, a NOT ILIKE b ESCAPE 'c' FROM t

SELECT a SIMILAR TO 'x+', a NOT SIMILAR TO 'y', a GLOB '*.c', a ~ 'x', a !~ 'x', a ~~ 'x', a !~~* 'x' FROM t

SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b + 1, (a IS DISTINCT FROM b) IS NULL FROM t

SELECT a IS TRUE, a IS NOT FALSE, a IS UNKNOWN, a IS NOT UNKNOWN, a ISNULL, a NOTNULL, a NOT NULL FROM t

SELECT a ^@ b, a <-> b, a <=> b, a @> b, a <@ b, a && b, @a, a @ -b, a @- b FROM t

SELECT 1 !, (5 !) + 1, a ! AS f FROM t

SELECT a // b * c, a % b, a * (b % c), a * -b, a*-1, a - -1, a>-1, a=-1 FROM t

SELECT NOT EXISTS (SELECT 1), EXISTS (SELECT 1) AND EXISTS (SELECT 2)

SELECT a = ANY (SELECT 1), a <> ALL (SELECT 1), a < SOME (SELECT 1), a = ANY (b), a + 1 = ANY ([1, 2]) FROM t

SELECT CASE WHEN a THEN b END, CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE 'z' END + 1 FROM t

SELECT CASE WHEN CASE WHEN a THEN b ELSE c END THEN d END IS NULL FROM t
