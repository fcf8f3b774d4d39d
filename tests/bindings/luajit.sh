#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: luajit.sh BUILD_FOLDER
# The LuaJIT program of docs/bindings.md runs as it stands, and says why when a file cannot be loaded.
set -eu
build=$1
cd "$(dirname "$0")/../.."
command -v luajit >/dev/null || { echo "skipped: luajit is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```lua$/ { open = 1; next } /^```$/ { open = 0 } open' docs/bindings.md >"$work/program.lua"
export LD_LIBRARY_PATH="$build"
said=$(luajit "$work/program.lua" "$build/examples/avatar.vrm")
[ "$said" = "head at 1.94 m" ] || { echo "said: $said"; exit 1; }
if luajit "$work/program.lua" /nonexistent.vrm >"$work/said" 2>&1; then echo "a missing file is no error"; exit 1; fi
grep -q 'file failed' "$work/said" || { cat "$work/said"; exit 1; }
echo "$said"
