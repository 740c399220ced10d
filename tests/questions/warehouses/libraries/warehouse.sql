-- The public libraries of a city, made up: nine tables, built in a second.
-- Every "random" figure is a hash of a row number and a salt, so two builds are the same.

CREATE TEMP MACRO draw(key, salt, sides) AS CAST(hash(key || salt) % sides AS INTEGER);

CREATE TABLE branch (
  branch_id INTEGER PRIMARY KEY,
  branch_name VARCHAR NOT NULL,
  district VARCHAR,
  opened_on DATE NOT NULL,
  has_cafe BOOLEAN NOT NULL,
  floor_area INTEGER NOT NULL
);
-- Riverside is a branch and a district, Northgate too: names that say little without a word beside them.
INSERT INTO branch
SELECT row_number() OVER (), s[1], nullif(s[2], ''), DATE '1950-01-01' + draw(s[1], 'opened', 25000), draw(s[1], 'cafe', 3) = 0, 200 + draw(s[1], 'area', 2800)
FROM (SELECT unnest([['Central', 'Old Town'], ['Riverside', 'Riverside'], ['Mill Lane', 'Riverside'], ['Northgate', 'Northgate'], ['Castle Hill', 'Northgate'],
  ['Harbour', 'Docklands'], ['Canal Street', 'Docklands'], ['Elm Park', 'Westfield'], ['Orchard', 'Westfield'], ['Beacon', 'Eastside'],
  ['Market Square', 'Old Town'], ['St Mary', 'Eastside'], ['Mobile Library', ''], ['Willow Grove', 'Westfield']]) AS s);

