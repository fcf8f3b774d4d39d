#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: raw_film.py VRM VRM_SCENE

Films as raw frames: what `vrm render --raw` writes, read by a parser of our own and, where it is
installed, by ffmpeg. Skipped (status 77) where nothing can be drawn.
"""
import os, pty, shutil, signal, subprocess, sys, tempfile

VRM, SCENE = map(os.path.abspath, sys.argv[1:3])
WIDTH, HEIGHT, FRAMES = 65, 47, 3  # odd: the last column and row of chroma stand alone


def render(*words, **more):
    return subprocess.run([VRM, "render", "-q", "hero.vrm", *words], capture_output=True, **more)


def film(form, *words):
    run = render("--raw", form, "--size", f"{WIDTH}x{HEIGHT}", "--fps", "29.97", "--seconds", "0.1", *words)
    assert run.returncode == 0, run.stderr
    return run.stdout


def read_pam(data):
    frames = []
    while data:
        head, data = data.split(b"ENDHDR\n", 1)
        lines = head.decode().splitlines()
        assert lines == ["P7", f"WIDTH {WIDTH}", f"HEIGHT {HEIGHT}", "DEPTH 4", "MAXVAL 255",
                         "TUPLTYPE RGB_ALPHA"], lines
        frames.append(data[:WIDTH * HEIGHT * 4])
        data = data[WIDTH * HEIGHT * 4:]
    return frames


def read_y4m(data):
    head, data = data.split(b"\n", 1)
    words = head.decode().split(" ")
    assert words == ["YUV4MPEG2", f"W{WIDTH}", f"H{HEIGHT}", "F2997:100", "Ip", "A1:1", "C420jpeg",
                     "XCOLORRANGE=LIMITED"], words
    area, part = WIDTH * HEIGHT, ((WIDTH + 1) // 2) * ((HEIGHT + 1) // 2)
    size, frames = area + 2 * part, []
    while data:
        assert data[:6] == b"FRAME\n"
        planes = data[6:6 + size]
        assert len(planes) == size
        frames.append((planes[:area], planes[area:area + part], planes[area + part:]))
        data = data[6 + size:]
    return frames


def check_yuv(rgba, planes):
    """BT.601 of the frame on black, in floating point."""
    luma, u_plane, v_plane = planes
    rgb = [[rgba[i * 4 + c] * rgba[i * 4 + 3] / 255 for c in range(3)] for i in range(WIDTH * HEIGHT)]
    for i, (r, g, b) in enumerate(rgb):
        y = 16 + (0.299 * r + 0.587 * g + 0.114 * b) * 219 / 255
        assert abs(y - luma[i]) <= 1.1, (i, y, luma[i])
    for row in range((HEIGHT + 1) // 2):
        for column in range((WIDTH + 1) // 2):
            four = [rgb[y * WIDTH + x] for y in (row * 2, row * 2 + 1) for x in (column * 2, column * 2 + 1)
                    if x < WIDTH and y < HEIGHT]
            r, g, b = (sum(p[c] for p in four) / len(four) for c in range(3))
            y = 0.299 * r + 0.587 * g + 0.114 * b
            at = row * ((WIDTH + 1) // 2) + column
            assert abs(128 + (b - y) / 1.772 * 224 / 255 - u_plane[at]) <= 1.1
            assert abs(128 + (r - y) / 1.402 * 224 / 255 - v_plane[at]) <= 1.1


def by_ffmpeg(data, *words, pixels="rgba"):
    command = ["ffmpeg", "-v", "error", *words, "-i", "-", "-f", "rawvideo", "-pix_fmt", pixels, "-"]
    run = subprocess.run(command, input=data, capture_output=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def check_ffmpeg(pam, rgba, y4m):
    assert by_ffmpeg(pam, "-f", "image2pipe", "-c:v", "pam") == rgba, "ffmpeg reads other pixels from PAM"
    same = by_ffmpeg(rgba, "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", f"{WIDTH}x{HEIGHT}")
    assert same == rgba
    rgb = by_ffmpeg(y4m, pixels="rgb24")
    assert len(rgb) == len(rgba) // 4 * 3, "ffmpeg reads other frames from Y4M"
    wrong = 0
    for i in range(len(rgba) // 4):
        alpha = rgba[i * 4 + 3]
        wrong += sum(abs(rgb[i * 3 + c] - rgba[i * 4 + c] * alpha / 255) for c in range(3))
    mean = wrong / len(rgb)
    print(f"ffmpeg: pam and rgba equal, y4m differs by {mean:.2f} of 255 in the mean (chroma of four)")
    assert mean < 4, mean
    film = [VRM, "render", "-q", "hero.vrm", "--raw", "y4m", "--size", "64", "--seconds", "0.2"]
    with subprocess.Popen(film, stdout=subprocess.PIPE) as source:
        to_mp4 = subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "-", "out.mp4"], stdin=source.stdout)
    assert source.returncode == 0 and to_mp4.returncode == 0 and os.path.getsize("out.mp4") > 500
    probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries",
                            "stream=width,height,pix_fmt,r_frame_rate,nb_read_frames", "-of", "csv=p=0",
                            "out.mp4"], capture_output=True, text=True).stdout.strip()
    assert probe == "64,64,yuv420p,30/1,6", probe


def check_terminal():
    """Frames are refused where they would be shown as characters."""
    for words in (["--raw", "y4m"], ["--raw", "rgba", "-o", "-"]):
        parent, child = pty.openpty()
        run = subprocess.run([VRM, "render", "hero.vrm", *words], stdout=child, stderr=subprocess.PIPE)
        os.close(child)
        os.close(parent)
        assert run.returncode == 2 and b"terminal" in run.stderr, run


def check_closed_pipe():
    with subprocess.Popen([VRM, "render", "-q", "hero.vrm", "--raw", "rgba", "--size", "256", "--seconds", "60"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.read(1000)
        run.stdout.close()
        said = run.stderr.read()
    assert run.returncode == -signal.SIGPIPE and said == b"", (run.returncode, said)


def main():
    subprocess.run([SCENE, "hero", "hero.vrm"], check=True, stdout=subprocess.DEVNULL)
    if render("--size", "8", "-o", "try.png").returncode == 3:
        print("skipped: nothing can be drawn here")
        return 77
    pam, rgba, y4m = (film(form) for form in ("pam", "rgba", "y4m"))
    frames = read_pam(pam)
    assert len(frames) == FRAMES and b"".join(frames) == rgba
    alphas = set(rgba[3::4])
    assert {0, 255} <= alphas and len(alphas) > 2, "alpha is kept, edges too"
    planes = read_y4m(y4m)
    assert len(planes) == FRAMES
    for frame, yuv in zip(frames, planes):
        check_yuv(frame, yuv)
    for form, data in (("pam", pam), ("rgba", rgba), ("y4m", y4m)):
        assert film(form, "-o", f"film.{form}") == b""
        with open(f"film.{form}", "rb") as file:
            assert file.read() == data, "a file has other bytes than a pipe"
    check_terminal()
    check_closed_pipe()
    if shutil.which("ffmpeg") and shutil.which("ffprobe"):
        check_ffmpeg(pam, rgba, y4m)
    else:
        print("ffmpeg is not installed: read by our own parser only")
    return 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir("/")
    sys.exit(status)
