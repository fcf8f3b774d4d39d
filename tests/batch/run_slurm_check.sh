#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run_slurm_check.sh COMMAND [argument...]
# The command with a Slurm of one node beside it, in a folder that goes afterwards.
set -u
folder=$(mktemp -d) || exit 1
"$(dirname "$0")/slurm.sh" "$folder/slurm" 2 "$@"
status=$?
rm -rf "$folder"
exit $status
