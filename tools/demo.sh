#!/bin/sh
# SPDX-License-Identifier: MIT
# What libvrm does, shown on an avatar that it makes itself, in every dialect. Results in demo/.
set -eu
cd "$(dirname "$0")/.."
tools/build_preset release vrm_scene example_03_play >/dev/null
rm -rf demo
mkdir demo

say() { printf '\n== %s\n' "$*"; }
show() { printf '$ %s\n' "$*"; "$@"; }

say "Vesna, an avatar made in code, as each dialect of VRM writes it"
show build/vrm_scene hero demo/avatar-1.0.vrm
for dialect in 0.x 1.0-draft 1.0-beta; do
    show build/vrm_scene "hero-$dialect" "demo/avatar-$dialect.vrm"
done

say "What is in it"
show build/vrm info demo/avatar-1.0.vrm

say "Is it right? Every dialect, by one table of rules"
show build/vrm validate demo/avatar-*.vrm

say "And when it is not: an expression that drives a morph target which is not there"
echo 'set /extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/index 99' >demo/edit.txt
show build/vrm_scene hero demo/broken.vrm --edit demo/edit.txt
show build/vrm validate demo/broken.vrm || echo "(exit status $?)"

say "Saved again: the same bytes"
show build/vrm meta demo/avatar-1.0.vrm -o demo/again.vrm
show cmp demo/avatar-1.0.vrm demo/again.vrm

say "It runs: examples/03_play.c smiles, looks at you and lifts an arm for a second"
show build/examples/03_play demo/avatar-1.0.vrm

say "It is drawn, without a screen or a graphics card: every dialect, a face, what is inside"
show build/vrm render demo/avatar-*.vrm -o demo/
show build/vrm render demo/avatar-1.0.vrm --camera face --expression happy --look-at camera --size 768 -o demo/face.png
show build/vrm render demo/avatar-1.0.vrm --debug bones,springs,colliders --size 600x800 -o demo/inside.png

say "And it moves: a VRM animation, and a turn on the spot, which the springs feel"
show build/vrm_scene hero-clip demo/greeting.vrma
show build/vrm render demo/avatar-1.0.vrm --animation demo/greeting.vrma --pose idle --animate demo/greeting.webp --size 360x520 --fps 20
show build/vrm render demo/avatar-1.0.vrm --animate demo/turn.gif --turn 360 --size 240x360 --fps 15

say "Motion from another program: an FBX with the names of Mixamo, fitted to her proportions"
show build/vrm_scene fbx demo/walk.fbx
show build/vrm render demo/avatar-1.0.vrm --animation demo/walk.fbx --seconds 2 --animate demo/walk.webp --size 360x520 --fps 20
show build/vrm convert-motion demo/walk.fbx --avatar demo/avatar-1.0.vrm -o demo/walk.vrma

say "She speaks: five vowels as sound, with a smile"
show build/vrm_scene speech demo/speech.wav
echo '0.2 happy=0.7' >demo/emotions.txt
show build/vrm render demo/avatar-1.0.vrm --audio demo/speech.wav --emotions demo/emotions.txt --camera face --animate demo/speaks.webp --size 256 --fps 20

say "A smaller file for the web, and what changed in it: nothing that is seen"
show build/vrm optimize demo/avatar-1.0.vrm -o demo/small.vrm
show build/vrm diff demo/avatar-1.0.vrm demo/small.vrm
show build/vrm optimize demo/avatar-1.0.vrm --for web -o demo/web.vrm

say "Live: messages ask her to greet, and her motion is sent over the VMC protocol and recorded"
tools/record_greeting build/vrm demo

say "Done. Pictures and avatars are in demo/ (open demo/greeting.webp in a browser); look around with build/vrm help, or in the browser: build/vrm view demo/avatar-1.0.vrm, or, live, build/vrm live demo/avatar-1.0.vrm --replay demo/greeting.packets --page"
