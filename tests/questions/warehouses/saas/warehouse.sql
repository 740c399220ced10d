-- A software house that sells subscriptions, made up: nine tables, built in a second.
-- Every "random" figure is a hash of a row number and a salt, so two builds are the same.

CREATE TEMP MACRO draw(key, salt, sides) AS CAST(hash(key || salt) % sides AS INTEGER);

-- The financial year begins in February and is named after the year in which it ends.
CREATE TABLE fiscal_day (
  day DATE PRIMARY KEY,
  fiscal_year VARCHAR NOT NULL,
  fiscal_quarter VARCHAR NOT NULL,
  is_workday BOOLEAN NOT NULL
);
INSERT INTO fiscal_day
SELECT d, 'FY' || right(CAST(year(d + INTERVAL 11 MONTH) AS VARCHAR), 2),
       'FY' || right(CAST(year(d + INTERVAL 11 MONTH) AS VARCHAR), 2) || '-Q' || quarter(d - INTERVAL 1 MONTH),
       isodow(d) < 6
FROM (SELECT CAST(range AS DATE) AS d FROM range(DATE '2021-01-01', DATE '2025-01-01', INTERVAL 1 DAY));

CREATE TABLE plan (
  plan_id INTEGER PRIMARY KEY,
  plan_name VARCHAR NOT NULL,
  sales_motion VARCHAR NOT NULL,
  list_price DECIMAL(8, 2) NOT NULL,
  is_legacy BOOLEAN NOT NULL
);
INSERT INTO plan VALUES
  (1, 'Starter', 'self-serve', 19, false), (2, 'Team', 'self-serve', 79, false), (3, 'Business', 'sales-led', 290, false),
  (4, 'Enterprise', 'sales-led', 1400, false), (5, 'Classic', 'self-serve', 49, true);

