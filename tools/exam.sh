#!/usr/bin/env bash
# Both full exams, dev and test, against their targets: text on stdout, one page in build/exams/report.html.
#   tools/exam.sh [SCALE]      (default 1; the warehouses are built the first time)
set -euo pipefail
cd "$(dirname "$0")/.."
tally=build/release/tally scale=${1:-1} out=build/exams
mkdir -p "$out"
sittings=()
for exam in tpcds tpch; do
  "$tally" demo "$exam" --scale "$scale" --dir "$out/$exam-$scale" >/dev/null
  for split in dev test; do
    file=$out/$exam-$split.jsonl
    rm -f "$file"
    "$tally" -C "$out/$exam-$scale" exam sit "$exam" --split "$split" --out "$file" >/dev/null
    sittings+=("$file")
  done
done
"$tally" exam report "${sittings[@]}" --html "$out/report.html"
echo "$out/report.html"
