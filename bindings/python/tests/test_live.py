# SPDX-License-Identifier: MIT
"""Trackers: packets that packets.py writes from the descriptions of their protocols, several sources, what is lost, and
wrong values. tests/web/test_doors.mjs compares the poses of recorded packets with those of C."""

import math
import socket
import sys
import threading
from pathlib import Path

import pytest

import libvrm
from libvrm import Bone, LivePart

PACKETS = Path(__file__).parents[3] / "tests/trackers"
if PACKETS.exists():
    sys.path.insert(0, str(PACKETS))
    import packets
else:
    pytest.skip("the tests of trackers are not beside this package", allow_module_level=True)

SHARP = {"min_cutoff_hz": 10000.0}
TURN = (0.0, math.sin(0.2), 0.0, math.cos(0.2))


@pytest.fixture
def live(rig):
    return libvrm.Live(rig, ease_in_s=0)


def person(**values):
    return packets.Person(yaw=20, pitch=-10, roll=5, gaze_yaw=6, gaze_pitch=-4, jaw=0.6, blink_left=0.3, **values)


def body():
    return packets.mocopi({12: (-40, "z")}, (0, 0.9, 0), 1700000000)


@pytest.mark.parametrize("name", ["openseeface", "ifacialmocap", "vtubestudio", "livelink", "mocopi"])
def test_packets_move_the_avatar(name, live, rig):
    tracker, source = libvrm.Tracker(name), live.add_source(**SHARP)
    assert tracker.name == name and tracker.kind == libvrm.TrackerKind(name) and tracker.port > 1024
    assert not tracker.receive(b"nonsense") and not tracker.observe(live, source, 1.0)
    packet = body() if name == "mocopi" else getattr(packets, name)(person())
    assert tracker.receive(packet) and tracker.observe(live, source, 1.0)
    assert not tracker.observe(live, source, 1.0)  # nothing new
    assert live.step(1.0) and not live.step(0.5)
    assert tracker.stats.frames == 1 and tracker.stats.refused_packets == 1 and tracker.state.is_found
    pose, shown = tracker.pose(rig.hips_height), live.pose()
    for bone in live.bones:
        assert shown.rotations[bone] == pytest.approx(pose.rotations[bone], abs=1e-6)
    if name == "mocopi":
        assert Bone.LEFT_UPPER_ARM in live.bones and live.weight("body") == 1.0
        return
    assert set(live.bones) == {Bone.NECK, Bone.HEAD} and live.weight(LivePart.FACE) == 1.0
    assert live.shapes[libvrm.FaceShape.JAW_OPEN] == pytest.approx(0.6, abs=0.01)
    assert live.gaze == pytest.approx((6, -4), abs=0.5)
    assert live.source(source).observed == 1 and live.source(source).last_s == 1.0


def test_a_lost_tracker_eases_out_and_a_second_one_takes_over(live, scene):
    best, second = live.add_source(priorities={"head": 2}, **SHARP), live.add_source(priorities=1, **SHARP)
    left, right = (0, math.sin(0.1), 0, math.cos(0.1)), (0, -math.sin(0.1), 0, math.cos(0.1))
    for i in range(60):
        time_s = 1 + i / 60
        assert live.observe(second, time_s, bones={"head": right}, sender_s=time_s)
        if i < 20:
            assert live.observe(best, time_s, bones={"head": left})
        assert live.step(time_s)
        if i == 19:
            assert live.pose().rotations[Bone.HEAD] == pytest.approx(left, abs=1e-5)
    assert live.pose().rotations[Bone.HEAD] == pytest.approx(right, abs=1e-3)
    weights = []
    for i in range(180):
        assert live.step(2 + i / 60)
        weights.append(live.weight("head"))
    assert weights[20] == 1.0 and weights[-1] == 0.0 and live.bones == () and weights == sorted(weights, reverse=True)


def test_an_actor_lives_on_below(scene):
    model = libvrm.load(scene("hero"))
    rig, sim = libvrm.Rig(model), libvrm.Sim()
    avatar = sim.add(rig)
    actor = libvrm.Actor(avatar, face_map=libvrm.FaceMap(model, rig))
    live, tracker = libvrm.Live(rig), libvrm.Tracker("vtubestudio")
    source = live.add_source()
    for i in range(90):
        time_s = i / 60
        assert tracker.receive(packets.vtubestudio(person(time=time_s))) and tracker.observe(live, source, time_s)
        live.step(time_s)
        live.track(actor.face)
        actor.step(1 / 60)
        live.apply(avatar, has_face=True)
        sim.step(1 / 60)
    assert avatar.expression_weights[rig.expression("aa")] > 0.3
    live.calibrate("face")
    live.uncalibrate()
    live.set_mirrors(True)


