#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: missing.sh VRM VRM_SCENE NO_LANDLOCK.so
#
# On a kernel without Landlock, which the library stands in for: servers say what is missing,
# VRM_SANDBOX=require refuses to go on, and other words of VRM_SANDBOX are refused.
set -eu
vrm=$1 scene=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# LD_PRELOAD is a list with spaces between its names, and the build may lie in a folder with a space.
shim=$work/no_landlock.so
cp "$3" "$shim"
"$scene" 1.0 one.vrm
bad=0
# claim WHAT STATUS PATTERN COMMAND...: the status, and a line on standard error (none for "").
claim() {
    what=$1 status=$2 pattern=$3
    shift 3
    got=0
    env "$@" >out 2>err </dev/null || got=$?
    if [ "$got" != "$status" ]; then echo "$what: status $got"; bad=1; fi
    if [ -n "$pattern" ] && ! grep -q -- "$pattern" err; then echo "$what: $(cat err)"; bad=1; fi
    if [ -z "$pattern" ] && [ -s err ]; then echo "$what: $(cat err)"; bad=1; fi
}
claim 'info says nothing' 0 '' LD_PRELOAD="$shim" "$vrm" info one.vrm
claim 'serve says it' 0 'vrm serve: warning: a part of the sandbox is missing: .*Landlock' LD_PRELOAD="$shim" "$vrm" serve
claim 'info must not go on' 3 'VRM_SANDBOX=require: a part of the sandbox is missing' \
    LD_PRELOAD="$shim" VRM_SANDBOX=require "$vrm" info one.vrm
claim 'view must not go on' 3 'VRM_SANDBOX=require: a part of the sandbox is missing' \
    LD_PRELOAD="$shim" VRM_SANDBOX=require "$vrm" view -q --no-open one.vrm
claim 'a contradiction' 2 'VRM_SANDBOX=require forbids --no-sandbox' VRM_SANDBOX=require "$vrm" info --no-sandbox one.vrm
claim 'a misspelt word' 2 'VRM_SANDBOX is off or require, not requre' VRM_SANDBOX=requre "$vrm" info one.vrm
claim 'switched off' 0 '' VRM_SANDBOX=off "$vrm" serve
if "$vrm" version --verbose | grep -q 'Landlock ABI.*seccomp'; then
    claim 'all of it is there' 0 '' VRM_SANDBOX=require "$vrm" info one.vrm
fi
VRM_SANDBOX=off "$vrm" version --verbose >out
grep -q 'off (VRM_SANDBOX)' out || { echo "version: $(cat out)"; bad=1; }
exit $bad
