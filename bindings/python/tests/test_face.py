# SPDX-License-Identifier: MIT
"""Faces: what a model's face can do, lips from sound, emotions, blinks, gaze and tracking."""

import array
import math
import subprocess
import sys
import threading
import wave
from pathlib import Path

import pytest

import libvrm
from libvrm import Attention, FaceShape, FaceTracking, Vowel

PACKAGE = Path(libvrm.__file__).resolve().parents[1]
RATE = 16000
FORMANTS = {"aa": (800, 1250, 2600), "ih": (300, 2300, 3000), "ou": (378, 997, 2343), "ee": (500, 1900, 2600), "oh": (500, 850, 2500)}


def voice(vowel, seconds, pitch=120):
    """A vowel as a synthesizer speaks it: pulses of a falling pitch, softened as the glottis does, through four resonators."""
    count, phase, sound = int(seconds * RATE), 0.0, []
    for i in range(count):
        phase += pitch * (1.075 - 0.15 * i / count) / RATE
        sound.append(1.0 if phase >= 1 else 0.0)
        phase -= sound[-1]
    for poles in [(0.95, 0.0)] * 2:
        sound = filtered(sound, 1.0, *poles)
    sound = [now - before for before, now in zip([0.0, *sound], sound)]  # as the lips radiate it
    for frequency, width in zip((*FORMANTS[vowel], 3500), (80, 100, 140, 200)):
        radius = math.exp(-math.pi * width / RATE)
        b, c = 2 * radius * math.cos(2 * math.pi * frequency / RATE), -radius * radius
        sound = filtered(sound, 1 - b - c, b, c)
    loudest, fade = max(map(abs, sound)), int(0.05 * RATE)
    return array.array("f", [0.5 * x / loudest * min(1.0, i / fade, (count - i) / fade) for i, x in enumerate(sound)])


def filtered(sound, a, b, c):
    y1, y2, out = 0.0, 0.0, []
    for x in sound:
        y1, y2 = a * x + b * y1 + c * y2, y1
        out.append(y1)
    return out


def silence(seconds):
    return array.array("f", bytes(4 * int(seconds * RATE)))


@pytest.fixture(scope="module")
def speech():
    """Half a second of each vowel, with silence around it, as samples and as (vowel, begin, end)."""
    sound, truth = silence(0.5), []
    for vowel in FORMANTS:
        truth.append((vowel, len(sound) / RATE, len(sound) / RATE + 0.5))
        sound += voice(vowel, 0.5) + silence(0.3)
    return sound, truth


@pytest.fixture
def face_map(model, rig):
    return libvrm.FaceMap(model, rig)


@pytest.fixture
def avatar(rig):
    return libvrm.Sim().add(rig)


def listen(samples, block=1000, rate=RATE):
    lip, frames = libvrm.Lip(rate), libvrm.LipFrames()
    for i in range(0, len(samples), block):
        frames += lip.feed(samples[i:i + block])
    return frames + lip.finish()


# ---- Maps ----

def test_a_map_says_what_the_face_can_do(face_map, rig):
    info = face_map.info
    assert info.tracking == FaceTracking.PRESETS
    assert info.shape_count == 0 and face_map.shapes == {}
    assert libvrm.ExpressionPreset.HAPPY in face_map.presets
    assert set(face_map.effective_presets) <= set(face_map.presets)
    assert info.has_blink == any(preset.name.startswith("BLINK") for preset in face_map.effective_presets)
    assert face_map.shape("eyeBlinkLeft") is face_map.shape(FaceShape.JAW_OPEN) is None
    for expression in rig.expressions:
        assert 0 <= face_map.overlap(expression.name, "happy") <= 1
    assert face_map.overlap("happy", "happy") == face_map.overlap(rig.expression("happy"), rig.expression("happy"))
    assert face_map.expression("joy") == rig.expression("happy") and face_map.is_effective("happy")
    assert not info.has_visemes
    with pytest.raises(KeyError, match="has no expression 'nobody'"):
        face_map.overlap("nobody", "happy")
    with pytest.raises(IndexError, match="no expression 999"):
        face_map.overlap(0, 999)
    assert repr(face_map).startswith("<libvrm.FaceMap FaceTracking.PRESETS, ")


