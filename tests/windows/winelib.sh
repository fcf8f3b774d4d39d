#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: winelib.sh PYTHON BUILD_FOLDER
# The library with its Windows parts, compiled for this machine's own CPU against Wine's libraries and run by Wine:
# tests/windows/files.c, and the examples, which print what they print on Linux. No emulator is needed. What this does
# not show is the 64-bit ABI of Windows itself: dll.sh compiles and links that.
set -u
python=$1 build=$2
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/lib/wine
command -v winegcc >/dev/null && command -v wine64 >/dev/null ||
    { echo "skipped: Wine is not installed (Debian: wine64, wine64-tools, libwine-dev)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'WINEPREFIX="$work/prefix" wineserver -k 2>/dev/null; rm -rf "$work"' EXIT
export WINEPREFIX="$work/prefix" WINEDEBUG=-all
unset DISPLAY WAYLAND_DISPLAY
root=$PWD
"$python" tools/amalgamate "$work" >/dev/null || exit 1
cd "$work" || exit 1
mkdir vrm && ln -s ../vrm.h vrm/vrm.h
# wchar_t of Windows has 16 bits.
compile() { winegcc -std=gnu11 -fshort-wchar -D_WIN32 -ffp-contract=off -fno-math-errno -I"$work" "$@"; }
compile -c vrm.c -o vrm.o 2>log || { tail -20 log; exit 1; }
compile -I"$root/src" -I"$root/include" -mconsole -o files "$root/tests/windows/files.c" vrm.o -lm 2>log || { tail -20 log; exit 1; }
status=0
wine64 files.exe.so 2>/dev/null | tr -d '\r' | tee said
grep -q '^all well$' said || status=1
for source in "$root"/examples/0[1-7]*.c; do
    name=$(basename "$source" .c)
    compile -mconsole -o "$name" "$source" vrm.o -lm 2>log || { tail -20 log; status=1; continue; }
    arguments=$(sed -n 's|^ \* run: \(.*[^ ]\) \*/|\1|p' "$source" |
        sed "s|@avatar@|avatar.vrm|; s|@clip@|clip.vrma|; s|@out@|out|")
    cp "$build/examples/avatar.vrm" "$build/examples/clip.vrma" .
    # shellcheck disable=SC2086
    wine64 "$name.exe.so" $arguments 2>/dev/null | tr -d '\r' >ours.txt
    [ -e out ] && mv out ours.out
    # shellcheck disable=SC2086
    "$build/examples/$name" $arguments >theirs.txt
    cmp ours.txt theirs.txt || { echo "failed: $name says something else"; status=1; }
    if [ -e out ]; then cmp out ours.out || { echo "failed: $name writes another file"; status=1; }; fi
    rm -f out ours.out
done
[ $status -eq 0 ] && echo "files and 7 examples as on Linux"
exit $status
