#!/usr/bin/env bash
# Measures what issue and README promise; prints medians and counts, asserts nothing (machines are noisy).
set -euo pipefail
cd "$(dirname "$0")/.."
scale=${TALLY_BENCH_SCALE:-1}
folder=build/bench-$scale
build/release/tally demo --scale "$scale" --dir "$folder"
python3 bench/ask_latency.py build/release/tally "$folder"
build/release/bench_runaway "${TALLY_BENCH_RUNAWAYS:-100}"
build/release/bench_compare
# Search needs a catalog and queries from outside: TALLY_BENCH_CATALOG and TALLY_BENCH_QUERIES.
if [ -n "${TALLY_BENCH_CATALOG:-}" ]; then
  build/release/bench_search "$TALLY_BENCH_CATALOG" "$TALLY_BENCH_QUERIES"
  python3 bench/cerebro_published.py "$TALLY_BENCH_CATALOG" "$TALLY_BENCH_QUERIES"
fi
build/release/bench_search generated "${TALLY_BENCH_TABLES:-100000}"
python3 bench/big_manifest.py build/release/tally
# A dbt project or manifest to walk: TALLY_BENCH_DBT=FOLDER
build/release/bench_lineage "${TALLY_BENCH_DBT:-tests/dbt/mini}"
