#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: live_raw.py VRM VRM_SCENE

`vrm live --raw`: pictures on a pipe, by readers that are fast, slow, or gone. Skipped (status 77)
where nothing can be drawn.
"""
import itertools, os, pty, re, shutil, signal, socket, struct, subprocess, sys, tempfile, time

from raw_film import HEIGHT, VRM, SCENE, WIDTH, by_ffmpeg, check_yuv, read_pam, read_y4m

SIZE = ["--size", f"{WIDTH}x{HEIGHT}"]


def live(*words, **more):
    return subprocess.run([VRM, "live", "hero.vrm", *words], capture_output=True, **more)


def film(form, *words):
    run = live("--raw", form, *SIZE, "--fps", "29.97", "--seconds", "0.1", "--no-wait", "-q", *words)
    assert run.returncode == 0 and run.stderr == b"", run.stderr
    return run.stdout


def pieces(data, size):
    assert len(data) % size == 0, (len(data), size)
    return [data[at:at + size] for at in range(0, len(data), size)]


def difference(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def check_formats():
    """Every frame of the loop is a picture, the same in all forms and each time."""
    rgba = film("rgba")
    assert film("rgba") == rgba
    frames = pieces(rgba, WIDTH * HEIGHT * 4)
    assert len(frames) == 3 and len(set(frames)) == 3, len(frames)
    assert read_pam(film("pam")) == frames
    y4m = film("y4m")
    for pixels, planes in zip(frames, read_y4m(y4m), strict=True):
        check_yuv(pixels, planes)
    if shutil.which("ffmpeg"):
        assert len(by_ffmpeg(y4m, pixels="rgb24")) == len(rgba) // 4 * 3, "ffmpeg reads other frames"


def check_camera():
    """Camera and background are those of vrm render; idle motion alone differs."""
    for words in (["--camera", "bust", "--orbit", "30,10"], ["--fov", "50", "--background", "#203040"]):
        still = subprocess.run([VRM, "render", "-q", "hero.vrm", "--raw", "rgba", *SIZE, "--seconds", "0.01", *words],
                               capture_output=True, check=True).stdout
        assert difference(film("rgba", *words)[:len(still)], still) < 4, words
        assert difference(film("rgba")[:len(still)], still) > 8, words


def check_late():
    """When drawing is slower than the rate, pictures are repeated, and the stream keeps its rate."""
    run = live("--raw", "rgba", *SIZE, "--fps", "1000", "--seconds", "2")
    assert run.returncode == 0, run.stderr
    pictures = pieces(run.stdout, WIDTH * HEIGHT * 4)
    drawn = int(re.search(rb"live: (\d+) frame", run.stderr).group(1))
    assert drawn < len(pictures) <= 2000, (drawn, len(pictures))
    assert len(pictures) > 4 * drawn, (drawn, len(pictures))  # a busy system makes this program look like a slow reader
    changes = sum(a != b for a, b in zip(pictures, pictures[1:]))
    assert changes < drawn, (changes, drawn)
    print(f"{drawn} drawn of {len(pictures)} in 2 s at a rate of 1000")


def start(*words):
    return subprocess.Popen([VRM, "live", "hero.vrm", "-q", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def check_slow_reader():
    """A reader that takes its time is not given the same picture again and again."""
    size = 256 * 256 * 4  # more than a pipe holds
    with start("--raw", "rgba", "--size", "256", "--fps", "30") as run:
        pictures = []
        for _ in range(12):
            pictures.append(run.stdout.read(size))
            time.sleep(0.3)
        run.send_signal(signal.SIGINT)  # while it waits for the reader
        run.stdout.close()
        said = run.stderr.read()
    assert run.returncode == 0 and said == b"", (run.returncode, said)
    assert sum(a != b for a, b in zip(pictures, pictures[1:])) >= 6, "pictures are repeated"


def check_stopped():
    """R-747: one that was stopped repeats five seconds of pictures, not all that it missed."""
    size, fps = WIDTH * HEIGHT * 4, 1000
    with open("film", "wb") as out:
        run = subprocess.Popen([VRM, "live", "hero.vrm", "-q", "--raw", "rgba", *SIZE, "--fps", str(fps)], stdout=out)
    while os.path.getsize("film") == 0:
        time.sleep(0.05)
    run.send_signal(signal.SIGSTOP)
    time.sleep(6.5)
    run.send_signal(signal.SIGCONT)
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    assert run.wait(20) == 0
    with open("film", "rb") as film:
        runs = [len(list(same)) for _, same in itertools.groupby(pieces(film.read(), size))]
    os.remove("film")
    assert max(runs) < 6 * fps, f"{max(runs)} equal pictures after a stop of 6.5 s"


def check_last_frame():
    """However late it is, the last frame of --seconds is played and drawn, and not an earlier one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        port = str(receiver.getsockname()[1])
        with start("--raw", "rgba", "--size", "256", "--fps", "30", "--seconds", "0.5", "--vmc-out", port) as run:
            run.stdout.read(1)
            time.sleep(1)  # the first picture fills the pipe until the time is over
            size, said = 1 + len(run.stdout.read()), run.stderr.read()
        assert run.returncode == 0 and said == b"" and size >= 2 * 256 * 256 * 4, (said, size)
        receiver.setblocking(False)
        times = []
        try:
            while True:
                packet = receiver.recv(65536)
                at = packet.find(b"/VMC/Ext/T\0")
                if at >= 0:
                    times.append(struct.unpack(">f", packet[at + 16:at + 20])[0])
        except BlockingIOError:
            pass
    assert abs(times[-1] - 14 / 30) < 1e-4, times


