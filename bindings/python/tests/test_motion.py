# SPDX-License-Identifier: MIT
"""Sims of one and of many, clips, recording, baking, live motion."""

import math
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import libvrm
from libvrm import Bone


def turn(angle):
    return (0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2))


def test_five_lines_move_an_avatar(avatar_file):
    rig = libvrm.Rig(libvrm.load(avatar_file))
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    avatar.set_bone(Bone.HEAD, turn(0.5))
    sim.step(1 / 60)
    head = avatar.worlds[rig.bone(Bone.HEAD)]
    assert head[0][0] == pytest.approx(math.cos(0.5), abs=1e-6)


def test_a_crowd_has_the_bits_of_an_avatar_alone(springs):
    numpy = pytest.importorskip("numpy")
    rig = libvrm.Rig(springs)
    alone, crowd = libvrm.Sim(), libvrm.Sim(capacity=100)
    single, avatars = alone.add(rig), crowd.add_crowd(rig, 100)
    assert len(crowd) == 100 and len(list(crowd)) == 100
    for frame in range(30):
        for avatar in [single, *avatars]:
            avatar.set_bone(Bone.HEAD, turn(0.05 * frame))
        alone.step(1 / 60)
        crowd.step(1 / 60)
    everyone = crowd.gather("worlds", avatars)
    assert everyone.shape == (100, rig.node_count, 3, 4)
    assert (everyone == single.worlds).all()
    again = crowd.gather("worlds", avatars, out=everyone)
    assert again is everyone
    joint = rig.spring_joints[0]
    assert not numpy.array_equal(single.locals[joint.node][3:7], rig.rest(joint.node).rotation)


@pytest.mark.parametrize("workers", [2, 3, 8])
def test_the_bits_do_not_depend_on_the_number_of_workers(springs, rig, workers):
    pytest.importorskip("numpy")

    def run(count):
        with libvrm.Sim(workers=count) as sim:
            crowds = [sim.add_crowd(r, n) for r, n in ((libvrm.Rig(springs), 70), (rig, 40))]
            for frame in range(20):
                for i, avatar in enumerate(sim):
                    avatar.set_root((0.1 * i, 0, 0.01 * frame * i))
                    avatar.set_bone(Bone.HEAD, turn(0.01 * i * frame))
                sim.step(1 / 60)
            return [sim.gather(output, crowd).tobytes() for crowd in crowds for output in ("locals", "worlds", "morphs")]

    assert run(workers) == run(1)


def test_workers_are_threads_of_the_sim_and_end_with_it(rig):
    def alive():
        return sum(thread.name.startswith("libvrm worker") for thread in threading.enumerate())

    before = alive()
    sim = libvrm.Sim(workers=3)
    sim.add(rig)
    assert alive() == before + 3
    sim.step(1 / 60)
    sim.close()
    for _ in range(100):
        if alive() == before:
            break
        time.sleep(0.05)
    assert alive() == before
    for count in (0, -1, 257):
        with pytest.raises(ValueError, match="workers"):
            libvrm.Sim(workers=count)


