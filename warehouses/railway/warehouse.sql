-- A freight railway around the Baltic Sea, made up: nine tables, about 120,000 rows, built in a second.
-- Deterministic: every "random" figure is a hash of a row number and a salt, so two builds are the same.
-- Plain statements separated by semicolons, no semicolon inside a comment or a string.

CREATE TEMP MACRO draw(key, salt, sides) AS CAST(hash(key || salt) % sides AS INTEGER);

CREATE TABLE country (
  country_code VARCHAR PRIMARY KEY,
  country_name VARCHAR NOT NULL,
  in_eu BOOLEAN NOT NULL
);
INSERT INTO country VALUES
  ('SE', 'Sweden', true), ('NO', 'Norway', false), ('DK', 'Denmark', true), ('FI', 'Finland', true),
  ('DE', 'Germany', true), ('PL', 'Poland', true), ('EE', 'Estonia', true), ('LV', 'Latvia', true);

-- Cities that are regions too (Hamburg, Uppsala, Oslo, Berlin), depots that are cities, a station that
-- is called like a region: names that say little without a word beside them.
CREATE TABLE station (
  station_id INTEGER PRIMARY KEY,
  station_name VARCHAR NOT NULL,
  city VARCHAR NOT NULL,
  region VARCHAR NOT NULL,
  country_code VARCHAR NOT NULL REFERENCES country (country_code),
  opened_on DATE NOT NULL,
  tracks INTEGER NOT NULL,
  is_port BOOLEAN NOT NULL
);
INSERT INTO station
SELECT row_number() OVER (), s[1], s[2], s[3], s[4],
       DATE '1880-01-01' + draw(s[1], 'opened', 43000),
       4 + draw(s[1], 'tracks', 29),
       s[5] = 'port'
FROM (SELECT unnest([
  ['Malmö Yard', 'Malmö', 'Skåne', 'SE', 'port'], ['Lund Central', 'Lund', 'Skåne', 'SE', ''],
  ['Helsingborg Quay', 'Helsingborg', 'Skåne', 'SE', 'port'], ['Skåne', 'Hässleholm', 'Skåne', 'SE', ''],
  ['Göteborg Harbour', 'Göteborg', 'Västra Götaland', 'SE', 'port'], ['Borås', 'Borås', 'Västra Götaland', 'SE', ''],
  ['Årsta', 'Stockholm', 'Stockholm', 'SE', ''], ['Södertälje Syd', 'Södertälje', 'Stockholm', 'SE', ''],
  ['Uppsala North', 'Uppsala', 'Uppsala', 'SE', ''], ['Gävle Freight', 'Gävle', 'Gävleborg', 'SE', 'port'],
  ['Kiruna Mine', 'Kiruna', 'Norrbotten', 'SE', ''], ['Luleå Ore Terminal', 'Luleå', 'Norrbotten', 'SE', 'port'],
  ['Alnabru', 'Oslo', 'Oslo', 'NO', ''], ['Drammen Dock', 'Drammen', 'Viken', 'NO', 'port'],
  ['Bergen Freight', 'Bergen', 'Vestland', 'NO', 'port'], ['Narvik Ore Quay', 'Narvik', 'Nordland', 'NO', 'port'],
  ['Trondheim East', 'Trondheim', 'Trøndelag', 'NO', ''],
  ['Høje Taastrup', 'Copenhagen', 'Hovedstaden', 'DK', ''], ['Copenhagen Freeport', 'Copenhagen', 'Hovedstaden', 'DK', 'port'],
  ['Odense', 'Odense', 'Syddanmark', 'DK', ''], ['Taulov', 'Fredericia', 'Syddanmark', 'DK', ''],
  ['Aarhus Docks', 'Aarhus', 'Midtjylland', 'DK', 'port'],
  ['Pasila', 'Helsinki', 'Uusimaa', 'FI', ''], ['Vuosaari', 'Helsinki', 'Uusimaa', 'FI', 'port'],
  ['Tampere Yard', 'Tampere', 'Pirkanmaa', 'FI', ''], ['Oulu', 'Oulu', 'North Ostrobothnia', 'FI', 'port'],
  ['Kotka Mussalo', 'Kotka', 'Kymenlaakso', 'FI', 'port'],
  ['Maschen', 'Seevetal', 'Lower Saxony', 'DE', ''], ['Hamburg South', 'Hamburg', 'Hamburg', 'DE', 'port'],
  ['Hamburg Waltershof', 'Hamburg', 'Hamburg', 'DE', 'port'], ['Rostock Seaport', 'Rostock', 'Mecklenburg', 'DE', 'port'],
  ['Berlin West', 'Berlin', 'Berlin', 'DE', ''], ['Berlin East', 'Berlin', 'Berlin', 'DE', ''],
  ['Leipzig Wahren', 'Leipzig', 'Saxony', 'DE', ''], ['Lübeck Quay', 'Lübeck', 'Schleswig-Holstein', 'DE', 'port'],
  ['Gdynia Port', 'Gdynia', 'Pomerania', 'PL', 'port'], ['Gdańsk Zaspa', 'Gdańsk', 'Pomerania', 'PL', 'port'],
  ['Szczecin', 'Szczecin', 'West Pomerania', 'PL', 'port'], ['Poznań Franowo', 'Poznań', 'Greater Poland', 'PL', ''],
  ['Katowice Coal', 'Katowice', 'Silesia', 'PL', ''], ['Warsaw Praga', 'Warsaw', 'Masovia', 'PL', ''],
  ['Muuga', 'Tallinn', 'Harju', 'EE', 'port'], ['Ülemiste', 'Tallinn', 'Harju', 'EE', ''],
  ['Tartu', 'Tartu', 'Tartu', 'EE', ''], ['Narva', 'Narva', 'Ida-Viru', 'EE', ''],
  ['Riga Shunting Yard', 'Riga', 'Riga', 'LV', ''], ['Ventspils', 'Ventspils', 'Kurzeme', 'LV', 'port'],
  ['Daugavpils', 'Daugavpils', 'Latgale', 'LV', '']]) AS s);

CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY,
  company_name VARCHAR NOT NULL,
  industry VARCHAR,
  tier VARCHAR NOT NULL,
  country_code VARCHAR REFERENCES country (country_code),
  contact_name VARCHAR,
  contact_email VARCHAR,
  contact_phone VARCHAR,
  customer_since DATE NOT NULL
);
INSERT INTO customer
SELECT i,
       ['Nord', 'Balt', 'Polar', 'Amber', 'Viking', 'Hansa', 'Fjord', 'Lake', 'Delta', 'Kalmar', 'Aurora', 'Boreal']
         [1 + i % 12] || ' ' ||
       ['Steel', 'Timber', 'Foods', 'Chemicals', 'Motors', 'Paper', 'Logistics', 'Energy', 'Minerals', 'Textiles']
         [1 + (i // 12) % 10],
       CASE WHEN draw(i, 'industry', 20) = 0 THEN NULL
            ELSE ['steel', 'forestry', 'food', 'chemicals', 'automotive', 'paper', 'logistics', 'energy', 'mining', 'textiles']
                   [1 + (i // 12) % 10] END,
       ['gold', 'silver', 'silver', 'bronze', 'bronze', 'bronze'][1 + draw(i, 'tier', 6)],
       CASE WHEN draw(i, 'home', 25) = 0 THEN NULL
            ELSE ['SE', 'SE', 'SE', 'DE', 'DE', 'PL', 'FI', 'NO', 'DK', 'EE', 'LV'][1 + draw(i, 'country', 11)] END,
       ['Anna', 'Erik', 'Kirsten', 'Pavel', 'Liis', 'Juhani', 'Greta', 'Marek'][1 + draw(i, 'first', 8)] || ' ' ||
       ['Berg', 'Nowak', 'Tamm', 'Virtanen', 'Schmidt', 'Larsen'][1 + draw(i, 'last', 6)],
       'contact' || i || '@example.org',
       '+00 ' || (1000000 + draw(i, 'phone', 9000000)),
       DATE '2005-01-01' + draw(i, 'since', 6900)
FROM range(120) AS t (i);

CREATE TABLE commodity (
  commodity_code VARCHAR PRIMARY KEY,
  commodity_name VARCHAR NOT NULL,
  commodity_group VARCHAR NOT NULL,
  hazardous BOOLEAN NOT NULL
);
INSERT INTO commodity VALUES
  ('IO', 'Iron ore', 'Bulk minerals', false), ('CO', 'Coal', 'Bulk minerals', false), ('SA', 'Salt', 'Bulk minerals', false),
  ('GR', 'Gravel', 'Bulk minerals', false), ('TI', 'Timber', 'Forest products', false), ('PU', 'Pulp', 'Forest products', false),
  ('PA', 'Paper', 'Forest products', false), ('DI', 'Diesel', 'Fuels and chemicals', true), ('LP', 'Liquid gas', 'Fuels and chemicals', true),
  ('AM', 'Ammonia', 'Fuels and chemicals', true), ('FE', 'Fertiliser', 'Fuels and chemicals', true), ('GN', 'Grain', 'Food', false),
  ('SU', 'Sugar', 'Food', false), ('FI', 'Frozen fish', 'Food', false), ('CA', 'Cars', 'Finished goods', false),
  ('MA', 'Machinery', 'Finished goods', false), ('CN', 'Containers', 'Finished goods', false), ('ST', 'Steel coils', 'Metals', false),
  ('SC', 'Scrap metal', 'Metals', false), ('AL', 'Aluminium', 'Metals', false);

-- History: a locomotive has a row for each depot it was based at. Three in four moved once.
CREATE TABLE locomotive (
  locomotive_key INTEGER PRIMARY KEY,
  fleet_number VARCHAR NOT NULL,
  series VARCHAR NOT NULL,
  traction VARCHAR NOT NULL,
  depot VARCHAR,
  valid_from DATE NOT NULL,
  valid_to DATE
);
INSERT INTO locomotive
SELECT row_number() OVER (ORDER BY n, part), 'L' || (100 + n),
       ['Bear', 'Elk', 'Lynx', 'Otter', 'Orca'][1 + draw(n, 'series', 5)],
       ['electric', 'electric', 'electric', 'diesel', 'diesel', 'hybrid'][1 + draw(n, 'traction', 6)],
       CASE WHEN draw(n || '-' || part, 'nodepot', 15) = 0 THEN NULL
            ELSE ['Malmö', 'Hamburg', 'Berlin', 'Gdynia', 'Tampere', 'Oslo', 'Riga', 'Kiruna'][1 + draw(n || '-' || part, 'depot', 8)] END,
       CASE WHEN part = 0 THEN DATE '2015-01-01' ELSE DATE '2022-01-01' + draw(n, 'moved', 600) END,
       CASE WHEN part = 0 AND n % 4 <> 0 THEN DATE '2021-12-31' + draw(n, 'moved', 600) END
FROM range(80) AS a (n), range(2) AS b (part)
WHERE part = 0 OR n % 4 <> 0;

CREATE TABLE shipment (
  shipment_id INTEGER PRIMARY KEY,
  customer_id INTEGER,
  origin_id INTEGER NOT NULL,
  destination_id INTEGER,
  locomotive_key INTEGER,
  booked_on DATE NOT NULL,
  departed_at TIMESTAMP,
  arrived_at TIMESTAMP,
  status VARCHAR NOT NULL,
  priority VARCHAR NOT NULL,
  distance_km INTEGER NOT NULL
);
INSERT INTO shipment
WITH draft AS (
  SELECT i,
         CASE WHEN draw(i, 'cust', 33) = 0 THEN NULL
              ELSE least(draw(i, 'cust1', 120), draw(i, 'cust2', 120)) END AS customer_id,
         1 + least(draw(i, 'from1', 48), draw(i, 'from2', 48)) AS origin_id,
         1 + greatest(draw(i, 'to1', 48), draw(i, 'to2', 48)) AS destination_id,
         -- the growth of the business: later days are drawn more often
         DATE '2021-03-08' + CAST(floor(1211 * pow(draw(i, 'day', 1000000) / 1000000.0, 0.8)) AS INTEGER) AS booked_on,
         CASE WHEN draw(i, 'status', 100) < 88 THEN 'delivered' WHEN draw(i, 'status', 100) < 93 THEN 'cancelled'
              WHEN draw(i, 'status', 100) < 97 THEN 'in transit' ELSE 'held' END AS status,
         ['standard', 'standard', 'standard', 'express', 'economy', 'economy'][1 + draw(i, 'prio', 6)] AS priority,
         80 + draw(i, 'km', 1900) AS distance_km
  FROM range(30000) AS t (i)
)
SELECT 100000 + i, customer_id, origin_id,
       CASE WHEN draw(i, 'nodest', 50) = 0 THEN NULL ELSE destination_id END,
       CASE WHEN status = 'cancelled' OR draw(i, 'noloco', 25) = 0 THEN NULL
            ELSE 1 + draw(i, 'loco', 140) END,
       booked_on,
       CASE WHEN status <> 'cancelled' AND status <> 'held'
            THEN booked_on + INTERVAL 1 DAY * draw(i, 'wait', 6) + INTERVAL 1 MINUTE * draw(i, 'min', 1440) END,
       CASE WHEN status = 'delivered'
            THEN booked_on + INTERVAL 1 DAY * draw(i, 'wait', 6)
                 + INTERVAL 1 MINUTE * CAST(draw(i, 'min', 1440) + 90 + distance_km * (1 + draw(i, 'slow', 3)) AS INTEGER) END,
       status, priority, distance_km
FROM draft;

CREATE TABLE shipment_line (
  shipment_id INTEGER NOT NULL,
  line_number INTEGER NOT NULL,
  commodity_code VARCHAR,
  wagons INTEGER NOT NULL,
  tonnes DECIMAL(9, 2),
  charge DECIMAL(10, 2),
  fuel_surcharge DECIMAL(9, 2) NOT NULL,
  insured BOOLEAN NOT NULL,
  PRIMARY KEY (shipment_id, line_number)
);
INSERT INTO shipment_line
SELECT shipment_id, n + 1,
       CASE WHEN draw(shipment_id || '-' || n, 'nocom', 100) = 0 THEN NULL
            ELSE ['IO', 'CO', 'SA', 'GR', 'TI', 'PU', 'PA', 'DI', 'LP', 'AM', 'FE', 'GN', 'SU', 'FI', 'CA', 'MA', 'CN', 'ST', 'SC', 'AL']
                   [1 + least(draw(shipment_id || '-' || n, 'c1', 20), draw(shipment_id || '-' || n, 'c2', 20))] END,
       1 + draw(shipment_id || '-' || n, 'wagons', 24),
       CASE WHEN draw(shipment_id || '-' || n, 'noweight', 80) = 0 THEN NULL
            ELSE (1 + draw(shipment_id || '-' || n, 'wagons', 24)) * (2000 + draw(shipment_id || '-' || n, 'load', 4500)) / 100.0 END,
       CASE WHEN draw(shipment_id || '-' || n, 'nocharge', 90) = 0 THEN NULL
            ELSE (1 + draw(shipment_id || '-' || n, 'wagons', 24)) * distance_km * (40 + draw(shipment_id || '-' || n, 'rate', 90)) / 100.0 END,
       distance_km * (5 + draw(shipment_id || '-' || n, 'fuel', 20)) / 100.0,
       draw(shipment_id || '-' || n, 'insured', 3) = 0
FROM shipment, range(3) AS t (n)
WHERE n <= draw(shipment_id, 'lines', 3);

CREATE TABLE delay_cause (
  cause_code VARCHAR PRIMARY KEY,
  cause VARCHAR NOT NULL,
  responsibility VARCHAR NOT NULL
);
INSERT INTO delay_cause VALUES
  ('SIG', 'Signal failure', 'infrastructure'), ('TRK', 'Track works', 'infrastructure'), ('PWR', 'Power outage', 'infrastructure'),
  ('SNW', 'Snow and ice', 'weather'), ('STM', 'Storm', 'weather'), ('CRW', 'Crew missing', 'operator'),
  ('LOC', 'Locomotive fault', 'operator'), ('LOA', 'Late loading', 'customer'), ('CUS', 'Customs check', 'authority');

CREATE TABLE delay (
  delay_id INTEGER PRIMARY KEY,
  shipment_id INTEGER NOT NULL,
  station_id INTEGER,
  cause_code VARCHAR,
  minutes INTEGER NOT NULL,
  reported_at TIMESTAMP NOT NULL
);
INSERT INTO delay
SELECT row_number() OVER (ORDER BY shipment_id, n), shipment_id,
       CASE WHEN draw(shipment_id || '-' || n, 'nostation', 30) = 0 THEN NULL
            WHEN n = 0 THEN origin_id ELSE destination_id END,
       CASE WHEN draw(shipment_id || '-' || n, 'nocause', 20) = 0 THEN NULL
            ELSE ['SIG', 'TRK', 'PWR', 'SNW', 'STM', 'CRW', 'LOC', 'LOA', 'CUS']
                   [1 + least(draw(shipment_id || '-' || n, 'd1', 9), draw(shipment_id || '-' || n, 'd2', 9))] END,
       5 + draw(shipment_id || '-' || n, 'late', 240),
       departed_at + INTERVAL 1 MINUTE * draw(shipment_id || '-' || n, 'when', 900)
FROM shipment, range(2) AS t (n)
WHERE departed_at IS NOT NULL AND draw(shipment_id || '-' || n, 'delayed', 5) = 0;

COMMENT ON TABLE shipment IS 'One train load booked by a customer, from one station to another';
COMMENT ON TABLE shipment_line IS 'What a shipment carries, by commodity';
COMMENT ON COLUMN shipment_line.charge IS 'Freight charge in euro without the fuel surcharge';
COMMENT ON COLUMN shipment.booked_on IS 'Day of the order, the date shipments are counted by';
COMMENT ON TABLE locomotive IS 'History: one row for each period a locomotive was based at a depot';
