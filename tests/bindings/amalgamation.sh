#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: amalgamation.sh PYTHON BUILD_FOLDER
# tools/package/amalgamate writes two files that compile alone: vrm.c under gcc and clang without a warning, vrm.h in C and
# C++. The object exports what libvrm exports, and the examples print with it what they print with libvrm.
set -u
python=$1 build=$2
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$python" tools/package/amalgamate "$work" || exit 1
status=0
strict='-std=c11 -Wall -Wextra -Wpedantic -Wundef -Werror -ffp-contract=off -fno-math-errno'
if command -v clang >/dev/null; then # gcc compiles it below
    # shellcheck disable=SC2086
    (cd "$work" && clang $strict -fsyntax-only vrm.c) || { echo "failed: clang"; status=1; }
fi
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
ln -s "$build/examples/avatar.vrm" "$build/examples/clip.vrma" "$work" || exit 1
mkdir "$work/vrm" && ln -s ../vrm.h "$work/vrm/vrm.h"
for source in examples/0[1-7]*.c; do
    name=$(basename "$source" .c)
    gcc -std=c11 -I"$work" "$source" "$work/vrm.o" -lm -o "$work/$name" || { status=1; continue; }
    arguments=$(sed -n 's|^ \* run: \(.*[^ ]\) \*/|\1|p' "$source" |
        sed "s|@avatar@|avatar.vrm|; s|@clip@|clip.vrma|; s|@out@|out|")
    # shellcheck disable=SC2086
    (cd "$work" && "./$name" $arguments >ours.txt) || { echo "failed: $name: status $?"; status=1; }
    # shellcheck disable=SC2086
    (cd "$work" && "$build/examples/$name" $arguments >theirs.txt)
    cmp "$work/ours.txt" "$work/theirs.txt" || { echo "failed: $name says something else"; status=1; }
done
# Compiled as people compile, also for CPUs that fuse multiplication and addition, it has the library's bits.
bits() { # NAME WRAPPER COMPILER OPTION...
    name=$1 wrapper=$2 compiler=$3
    shift 3
    command -v "$compiler" >/dev/null || return 0
    [ "$wrapper" = no ] || command -v "$wrapper" >/dev/null || return 0
    "$compiler" "$@" -I"$work" -w tests/bindings/bits.c "$work/vrm.c" -lm -o "$work/bits_$name" || { echo no >"$work/$name.bits"; return 0; }
    if [ "$wrapper" = no ]; then
        "$work/bits_$name" "$work/avatar.vrm" >"$work/$name.bits" 2>&1
    else
        "$wrapper" "$work/bits_$name" "$work/avatar.vrm" >"$work/$name.bits" 2>&1
    fi
}
LIBRARY_PATH="$build" gcc -Iinclude tests/bindings/bits.c -lvrm -o "$work/bits" || exit 1
LD_LIBRARY_PATH="$build" "$work/bits" "$work/avatar.vrm" >"$work/bits.txt" || exit 1
fused=
if grep -qw fma /proc/cpuinfo 2>/dev/null; then fused='-mavx2 -mfma'; fi
# gcc fuses from -O2 on, clang at every level.
# shellcheck disable=SC2086
bits gcc no gcc -O2 $fused &
# shellcheck disable=SC2086
bits clang no clang -O1 $fused &
wait
# Contraction is what a plain -O2 does there.
if [ "$(uname -m)" = x86_64 ]; then bits aarch64 qemu-aarch64 aarch64-linux-gnu-gcc -O2 -static; fi
for file in "$work"/*.bits; do
    cmp -s "$file" "$work/bits.txt" || { echo "failed: bits of $(basename "$file" .bits): $(cat "$file"), not $(cat "$work/bits.txt")"; status=1; }
done
for option in -ffast-math -Ofast -ffinite-math-only; do
    gcc $option -Wfatal-errors -fsyntax-only "$work/vrm.c" 2>"$work/said" && { echo "failed: $option is taken"; status=1; }
    grep -q 'VRM_ALLOWS_FAST_MATH' "$work/said" || { echo "failed: nothing clear about $option"; status=1; }
done
gcc -ffast-math -DVRM_ALLOWS_FAST_MATH -fsyntax-only "$work/vrm.c" || { echo "failed: -DVRM_ALLOWS_FAST_MATH"; status=1; }
[ $status -eq 0 ] && echo "bits of $(cd "$work" && echo *.bits)" && echo "$(wc -l <"$work/vrm.c") lines, $(wc -l <"$work/symbols.txt") functions"
exit $status
