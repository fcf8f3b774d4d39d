# SPDX-License-Identifier: MIT
"""Every parameter of every public function, method and setter with every kind of wrong value, the others being right."""

import dataclasses
import gc
import importlib
import inspect
import itertools
import sys

import pytest

import libvrm

# What is promised for bad input. An AttributeError, say, is a wrong type that went too far.
PROMISED = (TypeError, ValueError, OverflowError, IndexError, RuntimeError, BufferError, MemoryError, libvrm.VrmError)


class LyingList(list):
    """Says that it has more than it yields."""

    def __len__(self):
        return 1000


WRONG = [None, -1, 2**31, 2**64, -2**64, float("nan"), float("inf"), 1e39, 1j, "", "a\0b", "\ud800", "x" * 70000, b"", b"\xff" * 9,
         bytearray(b"abc"), [], [None] * 3, [0] * 100000, LyingList([0, 0, 0]), {}, {None: None}, set(), object(), type, ...,
         lambda *_: 5, [[[]]], (0.0, 0.0, 0.0), (0, 0, 0, 0), memoryview(b"abcdef")[::2]]


class World:
    """One of everything, and the right value for each parameter."""

    def __init__(self, scene, package=libvrm):
        vrm = package
        self.model = model = vrm.load(scene("1.0"))
        self.rig = rig = vrm.Rig(model)
        self.sim = sim = vrm.Sim()
        self.avatar = avatar = sim.add(rig)
        self.clip_model = vrm.load(scene("clip"))
        self.clip = clip = vrm.Clip(self.clip_model)
        self.player = player = vrm.Player(clip)
        self.recorder, self.baker = vrm.Recorder(rig), vrm.Baker(rig)
        self.renderer = renderer = vrm.Renderer(vrm.RenderBackend.NULL)
        self.drawable = drawable = vrm.Drawable(renderer, model, rig)
        self.framing, self.vmc = vrm.Framing(model, rig), vrm.vmc.Vmc()
        self.live, self.tracker = vrm.Live(rig, source_count=64), vrm.Tracker("openseeface")
        self.live.add_source()
        self.face_map = vrm.FaceMap(model, rig)
        self.face, self.lip = vrm.Face(self.face_map), vrm.Lip()
        self.manager = model.edit()
        self.edit = self.manager.__enter__()
        recorder = self.recorder
        recorder.add_frame(0.0, vrm.pose_rest())
        springs = model.spring_bones
        settings = vrm.SpringSettings(hit_radius=0.1, stiffness=1.0, gravity_power=0.0, gravity_dir=vrm.Vec3(0, -1, 0), drag_force=0.5)
        self.right = dict(
            path=scene("1.0"), source=scene("1.0"), model=model, rig=rig, sim=sim, avatar=avatar, clip=clip, player=player,
            avatars=[(drawable, [avatar])], drawable=drawable, renderer=renderer, recorder=recorder, members=[avatar],
            players=player, pose=vrm.pose_rest(), local=rig.rest(0), node=0, bone=vrm.Bone.HEAD, skin=0, mesh=0, primitive=0,
            semantic=vrm.Semantic.POSITION, set=0, index=0, animation=0, joint=0, frame=0, morph=0, material=0, count=1,
            rotation=(0, 0, 0, 1), normalized=(0, 0, 0, 1), translation=(0, 0, 0), scale=(1, 1, 1), offset=(0, 0, 0),
            hips_offset=(0, 0, 0), force_world=(0, 0, 0), target_world=(0, 1, 2), weight=0.5, dt=0.01, time_s=1.0, seconds=0.0,
            yaw_degrees=1.0, pitch_degrees=1.0, hips_height=1.0, expression="happy", name="happy", locals=[list(row) for row in avatar.locals], view=vrm.View(0),
            stages=vrm.Stages(0), detail=vrm.SpringDetail(0), is_paused=True, is_on=True, settings=settings, output="worlds", out=None,
            rotations={}, data=b"abcd", pointer="/asset/copyright", value="me", array="/nodes", target=0, stride=0,
            values=[1.0, 2.0], meta=model.meta, bones=model.bones, expressions=model.expressions, look_at=model.look_at,
            types=[vrm.FirstPersonType.AUTO], springs=springs, constraint=next(iter(model.constraints), None), surface=model.surfaces[0], to=vrm.Dialect.V1,
            text=b"HIERARCHY", packet=b"", address="127.0.0.1", port=0, vmc=self.vmc, shot=vrm.Shot.FULL, frames=[], pixels=None,
            format=vrm.ImageFormat.PNG, backend=vrm.RenderBackend.NULL, key=(1, 1), speed=1.0, loops=True, is_additive=False,
            face_map=self.face_map, attention=vrm.Attention.LISTENING, emotion="happy", vowels=[0.0] * 5, visemes=[0.0] * 15, left=0.5,
            right=0.5, blinks=True, shapes={"jawOpen": 0.5}, shape=vrm.FaceShape.JAW_OPEN, samples=[0.0] * 160, sample_rate_hz=16000.0,
            a="happy", b=0, live=self.live, kind="openseeface", parts=["face"], part=vrm.LivePart.FACE, face=self.face, mirrors=False)


