#!/usr/bin/env bash
# Installs what building needs on Debian 12 and fetches DuckDB. Quiet and instant when all is there.
#   tools/setup.sh [--lint]     --lint also wants clang-format-19 and clang-tidy-19
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ make cmake ninja-build pkg-config unzip ca-certificates python3 git
          nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libfmt-dev libstemmer-dev zlib1g-dev
          libgtest-dev libgmock-dev libbenchmark-dev)
if [ "${1:-}" = --lint ]; then packages+=(clang-format-19 clang-tidy-19 clang-19 libclang-rt-19-dev); fi
# The package clients only matter while something must still be fetched.
command -v npm >/dev/null 2>&1 || packages+=(npm)
python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)

missing=()
for package in "${packages[@]}"; do
  case "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" in
    installed) ;;
    *) missing+=("$package") ;;
  esac
done

if [ "${#missing[@]}" -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "Some packages are missing and this user may not install them. Run these as root, then again:" >&2
    echo "  apt-get update" >&2
    echo "  apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  echo "set-up: installing ${#missing[@]} package(s): ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  for attempt in 1 2 3; do
    if { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
      rm -f "$log"; log=
      break
    fi
    if [ "$attempt" -lt 3 ]; then echo "set-up: attempt $attempt failed, trying again" >&2; sleep $((attempt * 5)); fi
  done
  if [ -n "$log" ]; then tail -n 20 "$log" >&2; rm -f "$log"; echo "error: installing packages failed" >&2; exit 1; fi
fi

tools/fetch_duckdb.sh
