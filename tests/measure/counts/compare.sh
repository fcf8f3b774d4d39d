#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: compare.sh PERCENT PROGRAM AVATARS OTHER
# A frame of PROGRAM takes at most PERCENT more instructions than one of its mode OTHER, counted by
# callgrind over 64 frames: a limit that holds for every CPU and compiler.
set -u
percent=$1 program=$2 avatars=$3 other=$4
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$avatars" "$@" 2>&1 |
        sed -n 's/.*refs: *//p' | tr -d ,
}
cost=$(($(count 128) - $(count 64)))
other_cost=$(($(count 128 "$other") - $(count 64 "$other")))
echo "$((cost / 64 / avatars)) instructions per avatar and frame, $((other_cost / 64 / avatars)) by $other; at most $percent % more"
[ "$cost" -gt 0 ] && [ $((cost * 100)) -le $((other_cost * (100 + percent))) ]
