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

# An address of another machine is not blamed on the port, and a port that is taken is.
status=0
"$vrm" receive --address 203.0.113.7 --wait 0 2>"$work/said" || status=$?
[ $status -eq 3 ] && grep -q '203.0.113.7 is no address of this machine' "$work/said" || { cat "$work/said"; exit 1; }
if grep -q 'port' "$work/said"; then cat "$work/said"; exit 1; fi

# Whoever listens on all addresses gets no hint to do so.
"$vrm" receive --address 0.0.0.0 --port 0 --wait 0 -q 2>"$work/said" || true
grep -q 'nothing came to 0.0.0.0, port [0-9]' "$work/said" || { cat "$work/said"; exit 1; }
if grep -q -e '--address' "$work/said"; then cat "$work/said"; exit 1; fi

# Records for some seconds what SENDER sends of a kind, with these options; what is said is in
# $work/said and text.
take() { # kind frames seconds options...
    kind=$1 frames=$2 seconds=$3
    shift 3
    : >"$work/said"
    "$vrm" receive --port 0 --seconds "$seconds" "$@" >"$work/text" 2>"$work/said" &
    receiver=$!
    port=
    for _ in $(seq 100); do
        port=$(sed -n 's/.*port \([0-9]*\)$/\1/p' "$work/said")
        [ -n "$port" ] && break
        sleep 0.1
    done
    "$sender" "$port" "$frames" "$kind"
    status=0
    wait $receiver || status=$?
}
says() { # file pattern
    grep -q -e "$2" "$work/$1" && return 0
    echo "$kind: nothing says '$2' (status $status):"
    cat "$work/said" "$work/text"
    exit 1
}
says_not() { if grep -q -e "$2" "$work/$1"; then echo "$kind: something says '$2':"; cat "$work/$1"; exit 1; fi; }

# A busy machine may need some seconds for ten frames.
take person 45 5 --vmc --json -o "$work/nod.vrma"
[ $status -eq 0 ] || { cat "$work/said"; exit 1; }
cat "$work/text"
says text '"bones":2,"expressions":1,"eyeBones":0,'
says text '"refusedPackets":0,'
says_not text '"frames":[0-9],\|"refusedMessages":0,'
"$vrm" validate --severity warning "$work/nod.vrma"

# A recording that has no memory left is saved as far as it came.
take person 120 30 --limit memory=20k -o "$work/short.vrma"
[ $status -eq 1 ]
says said 'recording ended after [0-9]* frames: .*--limit memory=VALUE'
"$vrm" validate -q --severity warning "$work/short.vrma"

# So is one that is asked to end.
: >"$work/said"
"$vrm" receive --port 0 --seconds 60 -o "$work/ended.vrma" >"$work/text" 2>"$work/said" &
receiver=$!
for _ in $(seq 100); do
    port=$(sed -n 's/.*port \([0-9]*\)$/\1/p' "$work/said")
    [ -n "$port" ] && break
    sleep 0.1
done
"$sender" "$port" 10 person
kill -TERM $receiver
status=0
wait $receiver || status=$?
[ $status -eq 0 ] || { echo "SIGTERM: status $status"; exit 1; }
"$vrm" validate -q --severity warning "$work/ended.vrma"

# A face alone is motion.
take face 30 1 -o "$work/face.vrma"
[ $status -eq 0 ] || { cat "$work/said"; exit 1; }
says text ' 0 bones, 1 expression$'
"$vrm" validate -q --severity warning "$work/face.vrma"
"$vrm" info "$work/face.vrma" | grep -q '1 expression'

# Eye bones are counted apart: a VRM animation cannot have them.
take eyes 3 1
[ $status -eq 1 ]
says said 'with eye bones alone'
take person 3 1
says text '[0-9] packets, [0-9]* messages, 2 bones, 1 expression; refused 0 packets and [0-9] message'

# Bones that all have strange names are named, and those beyond the list are counted.
take strange 3 1
[ $status -eq 1 ]
says said 'whose bones have names that VMC does not know'
says said 'names that are no bone: Tentacle00, .*, Tentacle15 and 4 more$'
take strange 3 1 --json
says text '"Tentacle15"\],"unknownBoneNameCount":20}'

# A sender without an avatar speaks VMC all the same; one of another protocol does not.
take status 3 1
says said 'with neither bones nor expressions'
says_not said 'another protocol'
take other 1 1
says said '1 packet came, and none had a message that is used here'
says said 'another protocol'