CREATE TABLE author (
  author_id INTEGER PRIMARY KEY,
  author_name VARCHAR NOT NULL,
  nationality VARCHAR
);
INSERT INTO author
SELECT i, ['Alma', 'Boris', 'Clara', 'Daniel', 'Edith', 'Fritz', 'Gwen', 'Henry', 'Ida', 'Jean'][1 + i % 10] || ' ' ||
       ['Archer', 'Bellamy', 'Croft', 'Dunmore', 'Eastwood', 'Fairchild'][1 + i // 10],
       CASE WHEN draw(i, 'nonat', 8) = 0 THEN NULL ELSE ['British', 'Irish', 'French', 'American', 'Swedish', 'Nigerian'][1 + draw(i, 'nat', 6)] END
FROM range(60) AS t (i);

CREATE TABLE title (
  title_id INTEGER PRIMARY KEY,
  title_name VARCHAR NOT NULL,
  author_id INTEGER,
  genre VARCHAR,
  audience VARCHAR NOT NULL,
  format VARCHAR NOT NULL,
  language VARCHAR NOT NULL,
  published_year INTEGER,
  pages INTEGER
);
INSERT INTO title
SELECT i, ['The Silent', 'A Distant', 'The Last', 'My Golden', 'Under the', 'Beyond the', 'The Hidden', 'Song of the', 'Winter', 'Return to the'][1 + i % 10] || ' ' ||
       ['Garden', 'River', 'Mountain', 'House', 'Island', 'Bridge', 'Forest', 'Letter', 'Mirror', 'Voyage', 'Orchard', 'Lighthouse'][1 + (i // 10) % 12] ||
       CASE WHEN i >= 120 THEN ' ' || ['', 'II', 'III', 'IV', 'V'][1 + i // 120] ELSE '' END,
       CASE WHEN draw(i, 'noauth', 25) = 0 THEN NULL ELSE least(draw(i, 'au1', 60), draw(i, 'au2', 60)) END,
       CASE WHEN draw(i, 'nogenre', 16) = 0 THEN NULL
            ELSE ['Crime', 'Romance', 'Science Fiction', 'History', 'Biography', 'Poetry', 'Travel', 'Cookery', 'Fantasy'][1 + least(draw(i, 'g1', 9), draw(i, 'g2', 9))] END,
       ['adult', 'adult', 'adult', 'teen', 'child'][1 + draw(i, 'aud', 5)],
       ['book', 'book', 'book', 'audiobook', 'DVD', 'large print'][1 + draw(i, 'fmt', 6)],
       ['English', 'English', 'English', 'French', 'Polish', 'Arabic'][1 + draw(i, 'lang', 6)],
       CASE WHEN draw(i, 'noyear', 20) = 0 THEN NULL ELSE 1960 + draw(i, 'year', 64) END,
       CASE WHEN draw(i, 'fmt', 6) < 3 THEN 80 + draw(i, 'pages', 700) END
FROM range(600) AS t (i);

CREATE TABLE copy (
  copy_id INTEGER PRIMARY KEY,
  title_id INTEGER NOT NULL,
  home_branch_id INTEGER,
  acquired_on DATE NOT NULL,
  price DECIMAL(7, 2),
  condition VARCHAR NOT NULL,
  withdrawn_on DATE
);
INSERT INTO copy
SELECT i, least(draw(i, 't1', 600), draw(i, 't2', 600)), CASE WHEN draw(i, 'nobr', 50) = 0 THEN NULL ELSE 1 + draw(i, 'br', 14) END,
       DATE '2018-01-10' + draw(i, 'acq', 2500), CASE WHEN draw(i, 'nopr', 30) = 0 THEN NULL ELSE (400 + draw(i, 'pr', 3600)) / 100.0 END,
       ['new', 'good', 'good', 'worn', 'damaged'][1 + draw(i, 'cond', 5)],
       CASE WHEN draw(i, 'wd', 7) = 0 THEN DATE '2018-01-10' + draw(i, 'acq', 2500) + draw(i, 'wdd', 400) END
FROM range(4000) AS t (i);

-- History: a member has a row for each membership type they had.
CREATE TABLE member (
  member_key INTEGER PRIMARY KEY,
  card_number VARCHAR NOT NULL,
  full_name VARCHAR NOT NULL,
  membership VARCHAR NOT NULL,
  home_branch_id INTEGER,
  postal_area VARCHAR,
  joined_on DATE NOT NULL,
  valid_from DATE NOT NULL,
  valid_to DATE
);
INSERT INTO member
SELECT row_number() OVER (ORDER BY n, part), 'C' || (10000 + n), 'Member ' || n,
       ['junior', 'standard', 'standard', 'senior', 'student'][1 + draw(n || '-' || part, 'type', 5)],
       CASE WHEN draw(n, 'nohome', 20) = 0 THEN NULL ELSE 1 + draw(n, 'home', 14) END,
       CASE WHEN draw(n, 'nopost', 30) = 0 THEN NULL ELSE ['N1', 'N2', 'E1', 'E3', 'W4', 'S7'][1 + draw(n, 'post', 6)] END,
       DATE '2017-02-01' + draw(n, 'joined', 2600),
       CASE WHEN part = 0 THEN DATE '2017-02-01' + draw(n, 'joined', 2600) ELSE DATE '2017-02-01' + draw(n, 'joined', 2600) + 300 END,
       CASE WHEN part = 0 AND n % 4 = 0 THEN DATE '2017-02-01' + draw(n, 'joined', 2600) + 299 END
FROM range(1200) AS a (n), range(2) AS b (part)
WHERE part = 0 OR n % 4 = 0;

CREATE TABLE loan (
  loan_id INTEGER PRIMARY KEY,
  copy_id INTEGER NOT NULL,
  member_key INTEGER,
  branch_id INTEGER NOT NULL,
  return_branch_id INTEGER,
  lent_at TIMESTAMP NOT NULL,
  due_on DATE NOT NULL,
  returned_on DATE,
  renewals INTEGER NOT NULL,
  channel VARCHAR NOT NULL
);
INSERT INTO loan
WITH draft AS (
  SELECT i, TIMESTAMP '2019-04-02 09:00:00' + INTERVAL 1 MINUTE * CAST(2590000 * pow(draw(i, 'lent', 1000000) / 1000000.0, 0.8) AS INTEGER) AS lent_at
  FROM range(30000) AS t (i))
SELECT 500000 + i, least(draw(i, 'c1', 4000), draw(i, 'c2', 4000)), CASE WHEN draw(i, 'nomem', 28) = 0 THEN NULL ELSE 1 + draw(i, 'mem', 1500) END,
       1 + least(draw(i, 'b1', 14), draw(i, 'b2', 14)),
       CASE WHEN draw(i, 'ret', 15) > 0 THEN 1 + CASE WHEN draw(i, 'other', 4) = 0 THEN draw(i, 'b3', 14) ELSE least(draw(i, 'b1', 14), draw(i, 'b2', 14)) END END,
       lent_at, CAST(lent_at AS DATE) + 21,
       CASE WHEN draw(i, 'ret', 15) > 0 THEN CAST(lent_at AS DATE) + 1 + draw(i, 'kept', 40) END,
       CASE WHEN draw(i, 'ren', 3) = 0 THEN draw(i, 'renn', 4) ELSE 0 END,
       ['desk', 'self-service', 'self-service', 'app'][1 + draw(i, 'chan', 4)]
FROM draft;

CREATE TABLE reservation (
  reservation_id INTEGER PRIMARY KEY,
  title_id INTEGER,
  member_key INTEGER,
  pickup_branch_id INTEGER,
  placed_on DATE NOT NULL,
  ready_on DATE,
  outcome VARCHAR NOT NULL
);
INSERT INTO reservation
SELECT i, CASE WHEN draw(i, 'not', 60) = 0 THEN NULL ELSE least(draw(i, 't1', 600), draw(i, 't2', 600)) END, 1 + draw(i, 'mem', 1500),
       CASE WHEN draw(i, 'nobr', 25) = 0 THEN NULL ELSE 1 + draw(i, 'br', 14) END,
       DATE '2019-05-01' + draw(i, 'placed', 1800),
       CASE WHEN draw(i, 'out', 10) < 8 THEN DATE '2019-05-01' + draw(i, 'placed', 1800) + 1 + draw(i, 'wait', 60) END,
       CASE WHEN draw(i, 'out', 10) < 6 THEN 'collected' WHEN draw(i, 'out', 10) < 8 THEN 'expired' WHEN draw(i, 'out', 10) < 9 THEN 'cancelled' ELSE 'waiting' END
FROM range(7000) AS t (i);

CREATE TABLE fine (
  fine_id INTEGER PRIMARY KEY,
  loan_id INTEGER NOT NULL,
  raised_on DATE NOT NULL,
  reason VARCHAR,
  amount DECIMAL(7, 2) NOT NULL,
  amount_paid DECIMAL(7, 2),
  is_waived BOOLEAN NOT NULL
);
INSERT INTO fine
SELECT row_number() OVER (ORDER BY loan_id), loan_id, returned_on, CASE WHEN draw(loan_id, 'nore', 25) = 0 THEN NULL ELSE ['late', 'late', 'late', 'damaged', 'lost'][1 + draw(loan_id, 're', 5)] END,
       (50 + draw(loan_id, 'am', 1500)) / 100.0, CASE WHEN draw(loan_id, 'paid', 3) > 0 AND draw(loan_id, 'wv', 8) > 0 THEN (50 + draw(loan_id, 'am', 1500)) / 100.0 END, draw(loan_id, 'wv', 8) = 0
FROM loan WHERE returned_on > due_on AND draw(loan_id, 'fined', 3) > 0;

-- One row for each branch and month.
CREATE TABLE branch_month (
  branch_id INTEGER NOT NULL,
  month_start DATE NOT NULL,
  visits INTEGER,
  opening_hours INTEGER NOT NULL,
  staff_cost DECIMAL(10, 2) NOT NULL,
  PRIMARY KEY (branch_id, month_start)
);
INSERT INTO branch_month
SELECT b, CAST(DATE '2019-04-01' + INTERVAL 1 MONTH * m AS DATE), CASE WHEN draw(b || '-' || m, 'nov', 40) = 0 THEN NULL ELSE 300 + draw(b || '-' || m, 'vis', 5000) END,
       80 + draw(b || '-' || m, 'hours', 120), 4000 + draw(b || '-' || m, 'cost', 9000)
FROM range(1, 15) AS x (b), range(60) AS y (m);