def test_a_step_by_workers_survives_signals_and_fork(springs):
    """The step is whole before Ctrl-C is heard, and a child process has workers of its own."""
    rig = libvrm.Rig(springs)
    sim = libvrm.Sim(workers=2)
    avatars = sim.add_crowd(rig, 300)

    def heard(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, heard)
    try:
        interrupted = 0
        for _ in range(20):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.001)
                sim.step(1 / 60)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                interrupted += 1
            assert len(sim) == 300  # no step is under way
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    sim.step(1 / 60)
    child = os.fork()
    if child == 0:
        sim.step(1 / 60)
        os._exit(0 if avatars[0].is_valid else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_outputs_show_the_newest_step_without_being_fetched_again(rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    worlds = avatar.worlds
    before = worlds.copy()
    avatar.set_root((1, 2, 3))
    sim.step(0.0)
    assert abs(worlds[:, :, 3] - before[:, :, 3] - [1, 2, 3]).max() < 1e-5


def test_setting_all_nodes_takes_what_locals_gives(rig):
    sim = libvrm.Sim()
    first, second = sim.add(rig), sim.add(rig)
    first.set_pose(libvrm.pose_idle(1.0))
    sim.step(0.0)
    second.set_nodes(first.locals)
    sim.step(0.0)
    assert abs(first.worlds - second.worlds).max() < 1e-5


def test_poses_are_made_from_bones(rig):
    assert libvrm.pose({}) == libvrm.pose_rest()
    pose = libvrm.pose({Bone.HEAD: turn(0.3)}, hips_offset=(0, 0.1, 0))
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    avatar.set_pose(pose)
    sim.step(0.0)
    assert avatar.worlds[rig.bone(Bone.HIPS)][1][3] == pytest.approx(rig.hips_height + 0.1, abs=1e-5)
    assert rig.bone_normalized(Bone.HEAD, rig.bone_local(Bone.HEAD, turn(0.3))) == pytest.approx(turn(0.3), abs=1e-6)


def test_clips_play_on_any_avatar(scene, rig):
    clip = libvrm.Clip(libvrm.load(scene("clip", "--rotated")))
    assert clip.kind == libvrm.ClipKind.HUMANOID and clip.duration > 0
    player = libvrm.Player(clip, loops=False)
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    moved = []
    while not player.has_ended:
        avatar.play(player)
        sim.step(1 / 30)
        moved.append(avatar.locals.copy())
        player.advance(1 / 30)
    assert player.time_s == pytest.approx(clip.duration)
    assert abs(moved[0] - moved[len(moved) // 2]).max() > 0.01
    sample = clip.sample(0.5)
    assert sample.bones != 0 and len(sample.pose.rotations) == 55


def test_motion_is_recorded_and_played_again(rig, tmp_path):
    recorder = libvrm.Recorder(rig, name="nod")
    for frame in range(31):
        recorder.add_frame(frame / 30, libvrm.pose({Bone.HEAD: turn(frame / 30)}))
        recorder.set_expression("happy", frame / 30)
    model, stats = recorder.finish()
    assert stats.frames == 31
    model.save(tmp_path / "nod.vrma")
    clip = libvrm.Clip(libvrm.load(tmp_path / "nod.vrma"))
    assert clip.name == "nod" and clip.expressions == ("happy",)
    assert clip.sample(0.5).pose.rotations[Bone.HEAD] == pytest.approx(turn(0.5), abs=2e-3)
    assert clip.sample_expression("happy", 0.5) == pytest.approx(0.5, abs=5e-3)


def test_springs_are_baked_into_an_ordinary_animation(springs, tmp_path):
    rig = libvrm.Rig(springs)
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    baker = libvrm.Baker(rig, name="sway")
    for frame in range(20):
        avatar.set_bone(Bone.HEAD, turn(0.05 * frame))
        sim.step(1 / 30)
        baker.add_frame(frame / 30, avatar)
    report, stats = baker.finish(springs)
    assert stats.frames == 20 and stats.channels > 1
    springs.save(tmp_path / "sway.glb")
    assert libvrm.load(tmp_path / "sway.glb").gltf.animations[0].name == "sway"


BVH = """HIERARCHY
ROOT Hips
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 10 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Head
    {
      OFFSET 0 40 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 20 0
      }
    }
  }
  JOINT LeftUpLeg
  {
    OFFSET 10 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT LeftLeg
    {
      OFFSET 0 -45 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT LeftFoot
      {
        OFFSET 0 -45 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
          OFFSET 0 0 10
        }
      }
    }
  }
  JOINT RightUpLeg
  {
    OFFSET -10 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT RightLeg
    {
      OFFSET 0 -45 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT RightFoot
      {
        OFFSET 0 -45 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
          OFFSET 0 0 10
        }
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.1
"""


def test_motion_capture_becomes_a_clip():
    frames = [[0.0] * 30 for _ in range(2)]
    frames[1][9 + 2] = 30.0  # the head turns
    text = BVH + "\n".join(" ".join(map(str, frame)) for frame in frames) + "\n"
    bvh = libvrm.Capture(text)
    assert bvh.frame_count == 2 and bvh.frame_time == pytest.approx(0.1)
    assert bvh.joints["LeftUpLeg"] == Bone.LEFT_UPPER_LEG
    model, stats = bvh.record().finish()
    assert stats.frames == 2 and libvrm.Clip(model).duration == pytest.approx(0.1)


def test_the_rest_pose_comes_from_another_file_of_the_rig():
    zeros = BVH + "\n".join(["0 " * 30] * 2) + "\n"
    for made in (libvrm.Motion(zeros, rest_file=zeros.encode()), libvrm.Capture(zeros, rest_file=zeros.encode())):
        assert [f.code for f in made.report].count("MOTION_REST_FROM_FILE") == 1
    with pytest.raises(libvrm.VrmError, match="lacks joints of the motion"):
        libvrm.Motion(zeros, rest_file=zeros.replace("LeftLeg", "Shin").encode())
    with pytest.raises(libvrm.VrmError, match="rest file cannot be read"):
        libvrm.Capture(zeros, rest_file=b"no motion")


def test_joints_are_listed_without_a_person():
    strange = BVH.replace("Hips", "Base").replace("Leg", "Thing").replace("Foot", "Bit") + "\n".join(["0 " * 30] * 2)
    strange = strange.replace("Spine", "Tree").replace("Head", "Leaf")
    with pytest.raises(libvrm.VrmError):
        libvrm.Capture(strange)
    listed = libvrm.Capture(strange, lists_joints=True)
    assert not listed.has_person and "Base" in listed.joints and listed.morphs == {}


def osc(address, tags, *values):
    def text(string):
        data = string.encode() + b"\0"
        return data + b"\0" * (-len(data) % 4)
    packed = b"".join(text(v) if isinstance(v, str) else struct.pack(">f", v) for v in values)
    return text(address) + text("," + tags) + packed


def test_live_motion_moves_an_avatar(rig):
    from libvrm.vmc import Vmc, VmcSocket
    vmc = Vmc()
    vmc.receive(osc("/VMC/Ext/Bone/Pos", "sfffffff", "Head", 0.0, 0.0, 0.0, *turn(0.4)))
    vmc.receive(osc("/VMC/Ext/Blend/Val", "sf", "Joy", 0.5))
    vmc.receive(osc("/VMC/Ext/Blend/Apply", ""))
    assert vmc.stats.poses == 1 and vmc.expressions == {"Joy": 0.5}
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    vmc.apply(avatar)
    sim.step(0.0)
    assert avatar.expression_weights[rig.expression("happy")] == pytest.approx(0.5)
    with pytest.raises(libvrm.InvalidError):
        vmc.receive(b"nonsense")
    with VmcSocket(port=0) as socket:
        assert socket.port > 0 and not socket.wait(0.0) and socket.receive(vmc) == 0


def test_skeleton_of_gltf_is_read_by_take():
    data = (Path(__file__).parents[3] / "fuzz" / "seeds" / "capture" / "mixamo.glb").read_bytes()
    capture = libvrm.Capture(data)
    assert capture.format == "glTF" and capture.takes == ["Still", "Walk"]
    assert capture.joints["mixamorig:LeftUpLeg"] == Bone.LEFT_UPPER_LEG
    model, stats = capture.record().finish()
    assert stats.frames == capture.frame_count and stats.seconds == pytest.approx(0.2)
    assert libvrm.Capture(data, take="Still").frame_count == 1
    with pytest.raises(libvrm.InvalidError):
        libvrm.Capture(data, take="Fly")


MIXAMO = Path(__file__).parents[3] / "fuzz" / "seeds" / "capture" / "mixamo.glb"


def test_a_motion_of_any_format_plays_on_an_avatar(avatar_file, tmp_path):
    rig = libvrm.Rig(libvrm.load(avatar_file))
    walk = libvrm.Motion.load(MIXAMO)
    assert walk.info.kind == libvrm.MotionKind.CAPTURE and walk.info.format == "glTF"
    assert walk.takes == ("Still", "Walk") and walk.info.take == 1
    clip = walk.clip(rig)
    assert clip.duration == pytest.approx(0.2)
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    avatar.play(libvrm.Player(clip))
    sim.step(1 / 60)
    model, report = walk.animation(rig, name="walk")
    assert report.is_fitted and report.stats.frames > 1
    assert clip.fit == report and libvrm.Clip(model).fit is None
    loose = walk.clip(rig, tolerance_degrees=20, tolerance_metres=1, tolerance_weight=1)
    assert loose.fit.stats.kept_keys < report.stats.kept_keys
    exact = walk.animation(rig, tolerance_degrees=0, tolerance_metres=0)[1]
    assert exact.stats.kept_keys >= report.stats.kept_keys
    plain = walk.animation(rig, writes_skeleton=True)[0]
    plain.save(tmp_path / "walk.glb")
    assert libvrm.Motion.load(tmp_path / "walk.glb").info.kind == libvrm.MotionKind.CAPTURE
    model.save(tmp_path / "walk.vrma")
    again = libvrm.Motion.load(tmp_path / "walk.vrma")
    assert again.info.kind == libvrm.MotionKind.ANIMATION and again.takes == ("walk",)
    for time_s in (0.0, 0.07, 0.2):
        assert again.clip(rig).sample(time_s) == clip.sample(time_s)
    assert libvrm.Motion(MIXAMO.read_bytes(), take="Still").info.take == 0
    assert libvrm.Motion(MIXAMO.read_bytes(), names={"mixamorig:Head": Bone.NONE}).info.bones >> Bone.HEAD & 1 == 0
    with pytest.raises(FileNotFoundError):
        libvrm.Motion.load(tmp_path / "missing.fbx")
    with pytest.raises(libvrm.InvalidError):
        libvrm.Motion(b"a chair")
    with pytest.raises(TypeError):
        walk.clip("rig")


def test_a_motion_is_edited():
    walk = libvrm.Motion(MIXAMO.read_bytes())
    length = walk.info.seconds

    def same(a, b, shift=0.0):
        for time_s in (0.0, 0.05, 0.11, 0.2):
            one, other = a.clip().sample(time_s), b.clip().sample(time_s + shift)
            for bone in (Bone.HIPS, Bone.LEFT_UPPER_LEG, Bone.RIGHT_LOWER_LEG):
                assert one.pose.rotations[bone] == pytest.approx(other.pose.rotations[bone], abs=2e-3)

    assert walk.frame_time(2) == pytest.approx(2 * walk.info.frame_s) and walk.frame_time(0) == 0
    assert walk.cut(0.05, 0.15).info.seconds == pytest.approx(0.1)
    assert walk.cut(0.05).info.seconds == pytest.approx(length - 0.05)
    assert walk.speed(2).info.seconds == pytest.approx(length / 2)
    same(walk.speed(2).speed(0.5), walk)
    same(walk.reverse().reverse(), walk)
    same(walk.mirror().mirror(), walk)
    trimmed, removed = walk.trim_rest()
    assert trimmed.info.seconds + removed.leading_s + removed.trailing_s == pytest.approx(length)
    smoothed, changed = walk.smooth(max_degrees=0.5)
    assert smoothed.info.seconds == pytest.approx(length) and changed.largest_degrees <= 0.51
    joined, seam = walk.join(walk, blend_s=0.05, phase_s=0.0)
    assert joined.info.seconds == pytest.approx(2 * length - seam.blend_s) and seam.blend_s == pytest.approx(0.05)
    same(walk.layer(walk.mirror(), weight=0.0), walk)
    same(walk.layer(walk.mirror()), walk.mirror())
    same(walk.layer(walk.mirror(), part="arms"), walk)
    legs = libvrm.MotionPart(bones=1 << Bone.LEFT_UPPER_LEG, position=False, expressions=False, gaze=False)
    assert walk.layer(walk.reverse(), part=legs).info.seconds == pytest.approx(length)
    for wrong in (lambda: walk.speed(0), lambda: walk.speed(math.nan), lambda: walk.cut(-1),
                  lambda: walk.layer(walk, part="wings"), lambda: walk.layer(walk, weight=2), lambda: walk.trim_rest(0)):
        with pytest.raises(libvrm.ArgumentError):
            wrong()
    with pytest.raises(libvrm.InvalidError):
        walk.cut(5)
    with pytest.raises(TypeError):
        walk.join("walk")


def test_a_motion_is_fitted_as_by_the_command(scene, avatar_file, tmp_path):
    """vrm convert-motion --avatar writes the same bytes."""
    command = os.environ.get("VRM_COMMAND")
    if not command:
        pytest.skip("VRM_COMMAND names no program")
    rig = libvrm.Rig(libvrm.load(avatar_file))
    for kind in ("fbx", "vmd"):
        motion, written, saved = scene(kind), tmp_path / "command.vrma", tmp_path / "python.vrma"
        subprocess.run([command, "convert-motion", "-q", motion, "--avatar", avatar_file, "-o", written], check=True)
        libvrm.Motion.load(motion).animation(rig)[0].save(saved)
        assert saved.read_bytes() == written.read_bytes(), kind


def test_a_recorded_capture_sets_the_bones_that_it_has(avatar_file):
    """Bones that stay in the T-pose have keys: the pose that an avatar had before ends."""
    rig = libvrm.Rig(libvrm.load(avatar_file))
    frames = "\n".join(" ".join(["0"] * 30) for _ in range(2)) + "\n"
    still = libvrm.Capture(BVH + frames)
    recorded = libvrm.Clip(still.record().finish()[0]).sample(0.0)
    whole = libvrm.Motion(BVH + frames).clip().sample(0.0)
    assert recorded.bones == whole.bones != 0
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    avatar.set_pose(libvrm.pose_idle(0.0))
    avatar.play(libvrm.Player(libvrm.Clip(still.record().finish()[0])))
    sim.step(0.0)
    head = avatar.locals[rig.bone(Bone.HEAD)]
    assert list(head[3:7]) == pytest.approx(list(rig.rest(rig.bone(Bone.HEAD)).rotation), abs=1e-6)


def test_the_examples_play_a_motion_and_shrink_an_avatar(avatar_file, tmp_path):
    examples = Path(__file__).parents[1] / "examples"

    def run(name, *arguments):
        return subprocess.run([sys.executable, str(examples / name), *map(str, arguments)], capture_output=True, text=True)

    done = run("play.py", avatar_file, MIXAMO, tmp_path / "walk.vrma")
    assert done.returncode == 0 and "feet slide by" in done.stdout, done.stderr
    assert libvrm.Motion.load(tmp_path / "walk.vrma").info.kind == libvrm.MotionKind.ANIMATION
    done = run("shrink.py", avatar_file, tmp_path / "small.vrm")
    assert done.returncode == 0 and (tmp_path / "small.vrm").stat().st_size < Path(avatar_file).stat().st_size
    for name, count in (("play.py", 3), ("shrink.py", 2)):
        done = run(name, *[tmp_path / "missing"] * count)
        assert done.returncode == 1 and done.stderr.startswith(f"{name}: ") and "Traceback" not in done.stderr
