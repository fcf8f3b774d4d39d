# SPDX-License-Identifier: MIT
"""Files that refer to one thing many times: each function makes one of a size, as (glTF, binary chunk),
or as text where it is a motion. KINDS and MOTIONS list them with the smallest size that is tried."""

import base64
import json
import math
import struct
import zlib

BONES = ["hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg",
         "rightLowerLeg", "rightFoot", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm",
         "rightLowerArm", "rightHand"]


def some(n):
    """The smaller factor of a product: bounded, so that the largest files have some megabytes."""
    return min(max(n // 10, 1), 50)


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


def avatar_of_bones():
    return avatar(), b""


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


def equal_instances(n):
    """instances(), of nodes at different places that are all turned and scaled in the same way."""
    gltf, data = instances(n)
    for i, node in enumerate(gltf["nodes"][-n:]):
        node.update({"translation": [i, 0, 0], "scale": [2, 1, 1], "rotation": [0, 0.6, 0, 0.8]})
    return gltf, data


def skinned_instances(n):
    """n nodes that show one mesh of n * 30 vertices through n / 10 skins with equal joints."""
    gltf, _ = skins(some(n))
    count = n * 30
    first = len(gltf["nodes"])
    data = bytes(12 * count) + bytes(4 * count) + struct.pack("<4B", 255, 0, 0, 0) * count
    gltf["buffers"] = [{"byteLength": len(data)}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": 12 * count},
                           {"buffer": 0, "byteOffset": 12 * count, "byteLength": 4 * count},
                           {"buffer": 0, "byteOffset": 16 * count, "byteLength": 4 * count}]
    for accessor in gltf["accessors"]:
        accessor["count"] = count
    gltf["accessors"][0]["max"] = [0, 0, 0]
    gltf["nodes"] += [{"mesh": 0, "skin": i % some(n)} for i in range(n)]
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
    few = some(n)
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


def skins(n):
    """n skins (200 at most) of the same n joints, each for a node of its own with one mesh."""
    gltf = avatar()
    few = min(n, 200)
    data = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0) + bytes(12) + struct.pack("<4B", 255, 0, 0, 0) * 3
    gltf["buffers"] = [{"byteLength": len(data)}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": 36},
                           {"buffer": 0, "byteOffset": 36, "byteLength": 12},
                           {"buffer": 0, "byteOffset": 48, "byteLength": 12}]
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                          "min": [0, 0, 0], "max": [1, 1, 0]},
                         {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
                         {"bufferView": 2, "componentType": 5121, "count": 3, "type": "VEC4",
                          "normalized": True}]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"name": "j"} for _ in range(n)]
    gltf["skins"] = [{"joints": list(range(first, first + n))} for _ in range(few)]
    gltf["nodes"] += [{"mesh": 0, "skin": i} for i in range(few)]
    gltf["nodes"][0]["children"] += list(range(first, first + n + few))
    return gltf, data


def textures(n):
    """n materials, each with five textures of the n that show one picture, all transformed."""
    gltf, data = pictures(n)
    gltf["images"] = gltf["images"][:1]
    gltf["extensionsUsed"].append("KHR_texture_transform")
    for texture in gltf["textures"]:
        texture["source"] = 0

    def shown(i):
        return {"index": i % n,
                "extensions": {"KHR_texture_transform": {"offset": [i, 0], "scale": [2, 2]}}}
    gltf["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": shown(i),
                                                   "metallicRoughnessTexture": shown(i + 1)},
                          "normalTexture": shown(i + 2), "occlusionTexture": shown(i + 3),
                          "emissiveTexture": shown(i + 4)} for i in range(n)]
    return gltf, data


def expressions(n):
    """n expressions of n / 10 binds of each kind: one target, one colour, one transform."""
    gltf, data = morphs(1)
    few = some(n)
    gltf["materials"] = [{}]
    node = len(gltf["nodes"]) - 1
    gltf["extensions"]["VRMC_vrm"]["expressions"] = {"custom": {
        "e%d" % i: {"morphTargetBinds": [{"node": node, "index": 0, "weight": 1}] * few,
                    "materialColorBinds": [{"material": 0, "type": "color",
                                            "targetValue": [1, 0, 0, 1]}] * few,
                    "textureTransformBinds": [{"material": 0, "scale": [2, 2]}] * few}
        for i in range(n)}}
    return gltf, data


