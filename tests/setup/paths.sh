#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: paths.sh
# The source may lie in any folder: a copy in one whose name has spaces and letters beyond ASCII is configured, the parts
# that CMake hands to programs by name are built, and tools run there. No script splits a path at its spaces, by shellcheck.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

copy="$work/libvrm é x/it's libvrm"
mkdir -p "$copy"
(cd "$root" && cp -r CMakeLists.txt CMakePresets.json cmake src include render gpu vmc cli examples scenes docs tools LICENSE README.md \
    CHANGELOG.md SECURITY.md "$copy")
cd "$copy"
launcher=
if command -v ccache >/dev/null; then launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache; fi
export CCACHE_BASEDIR="$copy" CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-2}"
# shellcheck disable=SC2086
cmake --preset release $launcher -DVRM_CODECS=OFF >"$work/log" 2>&1 || { cat "$work/log"; fail "configuring"; }
# Shaders and kernels become C by cmake/embed.cmake; the libraries hold them.
tools/build_preset release render/shaders.inc gpu/kernels.inc vrm_gpu_objects vrm_vmc_objects >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "building"; }
for file in render/shaders.inc gpu/kernels.inc; do
    grep -q '^static const char [a-z]*_[a-z_]*\[\] = {0x' "build/$file" || fail "$file is empty"
done
tools/check/includes >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "tools/check/includes"; }
python3 tools/package/amalgamate "$work/one é file" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "tools/package/amalgamate"; }
DEPS=yes tools/deps.sh build --list >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "tools/deps.sh"; }

command -v shellcheck >/dev/null || { echo "any folder will do; no shellcheck: scripts were not read"; exit 0; }
cd "$root"
scripts=$(grep -lsI '^#!/bin/sh' tools/* tools/*/* tests/*/*.sh bench/*/*.sh examples/*/*.sh packaging/*/*.sh || true)
# SC2086, SC2046, SC2038: a name that is split at its spaces; SC2048, SC2068: arguments that are.
# shellcheck disable=SC2086
shellcheck -f gcc -i SC2086,SC2046,SC2038,SC2048,SC2068 $scripts || fail "a script splits names at their spaces"
echo "any folder will do; $(echo "$scripts" | wc -l) scripts"
