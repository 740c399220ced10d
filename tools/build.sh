#!/usr/bin/env bash
# Configures and builds one preset. On a terminal ninja shows its own progress; elsewhere a line every
# tenth, so that a log stays readable.
#   tools/build.sh PRESET [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift

log="build/$preset-configure.log"
mkdir -p build
# Configure once; afterwards ninja reruns CMake by itself when a CMake file changes.
if [ ! -f "build/$preset/build.ninja" ]; then
  echo "configuring $preset" >&2
  if ! cmake --preset "$preset" >"$log" 2>&1; then cat "$log" >&2; exit 1; fi
fi

if [ -t 1 ]; then
  NINJA_STATUS="[%f/%t] " ninja -C "build/$preset" --quiet "$@" || exit 1
  exit 0
fi
NINJA_STATUS="[%p] " ninja -C "build/$preset" "$@" 2>&1 | awk -v preset="$preset" '
  /^\[ *[0-9]+%\]/ {
    percent = $0; gsub(/[^0-9].*/, "", percent); sub(/^\[ */, "", $0); percent = $0 + 0
    if (percent >= last + 10) { last = percent - percent % 10; print "building " preset ": " last "%"; fflush() }
    next
  }
  /^ninja: (Entering|no work)/ { next }
  { print; fflush() }'
exit "${PIPESTATUS[0]}"
