# SPDX-License-Identifier: MIT
"""Avatars over time: layers, face, speech, events."""

import gc
import math
import runpy
from pathlib import Path

import pytest

import libvrm
from libvrm import ActorEventKind, Bone, LayerEnd


@pytest.fixture
def stage(scene):
    """A sim with Vesna, her rig and face, and a clip that plays on her."""
    model = libvrm.load(scene("hero"))
    rig = libvrm.Rig(model)
    sim = libvrm.Sim()
    return sim, rig, sim.add(rig), libvrm.FaceMap(model, rig), libvrm.Motion.load(scene("clip")).clip(rig)


def speech():
    return [libvrm.LipFrame(time_s=i / 100, vowels=(0.6 if i % 20 < 10 else 0.1, 0, 0, 0, 0), loudness=0.8, closed=0.0, is_speech=True)
            for i in range(100)]


def test_five_lines_play_a_motion(scene):
    rig = libvrm.Rig(libvrm.load(scene("hero")))
    sim = libvrm.Sim()
    actor = libvrm.Actor(sim.add(rig))
    actor.play(libvrm.Motion.load(scene("fbx")).clip(rig))
    for _ in range(60):
        actor.step(1 / 60)
        sim.step(1 / 60)
    assert actor.time == pytest.approx(1.0)
    assert actor.layer(1).weight == 1.0 and actor.layer(1).time_s == pytest.approx(1.0, abs=1e-5)


def test_the_lines_of_the_guide_play_a_motion(scene, tmp_path, monkeypatch):
    guide = Path(__file__).parents[3] / "docs/guide/hello.md"
    if not guide.exists():
        pytest.skip("the documents are not beside this package")
    for name, kind in (("avatar.vrm", "hero"), ("walk.fbx", "fbx"), ("wave.vrma", "clip")):
        (tmp_path / name).write_bytes(Path(scene(kind)).read_bytes())
    monkeypatch.chdir(tmp_path)
    names = {"libvrm": libvrm}
    exec(guide.read_text().split("```python\n")[1].split("```")[0], names)
    assert names["actor"].time == pytest.approx(1 / 60)
    names = {"libvrm": libvrm, "samples": [0.0] * 16000}
    exec(guide.read_text().split("```python\n")[2].split("```")[0], names)
    assert names["actor"].layer(2) is not None


def test_the_example_walks_waves_and_talks(scene, capsys):
    example = runpy.run_path(str(Path(__file__).parents[1] / "examples/walk_and_talk.py"))
    example["main"](*(str(scene(kind)) for kind in ("hero", "fbx", "clip", "speech")))
    said = capsys.readouterr().out
    assert "stopped" in said and "speech_began" in said and "speech_ended" in said


def test_a_jump_shows_what_steps_show(stage):
    numpy = pytest.importorskip("numpy")
    sim, rig, avatar, face_map, clip = stage
    rows = []
    for rate in (24, 144):
        actor = libvrm.Actor(avatar, face_map=face_map, seed=5)
        actor.play(clip, bones=[Bone.HEAD, "leftUpperArm"], fade_in_s=0.5)
        actor.emote("happy", time_s=0.7)
        actor.speak(speech(), time_s=0.3)
        for _ in range(rate):
            actor.step(1 / rate)
        avatar.reset_springs()
        sim.step(0)
        rows.append(numpy.array(avatar.locals))
        actor.seek(0.2)
        actor.seek(1.0)
        sim.step(0)
        rows.append(numpy.array(avatar.locals))
    for row in rows[1:]:
        assert numpy.abs(row - rows[0]).max() < 1e-4


def test_layers_end_and_say_so(stage):
    sim, rig, avatar, face_map, clip = stage
    actor = libvrm.Actor(avatar, stance="rest")
    number = actor.play(clip, at_end=LayerEnd.STOPS, speed=2)
    again = actor.play(clip, at_end=LayerEnd.STOPS, speed=2)
    assert again == number
    other = actor.play(clip, bones=["head"], is_additive=True)
    assert other != number
    kinds = []
    for _ in range(150):
        actor.step(1 / 60)
        kinds += [(event.kind, event.layer) for event in actor.events()]
    assert (ActorEventKind.ENDED, number) in kinds and (ActorEventKind.STOPPED, number) in kinds
    assert actor.layer(number) is None and actor.layer(other) is not None
    with pytest.raises(libvrm.ArgumentError, match="no layer"):
        actor.stop(number)
    actor.set_weight(other, 0.5)
    actor.set_speed(other, -1)
    actor.set_clip_time(other, 0.25)
    assert actor.layer(other).time_s == pytest.approx(0.25)
    third = actor.cross_fade(clip)
    actor.step(0.5)
    assert actor.layer(other) is None and actor.layer(third).weight == 1.0


