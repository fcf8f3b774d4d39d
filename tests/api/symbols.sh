#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: symbols.sh LIBRARY          compares what it exports with symbols.txt and with the headers
#        symbols.sh --list LIBRARY   prints what it exports
set -u
here=$(dirname "$0")
exported() { nm -D --defined-only "$1" | awk '{ print $3 }' | LC_ALL=C sort; }
if [ "$1" = --list ]; then exported "$2"; exit; fi

actual=$(mktemp) declared=$(mktemp)
trap 'rm -f "$actual" "$declared"' EXIT
exported "$1" >"$actual"
# The name before the first parenthesis of every declaration that begins with VRM_API; what belongs
# to libvrm_render, libvrm_vmc and libvrm_gpu is not in this library.
find "$here/../../include/vrm" -name '*.h' ! -name image.h ! -name render.h ! -name framing.h \
    ! -name optimize_pictures.h ! -name tracker.h ! -name vmc.h ! -name gpu.h -exec cat {} + |
    awk '
    /^VRM_API / { text = ""; open = 1 }
    open { text = text " " $0 }
    open && /\(/ { sub(/ *\(.*/, "", text); sub(/.*[ *]/, "", text); print text; open = 0 }' |
    LC_ALL=C sort >"$declared"

status=0
diff -u "$here/symbols.txt" "$actual" || {
    echo "the exported symbols changed: if that is meant, run tools/generate/update_symbols"
    status=1
}
missing=$(LC_ALL=C comm -13 "$actual" "$declared")
[ -z "$missing" ] || { printf 'declared in a public header, but not there:\n%s\n' "$missing"; status=1; }
extra=$(LC_ALL=C comm -23 "$actual" "$declared")
[ -z "$extra" ] || { printf 'exported, but in no public header:\n%s\n' "$extra"; status=1; }

soname=$(readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ "$soname" = libvrm.so.0 ] || { echo "SONAME is $soname, not libvrm.so.0"; status=1; }
[ $status -eq 0 ] && echo "$(wc -l <"$actual") symbols as listed, SONAME $soname"
exit $status
