#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: luajit.sh BUILD_FOLDER
# The LuaJIT program of docs/guide/bindings.md runs as it stands. When a file cannot be loaded, its error has the result and what
# the report says of the file.
set -eu
build=$1
cd "$(dirname "$0")/../.."
command -v luajit >/dev/null || { echo "skipped: luajit is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```lua$/ { open = 1; next } /^```$/ { open = 0 } open' docs/guide/bindings.md >"$work/program.lua"
export LD_LIBRARY_PATH="$build"
said=$(luajit "$work/program.lua" "$build/examples/avatar.vrm")
[ "$said" = "head at 1.94 m" ] || { echo "said: $said"; exit 1; }

# FILE PATTERN...: the program fails, and what it says has all of them.
refuses() {
    file=$1
    shift
    if luajit "$work/program.lua" "$file" >"$work/said" 2>&1; then echo "$file is no error"; exit 1; fi
    for pattern; do
        grep -q "$pattern" "$work/said" || { echo "no '$pattern' for $file:"; cat "$work/said"; exit 1; }
    done
}
refuses /nonexistent.vrm '/nonexistent.vrm: .*file failed: No such file or directory$'
if luajit "$work/program.lua" >"$work/said" 2>&1 || ! grep -q 'usage:' "$work/said"; then echo "no file:"; cat "$work/said"; exit 1; fi
head -c 1000 "$build/examples/avatar.vrm" >"$work/cut.vrm"
refuses "$work/cut.vrm" 'cut short' '^GLB_'
printf '{"asset":{"version":"2.0"},' >"$work/broken.gltf"
refuses "$work/broken.gltf" 'syntax error' '^INVALID_JSON at "": Line 1, column 28:'
: >"$work/empty.vrm"
refuses "$work/empty.vrm" 'GLB_UNEXPECTED_END_OF_HEADER.*The file is empty'
echo "$said"
