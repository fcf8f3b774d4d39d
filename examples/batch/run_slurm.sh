#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run_slurm.sh FOLDER OUT TASKS [option of vrm_batch.py plan]...
#
# A library of avatars on many machines, as a Slurm job array of so many tasks; FOLDER and OUT lie
# on a file system that all nodes see. Options of sbatch (partition, account, time) come from its
# environment variables, SBATCH_PARTITION and the like. Waits for the end; run it again to resume.
# VRM=PATH in the environment names the vrm command, at the same path on all nodes; without it that of
# PATH is used, or build/vrm of this source.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 3 ]; then
    echo "usage: run_slurm.sh FOLDER OUT TASKS [option of vrm_batch.py plan]..." >&2
    exit 2
fi
folder=$1 out=$2 tasks=$3
shift 3
python3 "$here/vrm_batch.py" plan "$folder" "$out" "$@"
out=$(cd "$out" && pwd)
mkdir -p "$out/logs"
VRM_BATCH=$here/vrm_batch.py VRM_BATCH_OUT=$out
export VRM_BATCH VRM_BATCH_OUT
sbatch --quiet --wait --array="1-$tasks" --cpus-per-task=1 --requeue --job-name=vrm-batch \
    --output="$out/logs/%a.txt" --export=ALL "$here/slurm_task.sh"
python3 "$here/vrm_batch.py" merge "$out"
