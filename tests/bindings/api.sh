#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: api.sh PYTHON COMPILER
# bindings/api.json and what is made from it are current; it has every function that libvrm exports
# (tests/api/symbols.txt) and no other; compilers agree with its sizes, offsets, values and types.
set -u
python=$1 compiler=$2
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
"$python" tools/generate/update_api --check || status=1

"$python" - >"$work/functions" <<'PROGRAM' || status=1
import json
api = json.load(open("bindings/api.json", encoding="utf-8"))
names = [f["name"] for f in api["functions"] if f["library"] == "vrm" and not f["inline"]]
print("\n".join(sorted(names)))
PROGRAM
diff -u tests/api/symbols.txt "$work/functions" || {
    echo "tests/api/symbols.txt (-) and bindings/api.json (+) differ: tools/generate/update_symbols, tools/generate/update_api"
    status=1
}

"$python" tools/generate/update_api --layout >"$work/layout.c" || status=1
"$compiler" -std=c11 -Iinclude -fsyntax-only "$work/layout.c" || { echo "failed: $compiler"; status=1; }
if command -v clang >/dev/null && [ -e /usr/include/wasm32-wasi ]; then
    clang --target=wasm32-wasi -std=c11 -Iinclude -fsyntax-only "$work/layout.c" || { echo "failed: wasm32"; status=1; }
fi
[ $status -eq 0 ] && echo "$(wc -l <"$work/functions") functions, $(grep -c Static_assert "$work/layout.c") facts confirmed"
exit $status