def constraints(n):
    """A chain of n constraints, each of them waiting for the next."""
    gltf = avatar()
    first = len(gltf["nodes"])
    gltf["extensionsUsed"].append("VRMC_node_constraint")
    gltf["nodes"] += [{"extensions": {"VRMC_node_constraint": {
        "specVersion": "1.0", "constraint": {"rotation": {"source": first + i + 1}}}}}
        for i in range(n)]
    gltf["nodes"].append({})
    gltf["nodes"][0]["children"] += list(range(first, first + n + 1))
    return gltf, b""


def shared_chains(n):
    """n / 10 springs over the same n joints, and a chain of n nodes below them."""
    gltf, data = colliders(n)
    bones = gltf["extensions"]["VRMC_springBone"]
    del bones["springs"][0]["colliderGroups"]
    bones["springs"] *= some(n)
    return gltf, data


def root_bones(n):
    """A 0.x avatar: n groups of springs that all name one root, which has n nodes below it."""
    gltf, data = binds(10)
    del gltf["extensions"]["VRM"]["blendShapeMaster"]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"translation": [0, 0.1, 0], "children": [first + i + 1]} for i in range(n)]
    gltf["nodes"].append({})
    gltf["nodes"][1]["children"].append(first)
    gltf["extensions"]["VRM"]["secondaryAnimation"] = {
        "boneGroups": [{"bones": [first, first], "colliderGroups": [0, 0]}] * n,
        "colliderGroups": [{"node": 1, "colliders": [{"offset": {"x": 0, "y": 0, "z": 0},
                                                      "radius": 0.1}]}]}
    return gltf, data


def sparse(n):
    """n targets whose accessors change the same n * 10 vertices of nothing."""
    gltf = avatar()
    count = n * 10
    data = struct.pack("<%dI" % count, *range(count)) + struct.pack("<3f", 0.1, 0, 0) * count
    gltf["buffers"] = [{"byteLength": len(data)}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": 4 * count},
                           {"buffer": 0, "byteOffset": 4 * count, "byteLength": 12 * count}]
    gltf["accessors"] = [{"componentType": 5126, "count": count, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0.1, 0, 0],
                          "sparse": {"count": count,
                                     "indices": {"bufferView": 0, "componentType": 5125},
                                     "values": {"bufferView": 1}}} for _ in range(n + 1)]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0},
                                       "targets": [{"POSITION": i + 1} for i in range(n)]}]}]
    gltf["nodes"][0]["children"].append(len(gltf["nodes"]))
    gltf["nodes"].append({"mesh": 0})
    return gltf, data


def data_uris(n):
    """n pictures in data: URIs of n * 100 bytes, which are base64 of base64."""
    gltf = avatar()
    text = base64.b64encode(base64.b64encode(bytes(n * 50))).decode()
    gltf["images"] = [{"uri": "data:image/png;base64," + text}] * min(n, 300)
    gltf["textures"] = [{"source": 0}]
    return gltf, b""


