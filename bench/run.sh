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
