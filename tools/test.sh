#!/usr/bin/env bash
# Runs every test of one preset and closes with "N passed, N failed, N skipped".
#   tools/test.sh PRESET [ctest arguments…]
set -uo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
log="build/$preset-tests.log"
if [[ $preset == tsan ]]; then
  export TSAN_OPTIONS="suppressions=$PWD/tools/tsan.supp ignore_noninstrumented_modules=1"
fi
ctest --test-dir "build/$preset" --output-on-failure -j 2 "$@" >"$log" 2>&1
code=$?
# A test program's own count is finer than ctest's: one program holds many tests.
python3 tools/count_tests.py "build/$preset/Testing/Temporary/LastTest.log" "$log" "$code"