OWNERS = ("model", "rig", "sim", "avatar", "clip", "player", "recorder", "baker", "renderer", "drawable", "framing", "vmc", "edit", "face_map", "face",
          "lip", "live", "tracker")
FUNCTIONS = ("load", "validate", "pose", "pose_idle", "peek_image", "decode_image", "encode_image", "encode_png", "Rig",
             "Sim", "Clip", "Player", "Recorder", "Baker", "Capture", "Drawable", "Renderer", "Framing", "Avatar", "Edit", "Gltf", "FaceMap",
             "Face", "Lip", "Live", "Tracker", "motion_part", "propose_avatar", "create_avatar", "propose_springs")
# These end or empty what the next calls need, take no argument, or would do what they were told a billion times.
LEFT_OUT = {"add_crowd", "close"}


def callables(world):
    """(name, function, parameters) of all that is public and takes something."""
    found = [(name, getattr(libvrm, name)) for name in FUNCTIONS]
    found += [("vmc.Vmc", libvrm.vmc.Vmc), ("vmc.VmcSocket", libvrm.vmc.VmcSocket)]
    for owner in OWNERS:
        thing = getattr(world, owner)
        for name in dir(type(thing)):
            if not name.startswith("_") and name not in LEFT_OUT and callable(getattr(type(thing), name)):
                found.append((f"{type(thing).__name__}.{name}", getattr(thing, name)))
    for name, function in found:
        parameters = [p for p in inspect.signature(function).parameters.values() if p.name != "workers"]
        if parameters:
            yield name, function, parameters


def call(world, function, parameters, wrong_name, wrong):
    positional, named = [], {}
    for parameter in parameters:
        if parameter.name == wrong_name:
            value = wrong
        elif parameter.name in ("width", "height"):
            value = 8
        elif parameter.kind == parameter.KEYWORD_ONLY or (parameter.default is not parameter.empty and parameter.name not in world.right):
            continue
        else:
            value = world.right[parameter.name]
        if parameter.kind == parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    return function(*positional, **named)


