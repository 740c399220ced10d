-- Built by `tally exam official` into a small database beside the warehouses: what the extensions say.
-- {answers}/SCALE/NN.csv: TPC-DS's answers, which its extension has but cannot tell (tpcds_answers() fails).
LOAD '{extensions}/tpcds.duckdb_extension';
LOAD '{extensions}/tpch.duckdb_extension';
CREATE TABLE query AS
  SELECT 'tpcds' AS benchmark, query_nr::BIGINT AS number, query AS text FROM tpcds_queries()
  UNION ALL SELECT 'tpch', query_nr::BIGINT, query FROM tpch_queries();
CREATE TABLE answer AS
  SELECT 'tpch' AS benchmark, query_nr::BIGINT AS number, scale_factor::DOUBLE AS scale, answer AS text
  FROM tpch_answers()
  UNION ALL
  SELECT 'tpcds', parse_filename(filename, true)::BIGINT, parse_path(filename)[-2]::DOUBLE, content
  FROM read_text('{answers}/*/*.csv');
