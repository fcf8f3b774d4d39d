# SPDX-License-Identifier: MIT
"""Landmarks of MediaPipe as lines of JSON (R-452 to R-454): made here by forward kinematics of a
person before a camera, with the members that the results of MediaPipe Tasks have in a page."""

import json

import numpy as np
import pytest

import libvrm
from libvrm import Bone

CAMERA = np.array([1, -1, -1])  # x to the right of the picture, y down, z away from the camera
FINGERS = {"thumb": 1, "index": 5, "middle": 9, "ring": 13, "little": 17}
PARTS = {"thumb": ("metacarpal", "proximal", "distal")}
PARENTS = {
    "spine": "hips", "chest": "spine", "neck": "chest", "head": "neck",
    **{f"{s}_upper_leg": "hips" for s in ("left", "right")},
    **{f"{s}_lower_leg": f"{s}_upper_leg" for s in ("left", "right")},
    **{f"{s}_foot": f"{s}_lower_leg" for s in ("left", "right")},
    **{f"{s}_upper_arm": "chest" for s in ("left", "right")},
    **{f"{s}_lower_arm": f"{s}_upper_arm" for s in ("left", "right")},
    **{f"{s}_hand": f"{s}_lower_arm" for s in ("left", "right")},
}  # fmt: skip


def matrix(axis, degrees):
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    angle = np.radians(degrees)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def quat_matrix(q):
    x, y, z, w = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def degrees_between(a, b):
    return np.degrees(np.arccos(np.clip((np.trace(a.T @ b) - 1) / 2, -1, 1)))


def hand_points(side, turn, curl):
    """21 points of a hand, the wrist at the origin; fingers are curled by `curl` at each joint."""
    out = np.array([1 if side == "left" else -1, 0, 0])
    points = np.zeros((21, 3))
    for name, first in FINGERS.items():
        row = {"thumb": 1.6, "index": 1, "middle": 0.35, "ring": -0.3, "little": -1}[name]
        points[first] = out * (0.03 if name == "thumb" else 0.09) + [0, 0, 0.03 * row]
        bend = np.eye(3)
        for i in range(3):
            if name != "thumb":
                bend = bend @ matrix([0, 0, -1 if side == "left" else 1], curl)
            along = bend @ out if name != "thumb" else np.array([out[0], 0, 0.4]) / np.hypot(1, 0.4)
            points[first + i + 1] = points[first + i] + along * 0.03
    return points @ turn.T


class Person:
    """Somebody whose joints are hinges and balls; turns are in the axes of the room."""

    def __init__(self, seed, time):
        phase = np.random.default_rng(seed).uniform(0, 6, 12)
        wave = lambda i, most: most * np.sin(time + phase[i])  # noqa: E731
        self.turns = {}
        body = matrix([0, 1, 0], wave(0, 30)) @ matrix([1, 0, 0], wave(1, 15))
        self.turns["hips"] = self.turns["chest"] = body
        self.curl = 20 + wave(2, 15)
        for s, sign in (("left", 1), ("right", -1)):
            upper = body @ matrix([0, 0, -sign], 40 + wave(3, 20)) @ matrix([1, 0, 0], wave(4, 25))
            self.turns[f"{s}_upper_arm"] = upper
            self.turns[f"{s}_lower_arm"] = lower = upper @ matrix([0, -sign, 0], 60 + wave(5, 30))
            self.turns[f"{s}_hand"] = lower @ matrix([1, 0, 0], wave(6, 40)) @ matrix([0, 0, 1], wave(7, 20))
            thigh = body @ matrix([1, 0, 0], -45 + wave(8, 12)) @ matrix([0, 0, 1], sign * 8)
            self.turns[f"{s}_upper_leg"] = thigh
            self.turns[f"{s}_lower_leg"] = thigh @ matrix([1, 0, 0], 60 + wave(9, 20))
        self.head = body @ matrix([0, 1, 0], wave(10, 40)) @ matrix([1, 0, 0], wave(11, 20))

    def pose(self):
        p = np.zeros((33, 3))
        body = self.turns["hips"]
        for s, o, sign in (("left", 0, 1), ("right", 1, -1)):
            p[23 + o] = body @ [0.1 * sign, 0, 0]
            p[11 + o] = body @ [0.18 * sign, 0.5, 0]
            p[13 + o] = p[11 + o] + self.turns[f"{s}_upper_arm"] @ [0.27 * sign, 0, 0]
            p[15 + o] = p[13 + o] + self.turns[f"{s}_lower_arm"] @ [0.25 * sign, 0, 0]
            hand = hand_points(s, self.turns[f"{s}_hand"], self.curl)
            p[17 + o], p[19 + o], p[21 + o] = p[15 + o] + hand[17], p[15 + o] + hand[5], p[15 + o] + hand[2]
            p[25 + o] = p[23 + o] + self.turns[f"{s}_upper_leg"] @ [0, -0.42, 0]
            p[27 + o] = p[25 + o] + self.turns[f"{s}_lower_leg"] @ [0, -0.4, 0]
            p[29 + o] = p[27 + o] + self.turns[f"{s}_lower_leg"] @ [0, -0.07, -0.03]
            p[31 + o] = p[27 + o] + self.turns[f"{s}_lower_leg"] @ [0, -0.07, 0.15]
            p[7 + o] = body @ [0, 0.5, 0] + self.head @ [0.07 * sign, 0.2, 0]
        p[0] = body @ [0, 0.5, 0] + self.head @ [0, 0.185, 0.1]
        return p