def long_names(n):
    """A bone with a name of n * 100 bytes, and n broken things that a message may name it in."""
    gltf = avatar()
    gltf["nodes"][1]["name"] = "x" * (n * 100)
    gltf["extensionsUsed"].append("VRMC_node_constraint")
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"extensions": {"VRMC_node_constraint": {
        "specVersion": "1.0", "constraint": {"rotation": {"source": first + i, "weight": 7}}}}}
        for i in range(n)]
    gltf["nodes"][1]["children"] += list(range(first, first + n))
    gltf["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["neck"] = {"node": 1}
    return gltf, b""


def findings(n):
    """n * 20 nodes of which each has five faults."""
    gltf = avatar()
    gltf["nodes"] += [{"mesh": 999999, "skin": "s", "rotation": [9, 9, 9, 9], "scale": [1],
                       "children": [0, 0], "unknown": 1}] * (n * 20)
    return gltf, b""


def draft(n):
    """An avatar of the draft of 1.0, of 2019, with n springs of n / 10 roots."""
    gltf = avatar()
    old = gltf["extensions"]["VRMC_vrm"]
    old["specVersion"] = "1.0-draft"
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"translation": [0, 0.1, 0], "children": [first + i + 1]} for i in range(n)]
    gltf["nodes"].append({})
    gltf["nodes"][1]["children"].append(first)
    gltf["extensionsUsed"].append("VRMC_springBone")
    gltf["extensions"]["VRMC_springBone"] = {
        "settings": [{"stiffness": 1}],
        "springs": [{"name": "s", "setting": 0, "springRoot": first}] * n,
        "boneGroups": [{"bones": [first] * some(n)}] * n}
    old["springBone"] = gltf["extensions"]["VRMC_springBone"]
    return gltf, b""


def add_chain(gltf, count, parent=1):
    """A chain of nodes below one; the index of its first."""
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"translation": [0, 0.01, 0], "children": [first + i + 1]} for i in range(count - 1)]
    gltf["nodes"].append({"translation": [0, 0.01, 0]})
    gltf["nodes"][parent]["children"].append(first)
    return first


def add_springs(gltf, springs):
    gltf["extensionsUsed"].append("VRMC_springBone")
    gltf["extensions"]["VRMC_springBone"] = {"specVersion": "1.0", "springs": springs}


def far_joints(n):
    """n * 10 springs from each node of a chain to its end: paths as long as the chain."""
    gltf = avatar()
    first, last = add_chain(gltf, n * 10), n * 10 - 1
    add_springs(gltf, [{"joints": [{"node": first + i}, {"node": first + last}]} for i in range(last)])
    return gltf, b""


def deep_centers(n):
    """n springs whose centers are at the end of a chain of n * 10 nodes."""
    gltf = avatar()
    first, at = add_chain(gltf, n * 10), 16 + n * 10
    for i in range(n):
        gltf["nodes"] += [{"children": [at + 2 * i + 1]}, {"translation": [0, 0.1, 0]}]
    gltf["nodes"][0]["children"] += list(range(at, at + 2 * n, 2))
    add_springs(gltf, [{"joints": [{"node": at + 2 * i}, {"node": at + 2 * i + 1}],
                        "center": first + n * 10 - 1 - i % 5} for i in range(n)])
    return gltf, b""


def extended_colliders(n):
    """colliders(), each with an extended shape beside the plain one."""
    gltf, data = colliders(n)
    gltf["extensionsUsed"].append("VRMC_springBone_extended_collider")
    for collider in gltf["extensions"]["VRMC_springBone"]["colliders"]:
        collider["extensions"] = {"VRMC_springBone_extended_collider": {
            "specVersion": "1.0", "shape": {"capsule": {"radius": 0.1, "tail": [0, 1, 0], "inside": True}}}}
    return gltf, data


def nested_roots(n):
    """root_bones(), where every node of the chain is a root of its own."""
    gltf, data = root_bones(n)
    first = len(gltf["nodes"]) - 1 - n
    gltf["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"] = [
        {"bones": [first + i], "colliderGroups": [0]} for i in range(n)]
    return gltf, data


def annotations(n):
    """n * 10 annotations of the first person for n nodes of one mesh."""
    gltf, data = weights(1)
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"mesh": 0} for _ in range(n)]
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    gltf["extensions"]["VRMC_vrm"]["firstPerson"] = {
        "meshAnnotations": [{"node": first + i % n, "type": "auto"} for i in range(n * 10)]}
    return gltf, data


def scenes(n):
    """n scenes that name one root n / 10 times each."""
    gltf = avatar()
    gltf["scenes"] = [{"nodes": [0] * some(n)}] * n
    return gltf, b""


