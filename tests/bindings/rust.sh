#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: rust.sh BUILD_FOLDER
# Builds bindings/rust with the distribution's cargo, without network, and runs its tests.
set -eu
build=$1
PATH=/usr/bin:$PATH # Debian's own first
command -v cargo >/dev/null || { echo "skipped: cargo is not installed (Debian: cargo)"; exit 77; }
"$build/vrm_scene" 0.x "$build/tests/bindings_old.vrm"
export CARGO_TARGET_DIR="$build/rust" CARGO_HOME="$build/rust/home" LIBVRM_PATH="$build" LD_LIBRARY_PATH="$build"
export AVATAR="$build/examples/avatar.vrm" CLIP="$build/examples/clip.vrma" OLD_AVATAR="$build/tests/bindings_old.vrm"
export WALK="$build/tests/bindings_walk.fbx" FITTED_WALK="$build/tests/bindings_walk.vrma"
"$build/vrm_scene" fbx "$WALK"
"$build/vrm" convert-motion -q "$WALK" --avatar "$AVATAR" -o "$FITTED_WALK"
export CARGO_INCREMENTAL=0 RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc
[ -x /usr/bin/rustc ] || unset RUSTC RUSTDOC
source=$(cd "$(dirname "$0")/../../bindings/rust" && pwd)
# A copy: cargo writes its lock file beside the sources.
rm -rf "$build/rust/source"
mkdir -p "$build/rust"
cp -r "$source" "$build/rust/source"
cd "$build/rust/source"
RUSTFLAGS='-D warnings' cargo test --offline --quiet --lib --tests --features libvrm/render,libvrm/vmc,libvrm/gpu -p libvrm-sys -p libvrm
# The program of the README.
mkdir -p libvrm/examples
awk '/^```rust$/ { open = 1; next } /^```$/ { open = 0 } open' README.md >libvrm/examples/readme.rs
mkdir -p "$build/rust/run" && cp "$AVATAR" "$build/rust/run/avatar.vrm"
RUSTFLAGS='-D warnings' cargo build --offline --quiet -p libvrm --example readme
(cd "$build/rust/run" && "$build/rust/debug/examples/readme") | grep -q 'Some(' || { echo "the README's program says nothing"; exit 1; }
# The programs of docs/guide/hello.md: the first plays a walk, the second waves and speaks too.
cp "$WALK" "$build/rust/run/walk.fbx"
cp "$CLIP" "$build/rust/run/wave.vrma"
for number in 1 2; do
    {
        printf 'use libvrm::*;\nfn main() -> Result<(), Error> {\n'
        [ $number = 1 ] || printf 'let samples = vec![0.0; 16000];\n'
        awk -v wanted=$number '/^```rust$/ { open = ++block == wanted; next } /^```$/ { open = 0 } open' "$source/../../docs/guide/hello.md"
        printf 'println!("{}", actor.layer(%d).is_some());\nOk(())\n}\n' $number
    } >libvrm/examples/hello.rs
    RUSTFLAGS='-D warnings' cargo build --offline --quiet -p libvrm --example hello
    [ "$(cd "$build/rust/run" && "$build/rust/debug/examples/hello")" = true ] || { echo "hello.md, program $number does not play"; exit 1; }
done
# The example walks, waves and talks.
RUSTFLAGS='-D warnings' cargo build --offline --quiet -p libvrm --example walk_and_talk
"$build/rust/debug/examples/walk_and_talk" "$AVATAR" "$WALK" "$CLIP" "$build/examples/speech.wav" >said.txt
for word in blinked stopped 'begins to talk' 'ends talking'; do
    grep -q "$word" said.txt || { cat said.txt; echo "the example has not $word"; exit 1; }
done
# The examples of the documentation: those that must not compile do not.
RUSTDOCFLAGS='-D warnings' cargo test --offline --quiet --doc -p libvrm >doc.log 2>&1 || { cat doc.log; exit 1; }
grep 'test result: ok' doc.log
