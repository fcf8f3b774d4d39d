#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: models.py write FOLDER     FOLDER/smpl.npz and FOLDER/points.npy: a minute each
       models.py time FILE        nanoseconds: frame by frame, and all frames at once

What a plain script does with motion of models: reads the file, turns it to Y up, makes local
rotations of VRM's bones and the height of the hips above the lowest joint. The same functions work on
one frame at a time, as a plain script is written, and on the arrays of all frames."""
import sys
import time

import numpy as np

PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]
# The joint that a bone points at, and the direction at rest.
CHILDREN = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, -1, -1, 15, 16, 17, -1, 18, 19, 20, 21, -1, -1]
STEPS = np.array([
    [0, 0, 0], [60, -86, -16], [-60, -86, -16], [0, 124, -38], [43, -385, 2], [-43, -385, 2], [0, 138, 27],
    [-17, -423, -36], [17, -423, -36], [0, 56, 3], [38, -61, 126], [-38, -61, 126], [0, 212, -33],
    [77, 113, -21], [-77, 113, -21], [0, 89, 50], [118, 46, -14], [-118, 46, -14], [258, -15, -27],
    [-258, -15, -27], [267, 13, -7], [-267, 13, -7], [88, -11, -14], [-88, -11, -14],
]) / 1000  # fmt: skip
Z_UP = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0.0]])  # turns Y to Z
HINGES = [18, 19, 4, 5]  # elbows and knees: the plane of both limbs tells the roll


def unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9)


def matrices(vectors):
    """Rotations of axis times angle, by Rodrigues' formula."""
    angle = np.linalg.norm(vectors, axis=-1)[..., None, None]
    axis = unit(vectors)
    k = np.zeros((*vectors.shape, 3))
    k[..., 0, 1], k[..., 0, 2], k[..., 1, 2] = -axis[..., 2], axis[..., 1], -axis[..., 0]
    k = k - np.swapaxes(k, -1, -2)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def quaternions(m):
    """Of rotations, by the largest of the four numbers."""
    trace = np.trace(m, axis1=-2, axis2=-1)
    squares = np.stack([1 + 2 * m[..., 0, 0] - trace, 1 + 2 * m[..., 1, 1] - trace, 1 + 2 * m[..., 2, 2] - trace, 1 + trace], -1)
    signs = np.stack([m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1],
                      np.ones_like(trace)], -1)  # fmt: skip
    return unit(np.copysign(np.sqrt(np.maximum(squares, 0)), signs))


def chain(local, root):
    """Places of the joints."""
    turns, places = [local[..., 0, :, :]], [root]
    for joint in range(1, local.shape[-3]):
        parent = PARENTS[joint]
        places.append(places[parent] + turns[parent] @ STEPS[joint])
        turns.append(turns[parent] @ local[..., joint, :, :])
    return np.stack(places, -2)


def basis(up, side):
    """A rotation whose Y points up, and X about to the side."""
    up = unit(up)
    front = unit(np.cross(side, up))
    return np.stack([np.cross(up, front), up, front], -1)


def solve_parameters(vectors, root, turn):
    """SMPL: rows of axis times angle."""
    local = matrices(vectors.reshape(*vectors.shape[:-1], -1, 3)[..., :22, :])
    local[..., 0, :, :] = turn @ local[..., 0, :, :]
    root = root @ turn.T
    lowest = chain(local, root)[..., 1].min(-1)
    return quaternions(local), root, lowest


