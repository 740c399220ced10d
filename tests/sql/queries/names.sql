SELECT "a b", "select", "Upper", UPPER, "it""s", "ünï", ünï, _x, x1, a$b FROM "my table"

SELECT t."order", t.order, t."From", "t"."x", t.select FROM t

SELECT year, month, date, timestamp, time, name, value, type, key, index, user, text, row, values, rows, range, filter, first, last, "at", "all" FROM t

SELECT a AS select, b AS "x y", c AS year, d 'e', f g, h "i" FROM t

SELECT x: a, y: b + 1 FROM u: t

SELECT a.* FROM a, b AS "B", c AS c(x, "y z"), "d e" AS f

SELECT "coalesce"(a), coalesce(a, b), "left"(a, 1), left(a, 1), "trim"(a), right(a, 2), "interval"(1), "position"(a, b) FROM t

SELECT s.f(1), "S"."F"(1), db.s.f(1), year(d), date(d), replace(a, b, c), repeat('x', 2), range(3), map(k, v), struct(a), columns FROM t

SELECT * FROM main.t, db.main.t AS u, "main"."t t"

SELECT 1 AS "a", 2 AS 'b', 3 AS "c.d"

SELECT generated, map, struct, try_cast, columns FROM map, struct AS columns

SELECT if(a, b, c), "like"(a, b), glob(a, b), "semi"(a), "by"(a), "anti"(a) FROM t

SELECT * FROM 'data.csv', 'b.parquet' AS p

SELECT a
-- a comment
FROM /* a /* nested */ comment */ t -- the end

SELECT '--', '/*', "--", $$ /* $$ FROM t;
