#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: side_files.sh VRM
#
# glTF with side files is judged alike inside the sandbox and outside, whatever its name; only a
# .vrm has none, and then the reason is said.
set -eu
vrm=$1
case $("$vrm" version --verbose) in
*Landlock*) ;;
*) echo "skipped: this system has no Landlock"; exit 77 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir folder
printf 'four' >folder/data.bin
bad=0
for name in a.gltf A.GLTF a.glb plain a.v2; do
    echo '{"asset":{"version":"2.0"},"buffers":[{"uri":"data.bin","byteLength":4}]}' >"folder/$name"
    if ! "$vrm" validate "folder/$name" >inside 2>&1 ||
        ! "$vrm" validate --no-sandbox "folder/$name" >outside 2>&1 || ! cmp -s inside outside; then
        echo "$name:"
        cat inside
        bad=1
    fi
done
cp folder/a.gltf folder/a.vrm
"$vrm" validate --no-sandbox folder/a.vrm >/dev/null || bad=1
if "$vrm" validate folder/a.vrm >/dev/null 2>why || ! grep -q 'a.vrm: .*--no-sandbox' why; then
    echo "a.vrm: $(cat why)"
    bad=1
fi
# A side file that is really absent has nothing to do with the sandbox.
rm folder/data.bin
"$vrm" validate folder/a.gltf >/dev/null 2>why && bad=1
[ ! -s why ] || bad=1
# A file of a folder may be a link that leads out of it.
mkdir linked
ln -s ../folder/a.gltf linked/b.gltf
printf 'four' >folder/data.bin
cp folder/data.bin linked/
for command in validate 'validate -r' 'validate -j 2' info; do
    # shellcheck disable=SC2086
    "$vrm" $command linked >/dev/null 2>why || { echo "vrm $command linked: $(cat why)"; bad=1; }
done
exit $bad
