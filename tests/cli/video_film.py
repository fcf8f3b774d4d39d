#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: video_film.py VRM VRM_SCENE

Films as MP4 and WebM: what `vrm render --animate OUT.mp4` writes, read by ffmpeg and compared with
the frames of `vrm render --raw` and with the sound that was given. Encoders that are missing or fail
are played by scripts, so these claims need neither GStreamer nor ffmpeg. Skipped (status 77) where
nothing can be drawn.
"""
import array, json, math, os, shutil, signal, subprocess, sys, tempfile, time, wave

VRM, SCENE = map(os.path.abspath, sys.argv[1:3])
SIZE, FPS = 128, 30
PROGRAMS = ("gst-launch-1.0", "gst-inspect-1.0", "ffmpeg", "ffprobe", "espeak-ng")


def render(*words, **more):
    return subprocess.run([VRM, "render", "hero.vrm", *words], capture_output=True, text=True, **more)


def must(*words, **more):
    run = render("-q", *words, **more)
    assert run.returncode == 0 and run.stderr == "", (words, run.returncode, run.stderr)
    return run


def no_parts():
    assert not [name for name in os.listdir(".") if name.endswith(".part")], os.listdir(".")


# ---- Reading films ----

def streams(path):
    command = ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", path]
    found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["streams"]
    return {kind: [s for s in found if s["codec_type"] == kind] for kind in ("video", "audio")}


def decode(path, *words):
    command = ["ffmpeg", "-v", "error", "-i", path, *words, "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def samples(path, rate=8000, channel=None):
    one = ["-ac", "1"] if channel is None else ["-af", f"pan=mono|c0=c{channel}"]
    return array.array("h", decode(path, "-vn", *one, "-ar", str(rate), "-f", "s16le"))


def gray(path):
    data = decode(path, "-an", "-pix_fmt", "gray", "-f", "rawvideo")
    return [data[i:i + SIZE * SIZE] for i in range(0, len(data), SIZE * SIZE)]


def difference(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


# ---- Sounds ----

def write_wav(path, rate, channels, frames):
    with wave.open(path, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(array.array("h", frames).tobytes())


def lag_s(heard, given, rate):
    """How much later `heard` is."""
    reach = rate // 15

    def match(lag):
        return sum(heard[i + lag] * given[i] for i in range(reach, len(given) - reach, 5))
    return max(range(-reach, reach), key=match) / rate


# ---- Claims ----

def speech_and_lips_are_in_step(kind):
    path = f"talk.{kind}"
    look = ["--audio", "talk.wav", "--camera", "face", "--size", str(SIZE)]
    facts = json.loads(render("--json", *look, "--animate", path).stdout)
    assert (facts["output"], facts["format"], facts["width"]) == (path, kind, SIZE), facts
    found = streams(path)
    assert len(found["video"]) == 1 and len(found["audio"]) == 1, found
    video, audio = found["video"][0], found["audio"][0]
    codecs = {"mp4": ("h264", "aac"), "webm": ("vp9", "opus")}
    assert (video["codec_name"], audio["codec_name"]) == codecs[kind]
    assert (video["width"], video["height"], video["pix_fmt"]) == (SIZE, SIZE, "yuv420p"), video
    assert video["r_frame_rate"] == f"{FPS}/1" and int(video["nb_read_frames"]) == facts["frames"], video
    with wave.open("talk.wav") as sound:
        spoken_s = sound.getnframes() / sound.getframerate()
    assert abs(facts["frames"] / FPS - spoken_s - 0.5) < 1.5 / FPS, (facts["frames"], spoken_s)
    heard, given = samples(path), samples("talk.wav")
    sound_s = float(audio.get("duration", len(heard) / 8000))  # AAC decodes to whole blocks
    assert abs(sound_s - facts["frames"] / FPS) <= 1 / FPS, (sound_s, facts["frames"])
    late_s = lag_s(heard, given, 8000)
    assert abs(late_s) < 1 / FPS, late_s

    must(*look, "--raw", "y4m", "-o", "talk.y4m")
    drawn, shown = gray("talk.y4m"), gray(path)
    assert len(drawn) == len(shown) == facts["frames"]
    moving = 0
    for i in range(3, len(drawn) - 3):
        own = difference(shown[i], drawn[i])
        assert own < 3, (i, own)
        for other in (i - 3, i + 3):
            if difference(drawn[i], drawn[other]) > 1.0:
                moving += 1
                assert own < difference(shown[i], drawn[other]), (i, other)
    assert moving > 10, "the lips move"
    print(f"{kind}: {facts['frames']} frames, sound {1000 * late_s:+.0f} ms, "
          f"frames differ by {sum(map(difference, shown, drawn)) / len(shown):.2f} of 255")


def index_of_mp4_is_in_front():
    with open("talk.mp4", "rb") as file:
        data = file.read()
    assert 0 < data.index(b"moov") < data.index(b"mdat")


def film_without_sound_has_no_sound(kind):
    must("--size", "66x48", "--seconds", "0.5", "--fps", "29.97", "--animate", f"mute.{kind}")
    found = streams(f"mute.{kind}")
    assert len(found["video"]) == 1 and not found["audio"], found
    video = found["video"][0]
    assert (video["width"], video["height"], video["nb_read_frames"]) == (66, 48, "15"), video
    over, under = map(int, video["r_frame_rate"].split("/"))
    assert abs(over / under - 29.97) < 0.001, video  # MP4 knows 30000/1001


def colours_are_those_of_a_picture(kind):
    """On a background, and on black where it is transparent."""
    for ground in ("#c02040", "transparent"):
        look = ["--size", str(SIZE), "--seconds", "0.1", "--background", ground]
        must(*look, "--raw", "rgba", "-o", "look.rgba")
        must(*look, "--animate", f"look.{kind}")
        with open("look.rgba", "rb") as file:
            drawn = file.read()
        shown = decode(f"look.{kind}", "-pix_fmt", "rgb24", "-f", "rawvideo")
        assert len(shown) == len(drawn) // 4 * 3
        on_black = bytes(drawn[i + c] * drawn[i + 3] // 255 for i in range(0, len(drawn), 4) for c in range(3))
        wrong = difference(shown, on_black)
        print(f"{kind} on {ground}: colours differ by {wrong:.2f} of 255")
        assert wrong < 4, (kind, ground, wrong)


def two_channels_stay_two(kind):
    """From a pipe, which can be read only once."""
    tone = [int(9000 * math.sin(i / 20)) for i in range(22050)]
    write_wav("left.wav", 22050, 2, [value for x in tone for value in (x, 0)])
    with open("left.wav", "rb") as sound:
        must("--audio", "-", "--size", "64", "--animate", f"left.{kind}", stdin=sound)
    assert streams(f"left.{kind}")["audio"][0]["channels"] == 2
    left, right = (samples(f"left.{kind}", channel=c) for c in (0, 1))
    loud, still = max(map(abs, left)), max(map(abs, right))
    assert loud > 8000 and still < 300, (loud, still)


def film_begins_at_its_time():
    """A click after 0.75 s is after 0.25 s of a film that begins at 0.5 s."""
    frames = [0] * 16000
    frames[12000:12080] = [20000, -20000] * 40
    write_wav("click.wav", 16000, 1, frames)
    must("--audio", "click.wav", "--size", "64", "--time", "0.5", "--animate", "late.webm")
    heard = samples("late.webm", 16000)
    first = next(i for i, value in enumerate(heard) if abs(value) > 5000) / 16000
    assert abs(first - 0.25) < 1 / FPS, first


def webm_may_be_odd():
    must("--size", "65x47", "--seconds", "0.1", "--animate", "odd.webm")
    video = streams("odd.webm")["video"][0]
    assert (video["width"], video["height"]) == (65, 47), video


def sandbox_is_complete_beside_an_encoder():
    run = render("-q", "--size", "64", "--seconds", "0.1", "--animate", "box.mp4",
                 env={**os.environ, "VRM_SANDBOX": "require"})
    assert run.returncode == 0 or "a part of the sandbox is missing" in run.stderr, run.stderr


def interrupted_film_leaves_nothing():
    words = [VRM, "render", "-q", "hero.vrm", "--size", "256", "--seconds", "600", "--animate", "cut.mp4"]
    with subprocess.Popen(words) as run:
        until = time.monotonic() + 60
        while not [name for name in os.listdir(".") if name.endswith(".part")]:
            assert time.monotonic() < until, "no film was begun"
            time.sleep(0.05)
        run.send_signal(signal.SIGTERM)
    assert run.returncode == -signal.SIGTERM and not os.path.exists("cut.mp4")
    no_parts()


# ---- Encoders that are missing or fail ----

def script(name, text):
    path = os.path.join("bin", name)
    with open(path, "w", encoding="utf-8") as out:
        out.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def fails(path, status, sentence, search=None, *words):
    environment = dict(os.environ)
    if search is not None:
        environment["PATH"] = search
    usual = [] if "--size" in words else ["--size", "64"]
    usual += [] if "--audio" in words else ["--seconds", "2"]
    run = render("--backend", "null", *usual, *words, "--animate", path, env=environment)
    assert run.returncode == status and sentence in run.stderr, (run.returncode, run.stderr)
    no_parts()
    return run


def missing_encoders_are_named():
    """And the film that is there stays."""
    with open("old.mp4", "w", encoding="utf-8") as out:
        out.write("old")
    os.mkdir("bin")
    fails("old.mp4", 3, "Debian: gstreamer1.0-tools", os.path.abspath("bin"))
    here = os.path.abspath("bin") + ":" + os.environ["PATH"]
    for element, package, name in (("x264enc", "ugly", "old.mp4"), ("vp9enc", "good", "new.webm")):
        script("gst-inspect-1.0", f'[ "$2" != {element} ]\n')
        sentence = f"GStreamer has no element {element}, which {name[-4:].strip('.')} needs (Debian: gstreamer1.0-plugins-{package})"
        fails(name, 3, sentence, here)
    run = fails("old.mp4", 3, "gst-launch-1.0", os.path.abspath("bin"), "--json")
    assert "gstreamer1.0-tools" in json.loads(run.stdout)["message"], run.stdout
    script("gst-inspect-1.0", "exit 0\n")
    said = "ERROR: from element /a:b/c:d: the disk is on fire"
    for text, sentence in ((f"echo '{said}' >&2; exit 1", "failed: the disk is on fire"),
                           ("head -c 50000 >/dev/null; exit 1", "gst-launch-1.0 failed"),
                           ("cat >/dev/null; exit 1", "gst-launch-1.0 failed"),
                           ("cat >/dev/null; kill -9 $$", "gst-launch-1.0 failed"),
                           ("head -c 50000 >/dev/null; exit 0", "gst-launch-1.0 failed")):
        script("gst-launch-1.0", text + "\n")
        fails("old.mp4", 3, sentence, here)
        fails("new.webm", 3, sentence, here)
    script("gst-launch-1.0", "cat >/dev/null; printf film >&4\n")
    fails("new.mp4", 1, "no expression grin", here, "--expression", "grin")
    assert not os.path.exists("new.mp4") and not os.path.exists("new.webm")
    with open("old.mp4", encoding="utf-8") as file:
        assert file.read() == "old"
    fails("old.mp4", 0, "", here)
    with open("old.mp4", encoding="utf-8") as file:
        assert file.read() == "film", "what the encoder wrote"
    shutil.rmtree("bin")


def encoder_is_given_frames_and_samples():
    """And nothing else of ours: no other descriptor, no word of the command line."""
    os.mkdir("bin")
    script("gst-inspect-1.0", "exit 0\n")
    script("gst-launch-1.0", 'echo "$*" >words; ls /proc/self/fd >fds 2>/dev/null\n'
                             "cat <&3 >sound & cat >frames; wait\n")
    here = os.path.abspath("bin") + ":" + os.environ["PATH"]
    write_wav("tone.wav", 8000, 1, [int(9000 * math.sin(i / 3)) for i in range(8000)])
    fails("given.mp4", 0, "", here, "--audio", "tone.wav")
    with open("frames", "rb") as file:
        frames = file.read()
    with open("sound", "rb") as file:
        sound = file.read()
    with open("words", encoding="utf-8") as file:
        words = file.read()
    assert len(frames) == 64 * 64 * 3 // 2 * 45, len(frames)
    assert sound[:4] == b".snd" and len(sound) == 28 + 12000 * 2, len(sound)
    assert "given" not in words and "tone" not in words and "hero" not in words, words
    if os.path.getsize("fds"):
        with open("fds", encoding="utf-8") as file:
            assert set(file.read().split()) <= {"0", "1", "2", "3", "4", "5"}, "descriptors leak"
    shutil.rmtree("bin")


def wrong_words_are_refused():
    fails("odd.mp4", 2, "--size 65x64: MP4 needs an even width and height", None, "--size", "65x64")
    fails("a.mp4", 2, "several FILEs go to a folder", None, "hero.vrm")
    fails("none/a.mp4", 3, "there is no folder none")


def main():
    subprocess.run([SCENE, "hero", "hero.vrm"], check=True, stdout=subprocess.DEVNULL)
    missing_encoders_are_named()
    encoder_is_given_frames_and_samples()
    wrong_words_are_refused()
    if render("--size", "8", "-o", "try.png").returncode == 3:
        print("skipped: nothing can be drawn here")
        return 77
    absent = [name for name in PROGRAMS if not shutil.which(name)]
    if absent:
        print(f"{', '.join(absent)}: not installed, so no film was encoded")
        return 0
    subprocess.run(["espeak-ng", "-w", "talk.wav", "Papa, how many apples are in the old barn?"], check=True)
    for kind in ("mp4", "webm"):
        speech_and_lips_are_in_step(kind)
        film_without_sound_has_no_sound(kind)
        colours_are_those_of_a_picture(kind)
        two_channels_stay_two(kind)
    index_of_mp4_is_in_front()
    film_begins_at_its_time()
    webm_may_be_odd()
    sandbox_is_complete_beside_an_encoder()
    interrupted_film_leaves_nothing()
    no_parts()
    return 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir("/")
    sys.exit(status)
