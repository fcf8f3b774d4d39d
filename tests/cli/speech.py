#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: speech.py VRM VRM_SCENE

Avatars that speak: what --audio, --emotions and --script make of a sound, as curves of the VRM
animation that `vrm convert-motion` writes, beside the sound itself; and sounds that are cut, empty,
too long or otherwise wrong. Sentences of espeak-ng and sounds of ffmpeg are tried where these are
installed.
"""
import array, json, math, os, random, resource, shutil, struct, subprocess, sys, tempfile, time, wave

from vrma_curves import at, curves

VRM, SCENE = map(os.path.abspath, sys.argv[1:3])
VOWELS = ("aa", "ih", "ou", "ee", "oh")


def run(*words, **more):
    return subprocess.run([VRM, *words], capture_output=True, text=True, **more)


def must(*words):
    done = run(*words)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


# ---- Curves of a VRM animation (vrma_curves.py) ----

def weight(made, name, when):
    return at(made[name], when) if name in made else 0.0


def mouth(made, when):
    return sum(weight(made, vowel, when) for vowel in VOWELS)


def talk(*words, out="talk.vrma"):
    must("convert-motion", "-q", *words, "-o", out)
    assert "0 errors, 0 warnings" in must("validate", out)
    return curves(out)


# ---- Claims ----

def vowels_of_a_sound_move_the_mouth():
    made = talk("--audio", "five.wav")
    for i, vowel in enumerate(VOWELS):
        begin = 0.3 + 0.65 * i
        for when in (begin + 0.15, begin + 0.25):
            weights = {name: weight(made, name, when) for name in VOWELS}
            assert max(weights, key=weights.get) == vowel, (vowel, when, weights)
            assert 0.3 < sum(weights.values()) <= 1.001, (vowel, when, weights)
        for when in (begin + 0.5, begin + 0.55):  # between two of them
            assert mouth(made, when) < 0.02, (vowel, when, mouth(made, when))
    assert made["aa"][-1][0] <= 4.21 and mouth(made, 4.1) < 0.01


def curves_do_not_depend_on_the_frame_rate():
    rough, fine = (talk("--audio", "five.wav", "--fps", fps, "--tolerance", "0,0,0") for fps in ("30", "120"))
    worst = max(abs(weight(rough, name, i / 30) - weight(fine, name, i / 30))
                for name in (*VOWELS, "blink") for i in range(4 * 30))
    print(f"30 and 120 frames a second differ by {worst:.4f} at most")
    assert worst < 0.01, worst


def seeds_change_blinks_and_nothing_else():
    first = talk("--audio", "minute.wav")
    again = talk("--audio", "minute.wav", "--seed", "0", out="again.vrma")
    other = talk("--audio", "minute.wav", "--seed", "1", out="other.vrma")
    assert first == again and first["blink"] != other["blink"] and first["gaze"] != other["gaze"]
    for made in (first, other):
        keys = made["blink"]
        blinks = sum(keys[i][1] > 0.5 >= keys[i - 1][1] for i in range(1, len(keys)))
        print(f"{blinks} blinks in a minute of silence")
        assert 5 <= blinks <= 40, blinks
        assert not set(made) & set(VOWELS), "silence does not talk"
        angles = [2 * math.degrees(math.acos(min(1, abs(key[1][3])))) for key in made["gaze"]]
        assert 1 < max(angles) < 40, max(angles)


def emotions_come_at_their_times():
    write("feel.txt", "# seconds, then names\n0.5 happy=0.8\n2 surprised:0.5 sad=0.25 # two at once\n3 neutral\n")
    made = talk("--audio", "five.wav", "--emotions", "feel.txt")
    for when, happy, surprised, sad in ((0.49, 0, 0, 0), (1.5, 0.8, 0, 0), (2.8, 0, 0.5, 0.25), (4, 0, 0, 0)):
        found = [weight(made, name, when) for name in ("happy", "surprised", "sad")]
        assert all(abs(a - b) < 0.01 for a, b in zip(found, (happy, surprised, sad))), (when, found)


def tags_are_spread_over_the_speech():
    # Speech is heard from 0.3 to 3.3 s: a tag in the middle of the text comes at 1.8 s.
    write("tags.txt", "[happy:0.6] aaaa \\[i\n[sad] u eeee o")
    made = talk("--audio", "five.wav", "--script", "tags.txt")
    assert abs(weight(made, "happy", 1.0) - 0.6) < 0.01 and weight(made, "sad", 1.6) < 0.01
    begins = next(when for when, value in made["sad"] if value > 0.05)
    assert 1.7 < begins < 2.0, begins
    write("timed.txt", "[happy@1.25] aaaa [sad:0.5@2.5] i")
    made = talk("--audio", "five.wav", "--script", "timed.txt")
    for name, when in (("happy", 1.25), ("sad", 2.5)):
        begins = next(key[0] for key in made[name] if key[1] > 0.02)
        assert when <= begins < when + 0.15, (name, begins)


def motion_and_voice_are_merged():
    must("convert-motion", "-q", "walk.fbx", "-o", "walk.vrma")
    must("convert-motion", "-q", "walk.fbx", "--audio", "five.wav", "-o", "both.vrma")
    made = curves("both.vrma")
    assert weight(made, "aa", 0.5) > 0.5 and "gaze" in made and not curves("walk.vrma")
    must("trace", "one.vrm", "walk.vrma", "-o", "walk.jsonl")
    must("trace", "one.vrm", "both.vrma", "-o", "both.jsonl")
    traces = []
    for path in ("walk.jsonl", "both.jsonl"):
        with open(path, encoding="utf-8") as file:
            traces.append([json.loads(line) for line in file][1:])
    worst = max(abs(a - b) for x, y in zip(*traces) for a, b in zip(x["bone"], y["bone"]))
    print(f"a walk with a voice and without differ by {worst:.4f} of position or quaternion at most")
    assert worst < 0.01, worst
    must("bake", "-q", "one.vrm", "--animation", "walk.fbx", "--audio", "five.wav", "-o", "baked.glb")
    with open("baked.glb", "rb") as file:
        data = file.read()
    baked = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
    kinds = {channel["target"]["path"] for channel in baked["animations"][0]["channels"]}
    assert kinds >= {"rotation", "weights"}, kinds
    seconds = baked["accessors"][baked["animations"][0]["samplers"][0]["input"]]["max"][0]
    assert abs(seconds - 4.2) < 0.01, seconds


# ---- A sentence ----

def loudness(path, begin, end):
    """Root of the mean square, of a WAV of 16 bits."""
    with wave.open(path) as file:
        rate = file.getframerate()
        file.setpos(max(0, min(int(begin * rate), file.getnframes())))
        samples = array.array("h", file.readframes(int((end - begin) * rate)))
    return math.sqrt(sum(s * s for s in samples) / len(samples)) / 32768 if samples else 0.0


def a_sentence_opens_the_mouth_where_it_is_loud():
    if not shutil.which("espeak-ng"):
        print("espeak-ng is not installed: no sentence was said")
        return
    text = "Good morning. My name is Vesna, and I am very happy to meet all of you."
    subprocess.run(["espeak-ng", "-v", "en+f3", "-s", "150", "-w", "say.wav", text], check=True)
    made = talk("--audio", "say.wav")
    with wave.open("say.wav") as file:
        seconds = file.getnframes() / file.getframerate()
    steps = [i * 0.02 for i in range(int(seconds / 0.02))]
    loud = [loudness("say.wav", t - 0.03, t + 0.03) for t in steps]
    mouths = [mouth(made, t) for t in steps]
    mean = lambda values: sum(values) / len(values)
    a, b = ([v - mean(values) for v in values] for values in (loud, mouths))
    r = sum(x * y for x, y in zip(a, b)) / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    # Pauses: 0.1 s of silence on either side, beyond what a mouth needs to close.
    pauses = [t for t in steps if loudness("say.wav", t - 0.1, t + 0.1) < 0.002]
    closed = mean([mouth(made, t) < 0.05 for t in pauses])
    print(f"a sentence of {seconds:.1f} s: loudness and opening correlate by {r:.2f}, "
          f"the mouth is closed in {closed:.0%} of {len(pauses)} moments of silence")
    assert r > 0.5 and closed >= 0.95 and len(pauses) > 5


# ---- How loud a sound is ----

def scaled(pcm, decibels):
    factor = 10 ** (decibels / 20)
    return array.array("h", (round(s * factor) for s in array.array("h", pcm))).tobytes()


def soft_sounds_move_the_lips_as_loud_ones_do():
    with open("five.wav", "rb") as file:
        pcm = file.read()[44:]
    sounds = {"five.wav": pcm}
    if shutil.which("espeak-ng"):
        text = "Good morning. My name is Vesna, and I am very happy to meet all of you."
        subprocess.run(["espeak-ng", "-v", "en+f3", "-s", "150", "-w", "say.wav", text], check=True)
        with wave.open("say.wav") as file:
            sounds["say.wav"] = file.readframes(file.getnframes())
    for name, samples in sounds.items():
        with wave.open(name) as file:
            rate = file.getframerate()
        made = {}
        for decibels in (0, -12, -24, -30, -36):
            with open("soft.wav", "wb") as out:
                out.write(wav(scaled(samples, decibels), rate=rate))
            done = run("convert-motion", "--audio", "soft.wav", "-o", "soft.vrma")
            assert done.returncode == 0 and done.stderr == "", done.stderr
            made[decibels] = curves("soft.vrma")
        steps = [i * 0.02 for i in range(int(len(samples) / 2 / rate / 0.02))]
        shares = {d: sum(mouth(m, t) > 0.05 for t in steps) / len(steps) for d, m in made.items()}
        keys = {d: sum(len(m[vowel]) for vowel in VOWELS if vowel in m) for d, m in made.items()}
        print(name, ", ".join(f"{d} dB: open {shares[d]:.0%}, {keys[d]} keys" for d in made))
        for decibels in made:
            assert abs(shares[decibels] - shares[0]) <= 0.03, (name, shares)
            assert abs(keys[decibels] - keys[0]) <= 0.15 * keys[0], (name, keys)


def a_sound_without_a_voice_is_named():
    chance = random.Random(1)  # applause, say
    noise = array.array("h", (chance.randrange(-8000, 8000) if i // 4000 % 2 else 0 for i in range(64000)))
    silence = bytes(64000)  # is what it is
    for samples, words in ((noise.tobytes(), "the lips hardly move"), (silence, "")):
        assert hear(wav(samples)).stderr == ""  # --quiet
        done = run("convert-motion", "--audio", "bad.wav", "-o", "bad.vrma")
        assert done.returncode == 0 and words in done.stderr and bool(words) == bool(done.stderr), done.stderr
    with open("five.wav", "rb") as file:
        pcm = file.read()[44:]
    assert hear(wav(bytes(240 * 16000 * 2) + pcm)).returncode == 0  # the voice comes after a long silence
    done = run("convert-motion", "--audio", "bad.wav", "-o", "bad.vrma")
    assert done.returncode == 0 and done.stderr == "", done.stderr


def channels_that_cancel_each_other_out_are_heard():
    with open("five.wav", "rb") as file:
        pcm = file.read()[44:]
    plain = talk("--audio", "five.wav")
    pairs = array.array("h", (s for a in array.array("h", pcm) for s in (a, -a)))
    eight = b"".join(bytes(6) + pcm[i:i + 2] + bytes(8) for i in range(0, len(pcm), 2))
    for name, data in (("opposite", wav(pairs.tobytes(), channels=2)), ("one of eight", wav(eight, channels=8))):
        assert hear(data).returncode == 0
        assert curves("bad.vrma") == plain, name


def vowels_are_heard(name):
    """In bad.vrma: each of the five is open while it is said."""
    made = curves("bad.vrma")
    for i, vowel in enumerate(VOWELS):
        when = 0.5 + 0.65 * i
        weights = {v: weight(made, v, when) for v in VOWELS}
        assert max(weights, key=weights.get) == vowel and sum(weights.values()) > 0.3, (name, vowel, weights)


#
def rumble_and_offsets_do_not_hide_a_voice():
    with open("five.wav", "rb") as file:
        pcm = array.array("h", file.read()[44:])
    rumble = [round(30000 * math.sin(2 * math.pi * 30 * i / 16000)) for i in range(len(pcm))]
    for name, other in (("rumble", rumble), ("offset", [16000] * len(pcm))):  # in the channel of a subwoofer
        six = array.array("h", (s for a, b in zip(pcm, other) for s in (0, 0, a, b, 0, 0)))
        assert hear(wav(six.tobytes(), channels=6)).returncode == 0
        vowels_are_heard(name)


#
def a_sound_beyond_full_scale_is_not_clipped():
    with open("five.wav", "rb") as file:
        pcm = array.array("h", file.read()[44:])
    peak = max(map(abs, pcm))
    made = {}
    for loudest in (1, 40):
        samples = struct.pack(f"<{len(pcm)}f", *(s * loudest / peak for s in pcm))
        assert hear(wav(samples, kind=3, bits=32)).returncode == 0
        made[loudest] = curves("bad.vrma")
    worst = max(abs(weight(made[1], v, i / 50) - weight(made[40], v, i / 50)) for v in VOWELS for i in range(200))
    print(f"a sound 32 dB above full scale moves the lips by {worst:.4f} at most otherwise than the same at full scale")
    assert worst < 0.02, worst


# ---- Sounds that are wrong ----

def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def wav(samples, rate=16000, channels=1, kind=1, bits=16, claimed=None):
    size = bits // 8 * channels
    form = struct.pack("<HHIIHH", kind, channels, rate, rate * size & 0xFFFFFFFF, size & 0xFFFF, bits)
    body = b"WAVE" + chunk(b"fmt ", form)
    body += b"data" + struct.pack("<I", len(samples) if claimed is None else claimed) + samples
    return b"RIFF" + struct.pack("<I", min(len(body) + 4, 0xFFFFFFFF)) + body


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def hear(data, name="bad.wav"):
    with open(name, "wb") as out:
        out.write(data)
    return run("convert-motion", "-q", "--audio", name, "-o", "bad.vrma", preexec_fn=limited)


def wrong_sounds_are_refused_or_bounded():
    with open("five.wav", "rb") as file:
        five = file.read()
    pcm = five[44:]
    nan = struct.pack("<4f", math.nan, math.inf, -math.inf, 1e30) * 4000
    loud = struct.pack("<2f", 4.0, -4.0) * 8000
    # One of eight channels speaks.
    eight = b"".join(pcm[i:i + 2] + bytes(14) for i in range(0, len(pcm), 2))
    fine = {"cut": five[:len(five) // 2], "cut in a sample": five[:-1], "8 channels": wav(eight, channels=8),
            "claims 4 GB": wav(pcm, claimed=0xFFFFFFF0), "NaN and infinity": wav(nan, kind=3, bits=32),
            "beyond 1": wav(loud, kind=3, bits=32), "one sample": wav(pcm[:2]), "192 kHz": wav(pcm, rate=192000),
            "4 kHz": wav(pcm, rate=4000), "8 bits": wav(pcm, bits=8)}
    for name, data in fine.items():
        done = hear(data)
        assert done.returncode == 0, (name, done.stderr)
    assert weight(talk("--audio", "bad.wav"), "happy", 1) == 0
    # A writer into a pipe cannot go back to write the sizes.
    plain, unset = talk("--audio", "five.wav"), wav(pcm, claimed=0)
    assert "no sound" in hear(unset).stderr  # an empty one, with something behind it
    for size in (0, 36, 0xFFFFFFFF):
        assert hear(unset[:4] + struct.pack("<I", size) + unset[8:]).returncode == 0, size
        assert curves("bad.vrma") == plain, size
    refused = {"empty": (b"", "neither"), "text": (b"Hello there", "neither"), "no samples": (wav(b""), "no sound"),
               "0 Hz": (wav(pcm, rate=0), ""), "1 Hz": (wav(pcm, rate=1), "samples a second"),
               "4 GHz": (wav(pcm, rate=0xFFFFFFFF), ""), "no channel": (wav(pcm, channels=0), ""),
               "9 channels": (wav(pcm, channels=9), "channels"), "a picture": (b"RIFF\4\0\0\0WEBP", "cannot be read"),
               "only a head": (five[:20], "cannot be read"), "0 bits": (wav(pcm, bits=0), "")}
    for name, (data, words) in refused.items():
        done = hear(data)
        assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1, (name, done)
        assert not os.path.exists("bad.vrma") or os.remove("bad.vrma") is None
    print(f"{len(fine)} unusual sounds are read, {len(refused)} wrong ones refused")


def an_hour_is_read_and_more_is_not():
    hour = 3600 * 4000
    with open("hour.wav", "wb") as out:
        out.write(wav(bytes(hour * 2), rate=4000))
    child = subprocess.Popen([VRM, "convert-motion", "-q", "--audio", "hour.wav", "--fps", "10", "-o", "hour.vrma"],
                             stderr=subprocess.PIPE, preexec_fn=limited)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    assert child.returncode == 0, said
    print(f"an hour of silence: {used.ru_utime:.1f} s of a CPU, {used.ru_maxrss >> 10} MB")
    assert used.ru_maxrss < 400 << 10
    # Too many frames are told before anything is analysed.
    for words, out in ((["convert-motion"], "bad.vrma"), (["bake", "one.vrm"], "bad.glb")):
        done = run(*words, "-q", "--audio", "hour.wav", "-o", out)
        assert done.returncode == 1 and "hour.wav: this asks for 216031 frames" in done.stderr, done.stderr
    done = hear(wav(bytes(hour * 2 + 8000), rate=4000))
    assert done.returncode == 1 and "longer than an hour" in done.stderr
    if shutil.which("ffmpeg"):  # a small file of a long sound
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo:d=3700",
                        "long.flac"], check=True)
        begin = time.monotonic()
        done = run("convert-motion", "-q", "--audio", "long.flac", "-o", "bad.vrma", preexec_fn=limited)
        assert done.returncode == 1 and "longer than an hour" in done.stderr, done.stderr
        print(f"a FLAC of 3700 s in {os.path.getsize('long.flac')} bytes: {time.monotonic() - begin:.1f} s")


#
def other_formats_sound_the_same():
    if not shutil.which("ffmpeg"):
        print("ffmpeg is not installed: WAV alone was read")
        return
    plain = talk("--audio", "five.wav")
    for name in ("five.flac", "five.ogg", "opus.ogg", "stereo.wav", "five.mp3", "bare.mp3"):
        codec = ["-c:a", "libopus"] if name == "opus.ogg" else ["-c:a", "libvorbis"] if name == "five.ogg" else []
        more = ["-ac", "2", "-ar", "44100"] if name == "stereo.wav" else []
        if name == "bare.mp3":  # without a tag before its first frame
            more = ["-id3v2_version", "0", "-write_xing", "0"]
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "five.wav", *codec, *more, name], check=True)
        made = talk("--audio", name)
        for i, vowel in enumerate(VOWELS):
            when = 0.5 + 0.65 * i
            assert abs(mouth(made, when) - mouth(plain, when)) < 0.3, (name, vowel)
        if name == "five.flac":
            assert made == plain
    with open("five.flac", "rb") as file:
        piped = subprocess.run([VRM, "convert-motion", "-q", "--audio", "-", "-o", "-"], stdin=file, capture_output=True)
    must("convert-motion", "-q", "--audio", "five.flac", "-o", "talk.vrma")
    with open("talk.vrma", "rb") as file:
        assert piped.stdout == file.read(), piped.stderr


#
def a_sound_that_is_cut_or_damaged_is_read_and_named():
    if not shutil.which("ffmpeg"):
        print("ffmpeg is not installed: only WAV was cut")
        return
    for name in ("cut.flac", "cut.ogg", "cut.mp3"):
        codec = ["-c:a", "libvorbis"] if name == "cut.ogg" else []
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-stream_loop", "3", "-i", "five.wav", *codec, name], check=True)
        with open(name, "rb") as file:
            data = file.read()
        cut = {"cut": data[:len(data) // 2]}
        if name == "cut.mp3":
            damaged = bytearray(data)
            for i in range(len(data) // 4, len(data), 97):
                damaged[i] ^= 0x55
            cut |= {"damaged": bytes(damaged), "with a hole": data[:9000] + bytes(3000) + data[12000:]}
        for how, some in cut.items():
            with open(name, "wb") as out:
                out.write(some)
            done = run("convert-motion", "--audio", name, "-o", "bad.vrma")
            assert done.returncode == 0, (name, how, done.stderr)
            lines = done.stderr.splitlines()  # none is of a library
            assert all(line.startswith("vrm convert-motion: ") for line in lines), (name, how, lines)
            if how != "damaged" and name != "cut.ogg":  # that one does not say how long it was
                assert len(lines) == 1 and "the sound is cut or damaged: it ends after" in lines[0], (name, how, lines)
            print(f"{name}, {how}: {done.stdout.split(',')[2].strip()}", *lines)


def main():
    for kind, path in (("1.0", "one.vrm"), ("speech", "five.wav"), ("fbx", "walk.fbx")):
        subprocess.run([SCENE, kind, path], check=True)
    with open("minute.wav", "wb") as out:
        out.write(wav(bytes(60 * 8000 * 2), rate=8000))
    for claim in (vowels_of_a_sound_move_the_mouth, curves_do_not_depend_on_the_frame_rate,
                  seeds_change_blinks_and_nothing_else, emotions_come_at_their_times, tags_are_spread_over_the_speech,
                  motion_and_voice_are_merged, a_sentence_opens_the_mouth_where_it_is_loud,
                  soft_sounds_move_the_lips_as_loud_ones_do, a_sound_without_a_voice_is_named,
                  channels_that_cancel_each_other_out_are_heard, rumble_and_offsets_do_not_hide_a_voice,
                  a_sound_beyond_full_scale_is_not_clipped, wrong_sounds_are_refused_or_bounded,
                  an_hour_is_read_and_more_is_not, other_formats_sound_the_same,
                  a_sound_that_is_cut_or_damaged_is_read_and_named):
        print(claim.__name__.replace("_", " "), flush=True)
        claim()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
        os.chdir("/")
