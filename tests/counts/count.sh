#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: count.sh LIMIT PROGRAM AVATARS
# Instructions per avatar and frame, counted by callgrind over 64 frames, must not exceed LIMIT.
set -u
limit=$1 program=$2 avatars=$3
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$avatars" "$1" 2>&1 |
        sed -n 's/.*refs: *//p' | tr -d ,
}
few=$(count 64) many=$(count 128)
each=$(((many - few) / 64 / avatars))
echo "$each instructions per avatar and frame, $avatars at once; at most $limit"
[ "$each" -gt 0 ] && [ "$each" -le "$limit" ]
