#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: install.sh BUILD_FOLDER
# Installs into an empty prefix, moves the tree elsewhere, and builds and runs a stranger's program
# against it: with pkg-config (shared, static) and with CMake (shared, static), in C and in C++.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/prefix"
prefix=$work/prefix

for document in LICENSE README.md docs/guide/hello.md man1/vrm.1 man1/vrm-validate.1 completions/vrm vrm/policies/mobile.json; do
    [ -n "$(find "$prefix/share" -path "*/$document")" ] || { echo "$document is not installed"; exit 1; }
done

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name vrm.pc)")
libdir=$(dirname "$PKG_CONFIG_PATH")
LD_LIBRARY_PATH=$libdir
export PKG_CONFIG_PATH LD_LIBRARY_PATH

expect() { # what program
    said=$("$2") || { echo "$1: status $?"; exit 1; }
    [ "$said" = "libvrm 0.2.0-dev" ] || { echo "$1 said: $said"; exit 1; }
    echo "$1: runs"
}

# shellcheck disable=SC2046
{
    gcc "$here/install/program.c" -o "$work/shared" $(pkg-config --cflags --libs vrm)
    g++ -x c++ "$here/install/program.c" -o "$work/shared-cpp" $(pkg-config --cflags --libs vrm)
    gcc "$here/install/program.c" -o "$work/static" $(pkg-config --cflags vrm) "$libdir/libvrm.a" \
        $(pkg-config --static --libs vrm | sed 's/-lvrm//')
}
for part in vmc render gpu; do
    # shellcheck disable=SC2046
    gcc "$here/install/$part.c" -o "$work/$part" $(pkg-config --cflags --libs vrm_$part)
    # shellcheck disable=SC2046
    gcc "$here/install/$part.c" -o "$work/${part}_static" $(pkg-config --cflags vrm_$part) \
        "$libdir/libvrm_$part.a" "$libdir/libvrm.a" \
        $(pkg-config --static --libs vrm_$part | sed "s/-lvrm_$part//; s/-lvrm//")
    expect "pkg-config, vrm_$part, shared" "$work/$part"
    LD_LIBRARY_PATH= expect "pkg-config, vrm_$part, static" "$work/${part}_static"
done
expect "pkg-config, shared, C" "$work/shared"
expect "pkg-config, shared, C++" "$work/shared-cpp"
unset LD_LIBRARY_PATH
expect "pkg-config, static, C" "$work/static"

{
    cmake -S "$here/install" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" &&
        cmake --build "$work/build"
} >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
for program in shared static cpp vmc vmc_static render render_static gpu gpu_static; do expect "CMake, $program" "$work/build/$program"; done

if [ -x "$prefix/bin/vrm" ]; then "$prefix/bin/vrm" --version; fi