def huge_targets(n):
    """n targets on an accessor of 20 000 000 vertices without data."""
    gltf = avatar()
    gltf["accessors"] = [{"componentType": 5126, "count": 20000000, "type": "VEC3", "min": [0, 0, 0],
                          "max": [0, 0, 0]}]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 0},
                                       "targets": [{"POSITION": 0, "NORMAL": 0}] * n}]}]
    gltf["nodes"][0]["children"].append(len(gltf["nodes"]))
    gltf["nodes"].append({"mesh": 0})
    return gltf, b""


def huge_counts(n):
    """n accessors of each use that claim 2 000 000 000 elements without data."""
    gltf, data = channels(1)
    many = 2000000000
    gltf["accessors"] = []
    first = len(gltf["nodes"])
    for i in range(n):
        at = len(gltf["accessors"])
        gltf["accessors"] += [
            {"componentType": 5126, "count": many - i, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
            {"componentType": 5125, "count": many - i, "type": "SCALAR"},
            {"componentType": 5126, "count": many - i, "type": "SCALAR", "min": [0], "max": [1]},
            {"componentType": 5126, "count": many - i, "type": "VEC4"}]
        gltf["meshes"].append({"primitives": [{"attributes": {"POSITION": at}, "indices": at + 1}]})
        gltf["nodes"].append({"mesh": i})
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    gltf["animations"] = [{"samplers": [{"input": 4 * i + 2, "output": 4 * i + 3} for i in range(n)],
                           "channels": [{"sampler": i, "target": {"node": 2, "path": "rotation"}}
                                        for i in range(n)]}]
    return gltf, data


def broken_indices(n):
    """n primitives on one list of n * 100 corners that are all out of range."""
    gltf = avatar()
    data = bytes(36) + b"\xfe" * (n * 400)
    gltf["buffers"] = [{"byteLength": len(data)}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": 36},
                           {"buffer": 0, "byteOffset": 36, "byteLength": n * 400}]
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]},
                         {"bufferView": 1, "componentType": 5125, "count": n * 100, "type": "SCALAR"}]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}] * n}]
    gltf["nodes"][0]["children"].append(len(gltf["nodes"]))
    gltf["nodes"].append({"mesh": 0})
    return gltf, data


def overlapping(n):
    """n accessors of almost the same n * 10 vertices: each begins one vertex later."""
    gltf = avatar()
    size = n * 120
    gltf["buffers"] = [{"byteLength": size}]
    gltf["bufferViews"] = [{"buffer": 0, "byteOffset": 12 * i, "byteLength": size - 12 * i} for i in range(n)]
    gltf["accessors"] = [{"bufferView": i, "componentType": 5126, "count": size // 12 - i, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]} for i in range(n)]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": i}}]} for i in range(n)]
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"mesh": i} for i in range(n)]
    gltf["nodes"][0]["children"] += list(range(first, first + n))
    return gltf, bytes(size)


def drawn_again(n):
    """n primitives of one set of n vertices, half of them with one accessor of n * 60 indices, and n accessors
    over one view."""
    gltf = avatar()
    gltf["buffers"] = [{"byteLength": n * 132}]
    gltf["bufferViews"] = [{"buffer": 0, "byteLength": n * 12, "target": 34962},
                           {"buffer": 0, "byteOffset": n * 12, "byteLength": n * 120, "target": 34963}]
    gltf["accessors"] = [{"bufferView": 0, "componentType": 5126, "count": n, "type": "VEC3",
                          "min": [0, 0, 0], "max": [0, 0, 0]},
                         {"bufferView": 1, "componentType": 5123, "count": n * 60, "type": "SCALAR"}]
    gltf["accessors"] += [{"bufferView": 1, "byteOffset": 6 * i, "componentType": 5123, "count": 3 * n,
                           "type": "SCALAR"} for i in range(n)]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1 if i % 2 else 2 + i}
                                      for i in range(n)]}]
    gltf["nodes"].append({"mesh": 0})
    gltf["nodes"][0]["children"].append(len(gltf["nodes"]) - 1)
    return gltf, bytes(n * 132)


