#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: other_cpu.sh CPU VRM VRM_SCENE OTHER_VRM
# The command for another CPU, run by qemu, says and writes the same bytes as the command of this machine. Compilers differ in
# what C leaves open, such as the order in which arguments are evaluated. The other command is built without pictures, so none
# of these looks at pixels.
set -u
cpu=$1 ours=$2 scene=$3 other=$4
command -v "qemu-$cpu" >/dev/null || { echo "skipped: qemu-$cpu is not installed"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
for kind in 1.0 0.x hero hero-clip fbx vmd; do "$scene" $kind $kind || exit 1; done
printf '#!/bin/sh\nexec "%s" "$@"\n' "$ours" >native
printf '#!/bin/sh\nexec qemu-%s -cpu max "%s" "$@"\n' "$cpu" "$other" >foreign
chmod +x native foreign
count=0 status=0
both() { # a command, with OUT in the place of the file that it writes
    for side in native foreign; do
        # shellcheck disable=SC2046
        ./$side $(echo "$@" | sed "s|OUT|$side|") >$side.text 2>&1 </dev/null
        echo "status $?" >>$side.text
        sed "s|$side.vrm|OUT.vrm|g" $side.text >$side.said
    done
    count=$((count + 1))
    cmp native.said foreign.said || { echo "failed: vrm $*"; diff native.said foreign.said | head; status=1; }
    if [ -e native.vrm ]; then cmp native.vrm foreign.vrm || { echo "failed: another file: vrm $*"; status=1; }; fi
    rm -f native.vrm foreign.vrm
}
for file in 1.0 0.x hero; do
    both validate --json $file
    both normalize $file -o OUT.vrm
    both optimize $file --skip pictures -o OUT.vrm
    both optimize $file --skip pictures --triangles 1500 --quantize --join-meshes --fold-bones -o OUT.vrm
done
both diff 1.0 hero
both trace hero --motion hero-clip --json
both bake hero --animation hero-clip -o OUT.vrm
for edit in '' --mirror '--from 0.5 --to 2' '--speed 2' --reverse '--smooth 5' --trim-rest '--join vmd' '--layer vmd --layer-as part=arms,additive' \
    '--loop --root-motion'; do
    # shellcheck disable=SC2086
    for file in hero-clip fbx vmd; do both convert-motion $file $edit --avatar hero -o OUT.vrm; done
done
[ $status -eq 0 ] && echo "$count commands"
exit $status
