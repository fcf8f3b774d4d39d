#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: exports.sh PYTHON LIBRARY...
# Each shared library (libvrm.so, libvrm_render.so, libvrm_vmc.so, libvrm_gpu.so) exports the functions that
# the headers give it and no other, and has its name with the version.
set -u
python=$1
shift
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
"$python" tools/generate/update_api --print >"$work/api.json" || exit 1
for library; do
    name=$(basename "$library" | sed 's/^lib//; s/\.so.*//')
    "$python" -c '
import json, sys
api = json.load(open(sys.argv[2], encoding="utf-8"))
print("\n".join(sorted(f["name"] for f in api["functions"] if f["library"] == sys.argv[1] and not f["inline"])))
' "$name" "$work/api.json" >"$work/wanted"
    nm -D --defined-only "$library" | awk '{ print $3 }' | LC_ALL=C sort >"$work/exported"
    diff -u "$work/wanted" "$work/exported" || { echo "lib$name: headers (-), exported (+)"; status=1; }
    soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    [ "$soname" = "lib$name.so.0" ] || { echo "SONAME is $soname"; status=1; }
    echo "lib$name: $(wc -l <"$work/exported") functions"
done
exit $status