def check_waiting_ends():
    """A second Ctrl-C ends it while nobody reads and the pipe is full."""
    with start("--raw", "rgba", "--size", "512") as run:
        run.stdout.read(1)
        time.sleep(0.5)
        while run.poll() is None:
            run.send_signal(signal.SIGINT)
            time.sleep(0.2)
        assert run.stderr.read() == b"" and run.returncode in (0, -signal.SIGINT), run.returncode


def check_closed_pipe():
    with start("--raw", "y4m", "--size", "256") as run:
        run.stdout.read(1000)
        run.stdout.close()
        said = run.stderr.read()
    assert run.returncode == 0 and said == b"", (run.returncode, said)


def check_message():
    """A message moves the camera."""
    size = 64 * 64 * 4
    def seen(picture):
        return sum(picture[3::4]) / (64 * 64 * 255)
    with start("--raw", "rgba", "--size", "64", "--control", "wire") as run:
        before = seen(run.stdout.read(size))
        with socket.socket(socket.AF_UNIX) as client:
            client.connect("wire")
            client.sendall(b'{"type":"state","id":1}\n{"type":"camera","shot":"face"}\n')
            deadline = time.monotonic() + 30
            while seen(run.stdout.read(size)) < 2 * before:
                assert time.monotonic() < deadline, "the camera stays"
            answers = client.recv(65536)
        run.send_signal(signal.SIGINT)
        run.stdout.close()
        run.wait(20)
    assert b'"camera":{"shot":"full"' in answers, answers


def check_refusals():
    for words, why in ((["--raw", "y4m", "--json"], b"both write to standard output"),
                       (["--raw", "y4m", "--control", "-"], b"both write to standard output"),
                       (["--camera", "face"], b"--camera goes with --raw or --window"),
                       (["--raw", "y4m", "--size", "0"], b"vrm live: --size 0: WIDTHxHEIGHT"),
                       (["--raw", "y4m", "--orbit", "0,90"], b"vrm live: --orbit 0,90: up is"),
                       (["--raw", "bmp"], b"y4m, pam or rgba")):
        run = live("--seconds", "1", *words)
        assert run.returncode == 2 and why in run.stderr and run.stdout == b"", (words, run)
    parent, child = pty.openpty()
    run = subprocess.run([VRM, "live", "hero.vrm", "--raw", "y4m"], stdout=child, stderr=subprocess.PIPE)
    os.close(child)
    os.close(parent)
    assert run.returncode == 2 and b"terminal" in run.stderr, run
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([VRM, "live", "hero.vrm", "--raw", "y4m", "-q"], stdout=full, stderr=subprocess.PIPE)
        assert run.returncode == 3 and run.stderr.count(b"\n") == 1 and b"No space" in run.stderr, run


def main():
    subprocess.run([SCENE, "hero", "hero.vrm"], check=True, stdout=subprocess.DEVNULL)
    probe = subprocess.run([VRM, "render", "-q", "hero.vrm", "--size", "8", "-o", "try.png"], capture_output=True, text=True)
    if probe.returncode == 3:
        print(f"skipped: {probe.stderr}")
        return 77
    for check in (check_formats, check_camera, check_late, check_slow_reader, check_stopped, check_last_frame, check_waiting_ends,
                  check_closed_pipe, check_message, check_refusals):
        check()
    return 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir("/")
    sys.exit(status)
