#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: compare.sh EXPECTED PROGRAM [ARGUMENT...]   the program's output must be that file
set -u
expected=$1
shift
actual=$(mktemp) || exit 1
trap 'rm -f "$actual"' EXIT
"$@" >"$actual" || { echo "failed with status $?: $*"; exit 1; }
diff -u "$expected" "$actual" && echo "equal: $(wc -l <"$actual") lines"
