#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that refer to one thing many times, and what every command makes of them.

  growth.py VRM [--long]

Each generator makes a small file of one kind of product: instanced meshes, channels on one sampler,
accessors without data, colliders named again and again. Every command runs on it and on one ten
times as large, with a limit on processor time and address space. Each run must answer with status
0, or 1 and a message; reside in at most 64 MB and 64 bytes for each byte of the file, program,
model and rig together, and four times the output; and take at most 15 times the processor time for ten times the file,
or below 4 seconds. --long goes on to a hundred times.
"""

import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

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


def pictures(n):
    """n images on one view, which holds a picture of 256 x 256 pixels."""
    gltf = avatar()
    rows = zlib.compress((b"\0" + bytes(256 * 4)) * 256)
    head = struct.pack(">IIBBBBB", 256, 256, 8, 6, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for name, body in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")):
        data += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    length = len(data)
    data += bytes(-length % 4)
    gltf["buffers"] = [{"byteLength": len(data) + 36}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": length},
                           {"buffer": 0, "byteOffset": len(data), "byteLength": 36}]
    gltf["accessors"] = [{"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]}]
    gltf["images"] = [{"bufferView": 0, "mimeType": "image/png"}] * n
    gltf["textures"] = [{"source": i} for i in range(n)]
    gltf["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}}
                         for i in range(n)]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "material": i}
                                      for i in range(n)]}]
    gltf["nodes"][0]["children"].append(len(gltf["nodes"]))
    gltf["nodes"].append({"mesh": 0})
    return gltf, data + bytes(36)


def compressed(n):
    """n views that unpack the same 81 bytes of meshopt to 256 vertices each."""
    gltf = avatar()
    # A header; for each byte of a vertex 16 groups of zeros, two bits each; the first vertex.
    data = bytes([0xA0]) + bytes(12 * 4) + bytes(32)
    data += bytes(-len(data) % 4)
    gltf["buffers"] = [{"byteLength": len(data)},
                       {"byteLength": 256 * 12 * n,
                        "extensions": {"EXT_meshopt_compression": {"fallback": True}}}]
    gltf["extensionsUsed"].append("EXT_meshopt_compression")
    gltf["extensionsRequired"] = ["EXT_meshopt_compression"]
    first = len(gltf["nodes"])
    for i in range(n):
        gltf["bufferViews"].append({
            "buffer": 1, "byteOffset": 256 * 12 * i, "byteLength": 256 * 12, "byteStride": 12,
            "extensions": {"EXT_meshopt_compression": {
                "buffer": 0, "byteLength": 81, "byteStride": 12, "count": 256,
                "mode": "ATTRIBUTES"}}})
        gltf["accessors"].append({"bufferView": i, "componentType": 5126, "count": 256,
                                  "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]})
        gltf["meshes"].append({"primitives": [{"attributes": {"POSITION": i}}]})
        gltf["nodes"].append({"mesh": i})
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    return gltf, data


def long_clip(n):
    """An animation of two keys that lasts n * 1000 seconds."""
    gltf = avatar()
    data = add_data(gltf, struct.pack("<2f", 0, n * 1000) + struct.pack("<4f", 0, 0, 0, 1) * 2)
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR",
                          "min": [0], "max": [n * 1000]},
                         {"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2,
                          "type": "VEC4"}]
    gltf["animations"] = [{"samplers": [{"input": 0, "output": 1}],
                           "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}]}]
    return gltf, data


def binds(n):
    """A 0.x avatar: n groups with n / 10 binds each on one mesh that n / 10 nodes show."""
    gltf = avatar()
    del gltf["extensions"]["VRMC_vrm"]
    gltf["extensionsUsed"] = ["VRM"]
    data = add_data(gltf, bytes(36))
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]}]
    few = max(n // 10, 1)
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0},
                                       "targets": [{"POSITION": 0}]}]}]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"mesh": 0} for _ in range(few)]
    gltf["nodes"][0]["children"] += list(range(first, first + few))
    gltf["extensions"]["VRM"] = {
        "specVersion": "0.0", "meta": {"title": "a", "author": "b"},
        "humanoid": {"humanBones": [{"bone": name, "node": 1 + i}
                                    for i, name in enumerate(BONES)]},
        "blendShapeMaster": {"blendShapeGroups": [
            {"name": "g%d" % i, "binds": [{"mesh": 0, "index": 0, "weight": 100}] * few}
            for i in range(n)]}}
    return gltf, data


def empties(n):
    """Lists of {}."""
    gltf = avatar()
    gltf["materials"] = [{}] * (n * 20)
    gltf["nodes"] += [{}] * (n * 20)
    return gltf, b""


KINDS = [(instances, 30), (nothing, 10), (channels, 30), (morphs, 30), (colliders, 30),
         (weights, 30), (pictures, 10), (compressed, 30), (long_clip, 10), (binds, 30),
         (empties, 30)]


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
    yield ["diff", "-q", path, path]
    yield ["normalize", "--force", path, "-o", out + ".vrm"]
    yield ["migrate", "--force", path, "-o", out + "1.vrm"]
    yield ["migrate", "--to", "0.x", "--force", path, "-o", out + "0.vrm"]
    yield ["bake", "--force", path, "--seconds", "0.1", "-o", out + ".glb"]
    yield ["bake", "--force", path, "--animation", path, "--seconds", "2", "-o", out + ".glb"]
    yield ["convert-motion", path, "-o", out + ".vrma"]
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


def written(folder):
    """Bytes of the output, which are then removed."""
    size = 0
    for name in os.listdir(folder):
        if name.startswith("out"):
            size += os.path.getsize(os.path.join(folder, name))
            os.remove(os.path.join(folder, name))
    return size


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
                    if words[0] == "diff" and status == 3 and "--limit" in message:
                        status, message = 1, "LIMIT_"  # its status 1 says that files differ
                    if status not in (0, 1) or (status == 1 and not message.strip()
                                                and words[0] != "validate"):
                        faults.append("%s: status %d %s" % (what, status, message.strip()))
                    refused += status == 1 and "LIMIT_" in message
                    if peak > (FREE_MB << 20) + 64 * file_bytes + 4 * written(folder):
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