def test_a_map_outlives_its_model_and_rig(avatar_file):
    model = libvrm.load(avatar_file)
    rig = libvrm.Rig(model)
    face_map = libvrm.FaceMap(model, rig)
    model.close()
    rig.close()
    assert 0 <= face_map.overlap("happy", "blink") <= 1
    face = libvrm.Face(face_map)
    face_map.close()
    face.emote("happy")
    face.step(1.0)
    assert max(face.weights) > 0.9


# ---- Lips ----

def test_sound_opens_the_mouth_and_silence_closes_it(speech):
    samples, truth = speech
    frames = listen(samples)
    assert len(frames) == pytest.approx(100 * len(samples) / RATE, abs=8)
    for vowel, begin, end in truth:
        inside = [frame for frame in frames if begin + 0.1 < frame.time_s < end - 0.1]
        right = sum(max(range(5), key=lambda i: frame.vowels[i]) == Vowel(vowel) for frame in inside)
        assert right >= 0.8 * len(inside), f"{vowel}: {right} of {len(inside)}"
        heard = sum(frame.is_speech and sum(frame.vowels) > 0.1 for frame in inside)
        assert heard >= 0.8 * len(inside), f"{vowel}: {heard} of {len(inside)}"
        after = [frame for frame in frames if end + 0.15 < frame.time_s < end + 0.25]
        assert all(sum(frame.vowels) < 0.05 and frame.closed > 0.9 for frame in after), vowel


def test_frames_do_not_depend_on_how_samples_are_cut(speech):
    samples, _ = speech
    whole = listen(samples, len(samples))
    assert listen(samples, 37) == listen(samples, 4096) == whole and len(whole) > 100


def test_samples_are_taken_as_sound_files_have_them(speech):
    samples, _ = speech
    pcm = array.array("h", [round(32767 * x) for x in samples[:RATE]])
    floats = [x / 32768 for x in pcm]
    wanted = listen(array.array("f", floats))
    assert listen(pcm) == listen(floats) == listen(memoryview(pcm)) == listen(array.array("d", floats)) == wanted
    for wrong in (b"RIFF", "text", array.array("i", [1, 2]), 5, [None]):
        with pytest.raises(TypeError):
            libvrm.Lip().feed(wrong)
    assert len(libvrm.Lip().feed([])) == len(libvrm.LipFrames()) == 0
    libvrm.Lip().feed([float("nan"), float("inf"), 1e39, -1e300] * 400)  # count as 0, or as the nearest
    with pytest.raises(ValueError, match="sound of 10"):
        libvrm.Lip(10)
    numpy = pytest.importorskip("numpy")
    assert listen(numpy.array(pcm, dtype=numpy.int16)) == listen(numpy.array(floats)) == wanted
    assert listen(numpy.array(floats, dtype=numpy.float32)[:]) == wanted
    with pytest.raises(ValueError, match=r"one channel, got an array of shape \(2, 3\)"):
        libvrm.Lip().feed(numpy.zeros((2, 3)))


def test_members_of_all_frames_are_arrays(speech):
    frames = listen(speech[0])
    assert frames.vowels.shape == (len(frames), 5) and frames.times.shape == (len(frames),)
    for i in (0, 60, len(frames) - 1):
        frame = frames[i]
        assert tuple(frames.vowels[i]) == frame.vowels and frames.times[i] == frame.time_s
        assert (frames.loudness[i], frames.closed[i], bool(frames.is_speech[i])) == (frame.loudness, frame.closed, frame.is_speech)
    assert frames[10:20] == libvrm.LipFrames(list(frames)[10:20]) and frames[-1] == list(frames)[-1]
    assert repr(frames).startswith("<libvrm.LipFrames, ")
    with pytest.raises(IndexError):
        frames[len(frames)]
    pytest.importorskip("numpy")
    with pytest.raises(ValueError):
        frames.vowels[0, 0] = 1


def test_a_voice_is_learnt_from_speech_and_not_from_silence(speech):
    lip = libvrm.Lip()
    with pytest.raises(ValueError, match="half a second"):
        lip.calibrate(silence(2))
    lip.calibrate(speech[0])
    assert len(lip.feed(speech[0])) > 100


