#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: amalgamation.sh PYTHON BUILD_FOLDER
# tools/amalgamate writes two files that compile alone: vrm.c under gcc and clang without a warning, vrm.h in C and
# C++. The object exports what libvrm exports, and the examples print with it what they print with libvrm.
set -u
python=$1 build=$2
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$python" tools/amalgamate "$work" || exit 1
status=0
strict='-std=c11 -Wall -Wextra -Wpedantic -Wundef -Werror -ffp-contract=off -fno-math-errno'
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    # shellcheck disable=SC2086
    (cd "$work" && $compiler $strict -fsyntax-only vrm.c) || { echo "failed: $compiler"; status=1; }
done
for compiler in 'gcc -std=c99 -x c' 'gcc -std=c11 -x c' 'gcc -std=c2x -x c' 'g++ -std=c++11 -x c++' 'g++ -std=c++17 -x c++' \
    'clang -std=c11 -x c' 'clang++ -std=c++20 -x c++'; do
    command -v "${compiler%% *}" >/dev/null || continue
    # shellcheck disable=SC2086
    echo '#include "vrm.h"' | $compiler -I"$work" -Wall -Wextra -Wpedantic -Werror -fsyntax-only - ||
        { echo "failed: vrm.h, $compiler"; status=1; }
done
echo '#include "vrm.c"' | g++ -I"$work" -fsyntax-only -x c++ - 2>"$work/said"
grep -q 'vrm.c is for a C compiler' "$work/said" || { head -n 3 "$work/said"; echo "failed: vrm.c in C++ says nothing clear"; status=1; }

# shellcheck disable=SC2086
(cd "$work" && gcc $strict -c vrm.c) || exit 1
nm --defined-only -g "$work/vrm.o" | awk '$3 ~ /^vrm_/ { print $3 }' | LC_ALL=C sort >"$work/symbols.txt"
diff tests/api/symbols.txt "$work/symbols.txt" || { echo "vrm.c has other functions than libvrm"; status=1; }
mkdir "$work/vrm" && ln -s ../vrm.h "$work/vrm/vrm.h"
for source in examples/0[1-7]*.c; do
    name=$(basename "$source" .c)
    gcc -std=c11 -I"$work" "$source" "$work/vrm.o" -lm -o "$work/$name" || { status=1; continue; }
    arguments=$(sed -n 's|^ \* run: \(.*[^ ]\) \*/|\1|p' "$source" |
        sed "s|@avatar@|$build/examples/avatar.vrm|; s|@clip@|$build/examples/clip.vrma|; s|@out@|$work/out|")
    # shellcheck disable=SC2086
    "$work/$name" $arguments >"$work/ours.txt" || { echo "failed: $name: status $?"; status=1; }
    # shellcheck disable=SC2086
    "$build/examples/$name" $arguments >"$work/theirs.txt"
    cmp "$work/ours.txt" "$work/theirs.txt" || { echo "failed: $name says something else"; status=1; }
done
[ $status -eq 0 ] && echo "$(wc -l <"$work/vrm.c") lines, $(wc -l <"$work/symbols.txt") functions"
exit $status
