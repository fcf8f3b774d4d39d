# SPDX-License-Identifier: MIT
"""Bakes libvrm's springs onto an armature in Blender 3.4 or newer, without any add-on.

    blender --background --python blender_springs.py -- avatar.vrm out.blend [seconds]

Imports the avatar with Blender's own glTF importer, lets it turn left and right, and gives every bone that
sways a keyframe for each frame: hair and clothes as VRM programs show them, ready to be rendered or exported.
The library is found as libvrm finds it (LIBVRM_PATH); PYTHONPATH names the folder of the package, or it is
installed for Blender's Python.
"""

from __future__ import annotations

import math
import os
import sys
from typing import Any

import bpy
import numpy
from mathutils import Matrix

# Blender's Python ignores PYTHONPATH unless it is told otherwise.
sys.path[:0] = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import libvrm  # noqa: E402

# The importer of Blender 3.4 says numpy.bool, which numpy 1.24 (Debian 12) no longer has.
if "bool" not in numpy.__dict__:
    setattr(numpy, "bool", bool)

FPS = 30
# glTF has Y up, Blender has Z up.
UP = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))


def import_armature(path: str) -> Any:
    """The armature of the avatar, made by Blender from a plain glTF copy of it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    armatures = [thing for thing in bpy.context.scene.objects if thing.type == "ARMATURE"]
    if not armatures:
        raise SystemExit("no armature in the file")
    return armatures[0]


def bones_of(model: libvrm.Model, armature: Any) -> dict[int, str]:
    """The armature's bone of each node, by name."""
    names = {bone.name for bone in armature.data.bones}
    return {index: node.name for index, node in enumerate(model.gltf.nodes) if node.name in names}


def world_of(row: Any) -> Any:
    """A matrix of libvrm's as Blender has it."""
    return UP @ Matrix([list(row[0]), list(row[1]), list(row[2]), [0, 0, 0, 1]])


def bake(model: libvrm.Model, armature: Any, seconds: float) -> tuple[int, int]:
    rig = libvrm.Rig(model)
    # The armature stands as the file does: 0.x avatars are not turned around.
    sim = libvrm.Sim(keeps_vrm0_facing=True)
    avatar = sim.add(rig)
    bones = bones_of(model, armature)
    sim.step(0.0)
    # Blender gives bones axes of their own: what turns a node at rest into its bone stays the same.
    rest = avatar.worlds.copy()
    inverse = {node: world_of(rest[node]).inverted_safe() @ armature.matrix_world @
               armature.data.bones[name].matrix_local for node, name in bones.items()}
    swaying = {joint.node for joint in rig.spring_joints}
    parents_first = [node for node in model.gltf.node_order if node in bones]
    head = rig.bone(libvrm.Bone.HEAD)

    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start, scene.frame_end = 1, max(2, int(seconds * FPS))
    for bone in armature.pose.bones:
        bone.rotation_mode = "QUATERNION"
    for frame in range(scene.frame_start, scene.frame_end + 1):
        turn = 0.6 * math.sin(2 * math.pi * (frame - 1) / FPS)
        avatar.set_bone(libvrm.Bone.HEAD, (0, math.sin(turn / 2), 0, math.cos(turn / 2)))
        sim.step(1 / FPS)
        worlds = avatar.worlds
        to_armature = armature.matrix_world.inverted_safe()
        posed: dict[str, Any] = {}
        for node in parents_first:
            bone = armature.pose.bones[bones[node]]
            matrix = to_armature @ world_of(worlds[node]) @ inverse[node]
            if bone.parent is not None and bone.parent.name in posed:
                from_parent = bone.parent.bone.matrix_local.inverted_safe() @ bone.bone.matrix_local
                local = from_parent.inverted_safe() @ posed[bone.parent.name].inverted_safe() @ matrix
            else:
                local = bone.bone.matrix_local.inverted_safe() @ matrix
            posed[bone.name] = matrix
            if node in swaying or node == head:
                bone.rotation_quaternion = local.to_quaternion()
                bone.keyframe_insert("rotation_quaternion", frame=frame)
    return len(swaying & set(bones)), scene.frame_end


def main(arguments: list[str]) -> None:
    if len(arguments) not in (2, 3):
        raise SystemExit(__doc__)
    source, target = arguments[0], arguments[1]
    seconds = float(arguments[2]) if len(arguments) == 3 else 2.0
    model = libvrm.load(source)
    armature = import_armature(source)
    count, frames = bake(model, armature, seconds)
    bpy.ops.wm.save_as_mainfile(filepath=target)
    print(f"baked {count} spring joints, {frames} frames")


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