def points_json(points, visibility=None):
    out = []
    for i, (x, y, z) in enumerate(np.asarray(points) * CAMERA):
        point = {"x": x, "y": y, "z": z}
        if visibility is not None:
            point["visibility"] = visibility[i]
        out.append(point)
    return out


def line_of(person, ms, visibility=None, style="tasks"):
    seen = np.full(33, 0.99) if visibility is None else visibility
    hands = {s: points_json(hand_points(s, person.turns[f"{s}_hand"], person.curl) + [0.4, 0.2, 0.1])
             for s in ("left", "right")}  # fmt: skip
    full = np.eye(4)
    full[:3, :3] = person.head
    full[:3, 3] = [2, 5, -40]
    world = [points_json(person.pose(), seen)]
    if style == "holistic":
        return {"timestamp_ms": ms, "poseWorldLandmarks": world, "leftHandWorldLandmarks": [hands["left"]],
                "rightHandWorldLandmarks": [hands["right"]]}  # fmt: skip
    if style == "python":
        return {"timestamp_ms": ms, "pose": {"world_landmarks": world},
                "hands": {"world_landmarks": [hands["right"], hands["left"]],
                          "handedness": [[{"category_name": "Right"}], [{"category_name": "Left"}]]},
                "face": {"facial_transformation_matrixes": [full.tolist()]}}  # fmt: skip
    # A picture that is not mirrored: the words for hands are swapped, the wrists tell.
    wrist = person.pose()[[15, 16]] * CAMERA
    image = [points_json(person.pose(), seen)]
    return {
        "timestampMs": ms,
        "pose": {"landmarks": image, "worldLandmarks": world},
        "hands": {"landmarks": [[{"x": w[0], "y": w[1], "z": 0}] * 21 for w in wrist],
                  "worldLandmarks": [hands["left"], hands["right"]],
                  "handedness": [[{"categoryName": "Right", "score": 1}], [{"categoryName": "Left", "score": 1}]]},
        "face": {"faceBlendshapes": [{"categories": [{"index": 0, "score": 0.1, "categoryName": "_neutral"},
                                                     {"index": 25, "score": 0.7, "categoryName": "jawOpen"},
                                                     {"index": 9, "score": 0.4, "categoryName": "eyeBlinkLeft"},
                                                     {"index": 15, "score": 1, "categoryName": "eyeLookOutLeft"},
                                                     {"index": 14, "score": 1, "categoryName": "eyeLookInRight"}],
                                      "headIndex": -1, "headName": ""}],
                 "facialTransformationMatrixes": [{"rows": 4, "columns": 4, "data": full.T.flatten().tolist()}]},
    }  # fmt: skip


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


def turns_of(capture, frame):
    pose = capture.pose(frame)
    turns = {"hips": quat_matrix(pose.rotations[Bone.HIPS])}
    for name, parent in PARENTS.items():
        turns[name] = turns[parent] @ quat_matrix(pose.rotations[Bone[name.upper()]])
    return turns, pose


