#!/usr/bin/env bash
# Builds the fuzz targets and runs each for FUZZ_SECONDS (60). What it finds stays under build/fuzz/.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/build.sh fuzz fuzz_sql_parser fuzz_guard_tree fuzz_question
seconds=${FUZZ_SECONDS:-60}

run() {  # run NAME SEEDS…
  local name=$1
  shift
  mkdir -p "build/fuzz/corpus/$name" "build/fuzz/found"
  echo "fuzzing $name for $seconds s"
  "build/fuzz/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/found/$name-" "build/fuzz/corpus/$name" "$@" 2>&1 |
    grep -E 'ERROR|SUMMARY|number_of_executed|cov:.*DONE|DONE' || true
  if compgen -G "build/fuzz/found/$name-*" >/dev/null; then
    echo "error: $name found: $(ls build/fuzz/found/"$name"-*)" >&2
    return 1
  fi
}

run fuzz_sql_parser tests/sql/queries
run fuzz_guard_tree tests/guard/trees

# One question a seed.
mkdir -p build/fuzz/questions
awk '/^\? / { out = "build/fuzz/questions/" NR; printf "%s", substr($0, 3) >out; close(out) }' tests/parsed/*.case
run fuzz_question build/fuzz/questions
