#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: memory.sh VRM VRM_SCENE FAIL_MALLOC
#
# Memory that runs out at any allocation of a command, the ones for printing included, for good or
# for that one allocation: either the command says and writes all that it always does, with the same
# status, or it says on standard error that memory ran out and its status is not 0. There is no third
# way, such as half the output with status 0.
set -eu
vrm=$1 scene=$2 shim=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$scene" 1.0 a.vrm >/dev/null
"$scene" clip c.vrma >/dev/null
echo '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}' >still.json
cat >bad.gltf <<END
{"asset":{"version":"2.0"},"nodes":[
{"name":"n0","scale":[1,1,"x"]},{"name":"n1","scale":[1,1,"x"]},{"name":"n2","scale":[1,1,"x"]},
{"name":"n3","scale":[1,1,"x"]},{"name":"n4","scale":[1,1,"x"]},{"name":"n5","children":[99]}]}
END
long=$(printf 'n%.0s' $(seq 600))
bad=0

# The library counts in a file that it opens at the end, where a sandbox would refuse it.
run() { # the status is in $status
    status=0
    rm -f made.*
    env VRM_SANDBOX=off LD_PRELOAD="$shim" "$@" >out 2>err || status=$?
    cat made.* >made 2>/dev/null || true
}

lines() { # of the output; crowd measures times, so without its numbers
    if [ "$1" = crowd ]; then sed "s/-*[0-9][0-9.e+-]*/N/g" out; else cat out; fi
}

hold() { # how_many_points command...
    points=$1
    shift
    run FAIL_COUNT=count "$vrm" "$@"
    lines "$1" >whole
    cp made made_whole
    wanted=$status
    count=$(cat count)
    step=$((count / points + 1))
    reported=0 listed=0 at=$count once=
    # From the last allocation backwards: those are the ones of printing.
    while [ "$at" -gt 0 ]; do
        run FAIL_AT="$at" $once "$vrm" "$@"
        if [ $status -gt 3 ]; then
            echo "vrm $1: allocation $at of $count: status $status"
            bad=1
        elif [ $status -eq "$wanted" ] && cmp -s made made_whole &&
            lines "$1" | cmp -s - whole; then
            :
        elif [ $status -eq "$wanted" ] && cmp -s out ungrouped; then
            listed=$((listed + 1))
        elif [ $status -eq 0 ] || ! grep -q 'out of memory' err; then
            echo "vrm $1: allocation $at of $count $once: status $status, said $(cat err)"
            bad=1
        else
            reported=$((reported + 1))
        fi
        # The one allocation is another than the last ones of a run without memory.
        if [ -z "$once" ]; then
            once=FAIL_ONCE=1
            continue
        fi
        once=
        [ $at -le $((count - 20)) ] && at=$((at - step)) || at=$((at - 1))
    done
    [ $reported -gt 0 ] || { echo "vrm $1: never reported"; bad=1; }
    echo "vrm $*: $count allocations, reported $reported times" | cut -c 1-72
}

hold 20 info a.vrm
hold 20 info --json a.vrm
hold 20 info c.vrma
hold 20 validate a.vrm
hold 20 validate c.vrma
hold 20 validate --json a.vrm
hold 20 validate --format sarif a.vrm
hold 20 validate --all bad.gltf
# Without memory for groups the findings are listed one by one.
"$vrm" validate --all bad.gltf >ungrouped || true
grep -q 'node "n3"' ungrouped || { echo "vrm validate: a list without names"; bad=1; }
hold 20 validate bad.gltf
[ $listed -gt 0 ] || { echo "vrm validate: no list without memory for groups"; bad=1; }
rm ungrouped
hold 20 meta --json a.vrm
hold 20 meta --json a.vrm --set "name=$long" -o made.vrm
hold 20 migrate --json a.vrm --to 0.x -o made.vrm
hold 20 normalize a.vrm -o made.vrm
hold 20 trace a.vrm still.json
hold 20 bake --json a.vrm --seconds 0 -o made.glb
hold 20 convert-motion --json c.vrma -o made.vrma
hold 10 crowd --json a.vrm -n 2 --seconds 0.1

# Text that is longer than any buffer is printed without memory: the last allocation was before it.
run FAIL_AT=1 "$vrm" help
[ $status -eq 0 ] && grep -q '^usage: vrm COMMAND' out || { echo "vrm help: status $status"; bad=1; }
run FAIL_AT=1 "$vrm" "$long"
grep -q "$long" err || { echo "a long word was cut"; bad=1; }
exit $bad
