#!/usr/bin/env bash
# Every check that needs no run of the program. Each part says what it found and all of them run.
#   tools/lint.sh [--fast]    --fast leaves clang-tidy out (it takes minutes; the rest seconds)
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
part() {  # part NAME COMMAND…
  local name=$1
  shift
  if "$@"; then echo "ok    $name"; else echo "FAIL  $name"; failed=1; fi
}

sources() { git ls-files --cached --others --exclude-standard 'src/*.h' 'src/*.cc' 'tests/*.h' 'tests/*.cc' 'bench/*.cc'; }

formatted() {
  sources | xargs -P 2 -n 20 clang-format-19 --dry-run --Werror 2>&1 | grep -E 'error:|warning:' | cut -d: -f1 | sort -u | sed 's/^/  not formatted: /'
  [ "${PIPESTATUS[2]}" -ne 0 ]
}

# clang-tidy remembers by content: a file is looked at again when it, a header or the check list changed.
tidied() {
  tools/build.sh release tally_base >/dev/null 2>&1 || true
  python3 tools/run_tidy.py
}

part "layers" python3 tools/check_layers.py
part "documents" python3 tools/check_docs.py
part "format" formatted
if [ "${1:-}" != --fast ]; then part "clang-tidy" tidied; fi
exit "$failed"
