#!/bin/sh
# SPDX-License-Identifier: MIT
# One task of the job array of run_slurm.sh: the shards whose number belongs to it, those that are
# not done. A task that is started again, or twice, does nothing twice; a shard that fails does not keep
# the others from being done.
set -eu
LP_NUM_THREADS=1
export LP_NUM_THREADS
shards=$(python3 "$VRM_BATCH" todo "$VRM_BATCH_OUT" |
    awk -v n="$SLURM_ARRAY_TASK_COUNT" -v k="$SLURM_ARRAY_TASK_ID" '$1 % n == k % n')
status=0
for shard in $shards; do
    python3 "$VRM_BATCH" work "$VRM_BATCH_OUT" "$shard" || status=1
done
exit $status
