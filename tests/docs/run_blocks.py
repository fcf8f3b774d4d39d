#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: run_blocks.py VRM VRM_SCENE BUILD_FOLDER

Runs the lines of every shell block (```sh) of README.md and the documents, in a folder that has what they
name: the bundled avatar as avatar.vrm, clips, a library of two avatars, the installed library. Every line
succeeds, or NOT_RUN says why it is not run. A reason for a line that is no longer there is an error.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
vrm, scene, build = (Path(argument).resolve() for argument in sys.argv[1:4])

# Document and beginning of the line: why it is not run here.
NOT_RUN = {
    ("docs/guide/live.md", "vrm live"): "runs until Ctrl-C; cli.live_wire moves an avatar by packets",
    ("docs/guide/live.md", "vrm receive --from openseeface"): "waits for a tracker; trackers.py of tests/trackers sends",
    ("CONTRIBUTING.md", "make check"): "all tests, of which this is one",
    ("CONTRIBUTING.md", "ninja -C build-dev"): "a part of the build, which this test is a part of",
    ("CONTRIBUTING.md", "cmake --preset dev"): "configures the build that this test is a part of",
    ("CONTRIBUTING.md", "ctest --test-dir build-dev"): "the tests that this is one of",
    ("CONTRIBUTING.md", "VRM_TEST=drift"): "unit.face_speech beside this test, which runs all cases",
    ("CONTRIBUTING.md", "make tests-of"): "needs data that take minutes to build; checks.tests_of asks with data of its own",
    ("README.md", "vrm render avatar.vrm --animation"): "a film of many frames; cli.render draws a shorter one",
    ("README.md", "vrm render avatar.vrm --audio"): "a film of many frames; cli.speech draws a shorter one",
    ("README.md", "make demo"): "installs packages and builds; every step of it is a command that cli.* runs",
    ("README.md", "make check"): "all tests, of which this is one",
    ("README.md", "make"): "the whole build, which this test is a part of",
    ("README.md", "make install"): "checks.install installs, into a folder of its own",
    ("bindings/python/README.md", "pip install ."): "bindings.python installs the package so, into a folder of its own",
    ("bindings/python/README.md", 'pip install ".[arrays]"'): "fetches numpy",
    ("bindings/python/README.md", "apt install"): "installs packages of the system",
    ("bindings/python/README.md", "python3 -m venv"): "what it makes is used by the next line alone",
    ("bindings/python/README.md", "env/bin/pip install"): "bindings.python installs the package so, into a folder of its own",
    ("bindings/python/README.md", "python -m libvrm"): "bindings.python runs it",
    ("docs/guide/avatar.md", "make"): "the whole build, which this test is a part of",
    ("docs/guide/avatar.md", "build/vrm render vesna.vrm --animation"): "a film of many frames; cli.render draws a shorter one",
    ("docs/guide/batch.md", "examples/batch/run_slurm.sh"): "batch.slurm runs it on a Slurm of its own",
    ("docs/reference/change-springs.md", "make springs"): "a part of the build, and tests beside this one",
    ("docs/guide/hello.md", "ninja -C build"): "a part of the build, which this test is a part of",
    ("docs/guide/install.md", "make"): "the whole build, which this test is a part of",
    ("docs/guide/install.md", "make install"): "checks.install installs, into a folder of its own",
    ("docs/guide/viewer.md", "make web"): "build.web builds it",
    ("examples/batch/README.md", "./run_parallel.sh"): "the block of docs/guide/batch.md runs it",
    ("examples/batch/README.md", "./run_slurm.sh"): "batch.slurm runs it on a Slurm of its own",
    ("packaging/debian/README.md", "apt install"): "make check-packages does that, in a root of its own",
    ("docs/guide/web.md", "npm install"): "needs the package; web.* install it packed, from the folder that make web leaves",
    ("web/npm/README.md", "npm install"): "web.* import the package from the folder that make web leaves",
}  # fmt: skip
# Programs that a line may need and a machine may lack.
OPTIONAL = {"sqlite3": "sqlite3", "examples/batch/run_parallel.sh": "parallel", "gst-launch-1.0": "gst-launch-1.0",
            "gst-inspect-1.0": "gst-inspect-1.0"}
MOTION = ('{"format":"vrm-motion","version":1,"frames":3,"dt":0.1,'
          '"tracks":[{"target":"expression","name":"happy","property":"weight","const":1}]}')
PROGRAM = "int main(int argc, char** argv) { return play(argc > 1 ? argv[1] : \"\") == VRM_OK ? 0 : 1; }\n"
# Lines whose status is not 0, and rightly so.
STATUS = {
    "vrm validate --policy list": 0,
    "vrm validate --policy": 1,  # the avatar has more materials than a phone should draw
}


def documents():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root, capture_output=True, text=True)
    names = listed.stdout.split() if listed.returncode == 0 else []
    paths = [root / name for name in names] or [root / "README.md", *sorted(root.glob("**/*.md"))]
    return [path for path in paths if path.exists()]


def blocks_of(text, language):
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.S | re.M):
        if match[1] == language:
            yield text[: match.start()].count("\n") + 2, match[2]


def first_program(document, function):
    return next(block for _, block in blocks_of((root / document).read_text(), "c") if function in block)


def prepare(folder):
    """What the documents take for granted."""
    def made(*words):
        subprocess.run([str(word) for word in words], cwd=folder, check=True, capture_output=True)

    made(scene, "1.0", "avatar.vrm")
    made(scene, "clip", "walk.vrma")
    made(scene, "speech", "speech.wav")
    made(scene, "fbx", "walk.fbx")
    (folder / "tags.txt").write_text("[happy] Hello there. [sad:0.5] Well.\n")
    for copy in ("nova.vrm", "library/one.vrm", "library/two.vrm", "uploads/avatar.vrm", "exports/avatar.vrm"):
        (folder / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "avatar.vrm", folder / copy)
    shutil.copy(folder / "walk.vrma", folder / "wave.vrma")
    made(vrm, "bake", "avatar.vrm", "--seconds", "0.5", "-o", "avatar.glb")
    shutil.copy(folder / "avatar.glb", folder / "figure.glb")
    (folder / "script.json").write_text(MOTION)
    (folder / "share/vrm").mkdir(parents=True)
    (folder / "share/vrm/policies").symlink_to(root / "examples/policies")
    shutil.copy(root / "examples/policies/mobile.json", folder / "house.json")
    shutil.copy(root / "examples/04_pose.c", folder / "hello.c")
    (folder / "program.c").write_text(first_program("README.md", "play(") + PROGRAM)
    (folder / "examples").symlink_to(root / "examples")
    (folder / "materials").mkdir()
    programs = folder / "build"
    programs.mkdir()
    (programs / "vrm").symlink_to(vrm)
    (programs / "vrm_scene").symlink_to(scene)
    installed = folder / "installed"
    made("cmake", "--install", build, "--prefix", installed)
    libraries = next(installed.glob("**/libvrm.so")).parent
    return dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", LD_LIBRARY_PATH=str(libraries),
                PKG_CONFIG_PATH=str(libraries / "pkgconfig"), VRM=str(vrm), LP_NUM_THREADS="1", JOBS="2",
                DISPLAY="", WAYLAND_DISPLAY="", BROWSER="", GST_PLUGIN_PATH=str(libraries / "gstreamer-1.0"),
                GST_REGISTRY=str(folder / "registry.bin"))


def run_line(line, folder, environment):
    """None, or what went wrong."""
    if line.startswith("vrm view") or (line.startswith("vrm live") and "--page" in line):  # runs until Ctrl-C
        with subprocess.Popen(["sh", "-c", f"exec {line}"], cwd=folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
            said = server.stdout.readline()
            time.sleep(0.2)
            server.send_signal(signal.SIGINT)
            said += server.stdout.read()
        return None if server.returncode == 0 and "http://127.0.0.1:" in said else f"status {server.returncode}\n{said}"
    done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=100)
    expected = next((status for begin, status in STATUS.items() if line.startswith(begin)), 0)
    if done.returncode != expected:
        return f"status {done.returncode}\n{done.stdout}{done.stderr}"
    return check_films(line, folder)


def check_films(line, folder):
    """Phones and browsers play H.264 up to High, profile 100 of its avcC: no 4:4:4, which is 244."""
    for name in re.findall(r"[\w.-]+[.]mp4\b", line):
        film = folder / name
        data = film.read_bytes() if film.exists() else b""
        at = data.find(b"avcC")
        if at >= 0 and data[at + 5] > 100:
            return f"{name} has H.264 of profile {data[at + 5]}"
    return None


def check_missing_file(folder, environment):
    """Step 1 of docs/guide/embedding.md, as it stands, ends well with a file that is not there. Returns what went wrong."""
    block = first_program("docs/guide/embedding.md", "vrm_sim_add(")
    (folder / "step.c").write_text("#include <stdio.h>\n#include <vrm/vrm.h>\nint main(void) {\nconst char* path = \"missing.vrm\";\n"
                                   f"{block}\n(void)avatar;\nreturn result == VRM_ERR_IO ? 0 : 1;\n}}\n")
    done = subprocess.run("cc step.c -o step $(pkg-config --cflags --libs vrm) && ./step", shell=True, cwd=folder, env=environment,
                          capture_output=True, text=True)
    if done.returncode == 0 and "missing.vrm" in done.stderr:
        return []
    return [f"docs/guide/embedding.md, step 1, with a missing file: status {done.returncode}\n{done.stderr}"]


def main():
    problems, unused, count = [], set(NOT_RUN), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = prepare(folder)
        problems += check_missing_file(folder, environment)
        for document in documents():
            path = str(document.relative_to(root))
            for number, block in blocks_of(document.read_text(), "sh"):
                for line in block.replace("\\\n", " ").splitlines():
                    line = re.sub(r"\s+#.*", "", line)
                    if not line:
                        continue
                    reasons = [key for key in NOT_RUN if key[0] == path and (line == key[1] or line.startswith(key[1] + " "))]
                    if reasons:
                        unused.discard(max(reasons, key=lambda key: len(key[1])))
                        continue
                    needs = "ffmpeg" if "| ffmpeg " in line else OPTIONAL.get(line.split()[0])
                    if re.search(r"--animate \S+[.](mp4|webm)\b", line):
                        needs = "gst-launch-1.0"
                    if needs and shutil.which(needs) is None:
                        print(f"{path}:{number}: not run without {needs}: {line}")
                        continue
                    begin = time.monotonic()
                    problem = run_line(line, folder, environment)
                    print(f"{path}:{number}: {time.monotonic() - begin:5.1f} s  {line}")
                    count += 1
                    if problem:
                        problems.append(f"{path}:{number}: {line}: {problem}")
    problems += [f"{Path(__file__).name}: {key[0]} has no line {key[1]!r} any more" for key in sorted(unused)]
    print("\n".join(problems) or f"{count} lines run, {len(NOT_RUN)} left to other tests")
    return 1 if problems else 0


sys.exit(main())
