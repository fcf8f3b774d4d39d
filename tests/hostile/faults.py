#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every command of vrm while its calls fail.

  faults.py VRM VRM_SCENE SHIM [--long] [--allocations] [--only WORD]

--allocations: nothing but allocations, more of them.

Each case is a command over avatars made in code and, with --long, files of VRM_CORPUS. It runs
undisturbed first, which counts its calls; then again and again with one call failing (shim.c says
how): the first ones each in turn, the others spread. A run must

  - end by itself: no signal, no hang;
  - with the status of the undisturbed run have its whole output, and its files complete;
  - with another status have a message on standard error;
  - leave each output file as it was or whole, with the mode of the file that it replaces, never
    something between, and no other file;
  - leave its inputs alone;
  - not show at all a call that did less than was asked, nor an interrupted one. (stdio gives up
    what it was to write when a call is interrupted: such a run must end as any other that fails.
    The handlers of vrm restart calls, so that this does not arise by itself.)

A run that is killed at a system call leaves the old file or the new one, and what it leaves beside
it hinders no later run; one that is ended by a signal (Ctrl-C, SIGTERM) leaves nothing beside it.
After the cases come a full disk, a limit on file sizes, a folder that
nobody may write to, a pipe that nobody reads and a full standard output.
"""

import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

CLASSES = ["alloc", "read", "write", "open", "close", "mmap", "rename", "fsync", "link", "unlink",
           "mkdir", "chmod", "stat", "list", "any"]
ANSWER = struct.Struct("<qQ%dQ" % len(CLASSES))

# Which errors each call gets; + is every call from that one on.
ERRORS = {"alloc": ["ENOMEM", "+ENOMEM"], "read": ["EIO", "EINTR", "short"],
          "write": ["ENOSPC", "+ENOSPC", "EIO", "EINTR", "short"],
          "open": ["EACCES", "EMFILE", "EINTR"], "close": ["EIO", "EINTR"], "mmap": ["ENOMEM"],
          "rename": ["EIO", "ENOSPC"], "fsync": ["EIO", "ENOSPC", "EINTR"], "link": ["EIO"],
          "unlink": ["EIO"], "mkdir": ["ENOSPC"], "chmod": ["EIO"], "stat": ["EIO"],
          "list": ["EIO"], "any": []}
OLD = b"what was there before"
LONG = "n" * 600  # longer than any buffer for a name


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data, mode=0o644):
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, mode)


class Case:
    """A command. It runs in a folder with the inputs in in/ and writes to out/."""

    def __init__(self, words, outputs=(), placed=None, stdin=None, same=None, reports="stderr",
                 is_direct=False, status=None, degraded=None,
                 last_allocations=12, may_crash=False):
        self.words = words.split() if isinstance(words, str) else words
        self.outputs = ["out/" + name for name in outputs]
        self.placed = placed or {}  # files of in/ that lie in out/ before a run
        self.stdin = stdin
        self.same = same or (lambda text: text)  # what of the output must be equal
        self.reports = reports  # where a failure is reported: stderr; findings, answers (on stdout)
        self.is_direct = is_direct  # the library writes the files, and nothing goes to stdout
        self.status = status  # of the undisturbed run; None: 0 or 1
        self.degraded = degraded  # words of a command whose output may come instead: needs less memory
        self.last_allocations = last_allocations  # tried each; by default those of printing
        # libwebp 1.2.4 may crash when an allocation fails while it decodes: docs/reference/trust.md. The files
        # must be as they were then.
        self.may_crash = may_crash
        self.name = " ".join(self.words)


class Server:
    """The program, linked once and forked for each run."""

    def __init__(self, vrm, shim, case, folder):
        self.out_path, self.err_path = folder + "/stdout", folder + "/stderr"
        requests, self.requests = os.pipe()
        self.answers, answers = os.pipe()
        environment = dict(os.environ, LD_PRELOAD=shim, LC_ALL="C.UTF-8",
                           VRM_FAULT_SERVER="%d,%d" % (requests, answers))
        stdin = open(folder + "/" + case.stdin, "rb") if case.stdin else subprocess.DEVNULL
        with open(self.out_path, "wb") as out, open(self.err_path, "wb") as err:
            self.process = subprocess.Popen([vrm] + case.words, cwd=folder, env=environment,
                                            stdin=stdin, stdout=out, stderr=err,
                                            pass_fds=(requests, answers))
        os.close(requests)
        os.close(answers)

    def run(self, fault):
        os.write(self.requests, (fault + "\n").encode())
        data = b""
        while len(data) < ANSWER.size:
            piece = os.read(self.answers, ANSWER.size - len(data))
            if not piece:
                sys.exit("the shim has ended: " + read(self.err_path).decode(errors="replace"))
            data += piece
        status, fired, *counts = ANSWER.unpack(data)
        return status, fired, dict(zip(CLASSES, counts))

    def close(self):
        os.close(self.requests)
        os.close(self.answers)
        self.process.wait()


class Trial:
    """One case: its folder, what an undisturbed run gives, and the verdict on each other run."""

    def __init__(self, tools, case, faults):
        self.case, self.faults, self.vrm, self.degraded = case, faults, tools["vrm"], None
        self.folder = tools["folder"] + "/case"
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        os.mkdir(self.folder + "/in")
        for name in os.listdir(tools["inputs"]):
            used = case.words + [case.stdin] + ["in/" + placed for placed in case.placed.values()]
            if not name.startswith("corpus") or "in/" + name in used:
                shutil.copyfile(tools["inputs"] + "/" + name, self.folder + "/in/" + name)
        os.mkdir(self.folder + "/out")
        self.inputs = self.look_at_inputs()
        self.server = Server(tools["vrm"], tools["shim"], case, self.folder)
        self.runs = self.reported = 0

    def look_at_inputs(self):
        found = {}
        for at, _, names in os.walk(self.folder + "/in"):
            for name in names:
                info = os.stat(at + "/" + name)
                found[at + "/" + name] = (info.st_ino, info.st_size, info.st_mtime_ns)
        return found

    def place(self, has_old):
        """Outputs that are there already, or nothing; for --in-place the file itself."""
        shutil.rmtree(self.folder + "/out")
        os.mkdir(self.folder + "/out")
        for name, source in self.case.placed.items():
            write(self.folder + "/out/" + name, read(self.folder + "/in/" + source), 0o640)
        for name in self.case.outputs if has_old else ():
            if not os.path.exists(self.folder + "/" + name):
                write(self.folder + "/" + name, OLD, 0o640)
        return self.files()

    def files(self):
        """Bytes and mode by name, folders included."""
        found = {}
        for at, folders, names in os.walk(self.folder + "/out"):
            for name in names:
                path = os.path.join(at, name)
                found[os.path.relpath(path, self.folder)] = (read(path), os.stat(path).st_mode)
        return found

    def undisturbed(self):
        self.place(False)
        status, _, self.counts = self.server.run("none")
        self.status = os.WEXITSTATUS(status)
        self.text = self.case.same(read(self.server.out_path))
        self.whole = self.files()
        if self.case.degraded:
            self.degraded = subprocess.run([self.vrm] + self.case.degraded.split(), cwd=self.folder,
                                           stdout=subprocess.PIPE, check=False).stdout
        wanted = (0, 1) if self.case.status is None else (self.case.status,)
        if self.case.words[0] == "diff":
            wanted += (3,)  # one of the two is no avatar
        if os.WIFSIGNALED(status) or self.status not in wanted:
            sys.exit("%s: undisturbed %d: %s" % (self.case.name, status,
                                                 read(self.server.err_path).decode()))
        for name in self.case.outputs:
            if name not in self.whole:
                return False  # refused, as a file of the corpus may be
        self.place(False)
        self.server.run("none")
        if self.case.same(read(self.server.out_path)) != self.text or self.files() != self.whole:
            sys.exit(self.case.name + ": two undisturbed runs differ")
        return True

    def faults_of_files(self, before, may_leave):
        after = self.files()
        for name, (data, mode) in after.items():
            if name not in self.whole and name not in before:
                if not may_leave:
                    yield "left behind " + name
                elif self.case.placed and mode & 0o004:
                    yield "a private file is readable in " + name
                continue
            new, old = self.whole.get(name), before.get(name)
            if old is None and (new is None or data != new[0]):
                yield "%s is not whole: %d bytes" % (name, len(data))
            elif old is not None and data != old[0] and (new is None or data != new[0]):
                yield "%s is neither old nor new: %d bytes" % (name, len(data))
            elif old is not None and mode != old[1]:
                yield "%s has mode %o, had %o" % (name, mode, old[1])
        for name in before:
            if name not in after:
                yield name + " is gone"

    def is_complete(self):
        after = self.files()
        return all(name in after and after[name][0] == data
                   for name, (data, _) in self.whole.items())

    def verdict(self, fault, status, before):
        kind, _, error = fault.split(":")
        if error in ("kill", "torn"):
            is_worker = not os.WIFSIGNALED(status) and "-j" in self.case.words
            if not is_worker and os.WTERMSIG(status) != signal.SIGKILL:
                yield "was to be killed: %d" % status
            yield from self.faults_of_files(before, True)
            if is_worker:
                yield from self.verdict_on_text(error, kind, os.WEXITSTATUS(status))
            again, _, _ = self.server.run("none")
            if os.WEXITSTATUS(again) != self.status or not self.is_complete():
                yield "what it left blocks the next run: " + self.message()
            return
        if error == "term":
            if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGTERM:
                yield "was to be ended: %d" % status
            yield from self.faults_of_files(before, False)
            return
        if os.WIFSIGNALED(status):
            if self.case.may_crash and kind == "alloc" and os.WTERMSIG(status) == signal.SIGSEGV:
                yield from self.faults_of_files(before, False)
                return
            hung = os.WTERMSIG(status) == signal.SIGALRM
            yield "hangs" if hung else "signal %d" % os.WTERMSIG(status)
            return
        yield from self.faults_of_files(before, kind in ("unlink", "any"))
        yield from self.verdict_on_text(error, kind, os.WEXITSTATUS(status))

    def verdict_on_text(self, error, kind, exit_status):
        text = self.case.same(read(self.server.out_path))
        is_transparent = error == "short" or (
            error == "EINTR" and (kind != "write" or self.case.is_direct))
        if exit_status == self.status and text == self.text:
            if not self.is_complete():
                yield "status %d, but not all files" % exit_status
        elif error == "ENOMEM" and exit_status == self.status and text == self.degraded:
            self.reported += 1
        elif is_transparent:
            yield "shows: status %d: %s" % (exit_status, self.message())
        elif (self.case.reports == "findings" and exit_status == 1 and text) or (
                self.case.reports == "answers" and b'"error"' in text):
            self.reported += 1
        elif exit_status == 0:
            yield "status 0 with another output: " + self.message()
        elif not self.message():
            yield "status %d without a message" % exit_status
        elif error == "ENOMEM" and kind == "alloc" and "memory" not in self.message():
            yield "does not say that memory ran out: " + self.message()
        else:
            self.reported += 1

    def message(self):
        return read(self.server.err_path).decode(errors="replace").strip()[:200]

    def points(self, kind, dense, spread):
        """The first calls each, the last ones each, and some between."""
        count, last = self.counts[kind], self.case.last_allocations if kind == "alloc" else 4
        numbers = set(range(1, min(count, dense) + 1)) | set(range(max(1, count - last + 1), count + 1))
        if count > dense and spread:
            numbers |= {dense + 1 + (count - dense - 1) * i // spread for i in range(spread)}
        return sorted(numbers)

    def run(self, fault, has_old):
        before = self.place(has_old)
        status, fired, _ = self.server.run(fault)
        self.runs += 1
        if not fired:
            return  # the run took another way before it came so far
        for problem in self.verdict(fault, status, before):
            self.faults.append("%s\n    VRM_FAULT=%s%s: %s" % (
                self.case.name, fault, " over an old file" if has_old else "", problem))
        if self.look_at_inputs() != self.inputs:
            self.faults.append("%s\n    VRM_FAULT=%s: changed an input" % (self.case.name, fault))
            self.inputs = self.look_at_inputs()

    def run_all(self, dense, spread):
        if not self.undisturbed():
            self.server.close()
            return False
        for kind in CLASSES:
            for error in ERRORS[kind] if self.counts[kind] else ():
                every, plain = ("+", error[1:]) if error[0] == "+" else ("", error)
                for i, at in enumerate(self.points(kind, dense, spread)):
                    self.run("%s:%d%s:%s" % (kind, at, every, plain), i % 2 == 1)
        for kind in ("read", "write"):  # every call of the run
            for has_old in (False, True) if self.counts[kind] else ():
                self.run("%s:1+:short" % kind, has_old)
        for i, at in enumerate(self.points("write", dense, spread)):
            self.run("write:%d:torn" % at, i % 2 == 0)
        every = 1000 if dense > 6 else dense  # the long form kills at each call
        for at in self.points("any", every, spread) if self.case.outputs else ():
            self.run("any:%d:kill" % at, True)
        last = self.counts["any"]  # saving comes at the end
        for at in range(max(1, last - 15), last + 1) if self.case.outputs else ():
            self.run("any:%d:term" % at, at % 2 == 0)
        self.server.close()
        return True


    def run_allocations(self):
        if not self.undisturbed():
            self.server.close()
            return False
        for at in self.points("alloc", 60, 60):
            self.run("alloc:%d:ENOMEM" % at, at % 2 == 1)
        self.server.close()
        return True


# ---- Commands ----

def numbers_aside(text):
    """crowd measures times."""
    return re.sub(rb"-?[0-9][0-9.e+-]*", b"N", text)


def requests(bodies):
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
                    for body in (text.encode() for text in bodies))


def make_inputs(scene, folder):
    os.mkdir(folder)
    for kind, name in (("1.0", "a.vrm"), ("0.x", "zero.vrm"), ("clip", "c.vrma"),
                       ("hero", "hero.vrm"), ("speech", "said.wav")):
        subprocess.run([scene, kind, folder + "/" + name], check=True, stdout=subprocess.DEVNULL)
    write(folder + "/still.json", b'{"format":"vrm-motion","version":1,"frames":2,"dt":0.1,'
          b'"tracks":[]}')
    write(folder + "/m.bvh", b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition "
          b"Yposition Zposition Zrotation Xrotation Yrotation\nJOINT Spine\n{\nOFFSET 0 10 0\n"
          b"CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n}\nMOTION\n"
          b"Frames: 2\nFrame Time: 0.033\n0 90 0 0 0 0 0 0 0\n0 90 0 10 0 0 0 5 0\n")
    write(folder + "/side.bin", bytes(12))
    write(folder + "/side.gltf", b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":12,'
          b'"uri":"side.bin"}]}')
    write(folder + "/bad.gltf", b'{"asset":{"version":"2.0"},"nodes":[' + b",".join(
        b'{"name":"n%d","scale":[1,1,"x"]}' % i for i in range(5)) + b',{"children":[99]}]}')
    write(folder + "/text.vrm", b"version https://git-lfs.github.com/spec/v1\n")
    write(folder + "/cues.txt", b"0.5 happy=0.8\n1 sad\n")
    write(folder + "/marks.json", b'{"time":100,"type":"viseme","value":"p"}\n{"time":200,"type":"viseme","value":"a"}\n')
    write(folder + "/tags.txt", b"[happy] Hello there. [sad@2] Well.\n")
    write(folder + "/policy.json", b'{"format":"vrm-policy","version":1,"rules":[]}')
    write(folder + "/requests", requests([
        '{"jsonrpc":"2.0","id":1,"method":"nothing","params":{}}',
        '{"jsonrpc":"2.0","id":2,"method":"describe","params":{}}']))


def cases_of(avatar, old_avatar):
    """Every command that ends by itself."""
    a = "in/" + avatar
    return [
        Case("info " + a), Case("info --json " + a),
        Case("info -q --thumbnail out/t.png " + a, ["t.png"]),
        Case("validate " + a, reports="findings", degraded="validate --all " + a),
        Case("validate --format sarif " + a, reports="findings"),
        Case("validate --policy vrchat-pc-good " + a, reports="findings"),
        Case("validate --policy list"),
        Case("meta --json " + a), Case("meta - --set name=X -o -", stdin=a),
        Case("meta -q %s --set name=X -o out/b.vrm" % a, ["b.vrm"], is_direct=True),
        Case("meta -q out/b.vrm --set name=X --in-place", ["b.vrm"], placed={"b.vrm": avatar},
             is_direct=True),
        Case("diff %s in/%s" % (a, old_avatar)),
        Case("migrate %s --to 0.x -o out/b.vrm" % a, ["b.vrm"]),
        Case("migrate -q out/b.vrm --in-place", ["b.vrm"], placed={"b.vrm": old_avatar},
             is_direct=True),
        Case("normalize in/%s -o out/b.vrm" % old_avatar, ["b.vrm"]),
        Case("optimize --json %s -o out/b.vrm" % a, ["b.vrm"]),
        Case("bake %s --seconds 0.1 --json -o out/b.glb" % a, ["b.glb"]),
        Case("bake -q %s --animation in/c.vrma --fps 5 -o out/" % a,
             [os.path.splitext(avatar)[0] + ".glb"], is_direct=True),
        Case("trace %s in/still.json" % a),
        Case("trace -q %s in/c.vrma -o out/t.jsonl" % a, ["t.jsonl"]),
        Case("convert-motion in/still.json --avatar %s -o out/d.vrma" % a, ["d.vrma"]),
        Case("render -q --backend null --size 32 %s -o out/p.png" % a, ["p.png"]),
        Case("crowd --json %s -n 2 --seconds 0.1" % a, same=numbers_aside),
    ]


def other_cases():
    """What depends on no avatar, and several files at once."""
    return [
        Case("convert-motion --json in/c.vrma -o out/d.vrma", ["d.vrma"]),
        Case("convert-motion -q in/m.bvh -o out/d.vrma", ["d.vrma"], is_direct=True),
        Case("validate in/side.gltf", reports="findings"),
        # Without memory for groups the findings are listed one by one.
        Case("validate in/bad.gltf", reports="findings", degraded="validate --all in/bad.gltf"),
        Case("validate --all in/bad.gltf", reports="findings"),
        Case("validate --format sarif in/bad.gltf", reports="findings"),
        Case("validate --format junit in/bad.gltf", reports="findings"),
        # Refused, each with a finding that needs memory itself.
        Case("info in/text.vrm", status=1), Case("validate in/text.vrm", reports="findings"),
        Case("normalize in/text.vrm -o out/b.vrm", status=1),
        Case("info in/c.vrma"), Case("validate in/c.vrma", reports="findings"),
        Case(["meta", "--json", "in/a.vrm", "--set", "name=" + LONG, "-o", "out/b.vrm"], ["b.vrm"]),
        # Refused: the output is a side file of the input.
        Case("bake in/side.gltf --seconds 0 -o in/side.bin", status=2),
        Case("convert-motion in/c.vrma -o in/c.vrma", status=2),
        Case("migrate -q in/zero.vrm in/a.vrm -o out/", ["zero.vrm", "a.vrm"]),
        Case("validate -r in", reports="findings"), Case("info -j 2 in/a.vrm in/zero.vrm"),
        Case("render -q --backend null --size 16 --frames 2 in/a.vrm -o out/p%02d.png",
             ["p00.png", "p01.png"]),
        Case("render -q --backend null --size 16 --seconds 0.1 in/a.vrm --animate out/p.webp",
             ["p.webp"], last_allocations=80, may_crash=True),  # libwebp's own
        Case("render -q --backend null --size 16 --seconds 0.1 in/a.vrm --raw y4m -o out/p.y4m", ["p.y4m"]),
        Case("convert-motion -q --audio in/said.wav --fps 5 --emotions in/cues.txt -o out/d.vrma", ["d.vrma"],
             is_direct=True, may_crash=True),  # libsndfile's own
        Case("convert-motion -q --visemes in/marks.json --fps 5 -o out/d.vrma", ["d.vrma"]),
        Case("bake -q in/a.vrm --animation in/c.vrma --audio in/said.wav --script in/tags.txt --seconds 0.1 -o out/b.glb",
             ["b.glb"], is_direct=True, may_crash=True),
        Case("render -q --backend null --size 16 --thumbnail in/a.vrm -o out/b.vrm", ["b.vrm"]),
        Case("serve in", stdin="in/requests", reports="answers"), Case("serve describe --format json"),
        Case("help"), Case("version --verbose"),
    ]


# ---- Surroundings ----

def fill(path):
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


class Surroundings:
    """A run without the shim, where the system itself refuses."""

    def __init__(self, tools, faults):
        self.tools, self.faults, self.runs = tools, faults, 0
        self.folder = tools["folder"] + "/around"
        os.mkdir(self.folder)

    def run(self, what, words, **options):
        self.runs += 1
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        try:
            done = subprocess.run([self.tools["vrm"]] + words, timeout=60, check=False, **options)
        except subprocess.TimeoutExpired:
            self.faults.append("%s: vrm %s hangs" % (what, " ".join(words)))
            return
        if done.returncode not in (1, 2, 3) or not done.stderr:
            self.faults.append("%s: vrm %s: status %d, message %r" % (
                what, " ".join(words), done.returncode, done.stderr))

    def writers(self, folder):
        a, clip = self.tools["inputs"] + "/a.vrm", self.tools["inputs"] + "/c.vrma"
        zero = self.tools["inputs"] + "/zero.vrm"
        return [["meta", a, "--set", "name=X", "-o", folder + "/b.vrm"],
                ["migrate", zero, "-o", folder + "/b.vrm"],
                ["normalize", zero, "-o", folder + "/b.vrm"],
                ["optimize", zero, "-o", folder + "/b.vrm"],
                ["bake", a, "--seconds", "0", "-o", folder + "/b.glb"],
                ["convert-motion", clip, "-o", folder + "/b.vrma"],
                ["trace", a, clip, "-o", folder + "/b.jsonl"],
                ["render", "--backend", "null", "--size", "64", a, "-o", folder + "/b.png"],
                ["info", "--thumbnail", folder + "/t.png", self.tools["inputs"] + "/hero.vrm"]]

    def check_untouched(self, what, folder, names):
        left = {name: read(folder + "/" + name) for name in os.listdir(folder)}
        if left != {name: OLD for name in names}:
            self.faults.append("%s: left %s" % (what, {n: len(d) for n, d in left.items()}))

    def try_writers(self, what, folder, fill=None, **options):
        for words in self.writers(folder):
            name = os.path.basename(words[words.index("--thumbnail") + 1]
                                    if "--thumbnail" in words else words[-1])
            for has_old in (False, True):
                for file in os.listdir(folder):
                    os.unlink(folder + "/" + file)
                if has_old:
                    write(folder + "/" + name, OLD)
                if fill:
                    fill(folder + "/filler")
                self.run(what, words, **options)
                if fill:
                    os.unlink(folder + "/filler")
                self.check_untouched(what + ": " + words[0], folder, [name] if has_old else [])

    def full_disk(self):
        folder = self.folder + "/disk"
        os.mkdir(folder)
        mounted = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k,mode=0777", "tmpfs", folder],
            stderr=subprocess.DEVNULL, check=False).returncode == 0
        if not mounted:
            print("full disk: skipped, nothing can be mounted here")
            return
        try:
            self.try_writers("full disk", folder, fill=fill)
        finally:
            subprocess.run(["umount", folder], check=True)

    def size_limit(self):
        folder = self.folder + "/limit"
        os.mkdir(folder)
        self.try_writers("file size limit", folder, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (16, 16)), stdout=subprocess.DEVNULL)

    def closed_folder(self):
        if os.geteuid() == 0 and shutil.which("setpriv") is None:
            print("read-only folder: skipped, root may write everywhere")
            return
        folder = self.folder + "/closed"
        os.mkdir(folder)
        os.chmod(folder, 0o555)
        identity = {"user": 65534, "group": 65534, "extra_groups": []} \
            if os.geteuid() == 0 else {}
        for words in self.writers(folder):
            self.run("read-only folder", words, **identity)
            self.check_untouched("read-only folder: " + words[0], folder, [])

    def talkers(self):
        a, clip = self.tools["inputs"] + "/a.vrm", self.tools["inputs"] + "/c.vrma"
        return [["info", a], ["info", "--json", a], ["validate", a], ["meta", a],
                ["meta", a, "-o", "-"], ["diff", a, self.tools["inputs"] + "/zero.vrm"],
                ["migrate", a, "--to", "0.x", "-o", "-"], ["normalize", a, "-o", "-"],
                ["optimize", a, "-o", "-"],
                ["bake", a, "--seconds", "0", "-o", "-"], ["trace", a, clip],
                ["convert-motion", clip, "-o", "-"], ["help"], ["version"],
                ["render", "--backend", "null", "--size", "64", a, "-o", "-"],
                ["info", "--thumbnail", "-", self.tools["inputs"] + "/hero.vrm"],
                ["crowd", a, "-n", "1", "--seconds", "0"], ["serve", "describe", "--format",
                                                            "json"]]

    def full_output(self):
        with open("/dev/full", "wb") as full:
            for words in self.talkers():
                self.run("full standard output", words, stdout=full)

    def closed_pipe(self):
        """With SIGPIPE ignored there is a message; else the signal ends vrm, as it does others."""
        for words in self.talkers():
            reader, writer = os.pipe()
            os.close(reader)
            self.run("closed pipe", words, stdout=writer, restore_signals=False,
                     preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
            self.runs += 1
            done = subprocess.run([self.tools["vrm"]] + words, stdout=writer, check=False,
                                  stderr=subprocess.PIPE, restore_signals=True, timeout=60)
            if done.returncode not in (-signal.SIGPIPE, 3):
                self.faults.append("closed pipe: vrm %s: %d" % (" ".join(words), done.returncode))
            os.close(writer)

    def all(self):
        self.full_disk()
        self.size_limit()
        self.closed_folder()
        self.full_output()
        self.closed_pipe()


def corpus_files(folder, most):
    """Avatars of all sizes below 8 MB, evenly spread."""
    found = sorted((os.path.getsize(at + "/" + name), at + "/" + name)
                   for at, _, names in os.walk(folder) for name in names
                   if name.endswith(".vrm") and os.path.getsize(at + "/" + name) < 8 << 20)
    return [found[i * len(found) // most][1] for i in range(min(most, len(found)))]


def cases_of_corpus(inputs):
    folder = os.environ.get("VRM_CORPUS")
    if not folder:
        print("corpus: skipped, VRM_CORPUS is not set")
        return []
    work = []
    for i, path in enumerate(corpus_files(folder, 10)):
        name = "corpus%d.vrm" % i
        print("%s: %d bytes" % (name, os.path.getsize(path)))
        shutil.copyfile(path, inputs + "/" + name)
        work += cases_of(name, "zero.vrm")
    return work


def is_usable(tools):
    words = [tools["vrm"], "version"]
    done = subprocess.run(words, env=dict(os.environ, LD_PRELOAD=tools["shim"]), check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode == 98:
        print("skipped: " + done.stderr.decode().strip())
    return done.returncode != 98


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    is_long = "--long" in sys.argv
    vrm, scene, shim = (os.path.abspath(word) for word in arguments[:3])
    only = arguments[3] if "--only" in sys.argv else ""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        if " " in shim:  # LD_PRELOAD parts its list at spaces
            shim = shutil.copy(shim, folder)
        tools = {"vrm": vrm, "shim": shim, "folder": folder, "inputs": folder + "/inputs"}
        if not is_usable(tools):
            return 77
        make_inputs(scene, tools["inputs"])
        work = cases_of("a.vrm", "zero.vrm") + other_cases()
        if is_long:
            work += cases_of("hero.vrm", "zero.vrm")
            work += cases_of_corpus(tools["inputs"])
        runs = reported = shown = 0
        for case in work:
            if only not in case.name:
                continue
            trial = Trial(tools, case, faults)
            is_corpus = "corpus" in case.name
            points = (6, 6) if not is_long or is_corpus else (32, 32)
            are_allocations = "--allocations" in sys.argv
            if not (trial.run_allocations() if are_allocations else trial.run_all(*points)):
                print("%-72s refused undisturbed" % case.name[:72])
                if not is_corpus:
                    faults.append(case.name + ": refused undisturbed")
                continue
            runs += trial.runs
            reported += trial.reported
            print("%-72s %6d runs, %6d reported" % (case.name[:72], trial.runs, trial.reported),
                  flush=True)
            for fault in faults[shown:]:
                print(fault, flush=True)
            shown = len(faults)
        if not only and "--allocations" not in sys.argv:
            around = Surroundings(tools, faults)
            around.all()
            runs += around.runs
    for fault in faults[shown:]:
        print(fault)
    print("%d runs, %d faults" % (runs, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