def test_observations_of_your_own(live, rig):
    source = live.add_source(**SHARP)
    assert live.observe(source, 1, bones={Bone.HEAD: TURN}, hips_offset=(0, -0.1, 0), root_position=(1, 0, 2), shapes={"jawOpen": 0.5},
                        expressions={"happy": 1.0}, gaze=(5, -5), sender_s=100.0)
    assert not live.observe(source, 1.1, bones={Bone.HEAD: TURN}, sender_s=99.9)  # older
    assert live.step(1)
    assert live.pose().hips_offset == pytest.approx((0, -0.1, 0)) and live.gaze == pytest.approx((5, -5), abs=1e-4)
    assert live.pose(libvrm.pose({"hips": TURN})).rotations[Bone.HIPS] == pytest.approx(TURN)
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    live.apply(avatar)
    sim.step(0)
    assert avatar.root.translation == pytest.approx((1, 0, 2))


def test_vmc_moves_the_avatar(live, rig):
    from test_motion import osc, turn

    vmc, source = libvrm.vmc.Vmc(), live.add_source(**SHARP)
    assert not vmc.observe(live, source, 1)
    vmc.receive(osc("/VMC/Ext/Bone/Pos", "sfffffff", "Head", 0.0, 0.0, 0.0, *turn(0.4)))
    assert vmc.observe(live, source, 1) and not vmc.observe(live, source, 1) and live.step(1)
    assert live.bones == (Bone.HEAD,)
    assert live.pose().rotations[Bone.HEAD] == pytest.approx(vmc.pose(rig.hips_height).rotations[Bone.HEAD], abs=1e-6)


def test_the_lines_of_the_guide_follow_packets(scene, tmp_path, monkeypatch):
    guide = (PACKETS.parents[1] / "docs/guide/live.md").read_text()
    program = next(block.split("```")[0] for block in guide.split("```python\n")[1:] if "libvrm.Live" in block)
    (tmp_path / "avatar.vrm").write_bytes(Path(scene("hero")).read_bytes())
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    is_over = threading.Event()

    def send():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for i in range(1000):
                sender.sendto(packets.openseeface(person(time=i / 60)), ("127.0.0.1", port))
                if is_over.wait(1 / 60):
                    return

    sending, names = threading.Thread(target=send), {}
    sending.start()
    try:
        exec(program.replace("tracker.port", str(port)).replace("begin < 10", "begin < 1"), names)
    finally:
        is_over.set()
        sending.join()
    assert names["live"].weight("head") == 1.0 and names["tracker"].stats.frames > 5


def test_phones_are_asked(live):
    tracker = libvrm.Tracker("vtubestudio")
    assert tracker.phone_port == 21412 and tracker.request_interval > 0 and b"[4000]" in tracker.request(4000)
    assert libvrm.Tracker("openseeface").request(4000) == b"" and libvrm.Tracker("openseeface").phone_port == 0


def test_what_is_wrong_is_refused(live, rig, scene):
    with pytest.raises(ValueError):
        libvrm.Tracker("kinect")
    with pytest.raises(ValueError):
        libvrm.Live(rig, source_count=0)
    with pytest.raises(ValueError):
        live.add_source(priorities={"tail": 1})
    with pytest.raises(ValueError):
        live.add_source(beta=-1)
    with pytest.raises(OverflowError):
        live.add_source(priorities=2**31)
    source = live.add_source()
    assert not live.observe(source + 1, 0, bones={"head": TURN})
    for wrong in ({"bones": {"tail": TURN}}, {"shapes": {"tail": 1}}, {"expressions": {"tail": 1}}, {"gaze": 1}, {"bones": [1]}):
        with pytest.raises((ValueError, TypeError, KeyError)):
            live.observe(source, 0, **wrong)
    with pytest.raises(IndexError):
        live.source(source + 1)
    other = libvrm.Rig(libvrm.load(scene("hero")))
    sim = libvrm.Sim()
    with pytest.raises(ValueError):
        live.apply(sim.add(other))
    for i in range(7):
        live.add_source()
    with pytest.raises(ValueError):
        live.add_source()
    live.close()
    with pytest.raises(libvrm.StaleError):
        libvrm.Tracker("livelink").observe(live, source, 0)