@pytest.mark.parametrize("style", ["tasks", "holistic", "python"])
@pytest.mark.parametrize("seed", range(3))
def test_bones_turn_as_the_person_does(style, seed):
    """R-452"""
    people = [Person(seed, 0.1 * i) for i in range(40)]
    lines = [line_of(person, 40 * i, style=style) for i, person in enumerate(people)]
    capture = libvrm.Capture(text_of(lines))
    assert capture.format == "MediaPipe" and capture.frame_count == 40
    assert abs(capture.frame_time - 0.04) < 1e-9
    for frame in range(0, 40, 3):
        turns, pose = turns_of(capture, frame)
        for name, expected in people[frame].turns.items():
            assert degrees_between(turns[name], expected) < 2.5, (style, frame, name)
        if style != "holistic":
            assert degrees_between(turns["head"], people[frame].head) < 0.1, frame
        assert degrees_between(turns["head"], people[frame].head) < 8, frame
        for side, sign in (("left", 1), ("right", -1)):
            turn = turns[f"{side}_hand"]
            for i, part in enumerate(("proximal", "intermediate", "distal")):
                turn = turn @ quat_matrix(pose.rotations[Bone[f"{side}_index_{part}".upper()]])
                curled = people[frame].turns[f"{side}_hand"] @ matrix([0, 0, -sign], people[frame].curl * (i + 1))
                off = np.degrees(np.arccos(np.clip((turn @ [sign, 0, 0]) @ (curled @ [sign, 0, 0]), -1, 1)))
                assert off < 6, (style, frame, side, part)


def test_faces_become_presets_and_a_gaze():
    """R-453"""
    motion = libvrm.Motion(text_of([line_of(Person(1, i), 33 * i) for i in range(5)]))
    assert motion.info.has_gaze and motion.info.expression_count > 5
    clip = motion.clip()
    weights = {name: clip.sample_expression(name, 0.06) for name in clip.expressions}
    assert abs(weights["aa"] - 0.7) < 0.01 and abs(weights["blinkLeft"] - 0.4) < 0.01 and weights["ou"] == 0


def test_a_face_alone_moves_the_head_alone():
    """R-453"""
    lines = [line_of(Person(2, i * 0.1), 33 * i) for i in range(9)]
    for line in lines:
        del line["pose"], line["hands"]
    assert libvrm.Motion(text_of(lines)).info.bones == 1 << Bone.HEAD
    capture = libvrm.Capture(text_of(lines))
    turns, _ = turns_of(capture, 4)
    assert degrees_between(turns["head"], Person(2, 0.4).head) < 0.1


def test_what_is_not_seen_is_interpolated_or_not_moved():
    """R-454"""
    people = [Person(3, 0.05 * i) for i in range(30)]
    lines = []
    for i, person in enumerate(people):
        seen = np.full(33, 0.9)
        seen[25:33] = 0.1  # legs are below the picture
        if 10 <= i < 14:
            seen[[13, 15]] = 0.2
        line = line_of(person, 40 * i, seen)
        if 10 <= i < 14:  # guesses of the tracker
            for point in (13, 15, 17, 19):
                line["pose"]["worldLandmarks"][0][point] = {"x": 9, "y": 9, "z": 9, "visibility": 0.1}
        if i in (20, 21):  # nobody
            line["pose"] = {"landmarks": [], "worldLandmarks": []}
        lines.append(line)
    del lines[24]  # a line that never came
    text = text_of(lines).replace("\n", "\nno JSON\n", 1)
    capture = libvrm.Capture(text)
    assert capture.frame_count == 30
    codes = {finding.code for finding in capture.report}
    assert {"LANDMARKS_GAPS", "LANDMARKS_DAMAGED"} <= codes
    bones = libvrm.Motion(text).info.bones
    assert not bones >> Bone.LEFT_UPPER_LEG & 1 and bones >> Bone.LEFT_UPPER_ARM & 1
    for frame in range(30):
        turns, _ = turns_of(capture, frame)
        for name in ("hips", "left_upper_arm", "left_lower_arm", "right_upper_arm"):
            assert degrees_between(turns[name], people[frame].turns[name]) < 4, (frame, name)


def test_lines_without_times_have_the_rate_of_the_caller():
    """R-451"""
    lines = [line_of(Person(4, i * 0.1), 0, style="holistic") for i in range(7)]
    for line in lines:
        del line["timestamp_ms"]
    motion = libvrm.Motion(text_of(lines), source_fps=24)
    assert abs(motion.info.frame_s - 1 / 24) < 1e-9
    assert abs(libvrm.Motion(text_of(lines)).info.frame_s - 1 / 30) < 1e-9


@pytest.mark.parametrize(
    "text",
    [
        '{"timestamp_ms": 0, "poseWorldLandmarks": []}\n',
        '{"timestamp_ms": 0, "worldLandmarks": [[{"x": 0, "y": 0}]]}\n',
        '{"timestamp_ms": 0, "worldLandmarks": [[' + ",".join(['{"x":1e30,"y":0,"z":0}'] * 33) + "]]}\n",
        '{"timestamp_ms": 0',
    ],
)
def test_lines_without_a_person_are_refused(text):
    """R-454"""
    with pytest.raises(libvrm.VrmError) as caught:
        libvrm.Capture(text)
    assert "LANDMARKS_NONE" in [finding.code for finding in caught.value.report]
