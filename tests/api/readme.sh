#!/bin/sh
# SPDX-License-Identifier: MIT
# The C programs that README.md and docs/ show compile as they stand.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
    /^```c$/ { open = 1; file = sprintf("%s/%02d.c", work, ++count); print "/* " FILENAME ":" FNR " */" >file; next }
    /^```$/ { if (open) close(file); open = 0 }
    open { print >file }' README.md docs/*.md
status=0 programs=0
for source in "$work"/*.c; do
    grep -q '#include <vrm/' "$source" || continue # a fragment
    programs=$((programs + 1))
    gcc -std=c11 -Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$source" || {
        head -n 1 "$source"
        status=1
    }
done
[ $programs -gt 0 ] || { echo "README.md shows no program"; exit 1; }
[ $status -eq 0 ] && echo "$programs programs"
exit $status
