#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that refer to one thing many times, and what every command makes of them.

  growth.py VRM [--long] [KIND...]

Each generator of kinds.py and motions.py makes a small file of one kind of product: instanced meshes, channels on one
sampler, accessors without data, colliders named again and again. Every command runs on it and on one ten
times as large, with a limit on processor time and address space. Each run must answer with status
0, or 1 and a message; reside in at most 64 MB and 64 bytes for each byte of the file, program,
model and rig together, and four times the output; and take at most 15 times the processor time for ten
times the file (products make some of them grow by more), or below 4 seconds. --long goes on to a hundred
times the size. What is shared (SHARED of kinds.py) is written once: at most four times the file.

A line for each kind is printed when it is done; JOBS (1) of them run at a time.
"""

import concurrent.futures
import functools
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile

import kinds
import motions

FREE_MB = 64
FREE_SECONDS = 0.25


def requests(path, folder):
    """Messages for the adapter of vrm serve: load, step, ask."""
    text = b""
    session = {"session_id": "session-1"}
    for number, (method, params) in enumerate([
            ("load_vrm", {"path": path}), ("step_physics", dict(session, frames=2, dt=0.02)),
            ("dump_bone_positions", session), ("dump_humanoid_pose", session),
            ("dump_expression_weights", session), ("load_vrma", {"path": path}),
            ("dispose", session)], 1):
        message = json.dumps({"jsonrpc": "2.0", "id": number, "method": method,
                              "params": params}).encode()
        text += b"Content-Length: %d\r\n\r\n" % len(message) + message
    return text


def calls(path, folder):
    """Tools of vrm serve --mcp, one on each line."""
    out = os.path.join(folder, "out")
    lines = [{"method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                                                 "clientInfo": {"name": "growth", "version": "1"}}}]
    for name, more in (("info", {}), ("validate", {}), ("normalize", {"output": out + ".vrm"}),
                       ("migrate", {"output": out + "1.vrm"}),
                       ("bake", {"output": out + ".glb", "seconds": "0.1"})):
        lines.append({"method": "tools/call",
                      "params": {"name": name, "arguments": dict(more, file=path)}})
    return "".join(json.dumps(dict(line, jsonrpc="2.0", id=i)) + "\n"
                   for i, line in enumerate(lines)).encode()


def commands(path, folder):
    """(name, words, standard input) of each run on an avatar."""
    out = os.path.join(folder, "out")
    still = os.path.join(folder, "still.json")
    policy = os.path.join(folder, "policy.json")
    for words in (
            ["info", path], ["info", "--json", path],
            ["validate", "-q", path],
            ["validate", "--json", "--policy", policy, path],
            ["diff", "-q", path, path],
            ["meta", path, "--set", "name=a", "-o", out + ".vrm"],
            ["normalize", "--force", path, "-o", out + ".vrm"],
            ["springs", "--propose", "--replace", path],
            ["create", "--dry-run", path],
            ["expressions", "--propose", path],
            ["optimize", "--force", path, "-o", out + ".vrm"],
            ["optimize", "--drop-unbound", "--drop-nodes", "--dense", "--force", path, "-o",
             out + ".vrm"],
            ["optimize", "--atlas", "--skip", "pictures", "--force", path, "-o", out + ".vrm"],
            ["migrate", "--force", path, "-o", out + "1.vrm"],
            ["migrate", "--to", "0.x", "--force", path, "-o", out + "0.vrm"],
            ["bake", "--force", path, "--seconds", "0.1", "-o", out + ".glb"],
            ["bake", "--force", path, "--animation", path, "--seconds", "2", "-o", out + ".glb"],
            ["convert-motion", path, "-o", out + ".vrma"],
            ["convert-motion", still, "--avatar", path, "-o", out + ".vrma"],
            ["trace", path, still, "-o", out + ".jsonl"],
            ["crowd", path, "--count", "4", "--seconds", "0.1"],
            ["render", "--backend", "null", "--size", "64x64", path, "-o", out + ".png"]):
        yield (" ".join(words[:2] if words[1] in ("--json", "--to", "--drop-unbound", "--atlas") else words[:1]),
               words, None)
    yield "serve", ["serve", folder], requests(path, folder)
    yield "serve --mcp", ["serve", "--mcp", folder], calls(path, folder)


def motion_commands(path, folder):
    """The same on a motion."""
    out = os.path.join(folder, "out")
    plain = os.path.join(folder, "plain.vrm")
    option = "--motion" if path.endswith(".json") else "--animation"
    for words in (
            ["convert-motion", path, "-o", out + ".vrma"],
            ["trace", plain, path, "-o", out + ".jsonl"],
            ["bake", plain, option, path, "--seconds", "2", "-o", out + ".glb"],
            ["bake", plain, option, path, "-o", out + ".glb"],
            ["render", "--backend", "null", "--size", "64x64", plain, option, path, "-o", out + ".png"],
            ["crowd", plain, "--count", "4", "--seconds", "0.1", "--animation", path]):
        if option == "--animation" or not {"crowd", "render", "--seconds"} & set(words):
            yield " ".join(words[:1] + [word for word in words if word == "--seconds"]), words, None


def capture_commands(path, folder):
    """Two of them on motion of other programs, which all read it alike."""
    out = os.path.join(folder, "out")
    for words in (["convert-motion", path, "-o", out + ".vrma"],
                  ["bake", os.path.join(folder, "plain.vrm"), "--animation", path, "--seconds", "2", "-o", out + ".glb"]):
        yield words[0], words, None


def model_commands(path, folder):
    """The same on the figure of a motion."""
    words = ["convert-motion", os.path.join(folder, "plain.vmd"), "--model", path, "-o", os.path.join(folder, "out.vrma")]
    yield words[0], words, None


def sound_commands(option, path, folder):
    """The same on a sound, or a text that goes with one."""
    out = os.path.join(folder, "out")
    plain = os.path.join(folder, "plain.vrm")
    said = [option, path] if option == "--audio" else ["--audio", os.path.join(folder, "said.wav"), option, path]
    for words in (["convert-motion", *said, "-o", out + ".vrma"],
                  ["bake", plain, *said, "--seconds", "0.1", "-o", out + ".glb"],
                  ["render", "--backend", "null", "--size", "64x64", plain, *said, "-o", out + ".png"]):
        yield words[0], words, None


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (512 << 20, 512 << 20))


def run(program, words, given):
    """Status, seconds of processor time, peak in bytes, message."""
    with tempfile.TemporaryFile() as source:
        source.write(given or b"")
        source.seek(0)
        child = subprocess.Popen([program] + words, stdin=source, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, preexec_fn=limit)
        message = child.stderr.read().decode(errors="replace")
        child.stderr.close()
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, message


def written(folder):
    """Bytes of the output, which are then removed."""
    size = 0
    for name in os.listdir(folder):
        if name.startswith("out"):
            size += os.path.getsize(os.path.join(folder, name))
            os.remove(os.path.join(folder, name))
    return size


def prepare(folder):
    with open(os.path.join(folder, "still.json"), "w", encoding="utf-8") as out:
        json.dump({"format": "vrm-motion", "version": 1, "frames": 2, "dt": 0.1, "tracks": []}, out)
    with open(os.path.join(folder, "policy.json"), "w", encoding="utf-8") as out:
        json.dump({"policy": 1, "limits": {"triangles": 1, "materials": 1, "textureSide": 1}}, out)
    kinds.write(os.path.join(folder, "plain.vrm"), kinds.avatar_of_bones())
    kinds.write(os.path.join(folder, "said.wav"), kinds.wav_chunks(0))
    kinds.write(os.path.join(folder, "plain.vmd"), motions.vmd_plain())


def faults_of_run(what, job, words, result, file_bytes, output, allowed):
    """What is wrong with one run: its status, the memory, the time and what is not shared."""
    status, seconds, peak, message = result
    if status not in (0, 1) or (status == 1 and not message.strip() and words[0] != "validate"):
        yield "%s: status %d %s" % (what, status, message.strip()[:300])
    is_shared = job.make in kinds.SHARED and words[0] in ("normalize", "migrate", "bake")
    is_shared |= job.make in kinds.SHARED_NORMALIZED and words[0] == "normalize"
    # A product of many different things; a hundred times as many groups of springs as any avatar has.
    is_shared &= "LIMIT_WORK" not in message and "LIMIT_MEMORY" not in message
    if is_shared and (status != 0 and "no animation" not in message
                      and "more errors" not in message or output > 4 * file_bytes):
        yield "%s: not shared: %d bytes %s" % (what, output, message.strip())
    if peak > (FREE_MB << 20) + 64 * file_bytes + 4 * output:
        yield "%s: %d MB" % (what, peak >> 20)
    if seconds > allowed:
        yield "%s: %.2f s, at most %.2f s from the smaller file" % (what, seconds, allowed)


def write(path, make, size):
    """Writes a file in a process of its own: one that runs a program starts with the memory of its parent,
    which counts as the program's."""
    writer = multiprocessing.Process(target=lambda: kinds.write(path, make(size)))
    writer.start()
    writer.join()
    if writer.exitcode != 0:
        raise RuntimeError("the file of %s could not be written" % make.__name__)
    return os.path.getsize(path)


