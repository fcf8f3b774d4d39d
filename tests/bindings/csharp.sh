#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: csharp.sh BUILD_FOLDER
# Compiles bindings/csharp with mono's compiler and runs its tests.
set -eu
build=$1
cd "$(dirname "$0")/../../bindings/csharp"
command -v mcs >/dev/null && command -v mono >/dev/null || { echo "skipped: mono is not installed (Debian: mono-mcs, mono-runtime)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mcs -unsafe -warnaserror -nowarn:169,649,3021 -out:"$work/Test.exe" Native.cs Vrm.cs tests/Layout.cs tests/GpuTest.cs tests/Test.cs
"$build/vrm_scene" 0.x "$work/old.vrm"
"$build/vrm_scene" fbx "$work/walk.fbx"
"$build/vrm" convert-motion -q "$work/walk.fbx" --avatar "$build/examples/avatar.vrm" -o "$work/walk.vrma"
LD_LIBRARY_PATH="$build" mono "$work/Test.exe" "$build/examples/avatar.vrm" "$build/examples/clip.vrma" "$work/old.vrm" \
    "$work/walk.fbx" "$work/walk.vrma"
# The programs of docs/guide/hello.md: the first plays a walk, the second waves and speaks too.
cp "$build/examples/avatar.vrm" "$work"
cp "$build/examples/clip.vrma" "$work/wave.vrma"
for number in 1 2; do
    {
        printf 'using System.Linq;\nstatic class Hello { static void Main() {\n'
        [ $number = 1 ] || printf 'var samples = new float[16000];\n'
        awk -v wanted=$number '/^```csharp$/ { open = ++block == wanted; next } /^```$/ { open = 0 } open' ../../docs/guide/hello.md
        printf 'System.Console.WriteLine(actor.Layer(%d) != null); } }\n' $number
    } >"$work/Hello.cs"
    mcs -unsafe -nowarn:169,649,3021 -out:"$work/Hello.exe" Native.cs Vrm.cs "$work/Hello.cs"
    [ "$(cd "$work" && LD_LIBRARY_PATH="$build" mono Hello.exe)" = True ] || { echo "hello.md, program $number does not play"; exit 1; }
done
# The example walks, waves and talks.
mcs -unsafe -warnaserror -nowarn:169,649,3021 -out:"$work/WalkAndTalk.exe" Native.cs Vrm.cs examples/WalkAndTalk.cs
LD_LIBRARY_PATH="$build" mono "$work/WalkAndTalk.exe" "$build/examples/avatar.vrm" "$work/walk.fbx" "$build/examples/clip.vrma" \
    "$build/examples/speech.wav" >"$work/said"
for word in blinked stopped 'begins to talk' 'ends talking'; do
    grep -q "$word" "$work/said" || { cat "$work/said"; echo "the example has not $word"; exit 1; }
done
# A missing library is an exception that names it.
if LD_LIBRARY_PATH="$work" mono "$work/Test.exe" x y z >"$work/said" 2>&1; then echo "no library, no complaint"; exit 1; fi
grep -q 'DllNotFoundException: .*vrm' "$work/said" || { cat "$work/said"; exit 1; }
# So is one of another version, before anything of it is called.
echo 'unsigned vrm_version(void) { return 1003; }' | cc -shared -x c -o "$work/libvrm.so" -
if LD_LIBRARY_PATH="$work" mono "$work/Test.exe" x y z >"$work/said" 2>&1; then echo "another version, no complaint"; exit 1; fi
grep -q 'DllNotFoundException: libvrm 0.1 was found, but these bindings were made for 0.2' "$work/said" || { cat "$work/said"; exit 1; }
