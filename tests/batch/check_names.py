#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: check_names.py VRM VRM_SCENE RENDER

A library whose files have names of every kind, and entries that are no files: each file has its line
and its row under its own name, a pipe does not stop the work, and a process that another one has
overtaken changes nothing. RENDER are options of vrm render.
"""
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

batch = Path(__file__).resolve().parent.parent.parent / "examples" / "batch" / "vrm_batch.py"
NAMES = [b"plain.vrm", b"line\nend.vrm", b"carriage\rreturn.vrm", b"crlf\r\n.vrm", b"quotes \"'.vrm",
         b"-o.vrm", b"$(id) `id` %s.vrm", "アバター.vrm".encode(), b"latin\xe9.vrm", b"UPPER.VRM"]


def run(*words, stream="stdout"):
    done = subprocess.run([sys.executable, batch, *words], capture_output=True, timeout=60)
    if done.returncode != 0:
        sys.exit(f"{words}: status {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return getattr(done, stream).decode().split()


def check_lines(out, library):
    """Every file once, under its own name, with nothing wrong."""
    lines = [json.loads(line) for line in (out / "library.jsonl").read_text().splitlines()]
    names = sorted(os.path.relpath(os.fsencode(line["file"]), os.fsencode(library)) for line in lines)
    if names != sorted(NAMES):
        sys.exit(f"the lines name {names}")
    for line in lines:
        wrong = line["validate"].get("error") or line["info"].get("error") or line["renderError"]
        if wrong:
            sys.exit(f"{line['file']!r}: {wrong}")
    rows = sqlite3.connect(out / "library.sqlite").execute(
        "SELECT count(*), count(DISTINCT number), sum(failure IS NOT NULL) FROM files").fetchone()
    if rows != (len(NAMES), len(NAMES), 0):
        sys.exit(f"the database has {rows}")


def check_overtaken(library, folder, render):
    """Another run does the shard and merges, which removes scratch folders, while this one draws."""
    out, slow = folder / "overtaken", folder / "slow_vrm"
    real = os.environ["VRM"]
    slow.write_text(f"""#!/bin/sh
export VRM='{real}'
if [ "$1" = render ] && [ ! -e '{out}/library.jsonl' ]; then
    '{sys.executable}' '{batch}' work '{out}' 1 >&2 && '{sys.executable}' '{batch}' merge '{out}' || exit 9
fi
exec "$VRM" "$@"
""")
    slow.chmod(0o755)
    run("plan", library, out, "--shard-size", "64", "--render", render)
    os.environ["VRM"] = str(slow)
    run("work", out, "1")
    os.environ["VRM"] = real
    run("merge", out)
    check_lines(out, library)


def check_wrong(library, folder, out):
    """What is asked wrongly is said in one line, and leaves no plan behind."""
    none = folder / "none"
    for words, said in ((["plan", library, none, "--shard-size", "0"], "--shard-size"),
                        (["plan", library, none, "--render", '"'], "--render"),
                        (["todo", none], "no plan"), (["work", none, "1"], "no plan"),
                        (["merge", none], "no plan"), (["work", out, "99"], "no shard 99"),
                        (["plan", library, out, "--shard-size", "5"], "another --shard-size"),
                        (["plan", library, out, "--render", "--size 3"], "another --render")):
        done = subprocess.run([sys.executable, batch, *words], capture_output=True, text=True)
        if done.returncode == 0 or said not in done.stderr or "Traceback" in done.stderr or none.exists():
            sys.exit(f"{words}: status {done.returncode}: {done.stderr}")
    run("plan", library, out)  # without options it resumes


def check_command(library, folder):
    """The command is named by VRM, found in PATH, or in build/ of the source; without it one line says how to name it."""
    copy, bin_folder = folder / "source" / "examples" / "batch", folder / "bin"
    copy.mkdir(parents=True)
    bin_folder.mkdir()
    shutil.copy(batch, copy)
    clean = {key: value for key, value in os.environ.items() if key != "VRM"}
    clean["PATH"] = str(bin_folder)

    def work(environment):
        out = folder / "by_name"
        shutil.rmtree(out, ignore_errors=True)
        words = [sys.executable, copy / "vrm_batch.py"]
        done = subprocess.run([*words, "plan", library, out, "--render", ""], env=environment, capture_output=True, text=True)
        if done.returncode == 0:
            done = subprocess.run([*words, "work", out, "1"], env=environment, capture_output=True, text=True)
        return done

    for environment, said in ((clean, "set VRM=PATH"), (dict(clean, VRM="/nonexistent/vrm"), "VRM=/nonexistent/vrm")):
        done = work(environment)
        if done.returncode == 0 or said not in done.stderr or done.stderr.count("\n") != 1 or "Traceback" in done.stderr:
            sys.exit(f"without the command: status {done.returncode}: {done.stderr}")
    (folder / "source" / "build").mkdir()
    for place in (folder / "source" / "build" / "vrm", bin_folder / "vrm"):
        place.symlink_to(os.environ["VRM"])
        done = work(clean)
        if done.returncode != 0:
            sys.exit(f"{place} was not found: {done.stderr}")
        place.unlink()


def main():
    vrm, scene, render = sys.argv[1:4]
    os.environ["VRM"] = os.path.abspath(vrm)
    with tempfile.TemporaryDirectory(prefix="a library é ") as folder:
        folder = Path(folder)
        library, out = folder / "library", folder / "out"
        library.mkdir()
        subprocess.run([os.path.abspath(scene), "1.0", folder / "one.vrm"], check=True)
        for name in NAMES:
            shutil.copy(folder / "one.vrm", os.path.join(os.fsencode(library), name))
        os.mkfifo(library / "pipe.vrm")  # a process that opened it would wait forever
        (library / "folder.vrm").mkdir()
        (library / "motion.vrma").touch()  # an animation is no avatar, and is counted
        said = run("plan", library, out, "--shard-size", "4", "--render", render, stream="stderr")
        if "left out: 1 animation (.vrma)".split() != said[-5:]:
            sys.exit(f"the animation was left out in silence: {said}")
        run("work", out, *run("todo", out))
        run("merge", out)
        check_lines(out, library)
        if render:
            check_overtaken(library, folder, render)
        check_wrong(library, folder, out)
        check_command(library, folder)
        # A plan is for one library: another one is refused, not left out.
        other = folder / "other"
        other.mkdir()
        shutil.copy(folder / "one.vrm", other)
        done = subprocess.run([sys.executable, batch, "plan", other, out], capture_output=True)
        if done.returncode == 0 or b"another folder" not in done.stderr:
            sys.exit("the plan of another library was taken")
    print(f"{len(NAMES)} names: every file under its own name")


if __name__ == "__main__":
    main()
