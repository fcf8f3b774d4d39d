#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: takes.py VRM   vrm convert-motion --all-takes never writes two takes to one file, nor over an input, and its time
grows as the number of takes.

Names of takes come from files: equal ones, ones that differ in what file names cannot have or in large and small letters,
ones that look like the number of another, and ones that make the name of another input's result.
"""

import itertools
import os
import resource
import subprocess
import sys
import tempfile

import motions


def write(path, names):
    """An FBX with a take of each name; each moves as long as its place in the list."""
    fbx = motions.Fbx()
    for i, name in enumerate(names):
        number = 10000 + 10 * i
        fbx.add_take(number, name)
        fbx.objects.append(motions.curve(number + 9, [0, motions.TICKS * (i + 1)], [0, 10]))
        fbx.move(number + 5, number + 1, 1, 1, number + 9)
    with open(path, "wb") as out:
        out.write(fbx.bytes())


def convert(vrm, folder, *files):
    done = subprocess.run([vrm, "convert-motion", "-q", "--all-takes", *files, "-o", "out/"], cwd=folder, capture_output=True,
                          text=True)
    made = sorted(os.listdir(os.path.join(folder, "out"))) if os.path.isdir(os.path.join(folder, "out")) else []
    return done.returncode, made, done.stderr


def check_one(vrm, names):
    """Every take of one file has a file of its own, and no two differ only by the case of letters."""
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "x.fbx"), names)
        status, made, said = convert(vrm, folder, "x.fbx")
        if status != 0 or len({name.encode().lower() for name in made}) != len(names):
            return ["takes %r: status %d, files %r %s" % (names, status, made, said.strip())]
    return []


def check_many(vrm, inputs, is_refused):
    """`inputs`: names of takes of each file. What collides is refused before anything is written."""
    with tempfile.TemporaryDirectory() as folder:
        for name, takes in inputs.items():
            write(os.path.join(folder, name), takes)
        status, made, said = convert(vrm, folder, *inputs)
        wanted = 0 if is_refused else sum(map(len, inputs.values()))
        if status != (2 if is_refused else 0) or len(made) != wanted or (is_refused and "would both be written to" not in said):
            return ["%r: status %d, files %r %s" % (inputs, status, made, said.strip())]
    return []


def check_inputs(vrm):
    """A take's file is no input."""
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "x.fbx"), ["a"])
        os.mkdir(os.path.join(folder, "out"))
        kept = os.path.join(folder, "out", "x-a.vrma")
        write(kept, ["b"])
        before = open(kept, "rb").read()
        status, _, said = convert(vrm, folder, "x.fbx", "out/x-a.vrma")
        if status != 2 or open(kept, "rb").read() != before:
            return ["an input was overwritten: status %d %s" % (status, said.strip())]
    return []


def user_seconds(run):
    """Of its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run()
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def check_growth(vrm, few=100, many=800):
    """R-671. A file that is parsed for each of its takes needs the square of their ratio."""
    seconds = {}
    for count in (few, many):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "x.fbx"), "wb") as out:
                out.write(motions.fbx_takes(count))
            seconds[count] = user_seconds(lambda: convert(vrm, folder, "x.fbx"))
            made = len(os.listdir(os.path.join(folder, "out")))
            if made != count:
                return ["%d of %d takes were written" % (made, count)]
    ratio = seconds[many] / max(seconds[few], 0.01)
    print("%d takes: %.2f s, %d takes: %.2f s" % (few, seconds[few], many, seconds[many]))
    return ["%d times the takes take %.0f times the time" % (many // few, ratio)] if ratio > 2.5 * many / few else []


def main():
    vrm = os.path.abspath(sys.argv[1])
    faults = []
    parts = ["a", "A", "a/", "a:", "a_", "", "a-2", "a-3", "2"]
    cases = [list(names) for names in itertools.combinations_with_replacement(parts, 3)]
    cases += [["a", "a", "a-2", "a-3", "A-2"], ["a-4", "a-3", "a", "a"], ["Ä", "ä", "Ä"], ["b\u3042", "b\u3042"]]
    for names in cases:
        faults += check_one(vrm, names)
    faults += check_many(vrm, {"x.fbx": ["a", "b"], "x-a.fbx": ["c"]}, False)
    faults += check_many(vrm, {"x.fbx": ["a-c", "b"], "x-a.fbx": ["c", "d"]}, True)
    faults += check_many(vrm, {"x.fbx": ["a/c"], "x-a_c.fbx": ["c"], "x-a.fbx": ["_c", "c"]}, False)
    faults += check_many(vrm, {"x.fbx": ["a-c"], "y.fbx": ["a-c"], "x-a.fbx": ["c"]}, True)
    faults += check_inputs(vrm)
    faults += check_growth(vrm)
    print("\n".join(faults + ["%d files with takes, %d faults" % (len(cases) + 5, len(faults))]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
