#!/usr/bin/env bash
# Do the repository's own checks find what they are for? Plants faults in a small made-up tree and in
# a copy of the real one, and compares every word said.
set -uo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
passes=0

# expect NAME CODE TEXT COMMAND…: the command's output must be TEXT, its exit code CODE.
expect() {
  local name=$1 code=$2 text=$3 said
  shift 3
  said=$("$@" 2>&1)
  local got=$?
  if [ "$got" -eq "$code" ] && [ "$said" = "$text" ]; then echo "ok    $name"; passes=$((passes + 1)); return; fi
  echo "FAIL  $name: exit $got (wanted $code), said:"
  echo "$said" | sed 's/^/      /'
  failures=$((failures + 1))
}

# A made-up tree: three layers, one header of somebody else's.
tree=$work/tree
mkdir -p "$tree"/{tools,docs,src/base,src/low/inner,src/high}
cp "$repository"/tools/check_{layers,docs}.py "$tree/tools/"
printf 'base\nlow\nhigh low   # upwards only\n<zlib.h> low\n<json/ *.cc\n' > "$tree/tools/layers.txt"
echo '#include "base/b.h"' > "$tree/src/low/l.h"
printf '#include "low/l.h"\n#include <string>\n' > "$tree/src/high/h.cc"
echo > "$tree/src/base/b.h"
printf '#include "low/l.h"\n#include <zlib.h>\n' > "$tree/src/low/inner/i.h"
echo '#include "high/h.h"' > "$tree/src/low/l_test.cc"
layers="python3 $tree/tools/check_layers.py"
expect "allowed includes pass" 0 "" $layers

plant() { printf "$2" > "$tree/$1"; }
plant src/low/bad.cc '\n  #  include "high/h.h"\n// #include "high/h.h"\n'
expect "an upward include is named with its line" 1 \
  'src/low/bad.cc:2: low may not include high ("high/h.h")' $layers
plant src/low/bad.cc '#include "nowhere.h"\n'
expect "an include that does not start below src" 1 \
  'src/low/bad.cc:1: "nowhere.h" is in no folder of tools/layers.txt (includes start below src/)' $layers
rm "$tree/src/low/bad.cc"
plant src/high/bad.h '#include <zlib.h>\n#include <json/json.h>\n'
expect "other people's headers" 1 'src/high/bad.h:1: high may not include <zlib.h>: that is for low
src/high/bad.h:2: <json/json.h> belongs in a .cc file, not in a header' $layers
rm "$tree/src/high/bad.h"
mkdir "$tree/src/new" && echo > "$tree/src/new/n.h"
expect "a folder that is not in the table" 1 'src/new/n.h:1: this folder is not in tools/layers.txt' $layers
rm -r "$tree/src/new"
echo 'another higher' >> "$tree/tools/layers.txt"
expect "a line that reaches upwards" 1 \
  'tools/layers.txt:6: another may include only folders above it, not higher' $layers

docs="python3 $tree/tools/check_docs.py"
cat > "$tree/docs/good.md" <<'END'
`src/low/l.h`, `low/l.h`, `src/high`, `src/{low,high}`, `src/*/l.h`, `h.cc`, `good.md`, `tally.yml`,
`and/or`, `application/json`, `--flag`, `std::vector`, `build/release/tally`, [link](good.md#part),
[web](https://example.org/none.md), `src/low/l.h:3`
```
cat src/low/gone.h
```
END
expect "paths that exist, and words that are none" 0 "" $docs
cat > "$tree/docs/bad.md" <<'END'
`src/low/gone.h` and `src/gone/`
`gone.cc`, `src/low/{l,gone}.h`, [link](../gone.md), `docs/*.txt`
END
expect "paths that are gone" 1 'docs/bad.md:1: src/low/gone.h does not exist
docs/bad.md:1: src/gone/ does not exist
docs/bad.md:2: gone.cc does not exist
docs/bad.md:2: src/low/{l,gone}.h does not exist
docs/bad.md:2: docs/*.txt does not exist
docs/bad.md:2: ../gone.md does not exist' $docs

# The real tree: a planted include must be found whatever else is wrong.
mkdir "$work/copy"
cp -r "$repository"/{src,tools} "$work/copy/"
echo '#include "answer/answer.h"' > "$work/copy/src/base/planted.h"
said=$(python3 "$work/copy/tools/check_layers.py")
code=$?
wanted='src/base/planted.h:1: base may not include answer ("answer/answer.h")'
if [ "$code" -eq 1 ] && grep -qxF "$wanted" <<< "$said"; then
  echo "ok    an include planted in a copy of this repository"
  passes=$((passes + 1))
else
  echo "FAIL  an include planted in a copy of this repository: $said"
  failures=$((failures + 1))
fi

echo "$passes passed, $failures failed"
[ "$failures" -eq 0 ]