-- History: an employee has a row for every team they were in.
CREATE TABLE employee (
  employee_key INTEGER PRIMARY KEY,
  employee_id INTEGER NOT NULL,
  employee_name VARCHAR NOT NULL,
  team VARCHAR,
  office VARCHAR NOT NULL,
  salary INTEGER,
  valid_from DATE NOT NULL,
  valid_to DATE
);
INSERT INTO employee
SELECT row_number() OVER (ORDER BY n, part), 500 + n,
       ['Ada', 'Bruno', 'Chloe', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaya', 'Lena'][1 + n % 12] || ' ' ||
       ['Abbott', 'Brandt', 'Costa'][1 + n // 12],
       CASE WHEN draw(n || '-' || part, 'noteam', 14) = 0 THEN NULL
            ELSE ['Support Tier 1', 'Support Tier 2', 'Customer Success', 'Onboarding'][1 + draw(n || '-' || part, 'team', 4)] END,
       ['Lisbon', 'Toronto', 'Singapore', 'Berlin'][1 + draw(n, 'office', 4)],
       40000 + draw(n, 'salary', 50) * 1000,
       CASE WHEN part = 0 THEN DATE '2020-01-01' ELSE DATE '2022-06-01' + draw(n, 'moved', 500) END,
       CASE WHEN part = 0 AND n % 3 = 0 THEN DATE '2022-05-31' + draw(n, 'moved', 500) END
FROM range(36) AS a (n), range(2) AS b (part)
WHERE part = 0 OR n % 3 = 0;

CREATE TABLE account (
  account_id INTEGER PRIMARY KEY,
  account_name VARCHAR NOT NULL,
  industry VARCHAR,
  segment VARCHAR NOT NULL,
  country VARCHAR,
  region VARCHAR,
  manager_key INTEGER,
  signed_up_on DATE NOT NULL,
  lead_source VARCHAR,
  contact_email VARCHAR
);
INSERT INTO account
SELECT i,
       ['Acorn', 'Birch', 'Cedar', 'Dune', 'Ember', 'Falcon', 'Glacier', 'Harbor', 'Iris', 'Juniper', 'Kite', 'Lumen', 'Maple', 'Nova', 'Onyx', 'Pine']
         [1 + i % 16] || ' ' || ['Labs', 'Health', 'Media', 'Finance', 'Retail', 'Energy', 'Games', 'Legal', 'Travel', 'Foods'][1 + (i // 16) % 10] ||
         CASE WHEN i >= 160 THEN ' ' || (i // 160) ELSE '' END,
       CASE WHEN draw(i, 'noind', 18) = 0 THEN NULL
            ELSE ['Software', 'Healthcare', 'Media', 'Finance', 'Retail', 'Energy', 'Gaming', 'Legal', 'Travel', 'Food'][1 + (i // 16) % 10] END,
       ['SMB', 'SMB', 'SMB', 'Mid-Market', 'Mid-Market', 'Enterprise'][1 + draw(i, 'segment', 6)],
       c[1], c[2],
       CASE WHEN draw(i, 'nomgr', 9) = 0 THEN NULL ELSE 1 + draw(i, 'mgr', 48) END,
       DATE '2021-02-03' + draw(i, 'signup', 1300),
       CASE WHEN draw(i, 'nolead', 12) = 0 THEN NULL
            ELSE ['organic search', 'partner', 'paid ads', 'referral', 'outbound'][1 + draw(i, 'lead', 5)] END,
       'user' || i || '@example.com'
FROM (SELECT i, [['Germany', 'EMEA'], ['France', 'EMEA'], ['United Kingdom', 'EMEA'], ['United States', 'AMER'], ['United States', 'AMER'],
              ['Canada', 'AMER'], ['Brazil', 'AMER'], ['Japan', 'APAC'], ['Australia', 'APAC'], [NULL, NULL]][1 + draw(i, 'country', 10)] AS c
      FROM range(640) AS t (i));

CREATE TABLE subscription (
  subscription_id INTEGER PRIMARY KEY,
  account_id INTEGER,
  plan_id INTEGER NOT NULL,
  started_on DATE NOT NULL,
  cancelled_on DATE,
  cancel_reason VARCHAR,
  billing_period VARCHAR NOT NULL,
  seats INTEGER NOT NULL,
  is_trial BOOLEAN NOT NULL
);
INSERT INTO subscription
WITH draft AS (
  SELECT i, draw(i, 'acc', 640) AS account_id, 1 + least(draw(i, 'p1', 5), draw(i, 'p2', 5)) AS plan_id,
         DATE '2021-02-05' + draw(i, 'start', 1350) AS started_on, draw(i, 'life', 900) AS life
  FROM range(1500) AS t (i))
SELECT 9000 + i, CASE WHEN draw(i, 'noacc', 40) = 0 THEN NULL ELSE account_id END, plan_id, started_on,
       CASE WHEN draw(i, 'cancelled', 5) < 2 AND started_on + 20 + life < DATE '2024-11-01' THEN started_on + 20 + life END,
       CASE WHEN draw(i, 'cancelled', 5) < 2 AND started_on + 20 + life < DATE '2024-11-01' AND draw(i, 'noreason', 7) > 0
            THEN ['price', 'missing feature', 'competitor', 'went out of business', 'support'][1 + draw(i, 'reason', 5)] END,
       CASE WHEN draw(i, 'annual', 3) = 0 THEN 'annual' ELSE 'monthly' END,
       1 + draw(i, 'seats', 60), draw(i, 'trial', 6) = 0
FROM draft;

CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY,
  subscription_id INTEGER,
  issued_on DATE NOT NULL,
  due_on DATE NOT NULL,
  paid_on DATE,
  amount DECIMAL(10, 2),
  discount DECIMAL(10, 2) NOT NULL,
  status VARCHAR NOT NULL,
  currency VARCHAR NOT NULL
);
INSERT INTO invoice
WITH draft AS (
  SELECT s.subscription_id, s.plan_id, s.seats, n, CAST(s.started_on + INTERVAL 1 MONTH * (n * 3) AS DATE) AS issued_on,
         s.subscription_id || '-' || n AS k
  FROM subscription s, range(14) AS t (n)
  WHERE s.started_on + INTERVAL 1 MONTH * (n * 3) < coalesce(s.cancelled_on, DATE '2024-11-16') AND NOT s.is_trial),
priced AS (
  SELECT *, draw(k, 'status', 20) AS st,
         [19, 79, 290, 1400, 49][plan_id] * seats * (80 + draw(k, 'rate', 40)) / 100.0 AS price FROM draft)
SELECT row_number() OVER (ORDER BY subscription_id, n),
       CASE WHEN draw(k, 'nosub', 70) = 0 THEN NULL ELSE subscription_id END,
       issued_on, issued_on + 30,
       CASE WHEN st < 15 THEN issued_on + 5 + draw(k, 'paid', 50) END,
       CASE WHEN draw(k, 'noamount', 90) = 0 THEN NULL ELSE price END,
       CASE WHEN draw(k, 'disc', 3) = 0 THEN round(price / 10, 2) ELSE 0 END,
       CASE WHEN st < 15 THEN 'paid' WHEN st < 17 THEN 'open' WHEN st < 19 THEN 'overdue' ELSE 'void' END,
       ['USD', 'USD', 'EUR', 'GBP'][1 + draw(subscription_id, 'cur', 4)]
FROM priced;

-- What moved the monthly recurring revenue: churn and contraction are negative.
CREATE TABLE mrr_movement (
  movement_id INTEGER PRIMARY KEY,
  account_id INTEGER,
  plan_id INTEGER,
  month_start DATE NOT NULL,
  movement VARCHAR NOT NULL,
  amount DECIMAL(10, 2) NOT NULL
);
INSERT INTO mrr_movement
SELECT row_number() OVER (), CASE WHEN draw(i, 'noacc', 45) = 0 THEN NULL ELSE draw(i, 'acc', 640) END,
       CASE WHEN draw(i, 'noplan', 60) = 0 THEN NULL ELSE 1 + draw(i, 'plan', 5) END,
       CAST(DATE '2021-02-01' + INTERVAL 1 MONTH * draw(i, 'month', 45) AS DATE), kind,
       CASE WHEN kind IN ('churn', 'contraction') THEN -1 ELSE 1 END * (100 + draw(i, 'amount', 90000)) / 100.0
FROM (SELECT i, ['new', 'new', 'new', 'expansion', 'expansion', 'contraction', 'churn', 'churn', 'reactivation'][1 + draw(i, 'kind', 9)] AS kind
      FROM range(4000) AS t (i));

CREATE TABLE product_event (
  event_id INTEGER PRIMARY KEY,
  account_id INTEGER,
  feature VARCHAR,
  platform VARCHAR NOT NULL,
  happened_at TIMESTAMP NOT NULL,
  minutes INTEGER
);
INSERT INTO product_event
SELECT i, CASE WHEN draw(i, 'noacc', 30) = 0 THEN NULL ELSE least(draw(i, 'a1', 640), draw(i, 'a2', 640)) END,
       CASE WHEN draw(i, 'nofeat', 50) = 0 THEN NULL
            ELSE ['Dashboards', 'Export', 'Alerts', 'Comments', 'Search', 'API Keys', 'Billing', 'Automation'][1 + least(draw(i, 'f1', 8), draw(i, 'f2', 8))] END,
       ['web', 'web', 'web', 'ios', 'android', 'api'][1 + draw(i, 'platform', 6)],
       TIMESTAMP '2022-01-01' + INTERVAL 1 MINUTE * CAST(1510000 * pow(draw(i, 'day', 1000000) / 1000000.0, 0.7) AS INTEGER),
       CASE WHEN draw(i, 'nomin', 10) = 0 THEN NULL ELSE 1 + draw(i, 'minutes', 55) END
FROM range(40000) AS t (i);

CREATE TABLE ticket (
  ticket_id INTEGER PRIMARY KEY,
  account_id INTEGER,
  agent_key INTEGER,
  opened_at TIMESTAMP NOT NULL,
  resolved_at TIMESTAMP,
  priority VARCHAR NOT NULL,
  category VARCHAR,
  channel VARCHAR NOT NULL,
  first_reply_minutes INTEGER,
  rating INTEGER,
  reopened VARCHAR NOT NULL
);
INSERT INTO ticket
WITH draft AS (
  SELECT i, TIMESTAMP '2021-03-01' + INTERVAL 1 MINUTE * draw(i, 'open', 1940000) AS opened_at FROM range(8000) AS t (i))
SELECT 70000 + i, CASE WHEN draw(i, 'noacc', 25) = 0 THEN NULL ELSE least(draw(i, 'a1', 640), draw(i, 'a2', 640)) END,
       CASE WHEN draw(i, 'noagent', 30) = 0 THEN NULL ELSE 1 + draw(i, 'agent', 48) END,
       opened_at,
       CASE WHEN draw(i, 'solved', 12) > 0 THEN opened_at + INTERVAL 1 MINUTE * (30 + draw(i, 'time', 9000)) END,
       ['low', 'normal', 'normal', 'normal', 'high', 'urgent'][1 + draw(i, 'prio', 6)],
       CASE WHEN draw(i, 'nocat', 22) = 0 THEN NULL ELSE ['billing', 'bug', 'how-to', 'feature request', 'outage'][1 + draw(i, 'cat', 5)] END,
       ['email', 'email', 'chat', 'phone'][1 + draw(i, 'channel', 4)],
       CASE WHEN draw(i, 'noreply', 15) > 0 THEN 2 + draw(i, 'reply', 600) END,
       CASE WHEN draw(i, 'rated', 3) = 0 THEN 1 + greatest(draw(i, 'r1', 5), draw(i, 'r2', 5)) END,
       CASE WHEN draw(i, 'reopened', 9) = 0 THEN 'Y' ELSE 'N' END
FROM draft;
COMMENT ON TABLE mrr_movement IS 'What moved the monthly recurring revenue, by month';
