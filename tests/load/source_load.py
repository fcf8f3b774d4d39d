#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: source_load.py PLUGIN_FOLDER VRM_SCENE MINUTES

A live pipeline with `vrmsrc` for so many minutes, with blinks, glances and a looped motion: prints each minute what it uses.
Memory after two minutes is that at the end."""
import os, shutil, signal, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
from live_ends import RawReader, Usage  # noqa: E402

PLUGINS, SCENE = (os.path.abspath(path) for path in sys.argv[1:3])
MINUTES = float(sys.argv[3])
FPS, SIZE = 30, 64
GROWTH_KB = 2048


def play():
    for words in (("typical", "a.vrm"), ("clip", "walk.vrma")):
        subprocess.run([SCENE, *words], check=True, stdout=subprocess.DEVNULL)
    pipeline = ("vrmsrc location=a.vrm animation=walk.vrma loop=true face=true is-live=true ! video/x-raw,format=RGBA,"
                f"width={SIZE},height={SIZE},framerate={FPS}/1 ! fdsink fd=1 sync=true")
    return subprocess.Popen(["gst-launch-1.0", "-q", "-e", *pipeline.split()], stdout=subprocess.PIPE,
                            env={**os.environ, "GST_PLUGIN_PATH": PLUGINS, "GST_REGISTRY": "registry.bin"})


def main():
    process = play()
    reader, usage, settled = RawReader(process.stdout, SIZE * SIZE * 4, FPS), Usage(process.pid), None
    reader.start()
    print("\t".join(("minute", "kB", "threads", "CPU %", "frames/s")))
    for number in range(1, max(1, round(MINUTES)) + 1):
        at, cpu, frames = time.monotonic(), usage.cpu_s(), reader.frames
        time.sleep(60 * min(1, MINUTES))
        if process.poll() is not None:
            sys.exit(f"the pipeline has ended: {process.returncode}")
        seconds, size = time.monotonic() - at, usage.resident_kb()
        print("\t".join((f"{number}", f"{size}", f"{usage.threads()}", f"{100 * (usage.cpu_s() - cpu) / seconds:.0f}",
                         f"{(reader.frames - frames) / seconds:.1f}")), flush=True)
        if reader.frames == frames:
            sys.exit("no frame came")
        settled = settled or (size if number == min(2, round(MINUTES)) else None)
    process.send_signal(signal.SIGINT)
    status = process.wait(60)
    if status != 0:
        sys.exit(f"ended with {status}")
    if settled is not None and size - settled > GROWTH_KB:
        sys.exit(f"memory grew from {settled} to {size} kB")


if not shutil.which("gst-launch-1.0"):
    sys.exit("gst-launch-1.0 is missing: apt-get install gstreamer1.0-tools")
with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    try:
        main()
    finally:
        os.chdir("/")
