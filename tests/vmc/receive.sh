#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: receive.sh VRM SENDER   records what SENDER sends, on a port that is free, and judges it
set -eu
vrm=$1 sender=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Nobody sends: said, and nothing is written.
status=0
"$vrm" receive --port 0 --wait 0 -q -o "$work/none.vrma" 2>"$work/said" || status=$?
[ $status -eq 1 ] && grep -q 'no motion was received: nothing came to 127.0.0.1, port [0-9]' "$work/said" &&
    grep -q -e '--address 0.0.0.0' "$work/said" && [ ! -e "$work/none.vrma" ] || exit 1
for wrong in '--port 70000' '--address nowhere' '--seconds x' 'file.vrma'; do
    status=0
    # shellcheck disable=SC2086
    "$vrm" receive --wait 0 $wrong 2>/dev/null || status=$?
    [ $status -eq 2 ] || { echo "receive $wrong: status $status"; exit 1; }
done

# A take that could not be kept is not begun.
status=0
"$vrm" receive --port 0 --wait 20 -q -o "$work/nowhere/take.vrma" 2>"$work/said" || status=$?
[ $status -eq 3 ] && grep -q 'nowhere/take.vrma' "$work/said" || exit 1

"$vrm" receive --vmc --port 0 --seconds 1 --json -o "$work/nod.vrma" >"$work/json" 2>"$work/said" &
receiver=$!
port=
for _ in $(seq 100); do
    port=$(sed -n 's/.*port \([0-9]*\)$/\1/p' "$work/said")
    [ -n "$port" ] && break
    sleep 0.1
done
"$sender" "$port" 45
wait $receiver || { cat "$work/said"; exit 1; }
cat "$work/json"
grep -q '"bones":2,"expressions":1,' "$work/json"
grep -q '"refusedPackets":0,' "$work/json"
if grep -q '"frames":[0-9],\|"refusedMessages":0,' "$work/json"; then exit 1; fi
"$vrm" validate --severity warning "$work/nod.vrma"