class Job:
    """One kind in all its sizes."""

    def __init__(self, make, size, ending, lines):
        self.make, self.size, self.ending, self.lines = make, size, ending, lines
        self.name = make.__name__ + ("" if lines is commands else " as ." + ending)

    def run(self, program, factors):
        """Runs, how many of them a limit refused, the slowest and the largest of them, faults."""
        runs, refused, slowest, largest, faults, before, before_bytes = 0, 0, 0, 0, [], {}, None
        with tempfile.TemporaryDirectory() as folder:
            prepare(folder)
            path = os.path.join(folder, "file." + self.ending)
            for factor in factors:
                file_bytes = write(path, self.make, self.size * factor)
                growth = max(10, file_bytes / (before_bytes or file_bytes))
                before_bytes = file_bytes
                for index, (name, words, given) in enumerate(self.lines(path, folder)):
                    status, seconds, peak, message = run(program, words, given)
                    if words[0] == "diff" and status == 3 and "--limit" in message:
                        status, message = 1, "LIMIT_"  # its status 1 says that files differ
                    what = "%s x%d (%d bytes): vrm %s" % (self.name, factor, file_bytes, name)
                    allowed = 1.5 * growth * max(before.get(index, seconds), FREE_SECONDS)
                    faults += faults_of_run(what, self, words, (status, seconds, peak, message), file_bytes,
                                            written(folder), allowed)
                    before[index] = seconds
                    runs += 1
                    refused += status == 1 and ("LIMIT_" in message or "--max-" in message)
                    slowest, largest = max(slowest, seconds), max(largest, peak)
        return runs, refused, slowest, largest, faults


