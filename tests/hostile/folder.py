#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: hostile.py VRM FOLDER [--all]

Every command on every file of a folder of hostile files: user time and peak resident memory. A run
must be answered in a second and 64 MB, or be refused by a limit that the message names. Prints the
runs that are over either (with --all: each), and ends with status 1 when one of them was not
refused. The files are copied to a folder of their own first.
"""
import os, resource, shutil, subprocess, sys, tempfile

SECONDS, MEMORY = 1.0, 64e6
STILL = '{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,"tracks":[]}'
AVATARS = [
    ["info", "FILE"],
    ["validate", "-q", "FILE"],
    ["diff", "-q", "FILE", "FILE"],
    ["migrate", "--force", "FILE", "-o", "out.vrm"],
    ["migrate", "--to", "0.x", "--force", "FILE", "-o", "out.vrm"],
    ["normalize", "--force", "FILE", "-o", "out.vrm"],
    ["optimize", "--force", "FILE", "-o", "out.vrm"],
    ["bake", "--force", "FILE", "--seconds", "0.1", "-o", "out.glb"],
    ["trace", "FILE", "still.json", "-o", "out.jsonl"],
    ["render", "--backend", "null", "--size", "64", "--settle", "0", "FILE", "-o", "out.png"],
]
MOTIONS = [
    ["info", "FILE"],
    ["convert-motion", "FILE", "-o", "out.vrma"],
    ["trace", "plain.vrm", "FILE", "-o", "out.jsonl"],
    ["bake", "plain.vrm", "--animation", "FILE", "-o", "out.glb"],
]
SCRIPTS = [
    ["convert-motion", "FILE", "-o", "out.vrma"],
    ["trace", "plain.vrm", "FILE", "-o", "out.jsonl"],
    ["bake", "plain.vrm", "--motion", "FILE", "-o", "out.glb"],
]
KINDS = {".vrm": AVATARS, ".glb": AVATARS, ".gltf": AVATARS, ".vrma": MOTIONS, ".json": SCRIPTS}


def measure(words, folder):
    """Status, user seconds, peak bytes, standard error."""
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=errors,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace")
    return os.waitstatus_to_exitcode(status), usage.ru_utime, usage.ru_maxrss * 1024, said


def main():
    shows_all = "--all" in sys.argv
    vrm, source = [word for word in sys.argv[1:] if word != "--all"]
    vrm = os.path.abspath(vrm)
    scene = os.path.join(os.path.dirname(vrm), "vrm_scene")
    runs = refused = over = 0
    print("| file | bytes | command | result | s | MB |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        for where, _, names in sorted(os.walk(source)):
            for name in sorted(names):
                kind = KINDS.get(os.path.splitext(name)[1], [])
                folder = os.path.join(work, "folder")
                shutil.rmtree(folder, ignore_errors=True)
                if not kind or name == "still.json":
                    continue
                shutil.copytree(where, folder)
                with open(os.path.join(folder, "still.json"), "w") as text:
                    text.write(STILL)
                subprocess.run([scene, "1.0", os.path.join(folder, "plain.vrm")],
                               stdout=subprocess.DEVNULL, check=True)
                for line in kind:
                    words = [vrm] + [name if word == "FILE" else word for word in line]
                    status, seconds, peak, said = measure(words, folder)
                    is_refused = status == 1 and ("LIMIT" in said or "limit" in said or "--max" in said)
                    is_over = seconds > SECONDS or peak > MEMORY or status < 0
                    runs += 1
                    refused += is_refused
                    over += is_over and not (is_refused and seconds <= SECONDS)
                    if shows_all or is_over:
                        result = "refused" if is_refused else f"status {status}"
                        print(f"| {os.path.basename(where)}/{name} | {os.path.getsize(os.path.join(where, name))} "
                              f"| {' '.join(line)} | {result} | {seconds:.2f} | {peak / 1e6:.0f} |", flush=True)
    print(f"{runs} runs, {refused} refused by a limit, {over} over {SECONDS:g} s or {MEMORY / 1e6:g} MB without being refused")
    sys.exit(1 if over else 0)


main()
