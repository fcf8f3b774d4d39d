#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: check_batch.py VRM VRM_SCENE FORM COUNT KILLS RENDER

Makes a library of COUNT avatars, works through it in a FORM of examples/batch ("parallel" or
"slurm"), kills everything with SIGKILL at KILLS random moments and resumes. The lines must be those
of an undisturbed run, and the database must have every file once. RENDER are options of vrm render.
"""
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

here = Path(__file__).resolve().parent
batch = here.parent.parent / "examples" / "batch"
SKIPPED = 77


def processes_of_session(session):
    """All processes that a run has started, whatever their groups."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            yield int(entry.name)


def kill_session(session):
    while pids := list(processes_of_session(session)):
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)


def command_of(form, library, out, render):
    options = ["--shard-size", "4", "--render", render]
    if form == "parallel":
        return [batch / "run_parallel.sh", library, out, *options]
    return [batch / "run_slurm.sh", library, out, "2", *options]


def run_whole(command, log):
    done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        log.seek(0)
        sys.exit(f"status {done.returncode}\n{log.read()}")


def lines_done(out):
    return len(list((out / "lines").glob("*.jsonl"))) if (out / "lines").exists() else 0


def kill_some(command, out, kills, log, form):
    """Kills while there is work left; returns how often."""
    killed = 0
    for attempt in range(kills):
        before = lines_done(out)
        run = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        # Once in its first moments, then whenever another shard is done, and a little later.
        deadline = time.monotonic() + 30
        while attempt > 0 and lines_done(out) <= before and time.monotonic() < deadline and run.poll() is None:
            time.sleep(0.01)
        time.sleep(random.random() * 0.4)
        if run.poll() is not None:
            break
        if form == "slurm":  # its tasks are children of slurmd
            subprocess.run(["scancel", "--full", "--signal=KILL", "--name=vrm-batch"])
        kill_session(run.pid)
        run.wait()
        if form == "slurm":
            subprocess.run(["scancel", "--name=vrm-batch"])
        killed += 1
    return killed


def check_library(out, reference, count):
    lines = (out / "library.jsonl").read_text()
    if lines != (reference / "library.jsonl").read_text():
        sys.exit("the lines are not those of an undisturbed run")
    numbers = [json.loads(line)["number"] for line in lines.splitlines()]
    if numbers != list(range(1, count + 1)):
        sys.exit("a line is missing or stands twice")
    for line in map(json.loads, lines.splitlines()):
        if line["thumbnail"] and not (out / line["thumbnail"]).exists():
            sys.exit(f"{line['thumbnail']} is missing")
    database = sqlite3.connect(out / "library.sqlite")
    rows = database.execute("SELECT count(*), count(DISTINCT number), sum(failure IS NOT NULL) FROM files").fetchone()
    findings = database.execute("SELECT count(*) FROM findings").fetchone()[0]
    expected = sum(len(json.loads(line)["validate"].get("findings", [])) for line in lines.splitlines())
    broken = sum(1 for i in range(1, count + 1) if i % 100 == 17)
    if rows != (count, count, broken) or findings != expected:
        sys.exit(f"the database has {rows} rows and {findings} findings")
    if list(out.glob("work.*")):
        sys.exit("scratch folders are left")


def main():
    vrm, scene, form, count, kills, render = sys.argv[1:7]
    count, kills = int(count), int(kills)
    if form == "parallel" and shutil.which("parallel") is None:
        print("skipped: GNU parallel is not installed (Debian: parallel)")
        sys.exit(SKIPPED)
    os.environ["VRM"] = os.path.abspath(vrm)
    seed = int(os.environ.get("VRM_BATCH_SEED", time.time_ns() % 100000))
    random.seed(seed)
    with tempfile.TemporaryDirectory(prefix="a library é ") as folder, open(f"{folder}/log", "w+") as log:
        folder = Path(folder)
        library = folder / "library"
        subprocess.run([here / "make_library.sh", os.path.abspath(scene), library, str(count), "2"], check=True)
        # The reference is made in one process, without either scheduler.
        reference = folder / "reference"
        tool = [sys.executable, batch / "vrm_batch.py"]
        subprocess.run([*tool, "plan", library, reference, "--shard-size", "4", "--render", render],
                       check=True, stderr=subprocess.DEVNULL)
        shards = subprocess.run([*tool, "todo", reference], check=True, capture_output=True, text=True).stdout.split()
        subprocess.run([*tool, "work", reference, *shards], check=True)
        subprocess.run([*tool, "merge", reference], check=True, stderr=subprocess.DEVNULL)
        out = folder / "out"
        command = command_of(form, library, out, render)
        killed = kill_some(command, out, kills, log, form)
        run_whole(command, log)
        check_library(out, reference, count)
        run_whole(command, log)  # nothing is left to do
        check_library(out, reference, count)
    print(f"{form}: {count} files, killed {killed} times (seed {seed}): every line once")


if __name__ == "__main__":
    main()