def emissions(n):
    """n materials that glow too brightly, n binds of their emission, and n members of the document."""
    gltf = avatar()
    gltf["extensionsUsed"].append("VRMC_materials_mtoon")
    gltf["materials"] = [{"emissiveFactor": [2, 0, 0],
                          "extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0-beta"}}}
                         for _ in range(n)]
    binds = [{"material": i, "type": "emissionColor", "targetValue": [1, 0, 0, 1]} for i in range(n)]
    vrm = gltf["extensions"]["VRMC_vrm"]
    vrm["specVersion"] = "1.0-beta"
    vrm["expressions"] = {"custom": {"glow": {"materialColorBinds": binds}}}
    return {**{"member%d" % i: 0 for i in range(n)}, **gltf}, b""


def material_values(n):
    """A 0.x avatar: n groups that name n materials of one name, and one that is not there."""
    gltf, data = binds(10)
    old = gltf["extensions"]["VRM"]
    gltf["materials"] = [{"name": "m"}] * n
    old["materialProperties"] = [{"name": "m", "shader": "VRM/MToon", "floatProperties": {},
                                  "vectorProperties": {}, "textureProperties": {}, "keywordMap": {},
                                  "tagMap": {}}] * n
    values = [{"materialName": name, "propertyName": "_Color", "targetValue": [1, 0, 0, 1]}
              for name in ("m", "x")]
    old["blendShapeMaster"] = {"blendShapeGroups": [
        {"name": "g%d" % i, "materialValues": values * some(n)} for i in range(n)]}
    return gltf, data


def shared_vertices(n):
    """n materials of n colours over n * 30 vertices that all of them share."""
    gltf, data = instances(n)
    data = b"".join(struct.pack("<3f", i, i % 7, 0) for i in range(n * 30))
    gltf["accessors"][0]["max"] = [n * 30 - 1, 6, 0]
    gltf["nodes"] = gltf["nodes"][:-n] + [{"mesh": 0}]
    gltf["nodes"][0]["children"] = [1, len(gltf["nodes"]) - 1]
    gltf["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": [i / n, 0, 0, 1]}}
                         for i in range(n)]
    gltf["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "material": i}
                                      for i in range(n)]}]
    return gltf, data


def long_pointers(n):
    """An expression with a name of n * 100 bytes, and n faults below it."""
    gltf, data = morphs(1)
    gltf["extensions"]["VRMC_vrm"]["expressions"] = {"custom": {"x" * (n * 100): {
        "morphTargetBinds": [{"node": -1, "index": "a", "weight": 7}] * n}}}
    return gltf, data


def same_names(n):
    """n * 20 nodes and materials of one name, and as many expressions."""
    gltf, data = morphs(1)
    first = len(gltf["nodes"])
    gltf["nodes"] += [{"name": "same"} for _ in range(n * 20)]
    gltf["nodes"][0]["children"] += list(range(first, first + n * 20))
    gltf["materials"] = [{"name": "same"}] * (n * 20)
    gltf["extensions"]["VRMC_vrm"]["expressions"] = {"custom": {
        Again("e"): {"morphTargetBinds": [{"node": 16, "index": 0, "weight": 1}]} for _ in range(n * 20)}}
    return gltf, data


# ---- Motions ----

def turned_channels(n):
    """channels(), of nodes that are all turned in the same way."""
    gltf, data = channels(n)
    for node in gltf["nodes"][-n:]:
        node["rotation"] = [0, 0.6, 0, 0.8]
    return gltf, data


def spread_channels(n):
    """channels(), of nodes that are each turned in another way."""
    gltf, data = channels(n)
    for i, node in enumerate(gltf["nodes"][-n:]):
        node["rotation"] = [0, round(math.sin(i / n), 6), 0, round(math.cos(i / n), 6)]
    return gltf, data


def animations(n):
    """n animations of n / 10 channels each, all on one sampler's accessors."""
    gltf, data = channels(n)
    few = some(n)
    gltf["animations"] = [{"samplers": [{"input": 0, "output": 1}],
                           "channels": gltf["animations"][0]["channels"][:few]} for _ in range(n)]
    return gltf, data


