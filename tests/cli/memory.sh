#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: memory.sh VRM VRM_SCENE FAIL_MALLOC
#
# Memory that runs out at any allocation of a command, the ones for printing included: either the
# command says all that it always says, with status 0, or it tells on standard error and its status
# is not 0. There is no third way, such as half the output with status 0.
set -eu
vrm=$1 scene=$2 shim=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$scene" 1.0 a.vrm >/dev/null
"$scene" clip c.vrma >/dev/null
echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}' >still.json
long=$(printf 'n%.0s' $(seq 600))
bad=0

# The library counts in a file that it opens at the end, where a sandbox would refuse it.
run() { # the status is in $status
    status=0
    env VRM_SANDBOX=off LD_PRELOAD="$shim" "$@" >out 2>err || status=$?
}

lines() { sed "s/-*[0-9][0-9.e+-]*/N/g"; } # numbers aside, for crowd measures times

hold() { # how_many_points command...
    points=$1
    shift
    run FAIL_COUNT=count "$vrm" "$@"
    lines <out >whole
    wanted=$status
    count=$(cat count)
    step=$((count / points + 1))
    told=0 at=$count
    # From the last allocation backwards: those are the ones of printing.
    while [ "$at" -gt 0 ]; do
        run FAIL_AT="$at" "$vrm" "$@"
        if [ $status -gt 3 ]; then
            echo "vrm $1: allocation $at of $count: status $status"
            bad=1
        elif [ $status -eq "$wanted" ] && lines <out | cmp -s - whole; then
            :
        elif [ $status -eq 0 ] || [ ! -s err ]; then
            echo "vrm $1: allocation $at of $count: status $status, said $(cat err)"
            bad=1
        else
            told=$((told + 1))
        fi
        [ $at -le $((count - 20)) ] && at=$((at - step)) || at=$((at - 1))
    done
    [ $told -gt 0 ] || { echo "vrm $1: never told"; bad=1; }
    echo "vrm $*: $count allocations, told $told times" | cut -c 1-72
}

hold 20 info a.vrm
hold 20 info --json a.vrm
hold 20 validate a.vrm
hold 20 validate --json a.vrm
hold 20 validate --format sarif a.vrm
hold 20 meta --json a.vrm
hold 20 meta --json a.vrm --set "name=$long" -o b.vrm
hold 20 migrate --json a.vrm --to 0.x -o b.vrm
hold 20 trace a.vrm still.json
hold 20 bake --json a.vrm --seconds 0 -o b.glb
hold 20 convert-motion --json c.vrma -o d.vrma
hold 10 crowd --json a.vrm -n 2 --seconds 0.1

# Text that is longer than any buffer is printed without memory: the last allocation was before it.
run FAIL_AT=1 "$vrm" help
[ $status -eq 0 ] && grep -q '^usage: vrm COMMAND' out || { echo "vrm help: status $status"; bad=1; }
run FAIL_AT=1 "$vrm" "$long"
grep -q "$long" err || { echo "a long word was cut"; bad=1; }
exit $bad
