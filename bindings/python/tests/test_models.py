# SPDX-License-Identifier: MIT
"""Motion as models write it (R-420): files made by NumPy, judged by a kinematic chain that is
written here from the description of the SMPL body, not from the library."""

import io

import numpy as np
import pytest

import libvrm
from libvrm import Bone

PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]
BONES = (
    "hips left_upper_leg right_upper_leg spine left_lower_leg right_lower_leg chest left_foot right_foot upper_chest "
    "left_toes right_toes neck left_shoulder right_shoulder head left_upper_arm right_upper_arm left_lower_arm "
    "right_lower_arm left_hand right_hand"
).split()
FINGERS = "index middle little ring thumb".split()
# From each joint's parent to it in the T-pose (millimetres, Y up): SMPL's mean body, of both sides
# the mean, as published with many programs.
STEPS = np.array([
    [0, 0, 0], [60, -86, -16], [-60, -86, -16], [0, 124, -38], [43, -385, 2], [-43, -385, 2], [0, 138, 27],
    [-17, -423, -36], [17, -423, -36], [0, 56, 3], [38, -61, 126], [-38, -61, 126], [0, 212, -33],
    [77, 113, -21], [-77, 113, -21], [0, 89, 50], [118, 46, -14], [-118, 46, -14], [258, -15, -27],
    [-258, -15, -27], [267, 13, -7], [-267, 13, -7], [88, -11, -14], [-88, -11, -14],
]) / 1000  # fmt: skip
# Somebody with longer legs and shorter arms.
STEPS[[4, 5, 7, 8]] *= 1.15
STEPS[[18, 19, 20, 21]] *= 0.9
REST = np.zeros((24, 3))
for _joint, _parent in enumerate(PARENTS):
    REST[_joint] = STEPS[_joint] + (REST[_parent] if _parent >= 0 else [0, 0.95, 0])
Z_UP = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])  # turns Y to Z


def matrix(vector):
    angle = np.linalg.norm(vector)
    if angle < 1e-9:
        return np.eye(3)
    x, y, z = vector / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def vector(m):
    angle = np.arccos(np.clip((np.trace(m) - 1) / 2, -1, 1))
    axis = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
    return axis * (0.5 if angle < 1e-9 else angle / (2 * np.sin(angle)))


def places(pose, trans):
    """Joints of the chain for one frame."""
    turns, points = [], []
    for joint, parent in enumerate(PARENTS):
        turn = matrix(pose[joint])
        turns.append(turn if parent < 0 else turns[parent] @ turn)
        step = turns[parent] @ (REST[joint] - REST[parent]) if parent >= 0 else trans
        points.append(step if parent < 0 else points[parent] + step)
    return np.array(points)


def quat_matrix(q):
    x, y, z, w = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def read_turns(capture, frame, count=22):
    """World rotations of the joints of the body, as the library read them."""
    pose = capture.pose(frame)
    turns = []
    for joint in range(count):
        local = quat_matrix(pose.rotations[Bone[BONES[joint].upper()]])
        turns.append(local if PARENTS[joint] < 0 else turns[PARENTS[joint]] @ local)
    return turns, pose


def random_walk(seed, frames=40, joints=55, most=0.7):
    """Smooth random poses of somebody who is upright."""
    random = np.random.default_rng(seed)
    time = np.arange(frames)[:, None, None] / frames * 2 * np.pi
    poses = sum(random.normal(0, most / 3, (1, joints, 3)) * np.sin(time * k + random.uniform(0, 6, (1, joints, 3)))
                for k in (1, 2))
    poses[:, 0] *= 0.4
    trans = np.column_stack([np.linspace(0, 1, frames), 0.92 + 0.02 * np.sin(np.arange(frames)), np.zeros(frames)])
    return poses, trans


def saved(compressed=False, **arrays):
    file = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(file, **arrays)
    return file.getvalue()


def saved_array(array):
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def to_z_up(poses, trans):
    turned = poses.copy()
    for frame in range(len(poses)):
        turned[frame, 0] = vector(Z_UP @ matrix(poses[frame, 0]))
    return turned, trans @ Z_UP.T


