#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: subproject.sh
# libvrm as a part of another project (add_subdirectory): its targets have the names of the installed
# package, and nothing else of it is in that project: no build type, tests, programs, install rules or
# variables. A compiler that lacks what libvrm needs is refused with a sentence.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; exit 1; }

mkdir "$work/parent"
cat >"$work/parent/program.c" <<'C'
#include <stdio.h>
#include <vrm/vrm.h>
int main(void) {
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(NULL, &sim) != VRM_OK) return 1;
    vrm_sim_destroy(sim);
    puts(VRM_VERSION_TEXT);
    return 0;
}
C
cat >"$work/parent/CMakeLists.txt" <<C
cmake_minimum_required(VERSION 3.25)
project(parent VERSION 1.0 LANGUAGES C)
include(CTest)
get_cmake_property(before VARIABLES)
get_cmake_property(cached_before CACHE_VARIABLES)
add_subdirectory("$root" libvrm)
get_cmake_property(after VARIABLES)
get_cmake_property(cached_after CACHE_VARIABLES)
list(REMOVE_ITEM after \${before} \${cached_after} before cached_before)
list(REMOVE_ITEM cached_after \${cached_before})
message(STATUS "build type: '\${CMAKE_BUILD_TYPE}'")
message(STATUS "variables: \${after}")
message(STATUS "cached: \${cached_after}")
foreach(part vrm static render vmc gpu)
  if(NOT TARGET vrm::\${part})
    message(FATAL_ERROR "there is no vrm::\${part}")
  endif()
endforeach()
add_executable(program program.c)
target_link_libraries(program PRIVATE vrm::vrm)
set_target_properties(program PROPERTIES C_STANDARD 99)
install(TARGETS program)
add_test(NAME own COMMAND program)
C

launcher=
if command -v ccache >/dev/null; then launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache; fi
configure() { # folder arguments...
    folder=$1
    shift
    cmake -S "$work/parent" -B "$work/$folder" -G Ninja $launcher "$@" >"$work/log" 2>&1
}

configure build || { cat "$work/log"; fail "the parent cannot be configured"; }
grep -q "build type: ''" "$work/log" || fail "a build type was set: $(grep 'build type' "$work/log")"
grep -q 'variables: $' "$work/log" || fail "variables came in: $(grep 'variables:' "$work/log")"
cached=$(sed -n 's/^-- cached: //p' "$work/log" | tr ';' '\n' | grep -v '^VRM_\|^libvrm_\|^meshoptimizer_DIR$\|^$' || true)
[ -z "$cached" ] || fail "cache entries came in: $cached"
tests=$(ctest --test-dir "$work/build" -N | sed -n 's/^ *Test *#[0-9]*: //p')
[ "$tests" = own ] || fail "tests came in: $tests"
ninja -C "$work/build" -t inputs all >"$work/inputs"
grep -q 'src/json/scan.c.o' "$work/inputs" || fail "what is built cannot be listed"
extra=$(grep -E 'vrm_command\.dir|vrm_scenes?\.dir|examples/|tests/|/manual/' "$work/inputs" || true)
[ -z "$extra" ] || fail "programs came in: $(echo "$extra" | head -n 1)"

extra=$(grep -E '(render|gpu|vmc)/' "$work/inputs" | grep -v '/include/' || true)
[ -z "$extra" ] || fail "libraries that nobody links are built: $(echo "$extra" | head -n 1)"
# Without a build type the library is optimised, and the parent's own files are left alone.
ninja -C "$work/build" -t commands program >"$work/commands"
grep 'src/json/scan.c' "$work/commands" | grep -q -- ' -O2' || fail "no build type: the library is not optimised"
if grep 'program.c ' "$work/commands" | grep -q -- ' -O2'; then fail "the parent's files got an option"; fi
configure debug -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 || { cat "$work/log"; fail "with a build type"; }
if ninja -C "$work/debug" -t commands program | grep -q -- ' -O2'; then fail "a build type was overruled"; fi
# A parent that joins files to compile them faster: ours stay apart.
configure unity -DCMAKE_UNITY_BUILD=ON || { cat "$work/log"; fail "a unity build"; }
joined=$(ninja -C "$work/unity" -t inputs vrm_render vrm_gpu vrm_vmc vrm | grep 'libvrm/.*unity_' || true)
[ -z "$joined" ] || fail "files were joined: $(echo "$joined" | head -n 1)"

# The program is built and runs, without optimisation, which takes half the time; only what is the parent's
# is installed.
ninja -C "$work/debug" program >"$work/log" 2>&1 || { tail -20 "$work/log"; fail "the program cannot be built"; }
[ "$("$work/debug/program")" = 0.2.0-dev ] || fail "the program says $("$work/debug/program")"
for library in vrm_render vrm_vmc vrm_gpu; do ninja -C "$work/build" -n "$library" >/dev/null || fail "$library"; done
cmake --install "$work/debug" --prefix "$work/prefix" >"$work/log" 2>&1 || true
installed=$(cd "$work/prefix" && find . -type f)
[ "$installed" = ./bin/program ] || fail "installed: $installed"

# Who asks for the command, the shared library or installing gets it.
configure asked -DBUILD_SHARED_LIBS=ON -DVRM_COMMAND=ON -DVRM_INSTALL=ON || { cat "$work/log"; fail "asked for"; }
targets=$(ninja -C "$work/asked" -t targets all)
for wanted in vrm_command libvrm.so; do
    echo "$targets" | grep -q "$wanted" || fail "$wanted was asked for"
done

# A compiler without vector types: a mock that knows all of gcc but those.
cat >"$work/cc" <<'C'
#!/bin/sh
exec gcc '-D__attribute__(x)=' "$@"
C
chmod +x "$work/cc"
if configure mock -DCMAKE_C_COMPILER="$work/cc"; then fail "a compiler without vector types was taken"; fi
grep -q 'libvrm needs the vector types of GNU C' "$work/log" || { cat "$work/log"; fail "it is not said why"; }
if gcc -std=c11 -U__GNUC__ -fsyntax-only -I"$root/src" -I"$root/include" "$root/src/json/scan.c" 2>"$work/log"; then
    fail "a compiler that is not GNU C was taken"
fi
grep -q 'libvrm needs the vector types of GNU C' "$work/log" || { head "$work/log"; fail "compiling does not say why"; }
echo "a project of its own"