def test_every_wrong_argument_is_an_exception_that_is_promised(scene, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    world = World(scene)
    other = World(scene)
    closed = World(scene)
    for owner in OWNERS:
        thing = getattr(closed, owner)
        if hasattr(thing, "close") and owner != "edit":
            thing.close()
    values = WRONG + [getattr(world, owner) for owner in OWNERS] + [getattr(closed, owner) for owner in OWNERS]
    values += [getattr(other, owner) for owner in OWNERS]
    holes, tried = [], 0
    for name, function, parameters in callables(world):
        for parameter in parameters:
            for wrong in values:
                tried += 1
                try:
                    call(world, function, parameters, parameter.name, wrong)
                except PROMISED:
                    pass
                except Exception as error:
                    holes.append(f"{name}({parameter.name}={wrong!r:.60}): {type(error).__name__}: {error}"[:200])
    assert not holes, "\n".join(sorted(set(holes)))
    assert tried > 5000
    world.sim.step(0.1)
    assert world.model.to_bytes()


def test_members_of_values_are_checked(scene):
    world = World(scene)
    edit, sinks, holes = world.edit, [], []
    sinks.append((libvrm.pose_rest(), world.avatar.set_pose))
    sinks.append((world.rig.rest(0), lambda value: world.avatar.set_node(0, value)))
    for value, sink in ((world.model.meta, edit.set_meta), (world.model.look_at, edit.set_look_at),
                        (world.model.spring_bones, edit.set_spring_bones),
                        (world.model.surfaces[0], lambda surface: edit.set_surface(0, surface))):
        if value is not None:
            sinks.append((value, sink))
    sinks += [(value, lambda expression: edit.set_expressions([expression])) for value in world.model.expressions[:3]]
    sinks += [(value, edit.set_constraint) for value in world.model.constraints[:1]]
    for value, sink in sinks:
        for field in dataclasses.fields(value):
            for wrong in WRONG + [value]:
                try:
                    sink(dataclasses.replace(value, **{field.name: wrong}))
                except PROMISED:
                    pass
                except Exception as error:
                    holes.append(f"{type(value).__name__}.{field.name}={wrong!r:.60}: {type(error).__name__}: {error}"[:200])
    assert not holes, "\n".join(sorted(set(holes)))


def test_a_picture_of_nothing_is_refused(model):
    for wrong in (dict(width=0), dict(height=-1), dict(width=2**31, height=2**31), dict(background=5), dict(shot=99), dict(yaw_degrees="x")):
        with pytest.raises(PROMISED):
            libvrm.render(model, **dict(dict(width=8, height=8), **wrong))


def test_vectors_that_never_end_are_refused(scene):
    world = World(scene)
    for function in (world.avatar.set_hips, world.avatar.look_at, world.avatar.teleport, world.avatar.set_force,
                     lambda value: world.avatar.set_bone(libvrm.Bone.HEAD, value), lambda value: libvrm.pose({libvrm.Bone.HEAD: value}),
                     lambda value: world.avatar.set_pose(dataclasses.replace(libvrm.pose_rest(), rotations=value)),
                     lambda value: world.renderer.draw([], background=value, width=8, height=8)):
        with pytest.raises((ValueError, TypeError), match="more|got"):
            function(itertools.repeat(0))


def test_objects_of_a_second_copy_of_the_package_are_type_errors(scene, monkeypatch):
    """As when two versions are installed and one is loaded by a path."""
    for name in [name for name in sys.modules if name == "libvrm" or name.startswith("libvrm.")]:
        monkeypatch.delitem(sys.modules, name)
    second = importlib.import_module("libvrm")
    assert second is not libvrm
    ours, theirs = World(scene), World(scene, second)
    for function in (lambda: ours.sim.add(theirs.rig), lambda: libvrm.Rig(theirs.model), lambda: ours.avatar.set_pose(theirs.right["pose"]),
                     lambda: ours.avatar.play(theirs.player), lambda: ours.recorder.add_avatar(0, theirs.avatar),
                     lambda: ours.baker.finish(theirs.model), lambda: libvrm.Drawable(theirs.renderer, ours.model, ours.rig),
                     lambda: ours.vmc.apply(theirs.avatar), lambda: ours.edit.set_meta(theirs.model.meta),
                     lambda: ours.renderer.draw((ours.drawable, theirs.avatar), width=8, height=8),
                     lambda: ours.face.apply(theirs.avatar), lambda: libvrm.Face(theirs.face_map)):
        with pytest.raises((TypeError, ValueError)):
            function()
    del ours, theirs
    gc.collect()