def targets(n):
    """n / 10 meshes of n targets on one accessor, with an expression for each target that binds all."""
    gltf, data = morphs(n)
    few = some(n)
    first = len(gltf["nodes"])
    gltf["meshes"] = gltf["meshes"] * few
    gltf["nodes"] += [{"mesh": i} for i in range(few)]
    gltf["nodes"][0]["children"] += list(range(first, first + few))
    gltf["extensions"]["VRMC_vrm"]["expressions"] = {"custom": {
        "e%d" % i: {"morphTargetBinds": [{"node": first + m, "index": i, "weight": 1}
                                         for m in range(few)]} for i in range(n)}}
    return gltf, data


def deep_nodes(n):
    """A chain of n * 10 nodes; n / 10 skins over all of them, each with a mesh below the last."""
    gltf, data = skins(1)
    deep, few, first = n * 10, some(n), len(gltf["nodes"])
    gltf["nodes"] += [{"children": [first + i + 1], "translation": [0, 0.01, 0]} for i in range(deep - 1)]
    gltf["nodes"].append({"children": list(range(first + deep, first + deep + few))})
    gltf["nodes"] += [{"mesh": 0, "skin": i} for i in range(few)]
    gltf["nodes"][0]["children"].append(first)
    gltf["skins"] = [{"joints": list(range(first, first + deep)), "skeleton": first} for _ in range(few)]
    return gltf, data


def extension_list(n):
    """n * 50 names of extensions, each of them twice and required as well."""
    gltf = avatar()
    names = ["EXT_%d" % i for i in range(n * 50)]
    gltf["extensionsUsed"] += names * 2
    gltf["extensionsRequired"] = names
    return gltf, b""


def extras(n):
    """Nodes with extras: a hundred levels deep, and a text of n * 1000 characters."""
    gltf = avatar()
    deep = {}
    for _ in range(50):
        deep = {"a": [deep]}
    gltf["nodes"] += [{"extras": deep} for _ in range(n)]
    gltf["extras"] = {"text": "x" * (n * 1000)}
    return gltf, b""


def escapes(n):
    """Names of n * 100 escaped characters, for nodes, keys and the avatar itself."""
    gltf = avatar()
    text = "\u00e9\u0001\U0001f600" * (n * 30)
    gltf["nodes"] += [{"name": text[:min(n, 100) * 10]} for _ in range(n)]
    gltf["extensions"]["VRMC_vrm"]["meta"]["name"] = text
    gltf["extensions"]["VRMC_vrm"]["expressions"] = {"custom": {text: {}}}
    gltf["extras"] = {text: text}
    return gltf, b""


class Again(str):
    """A key that is different from every other, and written like its text."""
    __hash__ = object.__hash__
    __eq__ = object.__eq__


def duplicate_keys(n):
    """Objects with n * 10 members of one name."""
    gltf = avatar()
    gltf["extras"] = {Again("a"): i for i in range(n * 10)}
    gltf["nodes"].append({Again("name"): "n" for _ in range(n * 10)})
    gltf["extensions"]["VRMC_vrm"]["meta"].update({Again("name"): "n" for _ in range(n * 10)})
    return gltf, b""


def spring_groups(n):
    """n springs of two joints of their own, each with all the n / 10 groups of n / 10 colliders."""
    gltf = avatar()
    few, first = some(n), len(gltf["nodes"])
    gltf["extensionsUsed"].append("VRMC_springBone")
    for i in range(n):
        gltf["nodes"] += [{"children": [first + 2 * i + 1]}, {"translation": [0, 0.1, 0]}]
    gltf["nodes"][0]["children"] += list(range(first, first + 2 * n, 2))
    gltf["extensions"]["VRMC_springBone"] = {
        "specVersion": "1.0",
        "colliders": [{"node": 1, "shape": {"sphere": {"radius": 0.01, "offset": [i, 9, 9]}}}
                      for i in range(few)],
        "colliderGroups": [{"colliders": list(range(few))} for _ in range(few)],
        "springs": [{"joints": [{"node": first + 2 * i}, {"node": first + 2 * i + 1}],
                     "colliderGroups": list(range(few))} for i in range(n)]}
    return gltf, b""