def main():
    program, is_long = os.path.abspath(sys.argv[1]), "--long" in sys.argv[2:]
    wanted = [word for word in sys.argv[2:] if word != "--long"]
    jobs = [Job(make, size, "vrm", commands) for make, size in kinds.KINDS]
    jobs += [Job(make, size, ending, motion_commands) for make, size, ending in kinds.MOTIONS]
    jobs += [Job(make, size, ending, capture_commands) for make, size, ending in motions.MOTIONS]
    jobs += [Job(make, size, ending, model_commands) for make, size, ending in motions.MODELS]
    version = subprocess.run([program, "version", "--verbose"], capture_output=True, text=True).stdout
    if "none in this build" in version:
        print("without libsndfile no sound is read")
        kinds.SOUNDS.clear()
    jobs += [Job(make, size, ending, functools.partial(sound_commands, option)) for make, size, ending, option in kinds.SOUNDS]
    unknown = set(wanted) - {job.make.__name__ for job in jobs}
    if unknown:
        sys.exit("there is no kind " + ", ".join(sorted(unknown)))
    jobs = [job for job in jobs if not wanted or job.make.__name__ in wanted]
    all_runs, all_refused, all_faults = 0, 0, 0
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS") or 1)) as pool:
        results = [pool.submit(job.run, program, (1, 10, 100) if is_long else (1, 10)) for job in jobs]
        for job, result in zip(jobs, results):
            runs, refused, slowest, largest, faults = result.result()
            print("\n".join(["%-24s %3d runs, %3d refused, at most %5.2f s and %4d MB" % (
                job.name, runs, refused, slowest, largest >> 20)] + faults), flush=True)
            all_runs, all_refused, all_faults = all_runs + runs, all_refused + refused, all_faults + len(faults)
    print("%d runs, %d refused by a limit, %d faults" % (all_runs, all_refused, all_faults))
    return 1 if all_faults else 0


if __name__ == "__main__":
    sys.exit(main())