def test_root_motion_goes_on_in_a_loop(stage):
    sim, rig, avatar, face_map, clip = stage
    recorder = libvrm.Recorder(rig)
    for frame in range(31):
        avatar.set_hips((0, 0, frame / 30))
        sim.step(0)
        recorder.add_avatar(frame / 30, avatar)
    walk = libvrm.Clip(recorder.finish()[0])
    actor = libvrm.Actor(avatar)
    actor.set_root((1, 2, 3))
    plain = actor.play(walk, fade_in_s=0)
    actor.seek(2.5)
    assert actor.root.translation.z == 3
    assert actor.cross_fade(walk, fade_in_s=0, applies_root_motion=True) != plain
    actor.step(2.5)
    place = actor.root.translation
    assert (place.x, place.y, place.z) == pytest.approx((1, 2, 5.5), abs=1e-3)
    with pytest.raises(libvrm.ArgumentError):
        actor.set_root((math.nan, 0, 0))


def test_clips_live_until_they_are_forgotten(stage, scene):
    sim, rig, avatar, face_map, clip = stage
    actor = libvrm.Actor(avatar)
    motion = libvrm.Motion.load(scene("clip"))
    kept = [actor.play(motion.clip(rig), at_end="stops", speed=50, fade_in_s=0) for _ in range(3)]
    gc.collect()
    for _ in range(80):  # their places are needed for others
        actor.step(0.1)
        actor.play(clip, at_end="stops", speed=50)
    assert actor.layer(kept[0]) is None
    gc.collect()
    for time_s in (0, 9):
        actor.seek(time_s)
        sim.step(0)
    number = actor.play(clip, bones=["head"])
    actor.forget(clip)
    assert actor.layer(number) is None
    actor.seek(5)


def test_a_step_to_a_time_is_a_step(stage):
    numpy = pytest.importorskip("numpy")
    sim, rig, avatar, face_map, clip = stage
    rows = []
    for moves_to in (False, True):
        sim = libvrm.Sim()
        avatar = sim.add(rig)
        actor = libvrm.Actor(avatar, face_map=face_map)
        actor.play(clip)
        for frame in range(1, 33):
            actor.step_to(frame / 64) if moves_to else actor.step(1 / 64)
            sim.step(1 / 64)
        assert actor.time == 0.5
        rows.append(numpy.array(avatar.locals))
    assert (rows[0] == rows[1]).all()


def test_a_face_speaks(stage):
    sim, rig, avatar, face_map, clip = stage
    actor = libvrm.Actor(avatar, face_map=face_map)
    actor.speak(speech())
    actor.emote({"happy": 0.5})
    widest = 0.0
    for _ in range(60):
        actor.step(1 / 60)
        sim.step(1 / 60)
        widest = max(widest, actor.face.weights[rig.expression("aa")])
    assert widest > 0.4
    assert actor.face.is_talking
    face = actor.face
    face.blink()
    del actor
    gc.collect()
    assert face.time == pytest.approx(1.0)


def test_what_makes_no_sense_is_an_error(stage):
    sim, rig, avatar, face_map, clip = stage
    actor = libvrm.Actor(avatar)
    for call in (lambda: actor.play(clip, weight=2), lambda: actor.play(clip, speed=math.nan),
                 lambda: actor.play(clip, bones=[99]), lambda: actor.seek(-1), lambda: actor.step_to(-1), lambda: actor.step(-1),
                 lambda: actor.settle(99), lambda: actor.emote("happy"), lambda: actor.speak([]),
                 lambda: actor.look_at((math.inf, 0, 0)), lambda: actor.set_speed(0, 1)):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        actor.play("walk.fbx")
    assert actor.face is None
    living = libvrm.Actor(avatar, face_map=face_map)
    living.step(1)
    with pytest.raises(libvrm.MissingError):
        living.emote("grumpy")
    with pytest.raises(libvrm.ArgumentError, match="over"):
        living.emote("happy", time_s=0.5)
    living.settle()
    assert living.time == 1.0
    avatar.remove()
    with pytest.raises(libvrm.StaleError):
        actor.step(0.1)
    sim.close()
    with pytest.raises(libvrm.StaleError):
        living.step(0.1)


