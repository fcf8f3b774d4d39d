#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: measure.sh VRM VRM_SCENE COUNT RENDER [CORES]...
#
# COUNT avatars in both forms of examples/batch: files in a second on all cores; before that every
# fifth folder of them on 1, 2, 4, ... cores by GNU parallel, which shows whether the speed is linear
# in cores. Slurm is left out, visibly, where it is not installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
batch=$here/../../examples/batch
VRM=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scene=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
count=$3 render=$4
export VRM
cores=$(nproc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/make_library.sh" "$scene" "$work/all" "$count" "$cores"
echo "$count avatars, $(du -sm "$work/all" | cut -f1) MB, $cores cores"

timed() { # words files cores command...
    words=$1 files=$2 used=$3
    shift 3
    begin=$(date +%s%N)
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
    end=$(date +%s%N)
    awk -v w="$words" -v f="$files" -v c="$used" -v s="$(((end - begin) / 1000000))" \
        'BEGIN { printf "%-10s %6d files %3d cores %8.1f s %8.1f files/s %7.1f files/s/core\n", w, f, c, s / 1000, f * 1000 / s, f * 1000 / s / c }'
}

i=0
for folder in "$work/all"/*; do
    if [ $((i % 5)) -eq 0 ]; then mkdir -p "$work/some/$i"; cp "$folder"/* "$work/some/$i"; fi
    i=$((i + 1))
done
some=$(find "$work/some" -name '*.vrm' | wc -l)
c=1
while [ "$c" -le "$cores" ]; do
    rm -rf "$work/out"
    timed parallel "$some" "$c" env JOBS="$c" "$batch/run_parallel.sh" "$work/some" "$work/out" --render "$render"
    c=$((c * 2))
done
timed parallel "$count" "$cores" "$batch/run_parallel.sh" "$work/all" "$work/first" --render "$render"
status=0
"$here/slurm.sh" "$work/slurm" "$cores" true >"$work/log" 2>&1 || status=$?
if [ $status -eq 77 ]; then cat "$work/log"; exit 0; fi
rm -rf "$work/slurm"
timed slurm "$count" "$cores" "$here/slurm.sh" "$work/slurm" "$cores" \
    "$batch/run_slurm.sh" "$work/all" "$work/second" "$cores" --render "$render"
cmp "$work/first/library.jsonl" "$work/second/library.jsonl"
echo "both forms have the same lines"
