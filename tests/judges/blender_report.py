# SPDX-License-Identifier: MIT
"""What Blender's own importer makes of glTF files, for judge_blender.mjs.

usage: blender --background --factory-startup --python blender_report.py -- JOBS.json OUT.json

JOBS.json is a list of {"path": FILE, "times": [SECONDS, ...]}. OUT.json gets one object for each: `error`, or
`bones`, `meshes`, `reaches` (of morph targets), `materials`, `images`, `box` (least and greatest corner of what is
shown), and `moments`: for each time the places of all bones and other objects by name. Metres, Y up as in glTF.
"""

import json
import sys

import bpy
import numpy

numpy.bool = bool # Blender 3.4 of Debian 12 asks for a name that its numpy no longer has
PER_SECOND = 1000 # frames, so that keys keep their times


def y_up(x, y, z):
    return [float(x), float(z), float(-y)]


def places_at(time):
    frame = time * PER_SECOND
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    places = {}
    for thing in bpy.data.objects:
        places[thing.name] = y_up(*thing.matrix_world.translation)
    for armature in bpy.data.objects:
        for bone in armature.pose.bones if armature.type == "ARMATURE" else ():
            places[bone.name] = y_up(*(armature.matrix_world @ bone.matrix).translation)
    return places


def bone_count():
    return sum(len(thing.pose.bones) for thing in bpy.data.objects if thing.type == "ARMATURE")


def shown_meshes():
    """Objects with a mesh, but those that Blender makes to draw bones."""
    shapes = {bone.custom_shape for thing in bpy.data.objects if thing.type == "ARMATURE" for bone in thing.pose.bones}
    return [thing for thing in bpy.data.objects if thing.type == "MESH" and thing not in shapes]


def points_of(data):
    points = numpy.empty(3 * len(data), dtype=numpy.float32)
    data.foreach_get("co", points)
    return points.reshape(-1, 3)


def keys_of(mesh):
    return mesh.shape_keys.key_blocks[1:] if mesh.shape_keys else ()


def describe(mesh):
    names = [key.name for key in keys_of(mesh)]
    return {"vertices": len(mesh.vertices), "triangles": len(mesh.polygons), "targets": names}


def reaches_of(meshes):
    """How far the morph targets of each name move a vertex at most."""
    reaches = {}
    for mesh in meshes:
        for key in keys_of(mesh):
            moves = points_of(key.data) - points_of(mesh.vertices)
            reach = float(numpy.linalg.norm(moves, axis=1).max(initial=0))
            reaches[key.name] = max(reach, reaches.get(key.name, 0))
    return reaches


def box_of(things):
    """Of the vertices where armatures and shape keys put them."""
    graph = bpy.context.evaluated_depsgraph_get()
    corners = []
    for thing in things:
        mesh = thing.evaluated_get(graph).data
        if not mesh.vertices:
            continue
        world = numpy.array(thing.matrix_world)
        points = points_of(mesh.vertices) @ world[:3, :3].T + world[:3, 3]
        points = points[:, [0, 2, 1]] * (1, 1, -1)
        corners += [points.min(axis=0), points.max(axis=0)]
    return [numpy.min(corners, axis=0).tolist(), numpy.max(corners, axis=0).tolist()] if corners else None


def report(path, times):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = PER_SECOND
    bpy.ops.import_scene.gltf(filepath=path)
    moments = [places_at(time) for time in times]
    things = shown_meshes()
    used = {slot.material for thing in things for slot in thing.material_slots} - {None}
    return {
        "bones": bone_count(),
        "meshes": [describe(thing.data) for thing in things],
        "reaches": reaches_of({thing.data for thing in things}),
        "materials": len(used),
        "images": sorted(list(image.size) for image in bpy.data.images),
        "box": box_of(things),
        "moments": moments,
    }


def main(jobs_path, out_path):
    with open(jobs_path, encoding="utf-8") as file:
        jobs = json.load(file)
    found = []
    for job in jobs:
        try:
            found.append(report(job["path"], job["times"]))
        except RuntimeError as error: # what the importer says of a file
            found.append({"error": str(error)})
    with open(out_path, "w", encoding="utf-8") as file:
        json.dump(found, file)


main(*sys.argv[sys.argv.index("--") + 1:])
