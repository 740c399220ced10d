CREATE TABLE ports (port_id INTEGER, port_name VARCHAR, country VARCHAR, berths INTEGER);
COMMENT ON COLUMN ports.berths IS 'Said by the warehouse.';
INSERT INTO ports VALUES (1, 'Aarhus', 'Denmark', 12), (2, 'Bergen', 'Norway', 8), (3, 'Kiel', 'Germany', 20);

CREATE TABLE vessels (vessel_id INTEGER, vessel_name VARCHAR, hull VARCHAR, home_port_id INTEGER, built_on DATE);
INSERT INTO vessels VALUES
  (1, 'Auk', 'steel', 1, DATE '2001-05-01'), (2, 'Brent', 'steel', 2, DATE '2010-03-01'),
  (3, 'Curlew', 'wood', 3, DATE '1975-07-01');

CREATE TABLE port_calls (
  call_id INTEGER, vessel_id INTEGER, port_id INTEGER, arrived_at TIMESTAMP, left_at TIMESTAMP,
  cargo_tons DOUBLE, fee_eur DECIMAL(10,2), is_emergency BOOLEAN, state_code VARCHAR, skipper_email VARCHAR,
  "window" VARCHAR DEFAULT 'tide');
INSERT INTO port_calls (call_id, vessel_id, port_id, arrived_at, left_at, cargo_tons, fee_eur, is_emergency,
  state_code, skipper_email) VALUES
  (1, 1, 1, TIMESTAMP '2024-01-05 08:00', TIMESTAMP '2024-01-06 08:00', 10, 100, false, 'closed', 'a@x'),
  (2, 1, 2, TIMESTAMP '2024-01-20 08:00', TIMESTAMP '2024-02-01 08:00', 20, 200, false, 'closed', 'a@x'),
  (3, 2, 2, TIMESTAMP '2024-02-03 08:00', TIMESTAMP '2024-02-04 08:00', 30, 300, true,  'closed', 'b@x'),
  (4, 2, 3, TIMESTAMP '2024-02-11 08:00', TIMESTAMP '2024-02-12 08:00', 40, 400, false, 'closed', 'b@x'),
  (5, 3, 3, TIMESTAMP '2024-03-01 08:00', TIMESTAMP '2024-03-02 08:00', 50, 500, false, 'open',   'c@x'),
  (6, 3, 1, TIMESTAMP '2024-03-15 08:00', TIMESTAMP '2024-04-01 08:00', 60, 600, false, 'open',   'c@x'),
  (7, 1, 1, TIMESTAMP '2024-04-02 08:00', TIMESTAMP '2024-04-03 08:00', 70, 700, true,  'open',   'a@x'),
  (8, 2, 1, TIMESTAMP '2024-04-09 08:00', TIMESTAMP '2024-04-10 08:00', 80, 800, false, 'closed', 'b@x'),
  (9, 3, 2, TIMESTAMP '2024-05-05 08:00', TIMESTAMP '2024-05-06 08:00', 90, 900, false, 'closed', 'c@x');

CREATE TABLE tides (tide_id INTEGER, port_id INTEGER, measured_at TIMESTAMP, water_level_cm INTEGER);
INSERT INTO tides VALUES (1, 1, TIMESTAMP '2024-01-01 00:00', 120), (2, 2, TIMESTAMP '2024-01-01 00:00', 80);

CREATE TABLE crew_letters (letter_id INTEGER, vessel_id INTEGER, grievance VARCHAR);
INSERT INTO crew_letters VALUES (1, 1, 'cold soup');
