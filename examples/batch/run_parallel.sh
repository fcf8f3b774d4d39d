#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run_parallel.sh FOLDER OUT [option of vrm_batch.py plan]...
#
# A library of avatars on one machine, by GNU parallel: one process for each core (JOBS=N in the
# environment for another number). Run it again to resume. VRM=PATH in the environment names the vrm
# command; without it that of PATH is used, or build/vrm of this source.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 2 ]; then
    echo "usage: run_parallel.sh FOLDER OUT [option of vrm_batch.py plan]..." >&2
    exit 2
fi
folder=$1 out=$2
shift 2
python3 "$here/vrm_batch.py" plan "$folder" "$out" "$@"
# Each process has one core: Mesa's software rasteriser must not start a thread for each.
LP_NUM_THREADS=1
export LP_NUM_THREADS
if [ -t 2 ]; then bar=--bar; else bar=; fi
# -q: parallel hands its command to a shell, which would split names at spaces.
# shellcheck disable=SC2086
python3 "$here/vrm_batch.py" todo "$out" |
    parallel --will-cite -q $bar --jobs "${JOBS:-100%}" --halt soon,fail=10% \
        python3 "$here/vrm_batch.py" work "$out" '{}'
python3 "$here/vrm_batch.py" merge "$out"
