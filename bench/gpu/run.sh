#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: bench/gpu/run.sh [FOLDER [COUNT...]]
#
# Builds and runs the crowd benchmark on a machine that has nothing but a C compiler and OpenCL:
# gcc, libc and libOpenCL.so.1. Results go to FOLDER (default: the working folder).
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-.}
[ $# -gt 0 ] && shift
work=${TMPDIR:-/tmp}/vrm-bench-gpu
mkdir -p "$work" "$folder"
for file in gpu/kernels/*.cl gpu/kernels/layout.h src/base/trig_poly.h; do
    name=$(basename "$file" | sed 's/\.[a-z]*$//')
    printf 'static const char kernel_%s[] = {' "$name"
    od -An -v -tx1 "$file" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo '0};'
done >"$work/kernels.inc"
# shellcheck disable=SC2046
${CC:-gcc} -std=c11 -O3 -DNDEBUG -ffp-contract=off -fno-math-errno -w -I. -Iinclude -Isrc -Igpu \
    -I"$work" bench/gpu/gpu.c gpu/*.c gpu/table/*.c $(find src -name '*.c') \
    $(ls scenes/*.c | grep -v scene_main.c) -o "$work/gpu" -ldl -lm
VRM_BENCH_RESULTS=$folder "$work/gpu" "$@"
