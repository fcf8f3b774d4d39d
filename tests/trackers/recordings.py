# SPDX-License-Identifier: MIT
"""usage: recordings.py FOLDER
Writes a recording of each tracker and of VMC for tests/web/test_doors.mjs: a person who moves, is lost, and comes back; and
one in which all of them send, with packets that are broken, swapped and truncated."""
import base64, json, math, struct, sys
from pathlib import Path

import packets
from packets import Person

FRAMES = 90
START = 1700000000  # of clocks that count from 1970


def person_at(i):
    s = i / 30
    return Person(yaw=30 * math.sin(3 * s), pitch=15 * math.sin(2 * s), roll=10 * math.sin(2.5 * s), gaze_yaw=12 * math.sin(s),
                  gaze_pitch=8 * math.cos(s) - 4, jaw=0.5 + 0.4 * math.sin(7 * s), blink_left=0.4 - 0.3 * math.cos(5 * s), time=s)


def mocopi(i):
    s = i / 30
    turns = {0: (20 * s, "y"), 1: (10 * math.sin(s), "x"), 12: (-60 * math.sin(s), "z"), 20: (30 * math.sin(s), "x")}
    return packets.mocopi(turns, (0.1 * s, 0.9 - 0.05 * math.sin(s), 0), START + s, i)


def text(word):
    data = word.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def osc(address, types, *values):
    data = text(address) + text("," + types)
    for kind, value in zip(types, values):
        data += text(value) if kind == "s" else struct.pack(">f", value)
    return data


def vmc(i):
    s = i / 30
    parts = [osc("/VMC/Ext/Root/Pos", "sfffffff", "root", 0.1 * s, 0, 0, 0, 0, 0, 1)]
    for k, bone in enumerate(("Hips", "Spine", "Head", "LeftUpperArm", "RightUpperArm", "LeftIndexProximal")):
        half = 0.3 * math.sin(2 * s + k)
        parts.append(osc("/VMC/Ext/Bone/Pos", "sfffffff", bone, 0, 0.9, 0, math.sin(half), 0, 0, math.cos(half)))
    for name, weight in (("Joy", 0.5 + 0.5 * math.sin(s)), ("A", 0.3), ("jawOpen", 0.4), ("nobody", 1)):
        parts.append(osc("/VMC/Ext/Blend/Val", "sf", name, weight))
    parts.append(osc("/VMC/Ext/Blend/Apply", ""))
    return text("#bundle") + b"\0" * 7 + b"\1" + b"".join(struct.pack(">I", len(part)) + part for part in parts)


def rows(name, packet_at, shown=lambda i: not 40 <= i < 60):
    return [(i / 30, name, packet_at(i)) for i in range(FRAMES) if shown(i)]


def write(path, packets_of_file):
    lines = [json.dumps({"format": "vrm-packets", "version": 1}, separators=(",", ":"))]
    for time, name, data in packets_of_file:
        lines.append(f'{{"t":{time:.6f},"from":"{name}","data":"{base64.b64encode(data).decode()}"}}')
    path.write_text("\n".join(lines) + "\n")


folder = Path(sys.argv[1])
all_rows = {
    "openseeface": rows("openseeface", lambda i: packets.openseeface(person_at(i))),
    "ifacialmocap": rows("ifacialmocap", lambda i: packets.ifacialmocap(person_at(i), i % 2 == 1)),
    "vtubestudio": rows("vtubestudio", lambda i: packets.vtubestudio(person_at(i), not 40 <= i < 60), lambda i: True),
    "livelink": rows("livelink", lambda i: packets.livelink(person_at(i), not 40 <= i < 60), lambda i: True),
    "mocopi": [(0, "mocopi", packets.mocopi_skeleton())] + rows("mocopi", mocopi),
    "mediapipe": rows("mediapipe", lambda i: packets.mediapipe(person_at(i))),
    "vmc": rows("vmc", vmc),
}
for name, of_one in all_rows.items():
    write(folder / f"{name}.packets", of_one)
mixed = sorted((row for of_one in all_rows.values() for row in of_one), key=lambda row: row[0])
for k in range(5, len(mixed), 11):  # swapped; truncated; nonsense
    mixed[k], mixed[k - 1] = (mixed[k][0], *mixed[k - 1][1:]), (mixed[k - 1][0], *mixed[k][1:])
    mixed[k - 3] = (*mixed[k - 3][:2], mixed[k - 3][2][:k])
    mixed[k - 4] = (*mixed[k - 4][:2], b"nonsense")
write(folder / "mixed.packets", mixed)