def expression_clip(n):
    """A VRM animation: n expressions that all play one sampler of n * 10 keys."""
    gltf, data = channels(n)
    del gltf["extensions"]["VRMC_vrm"]
    gltf["extensionsUsed"] = ["VRMC_vrm_animation"]
    first = len(gltf["nodes"]) - n
    keys = n * 10
    gltf["accessors"][1]["type"] = "VEC3"
    for channel in gltf["animations"][0]["channels"]:
        channel["target"]["path"] = "translation"
    gltf["accessors"][0]["max"] = [keys - 1]
    gltf["extensions"]["VRMC_vrm_animation"] = {
        "specVersion": "1.0",
        "humanoid": {"humanBones": {name: {"node": 1 + i} for i, name in enumerate(BONES)}},
        "expressions": {"custom": {"e%d" % i: {"node": first + i} for i in range(n)}}}
    return gltf, data


def bvh(n):
    """A chain of n * 10 joints in a BVH file, and n frames."""
    joints = n * 10
    lines = ["HIERARCHY", "ROOT Hips", "{", "OFFSET 0 1 0",
             "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"]
    for i in range(min(joints, 2000)):
        lines += ["JOINT Spine%d" % i, "{", "OFFSET 0 0.1 0", "CHANNELS 3 Zrotation Xrotation Yrotation"]
    lines += ["End Site", "{", "OFFSET 0 0.1 0", "}"] + ["}"] * (min(joints, 2000) + 1)
    values = 6 + 3 * min(joints, 2000)
    lines += ["MOTION", "Frames: %d" % n, "Frame Time: 0.0333"] + ["0 " * values] * n
    return "\n".join(lines) + "\n"


def flat_bvh(n):
    """n * 100 joints that all hang on the root."""
    lines = ["HIERARCHY", "ROOT Hips", "{", "OFFSET 0 1 0", "CHANNELS 3 Zrotation Xrotation Yrotation"]
    for i in range(n * 100):
        lines += ["JOINT leftHand%d" % i, "{", "OFFSET 0 1 0", "CHANNELS 1 Zrotation", "End Site", "{",
                  "OFFSET 0 1 0", "}", "}"]
    lines += ["}", "MOTION", "Frames: 2", "Frame Time: 0.0333"] + ["0 " * (3 + n * 100)] * 2
    return "\n".join(lines) + "\n"


def claimed_bvh(n):
    """A header of two thousand million frames, above n of them."""
    return bvh(n).replace("Frames: ", "Frames: 200000000")


def tracks(n):
    """A script of n tracks for one bone, ten thousand frames long."""
    wave = {"wave": {"amplitude": 0.1, "hz": 1}}
    return json.dumps({"format": "vrm-motion", "version": 1, "frames": 10000, "dt": 0.01, "tracks": [
        {"target": "bone", "name": "hips", "property": "translation",
         "components": [wave, wave, wave]}] * n})


def script(n):
    """n tracks on one bone, n expressions, and n * 10 frames that no track writes out."""
    wave = {"wave": {"amplitude": 0.1, "hz": 1}}
    tracks = [{"target": "bone", "name": "hips", "property": "translation",
               "components": [wave, wave, wave]}] * n
    tracks += [{"target": "expression", "name": "e%d" % i, "property": "weight", "const": 1}
               for i in range(n)]
    return json.dumps({"format": "vrm-motion", "version": 1, "frames": n * 10, "dt": 0.1,
                       "tracks": tracks})


