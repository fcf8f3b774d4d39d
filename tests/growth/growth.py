#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that refer to one thing many times, and what every command makes of them.

  growth.py VRM [--long]

Each generator makes a small file of one kind of product: instanced meshes, channels on one sampler,
accessors without data, colliders named again and again. Every command runs on it and on one ten
times as large, with a limit on processor time and address space. Each run must answer with status
0, or 1 and a message; reside in at most 64 MB and 64 bytes for each byte of the file, program,
model, rig and output together; and take at most 15 times the processor time for ten times the file,
or below 4 seconds. --long goes on to a hundred times.
"""

import json
import os
import resource
import struct
import subprocess
import sys
import tempfile

BONES = ["hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg",
         "rightLowerLeg", "rightFoot", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm",
         "rightLowerArm", "rightHand"]
FREE_MB = 64
FREE_SECONDS = 0.25


def avatar():
    """A skeleton without a mesh: node 0 is turned and scaled, so that normalizing has work."""
    meta = {"name": "a", "version": "1", "authors": ["b"],
            "licenseUrl": "https://vrm.dev/licenses/1.0/"}
    bones = {name: {"node": 1 + i} for i, name in enumerate(BONES)}
    nodes = [{"children": [1], "rotation": [0, 0.6, 0, 0.8], "scale": [2, 2, 2]}]
    nodes += [{"translation": [0, 0.1, 0], "children": []} for _ in BONES]
    nodes[1]["children"] = list(range(2, len(BONES) + 1))
    for node in nodes[2:]:
        del node["children"]
    return {"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_vrm"], "scene": 0,
            "scenes": [{"nodes": [0]}], "nodes": nodes, "buffers": [], "bufferViews": [],
            "accessors": [], "meshes": [],
            "extensions": {"VRMC_vrm": {"specVersion": "1.0", "meta": meta,
                                        "humanoid": {"humanBones": bones}}}}


def add_data(gltf, data):
    gltf["buffers"] = [{"byteLength": len(data)}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": len(data)}]
    return data


def instances(n):
    """n nodes that show one mesh of n * 30 vertices."""
    gltf = avatar()
    data = add_data(gltf, bytes(n * 30 * 12))
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": n * 30, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]}]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}}]}]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"mesh": 0, "scale": [1 + i / 1000, 1, 1]} for i in range(n)]
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    return gltf, data


def nothing(n):
    """n meshes on accessors that have a count and no data."""
    gltf = avatar()
    first = len(gltf["nodes"])
    for i in range(n):
        gltf["accessors"].append({"componentType": 5126, "count": 400000, "type": "VEC3",
                                  "min": [0, 0, 0], "max": [0, 0, 0]})
        gltf["meshes"].append({"primitives": [{"attributes": {"POSITION": i}}]})
        gltf["nodes"].append({"mesh": i})
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    return gltf, b""


def channels(n):
    """n channels on one sampler of n * 10 keys."""
    gltf = avatar()
    keys = n * 10
    times = struct.pack("<%df" % keys, *range(keys))
    data = add_data(gltf, times + struct.pack("<4f", 0, 0, 0, 1) * keys)
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": keys, "type": "SCALAR",
                          "min": [0], "max": [keys - 1]},
                         {"bufferView": 0, "byteOffset": 4 * keys, "componentType": 5126,
                          "count": keys, "type": "VEC4"}]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"name": "n"} for _ in range(n)]
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    gltf["animations"] = [{"samplers": [{"input": 0, "output": 1}],
                           "channels": [{"sampler": 0, "target": {"node": first + i,
                                                                  "path": "rotation"}}
                                        for i in range(n)]}]
    return gltf, data


def morphs(n):
    """n targets of one mesh, all on one accessor of n * 10 vertices."""
    gltf = avatar()
    data = add_data(gltf, struct.pack("<3f", 0.1, 0.1, 0.1) * (n * 10))
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": n * 10, "type": "VEC3",
                          "min": [0.1] * 3, "max": [0.1] * 3}]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0},
                                       "targets": [{"POSITION": 0}] * n}]}]
    gltf["nodes"][0]["children"].append(len(gltf["nodes"]))
    gltf["nodes"].append({"mesh": 0})
    return gltf, data


def colliders(n):
    """n joints, n colliders, and one group of them named n times."""
    gltf = avatar()
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"translation": [0, 0.1, 0], "children": [first + i + 1]} for i in range(n)]
    gltf["nodes"].append({"translation": [0, 0.1, 0]})
    gltf["nodes"][1]["children"].append(first)
    gltf["extensionsUsed"].append("VRMC_springBone")
    gltf["extensions"]["VRMC_springBone"] = {
        "specVersion": "1.0",
        "colliders": [{"node": 3, "shape": {"sphere": {"radius": 0.1}}}] * n,
        "colliderGroups": [{"colliders": list(range(n))}],
        "springs": [{"joints": [{"node": first + i} for i in range(n + 1)],
                     "colliderGroups": [0] * n}]}
    return gltf, b""


def weights(n):
    """n nodes that show a mesh with n * 5 targets without data."""
    gltf = avatar()
    data = add_data(gltf, bytes(36))
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]}]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{}] * (n * 5)}]}]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"mesh": 0} for _ in range(n)]
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    return gltf, data


def empties(n):
    """Lists of {}."""
    gltf = avatar()
    gltf["materials"] = [{}] * (n * 20)
    gltf["nodes"] += [{}] * (n * 20)
    return gltf, b""


KINDS = [(instances, 30), (nothing, 10), (channels, 30), (morphs, 30), (colliders, 30),
         (weights, 30), (empties, 30)]


def write_glb(path, made):
    gltf, data = made
    for key in ("buffers", "bufferViews", "accessors", "meshes"):
        if not gltf[key]:
            del gltf[key]
    text = json.dumps(gltf, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return 12 + len(chunks)


def commands(path, folder):
    out = os.path.join(folder, "out")
    still = os.path.join(folder, "still.json")
    yield ["info", path]
    yield ["validate", "-q", path]
    yield ["normalize", "--force", path, "-o", out + ".vrm"]
    yield ["migrate", "--to", "0.x", "--force", path, "-o", out + "0.vrm"]
    yield ["bake", "--force", path, "--seconds", "0.1", "-o", out + ".glb"]
    yield ["trace", path, still, "-o", out + ".jsonl"]
    yield ["render", "--backend", "null", "--size", "64x64", path, "-o", out + ".png"]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (512 << 20, 512 << 20))


def run(program, words):
    """Status, seconds of processor time, peak in bytes, message."""
    child = subprocess.Popen([program] + words, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)
    message = child.stderr.read().decode(errors="replace")
    child.stderr.close()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, message


def main():
    program, is_long = sys.argv[1], "--long" in sys.argv[2:]
    faults, runs, refused = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "still.json"), "w", encoding="utf-8") as out:
            json.dump({"format": "vrm-motion", "version": 1, "frames": 2, "dt": 0.1,
                       "tracks": []}, out)
        for make, size in KINDS:
            before = {}
            for factor in (1, 10, 100) if is_long else (1, 10):
                path = os.path.join(folder, "file.vrm")
                file_bytes = write_glb(path, make(size * factor))
                for words in commands(path, folder):
                    status, seconds, peak, message = run(program, words)
                    runs += 1
                    what = "%s x%d (%d bytes): vrm %s" % (make.__name__, factor, file_bytes,
                                                          words[0])
                    if status not in (0, 1) or (status == 1 and not message.strip()
                                                and words[0] != "validate"):
                        faults.append("%s: status %d %s" % (what, status, message.strip()))
                    refused += status == 1 and "LIMIT_" in message
                    if peak > (FREE_MB << 20) + 64 * file_bytes:
                        faults.append("%s: %d MB" % (what, peak >> 20))
                    least = max(before.get(words[0], seconds), FREE_SECONDS)
                    if seconds > 15 * least:
                        faults.append("%s: %.2f s after %.2f s" % (what, seconds, least))
                    before[words[0]] = seconds
    for fault in faults:
        print(fault)
    print("%d runs, %d refused by a limit, %d faults" % (runs, refused, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
