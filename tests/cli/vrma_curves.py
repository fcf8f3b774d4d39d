# SPDX-License-Identifier: MIT
"""Curves of a VRM animation."""
import json, struct


def curves(path):
    """Expressions by name, and the gaze: lists of (time, value)."""
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<I", data[12:16])[0]
    gltf, binary = json.loads(data[20:20 + size]), data[28 + size:]
    parts = gltf["extensions"]["VRMC_vrm_animation"]
    names = {}
    for group in parts.get("expressions", {}).values():
        names.update({part["node"]: name for name, part in group.items()})
    if "lookAt" in parts:
        names[parts["lookAt"]["node"]] = "gaze"
    animation, found = gltf["animations"][0], {}

    def floats(index, width):
        accessor = gltf["accessors"][index]
        view = gltf["bufferViews"][accessor["bufferView"]]
        at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        values = struct.unpack_from("<%df" % (accessor["count"] * width), binary, at)
        return [values[i:i + width] for i in range(0, len(values), width)]

    for channel in animation["channels"]:
        name = names.get(channel["target"]["node"])
        sampler = animation["samplers"][channel["sampler"]]
        if name == "gaze":
            keys = floats(sampler["output"], 4)
        elif name:
            keys = [value[0] for value in floats(sampler["output"], 3)]
        else:
            continue
        found[name] = [(when[0], value) for when, value in zip(floats(sampler["input"], 1), keys)]
    return found


def at(curve, when):
    """Linear between keys."""
    before = curve[0]
    for key in curve:
        if key[0] >= when:
            span = key[0] - before[0]
            share = (when - before[0]) / span if span > 0 else 0
            return before[1] + (key[1] - before[1]) * share
        before = key
    return before[1]