KINDS = [(instances, 30), (equal_instances, 30), (skinned_instances, 30), (nothing, 10), (channels, 30), (morphs, 30), (colliders, 30),
         (weights, 30), (pictures, 10), (compressed, 30), (long_clip, 10), (binds, 30),
         (empties, 30), (skins, 20), (textures, 10), (expressions, 30), (constraints, 100),
         (shared_chains, 30), (root_bones, 30), (sparse, 20), (data_uris, 30), (long_names, 30),
         (findings, 20), (draft, 20), (turned_channels, 30), (spread_channels, 30), (animations, 20),
         (targets, 30), (deep_nodes, 20), (extension_list, 20), (extras, 20), (escapes, 10),
         (duplicate_keys, 30), (spring_groups, 30), (far_joints, 30), (deep_centers, 30),
         (extended_colliders, 30), (nested_roots, 30), (annotations, 30), (scenes, 30),
         (huge_targets, 30), (huge_counts, 10), (broken_indices, 30), (overlapping, 30),
         (drawn_again, 30), (material_values, 30), (emissions, 30), (shared_vertices, 30), (long_pointers, 30),
         (same_names, 20)]
SHARED_NORMALIZED = (turned_channels, equal_instances, skinned_instances)
SHARED = (morphs, pictures, textures, colliders, shared_chains, root_bones)
MOTIONS = [(channels, 30, "vrma"), (expression_clip, 30, "vrma"), (long_clip, 10, "glb"),
           (bvh, 10, "bvh"), (flat_bvh, 10, "bvh"), (claimed_bvh, 10, "bvh"), (script, 30, "json"), (tracks, 10, "json")]


def wav_chunks(n):
    """A WAV with n chunks before its samples."""
    body = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16)
    body += (b"LIST" + struct.pack("<I", 16) + b"INFOISFT" + struct.pack("<I", 4) + b"abc\0") * n
    body += b"data" + struct.pack("<I", 1600) + bytes(1600)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def flac_blocks(n):
    """A FLAC of n comments and no sound."""
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + bytes([0x0B, 0xB8, 0x00, 0xF0]) + bytes(20)
    comment = struct.pack("<I", 4) + b"abcd" + struct.pack("<II", 1, 4) + b"a=bc"
    return (b"fLaC" + bytes(1) + len(info).to_bytes(3, "big") + info
            + (bytes([4]) + len(comment).to_bytes(3, "big") + comment) * n + bytes([0x81, 0, 0, 0]))


def ogg_pages(n):
    """Ogg pages without a stream that is known; their sums are wrong."""
    return (b"OggS" + bytes(22) + bytes([1, 30]) + b"\1vorbis" + bytes(23)) * n


def tags(n):
    """What is said, with n tags."""
    return "[happy:0.5] a [sad] b\n" * (n // 2)


def cues(n):
    """n lines of times and emotions."""
    return "".join("%.3f happy=0.5 sad=0.25\n" % (i / 1000) for i in range(n))


def mouth_marks(n):
    """n visemes of Polly, as fast as its clock."""
    return "".join('{"time":%d,"type":"viseme","value":"a"}\n' % i for i in range(n))


def far_marks(n):
    """n lines of marks after a minute of silence."""
    return "".join('{"time":%d,"type":"viseme","value":"p"}\n' % (60000 + i) for i in range(n))


def mouth_letters(n):
    """n characters at one time."""
    return json.dumps({"characters": ["a"] * n, "character_start_times_seconds": [0] * n,
                       "character_end_times_seconds": [0] * n}, separators=(",", ":"))


# What is heard, and the texts beside it: with the option that names it.
SOUNDS = [(wav_chunks, 1000, "wav", "--audio"), (flac_blocks, 1000, "flac", "--audio"), (ogg_pages, 500, "ogg", "--audio"),
          (tags, 900, "txt", "--script"), (cues, 900, "txt", "--emotions"),
          (mouth_marks, 3000, "json", "--visemes"), (far_marks, 300, "json", "--visemes"),
          (mouth_letters, 20000, "json", "--visemes")]


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


def write(path, made):
    """Writes a file of either kind; its size in bytes."""
    if isinstance(made, bytes):
        with open(path, "wb") as out:
            return out.write(made)
    if not isinstance(made, str):
        return write_glb(path, made)
    with open(path, "w", encoding="utf-8") as out:
        out.write(made)
    return len(made)
