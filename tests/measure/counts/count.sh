#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: count.sh LIMIT COUNTER PROGRAM AVATARS [KERNEL]
# Instructions per avatar and frame, counted over 64 frames, must not exceed LIMIT; of another PROGRAM
# per what UNIT says, with its own meaning of AVATARS. COUNTER is `callgrind`, `wasm` for a program of
# the preset wasm, or the plugin with which qemu counts those of an x86_64 program.
set -u
limit=$1 counter=$2 program=$3 avatars=$4 kernel=${5:-0}
run() {
    case $counter in
    callgrind) valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" ;;
    wasm) node "$(dirname "$0")/count_wasm.mjs" "$@" ;;
    *) qemu-x86_64 -cpu max -plugin "$counter" "$@" ;;
    esac
}
case $counter in
callgrind) command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; } ;;
wasm) command -v wat2wasm >/dev/null || { echo "skipped: no wabt"; exit 77; } ;;
*) command -v qemu-x86_64 >/dev/null || { echo "skipped: no qemu-x86_64"; exit 77; } ;;
esac
# Kernels above 1 (vrm_Kernel) are those of x86_64 with AVX2, which qemu has.
if [ "$counter" = callgrind ] && [ "$kernel" -gt 1 ] && ! grep -qw avx2 /proc/cpuinfo; then
    echo "skipped: this CPU has no AVX2"
    exit 77
fi
count() {
    run "$program" "$avatars" "$1" "$kernel" 2>&1 | sed -n 's/.*refs: *//p' | tr -d ,
}
few=$(count 64) many=$(count 128)
each=$(((many - few) / 64 / avatars))
echo "$each instructions per ${UNIT:-avatar and frame, $avatars at once}; at most $limit"
[ "$each" -gt 0 ] && [ "$each" -le "$limit" ]
