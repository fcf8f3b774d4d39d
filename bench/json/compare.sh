#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: compare.sh OLD [FILE...]
# The JSON reader of this tree beside that of another one (`git archive REVISION | tar x -C OLD`),
# compiled by the same compiler with the same options, in turns, in one run: MB/s and the ratio to
# OLD. On x86_64 both are compiled for SSE2, and this tree's with the reader for AVX2 as well.
# Without files: the made-up avatar of bench_json.
set -eu
new=$(cd "$(dirname "$0")/../.." && pwd) old=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cc=${CC:-gcc}
options="-std=c11 -D_GNU_SOURCE -DNDEBUG -O3 -fPIC -fstack-protector-strong -fstack-clash-protection"

# build NAME TREE OPTION...
build() {
    name=$1 tree=$2
    shift 2
    mkdir "$folder/$name.o"
    for source in "$tree"/src/json/*.c "$tree"/src/base/*.c "$new/bench/json/vrm_text.c" "$new/bench/json/read_text.c"; do
        own=
        case $source in */json/fast.c) own=-fno-tree-slp-vectorize ;; esac
        # shellcheck disable=SC2086
        $cc $options $own "$@" -I"$tree/src" -I"$tree/include" -I"$new/bench/json" -c "$source" \
            -o "$folder/$name.o/$(basename "$source").o"
    done
}
link() {
    $cc "$folder/$1.o"/*.o -lm -lpthread -o "$folder/$1"
}
build old "$old"
build new "$new"
link old
link new
programs="old new"
if [ "$(uname -m)" = x86_64 ] && grep -q avx2 /proc/cpuinfo; then
    build avx2 "$new" -DVRMI_KERNELS_X86=1
    for stage in estimate scan fast; do
        # shellcheck disable=SC2086
        $cc $options -fno-tree-slp-vectorize -DVRMI_JSON_AVX2=1 -mavx2 -mbmi -mbmi2 -mpopcnt -mpclmul \
            -I"$new/src" -I"$new/include" -c "$new/src/json/$stage.c" -o "$folder/avx2.o/$stage.avx2.o"
    done
    link avx2
    programs="old new avx2"
fi
[ $# -gt 0 ] || set -- ""
echo "text,bytes,reader,mb_per_s,ratio"
for file in "$@"; do
    for _ in 1 2 3 4 5 6 7; do
        for program in $programs; do
            # shellcheck disable=SC2086
            echo "$program $("$folder/$program" "${ROUNDS:-500}" ${file:+"$file"})"
        done
    done | awk -v text="$(basename "${file:-made up}")" '{ bytes = $2 } !($1 in best) { order[++n] = $1 }
        $3 > best[$1] { best[$1] = $3 }
        END { for (i = 1; i <= n; i++) { r = order[i]; printf "\"%s\",%d,%s,%.1f,%.2f\n", text, bytes, r, best[r], best[r] / best["old"] } }'
done