def test_threads_that_feed_one_lip_are_refused_or_wait():
    lip, sound, seen = libvrm.Lip(), silence(2), []

    def feed():
        for _ in range(20):
            try:
                lip.feed(sound)
            except RuntimeError as error:
                seen.append(str(error))

    threads = [threading.Thread(target=feed) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("feeding" in text or "in use" in text for text in seen)
    lip.finish()


# ---- Faces ----

def test_a_face_says_what_it_hears(face_map, rig, avatar, speech):
    samples, truth = speech
    frames = listen(samples)
    face = libvrm.Face(face_map, blinks=False)
    face.begin_sound()
    heard, spoken, talked = 0, {vowel: 0.0 for vowel in FORMANTS}, []
    for step in range(int(len(samples) / RATE * 60)):
        ahead = [frame for frame in frames[heard:heard + 50] if frame.time_s < face.time + 0.3]
        face.hear(ahead)
        heard += len(ahead)
        face.step(1 / 60)
        face.apply(avatar)
        avatar.sim.step(1 / 60)
        for vowel, begin, end in truth:
            if begin + 0.15 < face.time < end - 0.1:
                spoken[vowel] = max(spoken[vowel], float(avatar.expression_weights[rig.expression(vowel)]))
                talked.append(face.is_talking)
    assert min(spoken.values()) > 0.1 and sum(talked) > 0.8 * len(talked), spoken
    for _ in range(60):
        face.step(1 / 60)
    assert max(face.weights) < 0.01 and not face.is_talking


def test_mouths_open_by_vowels_and_visemes(face_map, rig):
    face = libvrm.Face(face_map, blinks=False)
    aa, oh = rig.expression("aa"), rig.expression("oh")
    face.set_vowels({"aa": 0.8})
    face.step(0.5)
    assert face.weights[aa] > 0.6
    face.set_vowels([0, 0, 0, 0, 0.5])
    face.step(0.5)
    assert face.weights[oh] > 0.3 and face.weights[aa] < 0.1
    face.set_visemes({"viseme_aa": 1.0})
    face.step(0.5)
    assert face.weights[aa] > 0.5
    face.set_visemes({libvrm.Viseme.SIL: 1.0})
    face.step(0.5)
    assert max(face.weights) < 0.05
    with pytest.raises(ValueError, match="expected 5 numbers"):
        face.set_vowels([0, 0])
    with pytest.raises(ValueError, match="no Vowel is called 'zz'"):
        face.set_vowels({"zz": 1})


def test_emotions_are_eased_mixed_and_queued(face_map, rig):
    face = libvrm.Face(face_map, blinks=False)
    happy, sad = rig.expression("happy"), rig.expression("sad")
    face.emote("happy", intensity=0.5, ease_in_s=0.2, hold_s=0.2, ease_out_s=0.2)
    face.emote({"sad": 0.5}, is_queued=True)
    face.step(0.05)
    assert 0 < face.weights[happy] < 0.5
    face.step(0.25)
    assert face.weights[happy] == pytest.approx(0.5, abs=1e-3) and face.weights[sad] == 0
    for _ in range(60):
        face.step(1 / 60)
    assert face.weights[sad] == pytest.approx(0.5, abs=1e-3) and face.weights[happy] == 0
    face.emote()
    face.step(1.0)
    assert max(face.weights) == 0
    for function, said in (
            (lambda: face.emote("nobody"), "has no expression 'nobody': it has .*happy"),
            (lambda: face.emote({"happy": 2}), "happy: a weight is 0 to 1, got 2"),
            (lambda: face.emote("happy", intensity=-1), "intensity is 0 to 1"),
            (lambda: face.emote({f"happy{i}": 1 for i in range(9)}), "at most 8")):
        with pytest.raises(ValueError, match=said):
            function()
    with pytest.raises(KeyError):
        face.emote("nobody")


def test_blinks_are_of_the_seed_and_not_of_the_frame_rate(face_map, rig):
    blink = rig.expression("blink")

    def run(seed, rate):
        face = libvrm.Face(face_map, seed=seed)
        seen = []
        for _ in range(20):
            for _ in range(rate):
                face.step(1 / rate)
            seen.append(round(float(face.weights[blink]), 2))
        return seen, face.time

    assert run(1, 32) == run(1, 32)
    (slow, _), (fast, _) = run(5, 32), run(5, 128)
    assert slow == pytest.approx(fast, abs=0.03)
    face = libvrm.Face(face_map, blinks=False)
    face.step(10)
    assert face.weights[blink] == 0
    face.blink()
    most = 0.0
    for _ in range(30):
        face.step(1 / 60)
        most = max(most, float(face.weights[blink]))
    assert most > 0.8 and face.weights[blink] < 0.1
    face.set_eyes(1, 1)
    face.step(0.5)
    assert face.weights[blink] > 0.9


def test_gazes_follow_their_target_with_saccades(face_map, avatar):
    face = libvrm.Face(face_map, attention=Attention.STEADY)
    face.look_along(10, 5)
    face.step(0.5)
    face.apply(avatar)
    avatar.sim.step(0)
    assert tuple(avatar.gaze) == pytest.approx((10, 5), abs=0.5) and tuple(face.saccade) == (0, 0)
    face.set_attention("talking")
    seen = set()
    for _ in range(300):
        face.step(1 / 30)
        seen.add(tuple(face.saccade))
    assert len(seen) > 5 and face.is_talking
    face.look_off()
    avatar.look_along(3, 2)
    face.apply(avatar)
    avatar.sim.step(0)
    assert tuple(avatar.gaze) == pytest.approx((3, 2), abs=1e-3)
    with pytest.raises(ValueError, match="no Attention 17"):
        face.set_attention(17)
    face.set_idle(0)
    with pytest.raises(ValueError, match="idle is 0 to 2"):
        face.set_idle(3)


def test_trackers_are_taken_in_any_spelling(face_map, rig):
    face = libvrm.Face(face_map, blinks=False)
    blink = rig.expression("blink")
    for names in (("eyeBlinkLeft", "eyeBlinkRight"), ("EyeBlinkLeft", "EyeBlinkRight"), ("eyeBlink_L", "eyeBlink_R"),
                  (FaceShape.EYE_BLINK_LEFT, FaceShape.EYE_BLINK_RIGHT)):
        face.track({name: 1.0 for name in names})
        face.step(0.5)
        closed = [float(face.weights[i]) for i in range(len(face.weights)) if rig.expressions[i].name.startswith("blink")]
        assert max(closed) > 0.9, names
    face.track([0.0] * 52)
    face.step(0.5)
    assert face.weights[blink] < 0.1
    face.track_off()
    with pytest.raises(ValueError, match="no FaceShape is called 'eyeWink'"):
        face.track({"eyeWink": 1})


def test_idle_motion_is_added_to_a_pose(face_map):
    lively, still = libvrm.Face(face_map, idle=1.0), libvrm.Face(face_map, idle=0.0)
    pose = libvrm.pose_rest()
    for face in (lively, still):
        face.step(1.7)
    assert still.add_idle(pose) == pose and lively.add_idle(pose) != pose
    assert all(math.hypot(*rotation) == pytest.approx(1, abs=1e-5) for rotation in lively.add_idle(pose).rotations)


def test_a_face_is_for_avatars_of_its_rig(face_map, scene, avatar):
    stranger = libvrm.Sim().add(libvrm.Rig(libvrm.load(scene("0.x"))))
    face = libvrm.Face(face_map)
    with pytest.raises(ValueError, match="another rig"):
        face.apply(stranger)
    avatar.remove()
    with pytest.raises(libvrm.StaleError):
        face.apply(avatar)
    face.close()
    with pytest.raises(libvrm.StaleError, match="closed"):
        face.step(0)


def test_the_example_makes_a_talking_animation(tmp_path, avatar_file, speech):
    samples, truth = speech
    with wave.open(str(tmp_path / "speech.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(array.array("h", [round(32767 * x) for x in samples for _ in range(2)]).tobytes())
    talk = [sys.executable, str(PACKAGE / "examples" / "talk.py")]
    done = subprocess.run([*talk, str(avatar_file), str(tmp_path / "speech.wav"), str(tmp_path / "out.vrma"), "happy"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    clip = libvrm.Clip(libvrm.load(tmp_path / "out.vrma"))
    assert clip.duration == pytest.approx(len(samples) / RATE + 0.5, abs=0.1) and {"aa", "happy"} <= set(clip.expressions)
    for vowel, begin, end in truth:
        assert clip.sample_expression(vowel, (begin + end) / 2) > 0.05, vowel
    assert clip.sample_expression("aa", 0.2) < 0.05
    (tmp_path / "cut.wav").write_bytes((tmp_path / "speech.wav").read_bytes()[:20])
    for wrong in ("cut.wav", "none.wav"):
        done = subprocess.run([*talk, str(avatar_file), str(tmp_path / wrong), str(tmp_path / "x.vrma")], capture_output=True, text=True)
        assert done.returncode == 1 and done.stderr.startswith("talk.py: ") and "Traceback" not in done.stderr