def solve_positions(places, turn):
    """Positions of joints: directions of the bones, and the roll of trunk and limbs."""
    places = places @ turn.T
    turns = [None] * 22
    across = places[..., 1, :] - places[..., 2, :]
    turns[0] = basis(places[..., 3, :] - places[..., 0, :], across)
    for joint in range(1, 22):
        parent, child = PARENTS[joint], CHILDREN[joint]
        if child < 0:
            turns[joint] = turns[parent]
            continue
        rest = unit(STEPS[child])
        now = unit(places[..., child, :] - places[..., joint, :])
        held = np.einsum("...ij,j->...i", turns[parent], rest)
        axis = np.cross(held, now)
        sine = np.linalg.norm(axis, axis=-1)
        angle = np.arctan2(sine, np.sum(held * now, -1))
        turns[joint] = matrices(unit(axis) * angle[..., None]) @ turns[parent]
        if child in HINGES:
            bend = np.cross(now, places[..., CHILDREN[child], :] - places[..., child, :])
            hinge = turns[joint] @ np.array([0.0, 1, 0] if joint > 15 else [1.0, 0, 0])
            roll = np.arctan2(np.sum(np.cross(hinge, bend) * now, -1), np.sum(hinge * bend, -1))
            turns[joint] = matrices(now * roll[..., None]) @ turns[joint]
    world = np.stack(turns, -3)
    local = world.copy()
    local[..., 1:, :, :] = np.swapaxes(world[..., PARENTS[1:22], :, :], -1, -2) @ world[..., 1:, :, :]
    return quaternions(local), places[..., 0, :], places[..., 1].min(-1)


def upright(directions):
    """The rotation that makes the axis of the trunk Y."""
    total = unit(directions).sum(0)
    return Z_UP.T if abs(total[2]) > abs(total[1]) else np.eye(3)


def read(path, is_frame_by_frame):
    data = np.load(path)
    if path.endswith(".npz"):
        poses, trans = data["poses"], data["trans"]
        turn = upright(matrices(poses[:, :3])[:, :, 1])
        rows, solve = (poses, trans), lambda pose, root: solve_parameters(pose, root, turn)
    else:
        turn = upright(data[:, 12] - data[:, 0])
        rows, solve = (data,), lambda places: solve_positions(places, turn)
    if is_frame_by_frame:
        frames = [solve(*row) for row in zip(*rows)]
        rotations, root, lowest = (np.array(part) for part in zip(*frames))
    else:
        rotations, root, lowest = solve(*rows)
    root[..., 1] -= np.quantile(lowest, 0.05)
    return rotations, root


def walk(frames, rate):
    """Smooth poses of somebody who is upright: axis times angle, and the place of the root."""
    random = np.random.default_rng(7)
    at = np.arange(frames)[:, None, None] / rate * 2 * np.pi
    poses = sum(random.normal(0, 0.2, (1, 52, 3)) * np.sin(at * k + random.uniform(0, 6, (1, 52, 3))) for k in (0.5, 1, 2))
    poses[:, 0] *= 0.3
    seconds = np.arange(frames) / rate
    return poses, np.column_stack([0.5 * seconds, 0.95 + 0.02 * np.sin(6 * seconds), np.zeros(frames)])


def write(folder):
    poses, trans = walk(7200, 120)  # as AMASS has it: Z up, 120 frames a second
    local = matrices(poses[:, 0])
    angle = np.arccos(np.clip((np.trace(Z_UP @ local, axis1=-2, axis2=-1) - 1) / 2, -1, 1))
    m = Z_UP @ local
    axis = np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], -1)
    turned = poses.copy()
    turned[:, 0] = unit(axis) * angle[:, None]
    np.savez(folder + "/smpl.npz", poses=turned.reshape(7200, 156), trans=trans @ Z_UP.T, mocap_framerate=120.0)
    poses, trans = walk(1200, 20)  # HumanML3D
    np.save(folder + "/points.npy", chain(matrices(poses[:, :22]), trans).astype("f4"))


def least(rounds, run):
    best = float("inf")
    for _ in range(rounds):
        start, used = time.perf_counter_ns(), time.process_time_ns()
        run()
        best = min(best, time.perf_counter_ns() - start, time.process_time_ns() - used)
    return best


def main():
    if sys.argv[1] == "write":
        write(sys.argv[2])
        return
    print(least(3, lambda: read(sys.argv[2], True)), least(20, lambda: read(sys.argv[2], False)))


if __name__ == "__main__":
    main()
