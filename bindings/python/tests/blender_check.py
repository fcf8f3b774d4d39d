# SPDX-License-Identifier: MIT
"""Runs inside Blender: prints how far the baked bones are from where libvrm has them at the last frame."""

import math
import sys

import bpy
from mathutils import Vector

avatar_file, blend_file, package = sys.argv[sys.argv.index("--") + 1:]
sys.path.insert(0, package)
import libvrm  # noqa: E402

bpy.ops.wm.open_mainfile(filepath=blend_file)
scene = bpy.context.scene
armature, = [thing for thing in scene.objects if thing.type == "ARMATURE"]
model = libvrm.load(avatar_file)
rig = libvrm.Rig(model)
sim = libvrm.Sim(keeps_vrm0_facing=True)
avatar = sim.add(rig)
sim.step(0.0)
rest = avatar.worlds.copy()
for frame in range(scene.frame_start, scene.frame_end + 1):
    turn = 0.6 * math.sin(2 * math.pi * (frame - 1) / 30)
    avatar.set_bone(libvrm.Bone.HEAD, (0, math.sin(turn / 2), 0, math.cos(turn / 2)))
    sim.step(1 / 30)
scene.frame_set(scene.frame_end)
worst = moved = 0.0
for joint in rig.spring_joints:
    bone = armature.pose.bones.get(model.gltf.nodes[joint.node].name)
    if bone is None:
        continue
    x, y, z = avatar.worlds[joint.node][:, 3]
    expected = Vector((x, -z, y))
    worst = max(worst, (armature.matrix_world @ bone.head - expected).length)
    moved = max(moved, float(abs(avatar.worlds[joint.node][:, 3] - rest[joint.node][:, 3]).max()))
print(f"worst {worst:.6f} moved {moved:.6f}")
