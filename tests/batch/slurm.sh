#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: slurm.sh FOLDER CPUS COMMAND [argument...]
#
# Runs a command with a Slurm cluster of one node at its disposal: munged, slurmctld and slurmd as
# ordinary processes, with their files in FOLDER. They are ended with the command. Status 77 where
# Slurm (Debian: slurm-wlm, munge) is missing or cannot be started by this user.
set -u
PATH=$PATH:/usr/sbin
folder=$1 cpus=$2
shift 2
for program in munged slurmctld slurmd sbatch scontrol; do
    command -v $program >/dev/null || { echo "skipped: $program is not installed (Debian: slurm-wlm, munge)"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: slurmd needs root to start tasks"; exit 77; }

mkdir -p "$folder/state" "$folder/spool" && chmod 700 "$folder" || exit 1
folder=$(cd "$folder" && pwd)
head -c 128 /dev/urandom >"$folder/munge.key" && chmod 400 "$folder/munge.key"
host=$(hostname -s)
port=$((20000 + $$ % 20000))
cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
MpiDefault=none
SlurmctldParameters=enable_configless
SchedulerParameters=sched_min_interval=0,sched_interval=2,batch_sched_delay=0,sched_max_job_start=0
CommunicationParameters=NoAddrCache
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
SLURM_CONF=$folder/slurm.conf
export SLURM_CONF

daemons=
end() {
    for pid in $daemons; do kill "$pid" 2>/dev/null; done
    for pid in $daemons; do wait "$pid" 2>/dev/null; done
}
trap end EXIT
trap 'exit 143' TERM INT
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" >"$folder/munged.out" 2>&1 &
daemons="$!"
slurmctld -D -f "$SLURM_CONF" >"$folder/slurmctld.out" 2>&1 &
daemons="$! $daemons"
slurmd -D -f "$SLURM_CONF" -N "$host" >"$folder/slurmd.out" 2>&1 &
daemons="$! $daemons"

tries=0
until [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; do
    tries=$((tries + 1))
    if [ $tries -gt 150 ]; then
        echo "skipped: the Slurm daemons do not come up here"
        tail -3 "$folder"/*.log "$folder"/*.out
        exit 77
    fi
    sleep 0.2
done
"$@"
