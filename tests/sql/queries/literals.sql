SELECT 1, 1.5, .5, 1., 1e10, 1.5e-3, 1E+5, 1_000, 1_000.5_5, 123456789012345678901234567890

SELECT 1 x, 1x, 0x1F, 1__0, 123abc

SELECT 'a', 'it''s', '', 'a''''b', 'ünï©ödé', '日本語', '🙂', 'two
lines', 'back\slash'

SELECT 'a'
  'b'
  'c', 'x'

SELECT e'a\nb', E'tab\t', e'quote\'s', e'it''s', e'\x41\101\\', e'\q'

SELECT $$plain$$, $$it's$$, $tag$a $$ b$tag$, $a_1$x$a_1$

SELECT TRUE, FALSE, NULL, true AND NULL

SELECT DATE '2001-02-03', TIMESTAMP '2001-02-03 04:05:06', TIME '04:05', TIMESTAMP WITH TIME ZONE '2001-02-03 04:05:06+00', TIMESTAMPTZ '2001-02-03'

SELECT INTEGER '1', INT '2', DECIMAL(5, 2) '1.5', VARCHAR 'x', BOOLEAN 'true', DOUBLE PRECISION '1.5', uuid '00000000-0000-0000-0000-000000000000', json '{}'

SELECT INTERVAL '3' DAY, INTERVAL 3 DAYS, INTERVAL (a + 1) MONTH, INTERVAL '3 days 2 hours', INTERVAL 1_0 YEAR FROM t

SELECT INTERVAL '1' QUARTER, INTERVAL '1' WEEKS, INTERVAL 1 MILLISECOND, INTERVAL 1 MICROSECONDS, INTERVAL 1 DECADE, INTERVAL 1 CENTURY, INTERVAL 1 MILLENNIUM

SELECT d + INTERVAL 1 DAY, d - INTERVAL '1' HOUR * 2, (INTERVAL 1 DAY)::varchar FROM t

SELECT N'national', nchar 'x'

SELECT ?, $2 + $1, #1

SELECT $name, $a_1 + $b

SELECT [1, 2, 3], [], [1,], [[1], [2, 3]], ARRAY[1, 2], ARRAY[], ['a', NULL]

SELECT {'a': 1, 'b': 'x'}, {a: 1, "B c": 2}, {'a': {'b': [1]}}, {'x': 1,}

SELECT MAP {'a': 1, 'b': 2}, MAP {}, MAP {[1]: {'x': 1}}, map([1], [2])

SELECT (1, 2), ROW(1, 2), ROW(1), ROW(), ((1, 2), 3), (a, b) = (c, d) FROM t

SELECT ARRAY(SELECT 1), ARRAY((SELECT a FROM t ORDER BY a))

SELECT a[1], a[1][2], a[1:2], a[:2], a[1:], a[:], a[1:5:2], a[:-:2], a[-1], [1, 2][1], {'a': 1}['a'], 'abc'[1] FROM t

SELECT a.b, a.b.c, a.b.c.d, (a).b, (a).b.c, (a.b).c, a[1].b, {'x': 1}.x, (f(x)).y, f(x).y, f(x)[1].y FROM t AS a

SELECT (SELECT 1)[1], (SELECT {'a': 1}).a, CASE WHEN a THEN b END.c, CASE WHEN a THEN b END[1] FROM t

SELECT [x + 1 FOR x IN l], [x FOR x IN l IF x > 2], [x + i FOR x, i IN [1, 2]], [x FOR x IN (a || b) IF x IN (1, 2)] FROM t

SELECT a::int[], a::int[3], a::int[3][], a::int ARRAY, a::int ARRAY[3], CAST(a AS STRUCT(x INT, "Y z" VARCHAR[])[]), a::row(i int) FROM t

SELECT a::MAP(INT, TEXT), a::UNION(n INT, s TEXT), a::ENUM('x', 'y'), a::foo, a::"My Type", a::s.foo, a::db.s.foo, a::decimal(10,2), a::numeric, a::dec FROM t

SELECT a::text, a::string, a::char(3), a::character varying(3), a::bool, a::real, a::float, a::float(30), a::float8, a::double precision, a::int4, a::timestamp(3), a::timestamptz, a::time with time zone, a::timestamp without time zone, a::bit, a::bytea, a::datetime FROM t

SELECT current_date, current_timestamp, now(), current_time FROM t
