# SPDX-License-Identifier: MIT
"""Live landmarks (R-463 to R-472): a person by forward kinematics (test_landmarks.py), picture by picture."""

import numpy as np
import pytest

import libvrm
from libvrm import Bone
from test_landmarks import CAMERA, PARENTS, Person, degrees_between, hand_points, line_of, matrix, quat_matrix, text_of

SHARP = {"min_cutoff_hz": 10000.0, "ease_in_s": 0.0}


def body_of(person, visibility=0.99):
    return np.hstack([person.pose() * CAMERA, np.full((33, 1), visibility)])


def hand_of(person, side):
    return (hand_points(side, person.turns[f"{side}_hand"], person.curl) + [0.4, 0.2, 0.1]) * CAMERA


def head_of(person):
    full = np.eye(4)
    full[:3, :3] = person.head
    full[:3, 3] = [2, 5, -40]
    return full


def feed(points, person, time_s, **parts):
    given = {"pose": body_of(person), "left_hand": hand_of(person, "left"), "right_hand": hand_of(person, "right"),
             "head": head_of(person), "shapes": {"jawOpen": 0.7, "eyeBlinkLeft": 0.4}, **parts}  # fmt: skip
    return points.feed(time_s, **given)


def turns_of(pose):
    turns = {"hips": quat_matrix(pose.rotations[Bone.HIPS])}
    for name, parent in PARENTS.items():
        turns[name] = turns[parent] @ quat_matrix(pose.rotations[Bone[name.upper()]])
    return turns


@pytest.mark.parametrize("seed", range(4))
def test_bones_turn_as_the_person_does(seed):
    """R-463"""
    points = libvrm.Points(**SHARP)
    for i in range(40):
        person = Person(seed, 0.1 * i)
        assert feed(points, person, 0.04 * i)
        pose = points.pose()
        turns = turns_of(pose)
        for name, expected in person.turns.items():
            assert degrees_between(turns[name], expected) < 2.5, (i, name)
        assert degrees_between(turns["head"], person.head) < 0.1, i
        for side, sign in (("left", 1), ("right", -1)):
            turn = turns[f"{side}_hand"]
            for k, part in enumerate(("proximal", "intermediate", "distal")):
                turn = turn @ quat_matrix(pose.rotations[Bone[f"{side}_index_{part}".upper()]])
                curled = person.turns[f"{side}_hand"] @ matrix([0, 0, -sign], person.curl * (k + 1))
                off = np.degrees(np.arccos(np.clip((turn @ [sign, 0, 0]) @ (curled @ [sign, 0, 0]), -1, 1)))
                assert off < 6, (i, side, part)


def test_a_live_person_turns_as_a_recorded_one():
    """R-472: files and cameras share the solver."""
    people = [Person(1, 0.1 * i) for i in range(30)]
    capture = libvrm.Capture(text_of([line_of(person, 40 * i) for i, person in enumerate(people)]))
    points = libvrm.Points(**SHARP)
    for i, person in enumerate(people):
        assert feed(points, person, 0.04 * i)
        live, recorded = points.pose(), capture.pose(i)
        for bone in Bone:
            if bone < 0 or not points.bones >> bone & 1:
                continue
            assert degrees_between(quat_matrix(live.rotations[bone]), quat_matrix(recorded.rotations[bone])) < 0.5, (i, bone)


def test_a_mirror_image_moves_the_other_side():
    """R-464"""
    person = Person(2, 0.3)
    plain, mirror = libvrm.Points(**SHARP), libvrm.Points(mirrors=True, **SHARP)
    feed(plain, person, 0), feed(mirror, person, 0)
    flip = np.diag([-1, 1, 1])
    a, b = turns_of(plain.pose()), turns_of(mirror.pose())
    for name in PARENTS:
        other = name.replace("left", "RIGHT").replace("right", "left").replace("RIGHT", "right")
        assert degrees_between(flip @ a[name] @ flip, b[other]) < 0.1, name
    assert abs(mirror.expressions["blinkRight"] - 0.4) < 0.01


def test_faces_are_presets_and_shapes():
    """R-464"""
    points = libvrm.Points(**SHARP)
    assert not points.has_face
    assert points.feed(0, shapes={"jawOpen": 0.7, "eyeLookOutLeft": 1, "eyeLookInRight": 1}, head=head_of(Person(3, 0)))
    assert points.has_face and points.bones == 1 << Bone.HEAD
    assert abs(points.shapes[libvrm.FaceShape.JAW_OPEN] - 0.7) < 1e-6 and points.expressions["aa"] > 0.3
    assert points.gaze[0] > 10


@pytest.mark.parametrize("rate", [15, 30, 60, 120])
def test_smoothing_is_late_by_the_same_time_at_every_rate(rate):
    """R-468: a hand that moves evenly, and a filter without beta: late by 1 / (2 pi cutoff)."""
    points = libvrm.Points(min_cutoff_hz=2, beta=0, ease_in_s=0)
    for i in range(2 * rate + 1):
        body = body_of(Person(0, 0))
        body[0, 0] += 0.05 * i / rate  # the nose, which the head follows
        points.feed(i / rate, pose=body)
    late = 1 / (2 * np.pi * 2)
    expected = libvrm.Points(**SHARP)
    body = body_of(Person(0, 0))
    body[0, 0] += 0.05 * (2 - late)
    expected.feed(0, pose=body)
    head = [quat_matrix(p.pose().rotations[Bone.HEAD]) for p in (points, expected)]
    assert degrees_between(*head) < 0.05


def test_what_is_lost_eases_and_comes_back():
    """R-466"""
    points, before, most = libvrm.Points(), None, 0
    for i in range(600):
        person = Person(4, 0.01 * i)
        body = body_of(person)
        if 200 <= i < 400:
            body[[13, 15], 3] = 0.1
        assert points.feed(i / 100, pose=body)
        now = turns_of(points.pose())["left_lower_arm"]
        if before is not None:
            most = max(most, degrees_between(before, now))
        before = now
        if i in (199, 599):
            assert degrees_between(now, person.turns["left_lower_arm"]) < 6
    assert most < 15
    assert points.wait(6.1) and not points.wait(6.1)


def test_recorded_frames_are_an_animation():
    """R-471"""
    points, recorder = libvrm.Points(), libvrm.Recorder()
    for i in range(30):
        assert feed(points, Person(5, 0.05 * i), i / 30)
        points.record(recorder, i / 30)
    model, _ = recorder.finish()
    clip = libvrm.Clip(model)
    assert abs(clip.duration - 29 / 30) < 1e-4 and "aa" in clip.expressions


def test_numbers_that_are_not_finite_change_nothing():
    """R-469"""
    points = libvrm.Points()
    with pytest.raises(libvrm.ArgumentError):
        points.feed(float("nan"), pose=body_of(Person(0, 0)))
    assert not points.feed(1e10, pose=body_of(Person(0, 0)))
    bad = body_of(Person(0, 0))
    bad[13] = np.nan
    assert points.feed(0, pose=bad)
    assert not points.bones >> Bone.LEFT_UPPER_ARM & 1 and points.bones >> Bone.RIGHT_UPPER_ARM & 1
    for wrong in ({"pose": bad[:5]}, {"left_hand": bad}, {"shapes": [1, 2]}, {"head": [1]}):
        with pytest.raises(libvrm.ArgumentError):
            points.feed(1, **wrong)
    with pytest.raises(libvrm.VrmError):
        libvrm.Points(beta=-1)
