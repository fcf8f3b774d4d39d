# SPDX-License-Identifier: MIT
"""door.c in Python."""

import sys

import libvrm


def fnv1a(data: bytes) -> int:
    state = 2166136261
    for byte in data:
        state = (state ^ byte) * 16777619 & 0xFFFFFFFF
    return state


def play(avatar_path: str, path: str, pmx: str) -> str:
    rig, sim = libvrm.Rig(libvrm.load(avatar_path)), libvrm.Sim()
    model = open(pmx, "rb").read() if pmx else None
    clip = libvrm.Motion.load(path, model=model).clip(rig)
    avatar = sim.add(rig)
    actor = libvrm.Actor(avatar, stance="rest")
    actor.play(clip, fade_in_s=0)
    line = ""
    for time in (0, 0.25, 0.5, 1, 2, 4):
        if time > 0 and time >= clip.duration:
            break
        actor.seek(time)
        sim.step(0)
        numbers = bytes(memoryview(avatar.worlds)) + bytes(memoryview(avatar.expression_weights))
        line += f"{fnv1a(numbers):08x} "
    return line


for row in open(sys.argv[1], encoding="utf-8"):
    try:
        print(play(*row.rstrip("\n").split("\t")))
    except libvrm.VrmError:
        print("refused")
