-- A clinic, for the commands that look into a warehouse itself: two schemas with a table of one name, keys of
-- several columns, views over views, names that have to be quoted, a table that nothing leads to.
CREATE SCHEMA staff;
CREATE TABLE staff.person (id INTEGER PRIMARY KEY, "pager no" VARCHAR, role VARCHAR);
COMMENT ON TABLE staff.person IS 'Nurses and doctors';
COMMENT ON COLUMN staff.person.role IS 'What somebody works as';
COMMENT ON COLUMN staff.person."pager no" IS 'Reached at night';

CREATE TABLE person (code VARCHAR, part INTEGER, born_on DATE, PRIMARY KEY (code, part));
CREATE TABLE visit (
  visit_id BIGINT UNIQUE,
  code VARCHAR NOT NULL,
  part INTEGER NOT NULL,
  seen_by INTEGER,
  happened_on DATE,
  outcome VARCHAR,
  FOREIGN KEY (code, part) REFERENCES person (code, part)
);
COMMENT ON TABLE visit IS 'Somebody came';
CREATE TABLE old_price_list (amount DECIMAL(9, 2));
INSERT INTO person VALUES ('a', 1, DATE '1980-01-01'), ('b', 1, DATE '1990-01-01');
INSERT INTO staff.person VALUES (7, '117', 'nurse');
INSERT INTO visit VALUES (1, 'a', 1, 7, DATE '2024-03-01', 'H'), (2, 'a', 1, 7, DATE '2024-03-02', 'W'),
                         (3, 'b', 1, NULL, DATE '2024-03-02', 'H');

CREATE VIEW visits_by_day AS SELECT happened_on, count(*) AS visits FROM visit GROUP BY happened_on;
CREATE VIEW busy_days AS
  WITH mean AS (SELECT avg(visits) AS visits FROM visits_by_day)
  SELECT d.happened_on FROM visits_by_day AS d, mean WHERE d.visits > mean.visits;
CREATE VIEW staff.everybody ("who") AS
  SELECT code FROM main.person UNION ALL SELECT role FROM person WHERE id IN (SELECT seen_by FROM visit);
