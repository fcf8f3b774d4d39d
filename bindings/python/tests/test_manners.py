# SPDX-License-Identifier: MIT
"""What users of Python expect: names in place of numbers, exceptions that say what is wrong, repr, docstrings."""

import copy
import errno
import inspect
import os
import pickle

import pytest

import libvrm
from libvrm import Bone
from test_wrong_arguments import PROMISED, World, callables, call

WORDS = (libvrm._words.Word, libvrm._words.Flags)


def outcome(*arguments):
    """What a call raises, as text; "" for nothing."""
    try:
        call(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


# ---- Names ----

def test_names_are_taken_wherever_a_word_is(scene):
    """Every parameter whose type is an enumeration, with the name of the value that is right for it."""
    world, holes, tried = World(scene), [], 0
    for name, function, parameters in callables(world):
        for parameter in parameters:
            right = world.right.get(parameter.name)
            if not isinstance(right, WORDS) or not right.name:
                continue
            by_value = outcome(world, function, parameters, parameter.name, right)
            by_name = outcome(world, function, parameters, parameter.name, right.name.lower())
            wrong = outcome(world, function, parameters, parameter.name, "no_such_word")
            if by_name != by_value or "no_such_word" not in wrong and wrong == by_name == "":
                holes.append(f"{name}({parameter.name}={right.name.lower()!r}): {by_name}; a wrong name: {wrong}")
            tried += 1
    assert not holes, "\n".join(holes)
    assert tried >= 10


def test_names_are_those_of_files_and_of_python(rig, model):
    assert rig.bone("leftUpperArm") == rig.bone("left_upper_arm") == rig.bone("LEFT_UPPER_ARM") == rig.bone(Bone.LEFT_UPPER_ARM)
    assert Bone("head") is Bone.HEAD
    with pytest.raises(ValueError, match="did you mean 'head'"):
        rig.bone("hed")
    assert libvrm.pose({"head": (0, 1, 0, 0)}).rotations[Bone.HEAD] == (0, 1, 0, 0)
    pytest.importorskip("numpy")
    assert model.attribute(0, 0, "POSITION").shape == model.attribute(0, 0, libvrm.Semantic.POSITION).shape
    uv = model.attribute(0, 0, libvrm.Semantic.TEXCOORD, 0)
    named = model.attribute(0, 0, "TEXCOORD_0")
    assert (uv is None) == (named is None) and (uv is None or (uv == named).all())
    assert model.attribute(0, 0, "TEXCOORD_7") is None


# ---- What is not there ----

def test_a_missing_bone_is_a_key_error(scene):
    model = libvrm.load(scene("1.0"))
    with model.edit() as edit:
        gone = ("upperChest", "chest", "jaw", "leftEye", "rightEye", "leftToes")
        edit.set_bones({bone: node for bone, node in model.bones.items() if bone not in map(Bone, gone)})
    rig = libvrm.Rig(model)
    missing = [bone for bone in Bone if bone >= 0 and bone not in rig.bones]
    assert missing
    avatar = libvrm.Sim().add(rig)
    for bone in missing:
        with pytest.raises(KeyError) as caught:
            rig.bone(bone)
        assert isinstance(caught.value, libvrm.MissingError) and "it has hips, " in str(caught.value)
    below = {bone: [b for b in Bone if b >= 0 and libvrm._library.lib.vrm_bone_parent(b) == bone] for bone in Bone if bone >= 0}

    def carries(bone):
        return bone in rig.bones or any(map(carries, below[bone]))

    kept = 0
    for bone in missing:
        if carries(bone):  # as docs/reference/runtime.md says: those below it turn
            avatar.set_bone(bone, (0, 0, 0, 1))
        else:
            kept += 1
            with pytest.raises(KeyError, match="has no bone"):
                avatar.set_bone(bone, (0, 0, 0, 1))
    assert kept
    assert rig.parent(rig.bone("hips")) is not None
    assert [node for node in range(rig.node_count) if rig.parent(node) is None]


def test_what_is_not_there_is_an_index_error(model, rig):
    avatar = libvrm.Sim().add(rig)
    for wrong in (-1, rig.node_count, 2**31 - 1):
        for function in (rig.parent, rig.rest, rig.rest_model, avatar.visibility, model.first_person):
            with pytest.raises(IndexError, match=f"no node {wrong}"):
                function(wrong)


# ---- Reasons ----

def test_refusals_name_the_reason(rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    nan, turn = float("nan"), (0, 0, 0, 1)
    for function, said in (
            (lambda: avatar.set_expression("joy", 1), "has no expression 'joy': it has .*happy"),
            (lambda: avatar.set_expression("Happy", 1), "has no expression 'Happy'"),
            (lambda: rig.expression("nope"), "has no expression 'nope'"),
            (lambda: avatar.set_expression("happy", nan), "weight: nan is not finite"),
            (lambda: avatar.set_expression("happy", 1e39), "too large"),
            (lambda: avatar.set_bone("head", (0, 0, 0, 0)), "bone head was refused: a rotation of length 0"),
            (lambda: avatar.set_bone("head", (0, nan, 0, 1)), "rotation: nan is not finite"),
            (lambda: avatar.set_rotation(9999, turn), f"no node 9999: the avatar has {rig.node_count}"),
            (lambda: avatar.set_translation(9999, (0, 0, 0)), "no node 9999"),
            (lambda: avatar.set_node(-1, rig.rest(0)), "no node -1"),
            (lambda: avatar.set_morph(9999, 1), "no morph 9999"),
            (lambda: avatar.set_root(rotation=(0, 0, 0, 0)), "a rotation of length 0"),
            (lambda: avatar.set_root((0, 0, float("inf"))), "translation: inf is not finite"),
            (lambda: avatar.teleport(scale=(1, 1e39, 1)), "scale: 1e.39 is too large"),
            (lambda: avatar.look_at((nan, 0, 0)), "target_world: nan"),
            (lambda: avatar.set_nodes([[0] * 10] * rig.node_count), "rotation of length 0"),
            (lambda: avatar.set_nodes([[nan] * 10] * rig.node_count), "node 0: nan is not finite"),
            (lambda: avatar.spring_rotations, "Sim.outputs=.* needs Outputs.SPRINGS"),
            (lambda: sim.step(nan), "dt: nan"), (lambda: sim.step(-1), "dt must be 0 or more"),
            (lambda: libvrm.Sim(capacity=-1), "capacity must be 0 or more"),
            (lambda: libvrm.Sim(spring_rate_hz=nan), "spring_rate_hz: nan"),
            (lambda: libvrm.Recorder().set_gaze(nan, 0), "nan is not finite")):
        with pytest.raises(ValueError, match=said):
            function()
    with pytest.raises(TypeError, match="offset: expected 3 numbers, got int"):
        avatar.set_hips(5)


def test_numbers_that_are_not_finite_raise_everywhere(scene):
    world, holes, tried = World(scene), [], 0
    for name, function, parameters in callables(world):
        for parameter in parameters:
            if str(parameter.annotation) not in ("float", "float | None"):
                continue
            for wrong in (float("nan"), float("inf"), -float("inf")):
                tried += 1
                try:
                    call(world, function, parameters, parameter.name, wrong)
                except PROMISED:
                    continue
                if name != "Player":  # plain data; what takes it checks it
                    holes.append(f"{name}({parameter.name}={wrong})")
    assert not holes, "\n".join(holes)
    assert tried > 60


def test_missing_files_are_what_python_has_for_them(tmp_path, model):
    path = tmp_path / "no such.vrm"
    for function in (libvrm.load, libvrm.validate, libvrm.Model.load):
        with pytest.raises(FileNotFoundError) as caught:
            function(path)
        error = caught.value
        assert (error.errno, error.filename, error.strerror) == (errno.ENOENT, str(path), os.strerror(errno.ENOENT))
        assert isinstance(error, libvrm.FileError) and str(error) == f"{path}: No such file or directory"
        with pytest.raises(IsADirectoryError):
            function(tmp_path)
    with pytest.raises(FileNotFoundError) as caught:
        model.save(tmp_path / "none" / "a.vrm")
    assert caught.value.filename == str(tmp_path / "none" / "a.vrm")
    if os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        with pytest.raises(PermissionError):
            model.save(tmp_path / "closed" / "a.vrm")
    with pytest.raises(IsADirectoryError):
        model.save(tmp_path)


def test_garbage_is_no_image():
    pytest.importorskip("numpy")
    for function in (libvrm.decode_image, libvrm.peek_image):
        with pytest.raises(libvrm.UnsupportedError, match="neither PNG, JPEG nor WebP; it begins with b'xxxx'"):
            function(b"xxxx")


# ---- Words ----

def test_all_outputs_are_all(rig):
    everything = libvrm.Outputs(0)
    for output in libvrm.Outputs.__members__.values():
        everything |= output
    assert libvrm.Outputs.ALL == everything
    sim = libvrm.Sim(outputs=libvrm.Outputs.ALL)
    avatar = sim.add(rig)
    sim.step(0)
    for name in ("locals", "worlds", "palettes", "morphs", "material_values", "expression_weights", "spring_rotations"):
        assert getattr(avatar, name) is not None


def test_outputs_of_nothing_are_empty(scene):
    """An avatar without springs has no rotations of springs, whatever the sim writes out."""
    plain = libvrm.Rig(libvrm.load(scene("1.0", "--chains", "0")))
    for outputs in (libvrm.Outputs.ALL, libvrm.Outputs.SPRINGS):
        avatar = libvrm.Sim(outputs=outputs).add(plain)
        assert plain.spring_joints == () and avatar.spring_rotations.shape == (0, 4)


def test_words_print_as_words():
    assert str(libvrm.Dialect.V1) == f"{libvrm.Dialect.V1}" == "Dialect.V1" and f"{libvrm.Dialect.V1:d}" == "4"
    assert str(libvrm.Outputs.WORLDS | libvrm.Outputs.FACE) == "Outputs.WORLDS|FACE" and str(libvrm.Outputs(0)) == "Outputs.0"
    for name in libvrm._types.__all__:
        kind = getattr(libvrm, name)
        if inspect.isclass(kind) and issubclass(kind, WORDS):
            for member in kind:
                assert kind(member.name) is kind(member.name.lower()) is member and repr(member)
                assert pickle.loads(pickle.dumps(member)) is copy.copy(member) is member


def test_repr_says_what_it_is(scene):
    world = World(scene)
    assert repr(world.model).startswith("<libvrm.Model 'Sample', Dialect.V1, ")
    assert repr(world.rig) == f"<libvrm.Rig of {world.rig.node_count} nodes, Dialect.V1>"
    assert repr(world.sim) == "<libvrm.Sim of 1 avatar>" and "of <libvrm.Sim of 1 avatar>" in repr(world.avatar)
    for owner in ("model", "rig", "sim", "clip", "recorder", "baker", "renderer", "drawable", "framing", "vmc", "player", "avatar"):
        assert " object at 0x" not in repr(getattr(world, owner))
    world.manager.__exit__(None, None, None)
    for owner in ("rig", "sim", "model"):
        getattr(world, owner).close()
        assert repr(getattr(world, owner)).endswith(", closed>")
    assert "closed" in repr(world.avatar)
    with pytest.raises(TypeError, match="an Avatar cannot be pickled"):
        pickle.dumps(world.avatar)
    with pytest.raises(TypeError, match="an Avatar cannot be copied"):
        copy.copy(world.avatar)


def test_everything_public_has_a_docstring():
    missing = []
    for module in (libvrm, libvrm.gpu, libvrm.vmc, libvrm.errors):
        assert module.__doc__
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                    if not member.startswith("_") and (callable(function) or isinstance(value, property)) and not function.__doc__:
                        missing.append(f"{name}.{member}")
            if (inspect.isclass(thing) or callable(thing)) and (not thing.__doc__ or thing.__doc__.startswith(f"{name}(")):
                missing.append(name)
    assert not missing, missing


def test_star_brings_everything():
    names = {}
    exec("from libvrm import *", names)
    assert names["Bone"] is Bone and names["load"] is libvrm.load and names["MissingError"] is libvrm.MissingError
    assert len(set(libvrm.__all__)) == len(libvrm.__all__)
