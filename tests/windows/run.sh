#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run.sh BUILD_FOLDER PART [NAME]
# One part of the proof for Windows; BUILD_FOLDER has the programs for this machine to compare with. All but `quick` run only
# with VRM_WINDOWS=all in the environment, which `make check-windows` sets.
set -u
build=$1 part=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
exe=$root/build-windows wine=$root/tools/wine
if [ "$part" != quick ] && [ "${VRM_WINDOWS:-}" != all ]; then
    echo "skipped: make check-windows runs it"
    exit 77
fi
[ -e "$root/build-wine/done" ] && [ -e "$exe/vrm.exe" ] ||
    { echo "skipped: no Wine or no vrm.exe here (make check-windows prepares them)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
fail() { echo "failed: $*"; status=1; }

# As fast as a few starts of Wine are.
quick() {
    "$build/vrm_scene" 1.0 one.vrm || exit 1
    "$wine" "$exe/vrm.exe" validate --json one.vrm >theirs || fail "vrm.exe validate"
    "$build/vrm" validate --json one.vrm | cmp - theirs || fail "another report"
    "$wine" --text "$exe/tests/golden/golden_runtime.exe" | cmp - "$root/tests/golden/runtime.txt" || fail "another hash"
}

# One file that needs nothing beside it.
check_imports() {
    x86_64-w64-mingw32-objdump -p "$exe/vrm.exe" | sed -n 's/.*DLL Name: //p' | tr 'A-Z' 'a-z' | sort | tr '\n' ' ' >needs
    [ "$(cat needs)" = "gdi32.dll kernel32.dll msvcrt.dll ole32.dll user32.dll ws2_32.dll " ] || fail "vrm.exe needs $(cat needs)"
}

check_package() {
    "$root/tests/windows/dll.sh" python3 "$exe" || fail "libvrm.dll"
    for lanes in '4 lanes, AVX2' '8 lanes, AVX2' '16 lanes, AVX-512'; do
        grep -aq "$lanes" "$exe/vrm.exe" || fail "vrm.exe has no kernel of $lanes"
    done
}

# The stack of Windows is aligned to 16 bytes: no wider vector may be moved as if it were aligned (cmake/kernels.cmake).
check_vectors() {
    x86_64-w64-mingw32-objdump -d --no-show-raw-insn "$exe/vrm.exe" | grep -E '%[yz]mm' >wide
    [ "$(wc -l <wide)" -gt 1000 ] || fail "only $(wc -l <wide) instructions with wide vectors"
    if grep -E 'v?mov(aps|apd|dqa|dqa32|dqa64|ntps|ntpd|ntdq) ' wide | grep '('; then fail "aligned moves of wide vectors"; fi
}

files() {
    "$wine" --text "$exe/tests/windows_files.exe" | tee said
    grep -q '^all well$' said || status=1
}

# Names that are not Unicode: none becomes the name of another file.
names() {
    "$build/vrm_scene" 0.x one.vrm || exit 1
    "$wine" --text "$exe/tests/windows_names.exe" "$exe/vrm.exe" >said 2>errors
    cat said
    grep -q '^all well$' said || { cat errors; status=1; }
    [ "$(grep -c 'half .*xed.xa0.xbd.vrm: Invalid argument' errors)" -eq 2 ] || { cat errors; fail "no word about the name"; }
    [ "$(ls)" = "$(printf 'errors\none.vrm\nsaid')" ] || { ls; fail "a file of another name"; }
}

golden() {
    for expected in "$root"/tests/golden/[a-z]*.txt; do
        name=$(basename "$expected" .txt)
        "$root/tests/golden/compare.sh" "$expected" "$wine" --text "$exe/tests/golden/golden_$name.exe" || status=1
    done
}

fuzz() {
    for program in "$exe"/fuzz/fuzz_*.exe; do
        name=$(basename "$program" .exe)
        name=${name#fuzz_}
        "$wine" --text "$program" "$root/fuzz/seeds/$name" "$root/fuzz/crashes/$name" >said 2>inputs ||
            fail "fuzz_$name at $(tail -n 1 inputs)"
        echo "fuzz_$name: $(tail -n 1 said)"
    done
}

# Each says and writes what it does on Linux; those that draw are not compared.
examples() {
    count=0
    for source in "$root"/examples/0[1-9]*.c; do
        name=$(basename "$source" .c)
        [ -e "$exe/examples/$name.exe" ] || continue
        case $name in *_draw | *_window) continue ;; esac
        cp "$build/examples/avatar.vrm" "$build/examples/clip.vrma" .
        arguments=$(sed -n 's|^ \* run: \(.*[^ ]\) \*/|\1|p' "$source" | sed "s|@avatar@|avatar.vrm|; s|@clip@|clip.vrma|; s|@out@|out|")
        # shellcheck disable=SC2086
        "$wine" --text "$exe/examples/$name.exe" $arguments >ours.txt 2>/dev/null
        [ -e out ] && mv out ours.out
        # shellcheck disable=SC2086
        "$build/examples/$name" $arguments >theirs.txt
        cmp ours.txt theirs.txt || fail "$name says something else"
        if [ -e out ]; then cmp out ours.out || fail "$name writes another file"; fi
        rm -f out ours.out
        count=$((count + 1))
    done
    [ "$count" -ge 7 ] || fail "only $count examples"
    echo "$count examples as on Linux"
}

# The avatar with everything (textures, toon surfaces, outlines, morph targets, springs) is drawn; another GL driver may round
# a few pixels differently.
draw() {
    [ -n "${DISPLAY:-}" ] || { echo "skipped: no screen (make check-windows has one)"; exit 77; }
    "$build/vrm_scene" hero one.vrm || exit 1
    # llvmpipe, which smooths edges as the driver of Linux does; softpipe, the usual choice of tools/wine, cannot.
    GALLIUM_DRIVER=llvmpipe "$wine" "$exe/vrm.exe" render --size 128 one.vrm -o theirs.png || fail "vrm.exe render"
    "$build/vrm" render --size 128 one.vrm -o ours.png || { echo "skipped: nothing can be drawn here"; exit 77; }
    python3 "$root/tests/windows/compare_png.py" ours.png theirs.png || fail "another picture"
    "$wine" "$exe/vrm.exe" render --size 32 one.vrm -o x.webp 2>said
    grep -q 'cannot write WebP' said || fail "no word about WebP"
}

# Ctrl-C, as far as Wine without a console can have it: a recording that is ended leaves no file and no part of one.
interrupt() {
    "$wine" "$exe/vrm.exe" receive --port 0 --wait 1 --seconds 1 -o out.vrma 2>said
    [ $? -eq 1 ] && grep -q 'nothing came' said || fail "vrm.exe receive: $(cat said)"
    [ -z "$(find . -name 'out*')" ] || fail "something is left"
}

# Live motion through a UDP socket: what is sent from Linux arrives.
receive() {
    port=$(python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    python3 "$root/tests/windows/send_packets.py" "$port" 300 &
    sender=$!
    "$wine" --text "$exe/vrm.exe" receive --port "$port" --wait 200 --seconds 1 --json -o out.vrma >said 2>/dev/null || fail "vrm.exe receive"
    kill "$sender"
    grep -q '"bones":1,"expressions":1,' said || fail "not all came: $(cat said)"
    grep -q '"refusedPackets":0,' said && fail "what is no OSC was taken"
    "$build/vrm" info out.vrma | grep -q 'expression' || fail "no clip was written"
}

# A test of tests/cli. What Windows does differently, and may, is listed in cli/NAME.txt, line by line.
cli() {
    mkdir bin
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wine" "$exe/vrm.exe" >bin/vrm
    chmod +x bin/vrm
    ln -s "$build/vrm_scene" bin/vrm_scene
    known=$root/tests/windows/cli/$1.txt
    if [ -e "$known" ] && grep -q '^@skip' "$known"; then sed -n 's/^@skip/skipped:/p' "$known"; exit 77; fi
    (unset DISPLAY VRM_CORPUS; sh "$root/tests/cli/run.sh" bin/vrm "$root/tests/cli/$1.t") >said
    code=$?
    [ $code -eq 77 ] && { cat said; exit 77; }
    if [ ! -e "$known" ]; then cat said; exit $code; fi
    grep '^[-+]' said | sed 1,2d >differs
    grep '^[-+]' "$known" | diff - differs >said || { cat said; fail "differs in another way"; }
    grep '^#' "$known"
}

case $part in
exe)
    check_imports
    check_package
    check_vectors
    ;;
cli) cli "$3" ;;
quick | files | names | golden | fuzz | examples | draw | interrupt | receive) "$part" ;;
*) echo "run.sh: what is $part?"; exit 2 ;;
esac
[ $status -eq 0 ] && echo "well"
exit $status
