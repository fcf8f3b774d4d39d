# SPDX-License-Identifier: MIT
"""door.c in Python."""

import base64
import json
import sys

import libvrm


def fnv1a(data: bytes) -> int:
    state = 2166136261
    for byte in data:
        state = (state ^ byte) * 16777619 & 0xFFFFFFFF
    return state


def hash_of(avatar: libvrm.Avatar) -> str:
    return f"{fnv1a(bytes(memoryview(avatar.worlds)) + bytes(memoryview(avatar.expression_weights))):08x} "


def play_packets(avatar_path: str, path: str) -> str:
    model, sim = libvrm.load(avatar_path), libvrm.Sim()
    rig = libvrm.Rig(model)
    avatar = sim.add(rig)
    actor, live = libvrm.Actor(avatar, face_map=libvrm.FaceMap(model, rig)), libvrm.Live(rig)
    packets = [json.loads(line) for line in open(path, encoding="utf-8")][1:]
    senders: dict[str, libvrm.Tracker | libvrm.vmc.Vmc] = {}
    frame, last, line = 0, 0, ""
    while frame <= last + 180:
        time = frame / 60
        while packets and packets[0]["t"] <= time:
            packet, last = packets.pop(0), frame
            name, data = packet["from"], base64.b64decode(packet["data"])
            if name not in senders:
                senders[name] = libvrm.vmc.Vmc() if name == "vmc" else libvrm.Tracker(name)
                live.add_source()
            try:
                senders[name].receive(data)
            except libvrm.VrmError:  # of a packet of VMC that has a broken part
                pass
            if name != "vmc":
                senders[name].observe(live, list(senders).index(name), packet["t"])
        if "vmc" in senders:
            senders["vmc"].observe(live, list(senders).index("vmc"), time)
        live.step(time)
        live.track(actor.face)
        actor.step(1 / 60)
        live.apply(avatar, has_face=True)
        sim.step(1 / 60)
        if frame % 15 == 0:
            line += hash_of(avatar)
        frame += 1
    return line


def play(avatar_path: str, path: str, pmx: str, part: str) -> str:
    if path.endswith(".packets"):
        return play_packets(avatar_path, path)
    rig, sim = libvrm.Rig(libvrm.load(avatar_path)), libvrm.Sim()
    model = open(pmx, "rb").read() if pmx else None
    clip = libvrm.Motion.load(path, model=model).clip(rig)
    avatar = sim.add(rig)
    actor = libvrm.Actor(avatar, stance="rest")
    actor.play(clip, fade_in_s=0, part=part or None)
    line = ""
    for time in (0, 0.25, 0.5, 1, 2, 4):
        if time > 0 and time >= clip.duration:
            break
        actor.seek(time)
        sim.step(0)
        line += hash_of(avatar)
    return line


for row in open(sys.argv[1], encoding="utf-8"):
    try:
        print(play(*row.rstrip("\n").split("\t")))
    except libvrm.VrmError:
        print("refused")
