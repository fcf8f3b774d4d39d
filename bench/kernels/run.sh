#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run.sh SPRINGS FRAME SCENE
# Every kernel that this CPU can run (numbers of vrm_Kernel; `plain` is the plain C of bench/springs),
# in turns, three times; the least counts. What is measured:
#   springs   the standard spring scene, ns per pair and step, by one worker and by several
#   loop      as many threads that do nothing but arithmetic, ns per piece of it: how much faster
#             several threads of this machine are than one where nothing is shared
#   apart     as springs, by as many threads that share nothing: each steps its part of the avatars in a
#             sim of its own and never waits. What several workers of one sim could reach at best
#   palettes  a whole frame of a typical avatar, springs included, with joint matrices and face out,
#             ns per avatar: inputs, then a step
#   matrices  the same with world matrices too
#   within    as palettes, by a step within which the inputs are set
set -eu
springs=$1 frame=$2 scene=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$scene" springs "$folder/springs.vrm" >/dev/null
"$scene" typical "$folder/typical.vrm" >/dev/null
cores=$(nproc)
[ "$cores" -le 16 ] || cores=16
rows() { awk -v what="$1" -v kernel="$2" -v workers="$3" '{ print what "," kernel "," workers "," $1 "," $2 + $3 }'; }
for round in 1 2 3; do
    for kernel in 1 2 3 4; do
        "$springs" "$folder/springs.vrm" "ours@$kernel" 1 1 2>/dev/null >/dev/null || continue
        "$springs" "$folder/springs.vrm" "ours@$kernel" 1 1 4 8 100 1000 10000 | rows springs $kernel 1
        workers=2
        while [ "$workers" -le "$cores" ]; do
            "$springs" "$folder/springs.vrm" "ours@$kernel" "$workers" 1000 10000 | rows springs $kernel "$workers"
            workers=$((workers * 2))
        done
        for workers in 1 "$cores"; do
            "$springs" "$folder/springs.vrm" "apart@$kernel" "$workers" 1000 10000 | rows apart $kernel "$workers"
        done
        "$frame" "$folder/typical.vrm" 12 "15@$kernel" 1 100 1000 5000 | rows palettes $kernel 1
        "$frame" "$folder/typical.vrm" 14 "15@$kernel" 1 100 1000 5000 | rows matrices $kernel 1
        "$frame" "$folder/typical.vrm" 12 "15@$kernel:within" 1 100 1000 5000 | rows within $kernel 1
    done
    workers=1
    while [ "$workers" -le "$cores" ]; do
        "$springs" - loop "$workers" 1024 | rows loop - "$workers"
        workers=$((workers * 2))
    done
    "$springs" "$folder/springs.vrm" plain 1 100 1000 | rows springs plain 1
done >"$folder/all"
{
    echo "what,kernel,workers,avatars,ns"
    awk -F, -v OFS=, '{ k = $1 OFS $2 OFS $3 OFS $4 } !(k in least) { order[++n] = k; least[k] = $5 }
        $5 < least[k] { least[k] = $5 } END { for (i = 1; i <= n; i++) print order[i], least[order[i]] }' "$folder/all"
} | tee "${VRM_BENCH_RESULTS:-.}/kernels.csv"
