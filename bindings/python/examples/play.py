# SPDX-License-Identifier: MIT
"""Plays a motion of any format on an avatar, and saves it as a VRM animation that is fitted to it.

    python3 play.py avatar.vrm walk.fbx walk.vrma

FBX, BVH, VMD, glTF with a humanoid skeleton and VRM animations are told apart by their content.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import libvrm  # noqa: E402


def main(avatar_path: str, motion_path: str, out_path: str) -> None:
    rig = libvrm.Rig(libvrm.load(avatar_path))
    motion = libvrm.Motion.load(motion_path)
    sim = libvrm.Sim()
    avatar, player = sim.add(rig), libvrm.Player(motion.clip(rig))
    for frame in range(60):
        avatar.play(player)
        sim.step(1 / 60)
        player.advance(1 / 60)
    print(f"{motion.info.format}, {motion.info.seconds:.2f} s; head at", *avatar.worlds[rig.bone("head")][:, 3])
    animation, report = motion.animation(rig)
    animation.save(out_path)
    print(f"{out_path}: feet slide by {report.retarget.slide_max_mm:.1f} mm at most")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (OSError, libvrm.VrmError) as error:
        sys.exit(f"play.py: {error}")
