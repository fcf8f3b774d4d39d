#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: unusual.py VRM VRM_SCENE [WORD]

Every command on avatars with unusual or wrong parts, made by edits of avatars that are made in code.
A run must end by itself with status 0, or with status 1 and a message; what it wrote is an avatar
that can be validated; what was normalized is not changed by normalizing it again.
"""
import copy, json, os, struct, subprocess, sys, tempfile

SPRINGS, VRM = "VRMC_springBone", "VRMC_vrm"


def read_glb(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<I", data[12:16])[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def write_glb(path, gltf, data):
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    with open(path, "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)


def at(gltf, pointer):
    for word in pointer.split("/")[1:]:
        gltf = gltf[int(word)] if isinstance(gltf, list) else gltf[word]
    return gltf


def put(pointer, value):
    """An edit that sets one member."""
    def edit(gltf):
        folder, name = pointer.rsplit("/", 1)
        found = at(gltf, folder)
        found[int(name) if isinstance(found, list) else name] = copy.deepcopy(value)
    return edit


def drop(pointer):
    def edit(gltf):
        folder, name = pointer.rsplit("/", 1)
        found = at(gltf, folder)
        del found[int(name) if isinstance(found, list) else name]
    return edit


def every(pointer, **members):
    """An edit that sets members of every object of a list."""
    def edit(gltf):
        for element in at(gltf, pointer):
            element.update(copy.deepcopy(members))
    return edit


def add_animations(gltf):
    """Two animations, one with a name, on channels of each kind; one channel without a node."""
    times = {"componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [0]}
    first = len(gltf["accessors"])
    gltf["accessors"] += [times] + [dict(componentType=5126, count=2, type=kind)
                                    for kind in ("VEC4", "VEC3", "SCALAR", "VEC2")]
    samplers = [{"input": first, "output": first + i} for i in range(1, 5)]
    channels = [{"sampler": i, "target": {"node": node, "path": path}} for i, node, path in (
        (0, 2, "rotation"), (1, 1, "translation"), (1, 3, "scale"), (1, 4, "scale"), (2, 85, "weights"),
        (3, 5, "rotation"), (0, 6, "rotation"))]
    channels.append({"sampler": 0, "target": {"path": "rotation"}})
    gltf["animations"] = [{"name": "walk", "samplers": samplers, "channels": channels},
                          {"samplers": samplers[:1], "channels": channels[:1]}]


def turn_everything(gltf):
    for i, node in enumerate(gltf["nodes"]):
        if "mesh" not in node:
            node["rotation"] = [[0, 0.6, 0, 0.8], [1, 0, 0, 0], [0, 0, 0.6, 0.8]][i % 3]
            node["scale"] = [[1, 1, 1], [2, 2, 2], [1, 2, 0.5]][i % 3]


def use_matrices(gltf):
    for node in gltf["nodes"]:
        if "translation" in node:
            x, y, z = node.pop("translation")
            node.pop("rotation", None), node.pop("scale", None)
            node["matrix"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


def constrain(gltf):
    kinds = [{"rotation": {"source": 0}}, {"roll": {"source": 1, "rollAxis": "X", "weight": 0.5}},
             {"aim": {"source": 6, "aimAxis": "NegativeZ"}}, {"rotation": {"source": 82, "weight": 0}},
             {"aim": {"source": 99999, "aimAxis": "PositiveY"}}, {"roll": {"source": 83}}]
    for node, kind in zip((0, 80, 81, 82, 83, 30), kinds):
        gltf["nodes"][node].setdefault("extensions", {})["VRMC_node_constraint"] = {
            "specVersion": "1.0", "constraint": kind}


def collide(gltf):
    """Shapes of each kind, one without a node, a group without colliders."""
    gltf["extensionsUsed"].append("VRMC_springBone_extended_collider")
    shapes = [{"sphere": {"radius": 0}}, {"capsule": {"radius": 0.1, "tail": [0, 9, 0]}},
              {"capsule": {"offset": [0, 0, 0], "radius": 0.02, "tail": [0, 0, 0]}}, {}]
    bones = gltf["extensions"][SPRINGS]
    bones["colliders"] = [{"node": 3 + i, "shape": shape} for i, shape in enumerate(shapes)]
    for kind in ({"sphere": {"radius": 0.3, "inside": True}}, {"plane": {"normal": [0, 1, 0]}},
                 {"capsule": {"radius": 0.1, "tail": [0, 0.2, 0], "inside": True}},
                 {"plane": {"normal": [0, 0, 0]}}):
        bones["colliders"].append({"node": 2, "shape": shapes[0], "extensions": {
            "VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": kind}}})
    bones["colliders"].append({"node": -1, "shape": shapes[0]})
    bones["colliderGroups"] = [{"colliders": list(range(9))}, {"colliders": []}, {"colliders": [0, 0, 99]}]
    for spring in bones["springs"]:
        spring["colliderGroups"] = [0, 1, 2, 0]


def tangle(gltf):
    """Springs that skip nodes, begin below another, have one joint, share joints, have odd centers."""
    joints = [{"node": n, "hitRadius": 0.02, "stiffness": 1, "gravityPower": 1, "gravityDir": [0, 0, 0],
               "dragForce": 0.4} for n in (56, 57, 58, 59, 60, 61, 62, 63)]
    bones = gltf["extensions"][SPRINGS]
    bones["springs"] = [{"joints": joints[0:4:2], "center": 1}, {"joints": joints[4:], "center": 62},
                        {"joints": joints[6:8], "name": "below"}, {"joints": joints[:1]}, {"joints": []},
                        {"joints": [joints[5], joints[4]]}, {"joints": [{"node": 68}, {"node": 70}, {}]}]


def edits():
    """(name, edit) for avatars of version 1.0."""
    yield "plain", lambda gltf: None
    yield "matrices", use_matrices
    yield "turned", turn_everything
    yield "animations", add_animations
    yield "turned animations", lambda gltf: (turn_everything(gltf), add_animations(gltf))
    yield "constraints", constrain
    yield "turned constraints", lambda gltf: (constrain(gltf), turn_everything(gltf))
    yield "colliders", collide
    yield "turned colliders", lambda gltf: (collide(gltf), turn_everything(gltf))
    yield "springs", tangle
    yield "turned springs", lambda gltf: (tangle(gltf), turn_everything(gltf))
    yield "weights", put("/meshes/1/weights", [0.5] * 9)
    yield "node weights", put("/nodes/85/weights", [1, 0.25, 0.5])
    for name, value in (("VEC2", "VEC2"), ("SCALAR", "SCALAR")):
        yield "positions " + name, put("/accessors/0/type", value)
    yield "joints of three", put("/accessors/3/type", "VEC3")
    yield "fewer weights", put("/accessors/4/count", 800)
    yield "normalized joints", put("/accessors/3/normalized", True)
    yield "joints beyond the skin", lambda gltf: put("/skins/0/joints", gltf["skins"][0]["joints"][:5])(gltf)
    yield "no joints", put("/skins/0/joints", [])
    yield "no inverse binds", drop("/skins/0/inverseBindMatrices")
    yield "inverse binds of the wrong type", put("/skins/0/inverseBindMatrices", 0)
    yield "no view", lambda gltf: [accessor.pop("bufferView", 0) for accessor in gltf["accessors"][:6]]
    yield "strips", put("/meshes/0/primitives/0/mode", 5)
    yield "fans", put("/meshes/0/primitives/1/mode", 6)
    yield "lines", put("/meshes/0/primitives/0/mode", 1)
    yield "points without indices", lambda gltf: (
        put("/meshes/0/primitives/0/mode", 0)(gltf), drop("/meshes/0/primitives/0/indices")(gltf))
    yield "look by expression", put("/extensions/VRMC_vrm/lookAt/type", "expression")
    yield "no look", drop("/extensions/VRMC_vrm/lookAt")
    yield "eyes without offset", put("/extensions/VRMC_vrm/lookAt/offsetFromHeadBone", [0, 0, 0])
    yield "no first person", drop("/extensions/VRMC_vrm/firstPerson")
    yield "no meta", put("/extensions/VRMC_vrm/meta", {})
    yield "meta of wrong types", put("/extensions/VRMC_vrm/meta", {"name": 1, "authors": "x", "version": [], "licenseUrl": {}})
    yield "no bones", put("/extensions/VRMC_vrm/humanoid/humanBones", {})
    yield "bone twice", put("/extensions/VRMC_vrm/humanoid/humanBones/spine/node", 1)
    yield "bones in the wrong order", put("/extensions/VRMC_vrm/humanoid/humanBones/head/node", 1)
    yield "no meshes", lambda gltf: [node.pop("mesh", 0) for node in gltf["nodes"]]
    yield "no textures", put("/textures", [])
    yield "textures without images", every("/textures", source=99)
    yield "transparent", every("/materials", alphaMode="BLEND", doubleSided=True)
    yield "masked", every("/materials", alphaMode="MASK", alphaCutoff=2)
    yield "plain materials", lambda gltf: [material.pop("extensions", 0) for material in gltf["materials"]]
    yield "bright", every("/materials", emissiveFactor=[1, 1, 1], extensions={
        "KHR_materials_emissive_strength": {"emissiveStrength": 7},
        "VRMC_materials_hdr_emissiveMultiplier": {"emissiveMultiplier": 3}})
    yield "expressions", put("/extensions/VRMC_vrm/expressions", {
        "preset": {"happy": {"isBinary": True, "overrideBlink": "block", "overrideMouth": "blend",
                             "overrideLookAt": "block", "morphTargetBinds": [
                                 {"node": 85, "index": 0, "weight": 2}, {"node": 85, "index": 99},
                                 {"node": 0, "index": 0, "weight": 1}]},
                   "blink": {}, "aa": {"morphTargetBinds": [{}]}, "notOne": {}},
        "custom": {"happy": {}, "": {}, "own": {
            "materialColorBinds": [{"material": 0, "type": "outlineColor", "targetValue": [1]},
                                   {"material": 99, "type": "color", "targetValue": [1, 1, 1, 1]},
                                   {"material": 0, "type": "none", "targetValue": [1, 1, 1, 1]}],
            "textureTransformBinds": [{"material": 0}, {"material": 0, "offset": [9, 9], "scale": [0, 0]}]}}})
    yield "scene without nodes", put("/scenes/0/nodes", [])
    yield "no scene", drop("/scenes")
    yield "mesh below a bone", put("/nodes/84/children", [])
    yield "far away", put("/nodes/1/translation", [1e6, -1e7, 1e30])
    yield "tiny", put("/nodes/0/scale", [1e-7, 1e-7, 1e-7])
    yield "flat", put("/nodes/0/scale", [1, 0, 1])
    yield "mirrored", put("/nodes/0/scale", [-1, 1, 1])
    yield "samplers", put("/samplers/0", {"magFilter": 9728, "minFilter": 9987, "wrapS": 33071, "wrapT": 33648})
    yield "unknown extensions", lambda gltf: (put("/extensions/EXT_other", {"a": [1, {"b": None}]})(gltf),
                                              gltf["extensionsUsed"].append("EXT_other"))
    yield "thumbnail of no image", put("/extensions/VRMC_vrm/meta/thumbnailImage", 99)


def edits_of_old():
    """The same for 0.x."""
    face = "/extensions/VRM/blendShapeMaster/blendShapeGroups"
    hair = "/extensions/VRM/secondaryAnimation"
    yield "plain", lambda gltf: None
    yield "turned", turn_everything
    yield "matrices", use_matrices
    yield "offsets as lists", put("/extensions/VRM/firstPerson/firstPersonBoneOffset", [0, 0.1, 0])
    yield "gaze by shapes", put("/extensions/VRM/firstPerson/lookAtTypeName", "BlendShape")
    yield "no first person", drop("/extensions/VRM/firstPerson")
    yield "groups of wrong types", put(face, [{}, {"name": 1}, {"presetName": "joy", "binds": {}}, 7,
                                               {"name": "a", "materialValues": [{"materialName": "?"}]}])
    yield "binds", put(face + "/0/binds", [{"mesh": 1, "index": 0, "weight": 50}, {"mesh": 99},
                                           {"mesh": 1, "index": 99, "weight": 100}])
    yield "colours", put(face + "/0/materialValues", [
        {"materialName": "Skin", "propertyName": name, "targetValue": [1, 1, 1, 1]}
        for name in ("_Color", "_ShadeColor", "_MainTex_ST", "_MainTex_ST_S", "_OutlineColor", "_Other")])
    yield "sway", put(hair + "/boneGroups", [
        {"stiffiness": 1, "bones": [56, 60, 56], "hitRadius": 0.02, "colliderGroups": [0, 9], "center": 0},
        {"bones": [999, -1]}, {"bones": 5}, {"comment": 3, "bones": [59], "center": 60}])
    yield "colliders", put(hair + "/colliderGroups", [
        {"node": 3, "colliders": [{"offset": {"x": 0, "y": 0.1, "z": 0}, "radius": 0.1},
                                  {"offset": [0, 0, 0], "radius": 0.1}, {}]}, {"node": 99}, {}])
    yield "turned sway", lambda gltf: (
        put(hair + "/boneGroups", [{"stiffiness": 1, "bones": [56, 60], "hitRadius": 0.02,
                                    "colliderGroups": [0]}])(gltf), turn_everything(gltf))
    yield "meta", put("/extensions/VRM/meta", {"title": "t", "licenseName": "Other", "allowedUserName": "?",
                                               "violentUssageName": "Allow", "texture": 99})
    yield "bones", put("/extensions/VRM/humanoid/humanBones", [{"bone": "hips", "node": 1}, {"bone": "tail"}, 3])
    yield "materials", put("/extensions/VRM/materialProperties", [
        {"name": "a", "shader": shader, "floatProperties": {"_BlendMode": mode, "_CullMode": 2, "_Cutoff": 0.3},
         "vectorProperties": {"_Color": [1, 1, 1, 0.5]}, "textureProperties": {"_MainTex": 0},
         "keywordMap": {}, "tagMap": {}, "renderQueue": 3000}
        for mode, shader in enumerate(("VRM/MToon", "VRM/UnlitTexture", "VRM_USE_GLTFSHADER",
                                       "VRM/UnlitTransparentZWrite", "Standard", "VRM/UnlitCutout"))])


def commands(path, plain):
    still = "still.json"
    yield ["info", path]
    yield ["info", "--json", path]
    yield ["validate", "--json", path]
    yield ["validate", path]
    yield ["diff", path, plain]
    yield ["diff", "--json", plain, path]
    yield ["normalize", "--force", path, "-o", "out.vrm"]
    yield ["migrate", "--force", path, "-o", "out.vrm"]
    yield ["migrate", "--force", "--to", "0.x", path, "-o", "out.vrm"]
    yield ["meta", path, "--set", "name=x", "-o", "out.vrm"]
    yield ["bake", "--force", path, "--seconds", "0.1", "-o", "out.glb"]
    yield ["trace", path, still, "-o", "out.jsonl"]
    yield ["crowd", "-q", path, "-n", "2", "--seconds", "0.05"]
    yield ["render", "-q", "--backend", "null", "--size", "32", "--debug",
           "bones,springs,colliders,normals,first-person", path, "-o", "out.png"]
    yield ["render", "-q", "--backend", "null", "--size", "32", "--camera", "face", "--first-person", path,
           "-o", "out.png"]


class Trial:
    def __init__(self, vrm, folder):
        self.vrm, self.folder, self.faults, self.runs = vrm, folder, [], 0

    def run(self, words, what):
        self.runs += 1
        done = subprocess.run([self.vrm] + words, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        allowed = (0, 1, 3) if words[0] == "diff" else (0, 1)
        has_message = done.stderr.strip() or words[0] in ("validate", "diff")
        if done.returncode not in allowed or (done.returncode == 1 and not has_message):
            self.faults.append("%s: vrm %s: status %d: %s" % (
                what, " ".join(words), done.returncode, done.stderr.decode(errors="replace")[-300:]))
        return done.returncode

    def look_at_output(self, words, what):
        out = self.folder + "/" + words[-1]
        if not words[-1].startswith("out.") or not os.path.exists(out):
            return
        if words[0] == "normalize":
            self.run(["normalize", "--force", "out.vrm", "-o", "again.vrm"], what + ", normalized")
            with open(out, "rb") as one, open(self.folder + "/again.vrm", "rb") as two:
                if one.read() != two.read():
                    self.faults.append(what + ": normalizing again changes it")
        elif out.endswith((".vrm", ".glb")):
            self.run(["validate", "-q", words[-1]], "%s, by %s" % (what, words[0]))
        os.remove(out)


def main():
    vrm, scene = (os.path.abspath(word) for word in sys.argv[1:3])
    wanted = sys.argv[3] if len(sys.argv) > 3 else ""
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(vrm, folder)
        with open(folder + "/still.json", "w", encoding="utf-8") as file:
            json.dump({"format": "vrm-motion", "version": 1, "frames": 2, "dt": 0.1, "tracks": []}, file)
        for dialect, all_edits in (("1.0", edits()), ("0.x", edits_of_old())):
            plain = "plain-%s.vrm" % dialect
            subprocess.run([scene, dialect, folder + "/" + plain, "--sides", "4", "--constraints", "3",
                            "--spheres", "2", "--capsules", "1"], check=True, stdout=subprocess.DEVNULL)
            for name, edit in all_edits:
                if wanted not in name:
                    continue
                gltf, data = read_glb(folder + "/" + plain)
                edit(gltf)
                write_glb(folder + "/file.vrm", gltf, data)
                for words in commands("file.vrm", plain):
                    trial.run(words, dialect + ", " + name)
                    trial.look_at_output(words, dialect + ", " + name)
        for fault in trial.faults:
            print(fault)
        print("%d runs, %d faults" % (trial.runs, len(trial.faults)))
        return 1 if trial.faults else 0


if __name__ == "__main__":
    sys.exit(main())