def layouts(poses, trans):
    frames = len(poses)
    flat = poses.reshape(frames, -1)
    hands = poses[:, 25:].reshape(frames, 90)
    body = poses[:, :22].reshape(frames, 66)
    z_poses, z_trans = to_z_up(poses, trans)
    z_flat = z_poses.reshape(frames, -1)
    rate = {"mocap_framerate": 60.0}
    return {
        "SMPL": saved(poses=np.hstack([body, np.zeros((frames, 6))]), trans=trans, **rate),
        "SMPL-H": saved(poses=np.hstack([body, hands]), trans=trans, mocap_frame_rate=np.array(60), gender="female"),
        "SMPL-X": saved(poses=flat, trans=trans, betas=np.zeros(16), **rate),
        "Z up": saved(poses=z_flat, trans=z_trans, **rate),
        "deflated": saved(True, poses=flat, trans=trans, **rate),
        "f4": saved(poses=flat.astype("f4"), trans=trans.astype("f4"), **rate),
        "big endian": saved(poses=flat.astype(">f8"), trans=trans, **rate),
        "Fortran": saved(poses=np.asfortranarray(flat), trans=np.asfortranarray(trans), **rate),
        "joints x 3": saved(poses=poses, trans=trans, **rate),
        "parts": saved(root_orient=flat[:, :3], pose_body=flat[:, 3:66], pose_hand=hands, trans=trans, **rate),
        "other names": saved(global_orient=flat[:, :3], body_pose=flat[:, 3:66], left_hand_pose=hands[:, :45],
                             right_hand_pose=hands[:, 45:], jaw_pose=flat[:, 66:69], transl=trans, **rate),
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_smpl_files_of_every_layout_turn_bones_as_the_chain_does(seed):
    """R-420"""
    poses, trans = random_walk(seed)
    for name, data in layouts(poses, trans).items():
        capture = libvrm.Capture(data)
        assert capture.format == "SMPL", name
        assert capture.frame_count == len(poses), name
        assert abs(capture.frame_time - 1 / 60) < 1e-9, name
        for frame in range(0, len(poses), 7):
            turns, pose = read_turns(capture, frame)
            expected = []
            for joint in range(22):
                local = matrix(poses[frame, joint])
                expected.append(local if joint == 0 else expected[PARENTS[joint]] @ local)
                angle = np.linalg.norm(vector(expected[joint].T @ turns[joint]))
                assert np.degrees(angle) < 0.1, (name, frame, BONES[joint])
            if name not in ("SMPL",):
                check_fingers(name, pose, poses[frame, 25:])


def check_fingers(name, pose, vectors):
    thumb = ["metacarpal", "proximal", "distal"]
    finger = ["proximal", "intermediate", "distal"]
    for i, expected in enumerate(vectors):
        side, part = ("left" if i < 15 else "right"), i % 15
        word = FINGERS[part // 3]
        bone = f"{side}_{word}_{(thumb if word == 'thumb' else finger)[part % 3]}"
        read = quat_matrix(pose.rotations[Bone[bone.upper()]])
        assert np.degrees(np.linalg.norm(vector(matrix(expected).T @ read))) < 0.1, (name, bone)


def test_a_walk_stands_on_the_ground_and_covers_its_way():
    """R-420"""
    poses, trans = random_walk(5, most=0.2)
    first = libvrm.Capture(saved(poses=poses.reshape(len(poses), -1), trans=trans + [3, 5, 0], mocap_framerate=30))
    start, end = first.pose(0), first.pose(len(poses) - 1)
    assert abs((end.hips_offset[0] - start.hips_offset[0]) - 1) < 1e-4
    for frame in range(len(poses)):
        assert abs(first.pose(frame).hips_offset[1]) < 0.15  # not 5 m above the ground


def positions_of(poses, trans):
    return np.array([places(p, t) for p, t in zip(poses, trans, strict=True)])


def points_files(points):
    """The same motion in every layout; points are frames x 24 x 3."""
    body = points[:, :22]
    return {
        "HumanML3D": saved_array(body.astype("f4")),
        "f8": saved_array(body),
        "Fortran": saved_array(np.asfortranarray(body)),
        "SMPL 24": saved_array(points),
        "rows": saved_array(body.reshape(len(body), 66)),
        "1 x 22 x 3 x frames": saved_array(body.transpose(1, 2, 0)[None]),
        "T2M-GPT": saved_array(body[None].astype("f4")),
        "Z up": saved_array(body @ Z_UP.T),
        "a camera's": saved_array(body * [1, -1, -1]),
    }


@pytest.mark.parametrize("seed", range(3))
def test_positions_are_solved_back_to_themselves(seed):
    """R-421"""
    poses, trans = random_walk(seed + 20, joints=24)
    poses[:, 10:12] = poses[:, 22:] = 0
    poses[:, 18:20, 0] = poses[:, 18:20, 2] = 0  # elbows and knees are hinges
    poses[:, 18, 1] = -np.abs(poses[:, 18, 1]) - 0.1
    poses[:, 19, 1] = np.abs(poses[:, 19, 1]) + 0.1
    poses[:, 4:6, 1:] = 0
    poses[:, 4:6, 0] = np.abs(poses[:, 4:6, 0]) + 0.1
    points = positions_of(poses, trans)
    for name, data in points_files(points).items():
        capture = libvrm.Capture(data)
        assert capture.format == "joint positions"
        assert abs(capture.frame_time - (1 / 30 if name == "SMPL 24" else 1 / 20)) < 1e-9
        for frame in range(0, len(points), 7):
            turns, _ = read_turns(capture, frame)
            solved = [points[frame, 0]]
            for joint in range(1, 22):
                parent = PARENTS[joint]
                solved.append(solved[parent] + turns[parent] @ STEPS[joint])
            off = np.linalg.norm(np.array(solved) - points[frame, :22], axis=1)
            assert off.max() < 0.01, (name, frame, BONES[int(off.argmax())], off.max())
            hips = np.linalg.norm(vector(matrix(poses[frame, 0]).T @ turns[0]))
            assert np.degrees(hips) < 0.5, (name, frame)


def test_positions_stand_on_the_ground_wherever_a_model_puts_it():
    """R-421"""
    poses, trans = random_walk(23, joints=24, most=0.2)
    points = positions_of(poses, trans)[:, :22]
    plain = libvrm.Capture(saved_array(points))
    for name, moved in {"above": points + [3, 5, 0], "below": points - [0, 2, 1], "Z up": (points + [0, 4, 0]) @ Z_UP.T}.items():
        capture = libvrm.Capture(saved_array(moved))
        for frame in range(len(poses)):
            height = capture.pose(frame).hips_offset[1]
            assert abs(height - plain.pose(frame).hips_offset[1]) < 1e-3, (name, frame)
            assert abs(height) < 0.15, (name, frame)  # not in the air, nor in the ground


def test_a_layout_and_a_rate_that_the_caller_states():
    """R-450, R-451"""
    poses, trans = random_walk(31, joints=24)
    points = positions_of(poses, trans)
    hands = saved_array(np.concatenate([points, np.ones((len(points), 28, 3))], axis=1))
    read = libvrm.Motion(hands, points=libvrm.PointLayout.SMPL24, source_fps=12.5)
    plain = libvrm.Motion(saved_array(points))
    assert abs(read.info.frame_s - 1 / 12.5) < 1e-9 and abs(plain.info.frame_s - 1 / 30) < 1e-9
    assert read.info.bones == plain.info.bones
    with pytest.raises(libvrm.VrmError):
        libvrm.Motion(hands)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (saved_array(np.array([{"a": 1}], dtype=object)), "NPY_PICKLE"),
        (saved_array(np.zeros((60, 263), "f4")), "NPY_SHAPE"),
        (saved_array(np.zeros((60, 23, 3), "f4")), "NPY_SHAPE"),
        (saved_array(np.zeros((0, 22, 3), "f4")), "NPY_SHAPE"),
        (saved_array(np.array(["text"])), "NPY_SHAPE"),
        (saved_array(np.zeros((60, 22, 3), "f4"))[:-40], "NPY_DAMAGED"),
        (saved(trans=np.zeros((5, 3))), "NPY_SHAPE"),
        (saved(poses=np.zeros((5, 70)), trans=np.zeros((5, 3))), "NPY_SHAPE"),
        (saved(poses=np.zeros((5, 72)), trans=np.zeros((4, 3))), "NPY_SHAPE"),
        (saved(poses=np.array([None, 1], dtype=object)), "NPY_PICKLE"),
        (saved(poses=np.zeros((500, 72)), trans=np.zeros((500, 3)))[:-30], "NPY_DAMAGED"),
    ],
)
def test_what_is_no_motion_is_refused(data, code):
    """R-422"""
    with pytest.raises(libvrm.VrmError) as caught:
        libvrm.Capture(data)
    assert code in str(caught.value) or code in [finding.code for finding in caught.value.report]


def test_numbers_that_are_none_stay_as_before():
    """R-422"""
    poses, trans = random_walk(3)
    poses[5, 3, 1] = np.nan
    poses[6, 4, 0] = np.inf
    trans[7, 1] = np.nan
    capture = libvrm.Capture(saved(poses=poses.reshape(len(poses), -1), trans=trans, mocap_framerate=30.0))
    for frame in range(len(poses)):
        pose = capture.pose(frame)
        assert np.isfinite(np.array(pose.rotations)).all() and np.isfinite(np.array(pose.hips_offset)).all()
    assert np.allclose(capture.pose(5).rotations[Bone.SPINE], capture.pose(4).rotations[Bone.SPINE])