#
def test_springs_settle_under_inputs(stage):
    sim, rig, avatar, _, _ = stage
    actor, times = libvrm.Actor(avatar), []
    actor.step(0.25)

    def inputs(time_s):
        times.append(time_s)
        avatar.set_expression("happy", 0.5)

    actor.settle(0.5, inputs)
    assert len(times) == 31 and times[0] == pytest.approx(-0.25) and times[-1] == pytest.approx(0.25)
    assert avatar.expression_weights[rig.expression("happy")] > 0
    calls = []

    def fail(time_s):
        calls.append(time_s)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        actor.settle(0.5, fail)
    assert len(calls) == 1
    with pytest.raises(ValueError):
        actor.settle(61, lambda time_s: None)
    actor.settle(0.1, lambda time_s: actor.close())
    assert actor.is_closed


def test_layers_move_parts_of_the_body_by_name(scene):
    """The whole table: the bones that move are those of the part."""
    numpy = pytest.importorskip("numpy")
    rig, sim = libvrm.Rig(libvrm.load(scene("hero"))), libvrm.Sim()
    turned = (math.sin(0.2), 0.0, 0.0, math.cos(0.2))
    recorder = libvrm.Recorder(rig)
    eyes = {Bone.LEFT_EYE, Bone.RIGHT_EYE}
    bones = [bone for bone in rig.bones if bone not in eyes]
    for time_s in (0.0, 1.0):
        recorder.add_frame(time_s, libvrm.pose({bone: turned for bone in bones}))
    clip = libvrm.Clip(recorder.finish()[0])
    avatar = sim.add(rig)

    def locals_with(**layer):
        actor = libvrm.Actor(avatar, stance="t")
        if layer:
            actor.play(clip, fade_in_s=0, **layer)
        actor.step(0.5)
        sim.step(0)
        actor.close()
        return numpy.array(avatar.locals)

    rest, names = locals_with(), libvrm.motion_parts()
    assert len(names) == 11 and len(set(names)) == 11
    for name in (*names, *(f"{a}+{b}" for a in names for b in names)):
        part, shown = libvrm.motion_part(name), locals_with(part=name)
        moved = {bone for bone in bones if numpy.abs(shown[rig.bone(bone)] - rest[rig.bone(bone)]).max() > 1e-3}
        assert moved == {bone for bone in bones if part.bones >> bone & 1}, name
        assert (locals_with(part=part) == shown).all()
        given = [bone for bone in Bone if bone >= 0 and part.bones >> bone & 1]
        assert (locals_with(bones=given) == shown).all(), name


def test_parts_say_whether_expressions_play(scene):
    rig, sim = libvrm.Rig(libvrm.load(scene("hero"))), libvrm.Sim()
    recorder = libvrm.Recorder(rig)
    for time_s in (0.0, 1.0):
        recorder.add_frame(time_s, libvrm.pose({}))
        recorder.set_expression("happy", 1.0)
    clip = libvrm.Clip(recorder.finish()[0])

    def happy(**layer):
        avatar = sim.add(rig)
        actor = libvrm.Actor(avatar)
        actor.play(clip, fade_in_s=0, **layer)
        actor.step(0.5)
        sim.step(0)
        return avatar.expression_weights[rig.expression("happy")]

    for name in libvrm.motion_parts():
        expected = 1.0 if libvrm.motion_part(name).expressions else 0.0
        assert happy(part=name) == expected and happy(part=name, has_expressions=True) == 1.0, name
    assert happy(bones=["head"]) == 1.0
    actor = libvrm.Actor(sim.add(rig))
    for wrong in ({"part": "tail"}, {"part": "arms+"}, {"part": ""}, {"part": "arms", "bones": ["head"]}):
        with pytest.raises(ValueError):
            actor.play(clip, **wrong)
