#!/usr/bin/env bash
# Brings DuckDB 1.5.5 (library, C header, tpcds and tpch extensions) into build/third_party/duckdb.
# Everything is pinned by version and SHA-256 and kept in a download cache, so a second machine-wide
# run, or one without a network, needs nothing from outside. An installed copy of the very same
# version (a folder with libduckdb.so, duckdb.h, tpcds.duckdb_extension) named by TALLY_DUCKDB_DIR is
# preferred.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly version=1.5.5
readonly target=build/third_party/duckdb
cache="${TALLY_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/tally}/downloads"
# A user without a home (of a service, in a container) keeps the downloads with the build.
if [ -z "${TALLY_CACHE_DIR:-}" ] && ! mkdir -p "$cache" 2>/dev/null; then cache=$PWD/build/downloads; fi
readonly cache
readonly library_package='@duckdb/node-bindings-linux-x64@1.5.5-r.5'
readonly library_file=duckdb-node-bindings-linux-x64-1.5.5-r.5.tgz
readonly library_sha=86d2bda909785550e8a14a57a8a4584827aff0e268d8f1a58c3fd48559f7020e
readonly header_package='duckdb@1.4.4'   # only for duckdb.h: every function of it is in 1.5.5
readonly header_file=duckdb-1.4.4.tgz
readonly header_sha=5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
readonly tpcds_file=duckdb_extension_tpcds-1.5.5-py3-none-manylinux2014_x86_64.whl
readonly tpcds_sha=fd1ad5b4b5443d0e32d1ebe9122845eb3d2b74466cee2cd56650024e9196f697
readonly tpch_file=duckdb_extension_tpch-1.5.5-py3-none-manylinux2014_x86_64.whl
readonly tpch_sha=e734f284fd94971f1241718281111add95457b3c35ec3f19ce39770e654a21e7
readonly stamp="$target/.complete-$(sha256sum < tools/fetch_duckdb.sh | cut -c1-16)"

if [ -e "$stamp" ]; then exit 0; fi

fits() { [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$2" ]; }

# fetch FILE SHA COMMAND…: runs COMMAND in a scratch folder up to three times until FILE has SHA.
fetch() {
  local file=$1 sha=$2 attempt scratch
  shift 2
  if fits "$cache/$file" "$sha"; then return 0; fi
  mkdir -p "$cache"
  for attempt in 1 2 3; do
    echo "  fetching $file (attempt $attempt)" >&2
    scratch=$(mktemp -d "$cache/.partial-XXXXXX")
    if (cd "$scratch" && "$@" >/dev/null 2>"$scratch/log") && fits "$scratch/$file" "$sha"; then
      mv "$scratch/$file" "$cache/$file"
      rm -rf "$scratch"
      return 0
    fi
    if [ -f "$scratch/$file" ]; then
      echo "  $file arrived with SHA-256 $(sha256sum "$scratch/$file" | cut -d' ' -f1), wanted $sha" >&2
    else
      tail -n 3 "$scratch/log" >&2 || true
    fi
    rm -rf "$scratch"
    if [ "$attempt" -lt 3 ]; then sleep $((attempt * 3)); fi
  done
  echo "error: cannot fetch $file. Give its folder a copy by hand: $cache/$file, or set" >&2
  echo "       TALLY_DUCKDB_DIR to a folder with DuckDB $version." >&2
  return 1
}

use_installed() {
  local from=$1 name
  for name in libduckdb.so duckdb.h tpcds.duckdb_extension tpch.duckdb_extension; do
    [ -f "$from/$name" ] || { echo "note: $from has no $name: not used" >&2; return 1; }
  done
  if ! grep -qaF "v$version" "$from/libduckdb.so"; then
    echo "note: $from/libduckdb.so is not DuckDB $version: not used" >&2
    return 1
  fi
  cp "$from/libduckdb.so" "$work/lib/"
  cp "$from/duckdb.h" "$work/include/"
  cp "$from"/tpc{ds,h}.duckdb_extension "$work/extensions/"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lib" "$work/include" "$work/extensions"

if [ -z "${TALLY_DUCKDB_DIR:-}" ] || ! use_installed "$TALLY_DUCKDB_DIR"; then
  fetch "$library_file" "$library_sha" npm pack --silent "$library_package"
  fetch "$header_file" "$header_sha" npm pack --silent "$header_package"
  fetch "$tpcds_file" "$tpcds_sha" python3 -m pip download --quiet --no-deps --disable-pip-version-check duckdb-extension-tpcds==$version
  fetch "$tpch_file" "$tpch_sha" python3 -m pip download --quiet --no-deps --disable-pip-version-check duckdb-extension-tpch==$version
  tar -xzf "$cache/$library_file" -C "$work/lib" --strip-components=1 package/libduckdb.so package/LICENSE
  tar -xzf "$cache/$header_file" -C "$work/include" --strip-components=4 package/src/duckdb/src/include/duckdb.h
  [ -f "$work/include/duckdb.h" ] || find "$work/include" -name duckdb.h -exec mv {} "$work/include/" \;
  unzip -qoj "$cache/$tpcds_file" '*/tpcds.duckdb_extension' -d "$work/extensions"
  unzip -qoj "$cache/$tpch_file" '*/tpch.duckdb_extension' -d "$work/extensions"
fi

rm -rf "$target"
mkdir -p "$(dirname "$target")"
mv "$work" "$target"
trap - EXIT
chmod 755 "$target"
touch "$stamp"
