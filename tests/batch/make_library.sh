#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: make_library.sh VRM_SCENE FOLDER COUNT [JOBS]
# A library of COUNT small avatars of several dialects and sizes in folders of 500, one in a hundred
# of them broken.
set -eu
scene=$1 folder=$2 count=$3 jobs=${4:-1}
mkdir -p "$folder"
export scene folder
seq 1 "$count" | xargs -P "$jobs" -n 50 sh -c '
for i; do
    case $((i % 4)) in 0) kind=0.x ;; 1) kind=1.0 ;; 2) kind=1.0-beta ;; *) kind=springs ;; esac
    place=$folder/$((i / 500))
    mkdir -p "$place"
    "$scene" $kind "$place/$i.vrm" --chains $((i % 7 + 1)) --sides $((i % 2 * 4 + 4)) --no-fingers
    if [ $((i % 100)) -eq 17 ]; then head -c 3000 "$place/$i.vrm" >"$place/$i.cut"; mv "$place/$i.cut" "$place/$i.vrm"; fi
done' sh
