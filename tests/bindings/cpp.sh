#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: cpp.sh BUILD_FOLDER
# vrm/vrm.hpp, render.hpp and gpu.hpp: compiled alone under gcc and clang, C++17 and C++20, with and without
# exceptions, without a warning, as are the C++ twins of the examples, which print and write what those
# in C do; tests/bindings/cpp/owners.cpp runs under the sanitizers of both, gpu.cpp where there is OpenCL.
set -u
build=$1
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror'
libraries='-lvrm_render -lvrm'
export LIBRARY_PATH="$build" LD_LIBRARY_PATH="$build" # -L of a folder whose name may have spaces
ln -s "$build/examples/avatar.vrm" "$build/examples/clip.vrma" "$build/examples/walk.fbx" "$work" || exit 1
status=0
check() { # compiler options... FILE
    # shellcheck disable=SC2086
    "$@" -Iinclude $warnings -fsyntax-only || { echo "failed: $*"; status=1; }
}
echo '#include <vrm/render.hpp>' >"$work/render.cpp" # which includes vrm.hpp
echo '#include <vrm/vrm.hpp>' >"$work/vrm.cpp"
echo '#include <vrm/gpu.hpp>' >"$work/gpu.cpp"
check g++ -std=c++20 "$work/gpu.cpp"
check g++ -std=c++17 -fno-exceptions "$work/gpu.cpp"
check g++ -std=c++20 "$work/render.cpp"
check g++ -std=c++17 -fno-exceptions "$work/render.cpp"
check g++ -std=c++17 "$work/vrm.cpp"
if command -v clang++ >/dev/null; then
    check clang++ -std=c++20 -fno-exceptions "$work/render.cpp"
    check clang++ -std=c++17 "$work/vrm.cpp" "$work/gpu.cpp" examples/cpp/*.cpp
fi

for source in examples/cpp/*.cpp; do
    name=$(basename "$source" .cpp)
    # shellcheck disable=SC2086
    g++ -std=c++17 -Iinclude $warnings "$source" -o "$work/$name" $libraries || { status=1; continue; }
    arguments=$(sed -n "s|^ \* run: \(.*[^ ]\) \*/|\1|p" "$source" |
        sed "s|@avatar@|avatar.vrm|; s|@clip@|clip.vrma|; s|@motion@|walk.fbx|; s|@out@|out|")
    # shellcheck disable=SC2086
    (cd "$work" && "./$name" $arguments >ours.txt) && ours=0 || ours=$?
    [ -e "$work/out" ] && mv "$work/out" "$work/ours.out"
    # shellcheck disable=SC2086
    (cd "$work" && "$build/examples/$name" $arguments >theirs.txt) && theirs=0 || theirs=$?
    cmp "$work/ours.txt" "$work/theirs.txt" && [ "$ours" -eq "$theirs" ] ||
        { echo "failed: $name: status $ours, in C $theirs"; status=1; }
    if [ -e "$work/out" ]; then
        cmp "$work/out" "$work/ours.out" || { echo "failed: $name writes another file"; status=1; }
    fi
    rm -f "$work/out" "$work/ours.out"
done

# The programs of docs/guide/hello.md, in C and C++: the first plays a walk, the second speaks too.
cp "$build/examples/clip.vrma" "$work/wave.vrma"
for number in 1 2; do
    {
        printf '#include <vrm/vrm.hpp>\n#include <cstdio>\nint main() {\n'
        [ $number = 1 ] || printf 'std::vector<float> samples(16000);\n'
        awk -v wanted=$number '/^```cpp$/ { open = ++block == wanted; next } /^```$/ { open = 0 } open' docs/guide/hello.md
        printf 'vrm_LayerState state;\nstd::printf("%%d\\n", actor.layer(%d, state));\n}\n' $number
    } >"$work/hello.cpp"
    # shellcheck disable=SC2086
    g++ -std=c++17 -Iinclude $warnings "$work/hello.cpp" -o "$work/hello" $libraries &&
        (cd "$work" && ./hello) | grep -q 1 || { echo "failed: hello.md, program $number"; status=1; }
done
awk '/^```c$/ { open = 1; next } /^```$/ && open { exit } open' docs/guide/hello.md >"$work/hello.c"
# shellcheck disable=SC2086
gcc -std=c11 -Iinclude $warnings "$work/hello.c" -o "$work/hello_c" $libraries && (cd "$work" && ./hello_c) ||
    { echo "failed: hello.md in C"; status=1; }

for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    # shellcheck disable=SC2086
    $compiler -std=c++17 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude $warnings \
        tests/bindings/cpp/owners.cpp -Wno-self-move -o "$work/owners" $libraries &&
        ASAN_OPTIONS=detect_leaks=1 "$work/owners" "$build/examples/avatar.vrm" || { echo "failed: owners, $compiler"; status=1; }
done
if [ -e "$build/libvrm_gpu.so" ]; then
    # shellcheck disable=SC2086
    g++ -std=c++17 -Iinclude $warnings tests/bindings/cpp/gpu.cpp -o "$work/gpu" -lvrm_gpu -lvrm &&
        "$work/gpu" "$build/examples/avatar.vrm" || [ $? -eq 77 ] || { echo "failed: gpu"; status=1; }
fi
exit $status
