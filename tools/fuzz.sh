#!/usr/bin/env bash
# Builds the fuzz targets and runs each for FUZZ_SECONDS (60). What it finds stays under build/fuzz/.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/build.sh fuzz fuzz_sql_parser fuzz_guard_tree fuzz_question fuzz_model fuzz_request fuzz_config \
  fuzz_model_snapshot fuzz_snapshot fuzz_jinja fuzz_dbt_yaml fuzz_dbt_artifacts fuzz_dbt_regex \
  fuzz_dbt_ignore_file fuzz_dbt_render fuzz_catalog_file fuzz_search_questions fuzz_search_index
seconds=${FUZZ_SECONDS:-60}

run() {  # run NAME SEEDS…
  local name=$1
  shift
  mkdir -p "build/fuzz/corpus/$name" "build/fuzz/found"
  echo "fuzzing $name for $seconds s"
  "build/fuzz/$name" -max_total_time="$seconds" -timeout="${FUZZ_TIMEOUT:-10}" -rss_limit_mb=4096 -print_final_stats=1 \
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

# One request a seed: the JSON between "== name" and "-- section".
requests_of() {  # requests_of FOLDER FILES…
  local folder=$1
  shift
  mkdir -p "$folder"
  awk -v folder="$folder" '
    /^== / { out = folder "/" ++count; begun = 0; next }
    /^-- / { if (out) close(out); out = "" }
    /^[{[]/ { begun = 1 }
    out && begun { print >out }' "$@"
}
requests_of build/fuzz/requests tests/semantic/request/*.case tests/semantic/compiler/*.case
run fuzz_request build/fuzz/requests
run fuzz_model tests/semantic/models
mkdir -p build/fuzz/settings
printf 'warehouse: a.duckdb\nmodel: m.yml\ntoday: 2003-01-02\nlimits: {deadline: 2s, rows: 50, memory: 1GiB}\n' \
  >build/fuzz/settings/all
run fuzz_config build/fuzz/settings
run fuzz_model_snapshot
run fuzz_snapshot

# Cases of templates and YAML a seed each, whatever stands between.
sections_of() {  # sections_of FOLDER FILES…
  local folder=$1
  shift
  mkdir -p "$folder"
  awk -v folder="$folder" '/^(===|---|# name)/ { if (out) close(out); out = folder "/" ++count; next }
    out { print >out }' "$@"
}
sections_of build/fuzz/templates tests/jinja/*.case tests/dbt_render/*.case tests/dbt/projects/*.case
run fuzz_jinja build/fuzz/templates
FUZZ_TIMEOUT=60 run fuzz_dbt_render build/fuzz/templates # dbt's own limits: a second without sanitizers
sections_of build/fuzz/yaml tests/dbt/yaml/*.case
run fuzz_dbt_yaml build/fuzz/yaml build/fuzz/templates
run fuzz_dbt_artifacts tests/dbt/artifacts tests/dbt/artifacts/versions
run fuzz_catalog_file tests/dbt/artifacts/versions
run fuzz_dbt_regex
run fuzz_dbt_ignore_file
run fuzz_search_questions
run fuzz_search_index
