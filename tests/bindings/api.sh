#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: api.sh PYTHON COMPILER
# What is committed of the interface is current (tests/api/layout.txt, Debian's symbols); the headers declare every
# function that libvrm exports (tests/api/symbols.txt) and no other; compilers agree with the sizes, offsets, values and
# types that were read from them.
set -u
python=$1 compiler=$2
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
"$python" tools/generate/update_api --check || status=1

"$python" tools/generate/update_api --print >"$work/api.json" || status=1
"$python" - "$work/api.json" >"$work/functions" <<'PROGRAM' || status=1
import json, sys
api = json.load(open(sys.argv[1], encoding="utf-8"))
names = [f["name"] for f in api["functions"] if f["library"] == "vrm" and not f["inline"]]
print("\n".join(sorted(names)))
PROGRAM
diff -u tests/api/symbols.txt "$work/functions" || {
    echo "tests/api/symbols.txt (-) and the headers (+) differ: tools/generate/update_symbols"
    status=1
}

"$python" tools/generate/update_api --layout >"$work/layout.c" || status=1
"$compiler" -std=c11 -Iinclude -fsyntax-only "$work/layout.c" || { echo "failed: $compiler"; status=1; }
if command -v clang >/dev/null && [ -e /usr/include/wasm32-wasi ]; then
    clang --target=wasm32-wasi -std=c11 -Iinclude -fsyntax-only "$work/layout.c" || { echo "failed: wasm32"; status=1; }
fi
[ $status -eq 0 ] && echo "$(wc -l <"$work/functions") functions, $(grep -c Static_assert "$work/layout.c") facts confirmed"
exit $status
