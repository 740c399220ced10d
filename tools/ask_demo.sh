#!/usr/bin/env bash
# The four questions of `make demo`: three answers and one that cannot be answered as it stands.
set -uo pipefail
tally=$1

ask() {  # ask EXPECTED_EXIT_CODE QUESTION [OPTIONS]
  local expected=$1 code=0
  shift
  printf '\n$ tally -C demo ask "%s"\n' "$1"
  "$tally" -C demo ask "$@" || code=$?
  if [ "$code" -ne "$expected" ]; then
    echo "error: expected exit code $expected, got $code" >&2
    exit 1
  fi
}

ask 0 "What were total sales to customers in Texas in 2001?" --sql
ask 0 "Top 5 categories by net profit in 2000"
ask 0 "Web returns by month in 2001"
ask 3 "Which is our best store?"
