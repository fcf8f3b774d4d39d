# SPDX-License-Identifier: MIT
"""Every public function and method with arguments of any kind, in any order: exceptions, and nothing but exceptions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import libvrm

CALLER = r"""
import array, dataclasses, gc, inspect, random, resource, sys
import libvrm

seed, calls, avatar, motion, old = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # what is refused for its size is refused soon
chance = random.Random(seed)


def make():
    model = libvrm.load(avatar)
    rig, sim, renderer = libvrm.Rig(model), libvrm.Sim(), libvrm.Renderer(libvrm.RenderBackend.NULL)
    closed = libvrm.load(avatar)
    closed.close()
    clip = libvrm.Clip(libvrm.load(motion))
    first, second = sim.add_crowd(rig, 2)
    sim.step(0.1)
    # Another avatar, with other counts of everything, in another sim: what fits the one must not be tried on the other.
    other = libvrm.load(old)
    other_rig, other_sim = libvrm.Rig(other), libvrm.Sim()
    editing = model.edit()
    plain = [value for value in (model.meta, model.look_at, model.spring_bones, *model.expressions[:2], *model.surfaces[:2],
                                 *model.constraints[:2], rig.rest(0), rig.t_pose()) if value is not None]
    face_map = libvrm.FaceMap(model, rig)
    actor = libvrm.Actor(first, face_map=face_map)
    actor.play(clip)
    return [actor, face_map, libvrm.Face(face_map), libvrm.Lip(), model, rig, sim, first, second, closed, clip, libvrm.Player(clip), model.gltf, libvrm.Recorder(rig),
            libvrm.Baker(rig), libvrm.pose({}), renderer, libvrm.Framing(model, rig), libvrm.Drawable(renderer, model, rig),
            other, other_rig, other_sim, other_sim.add(other_rig), libvrm.vmc.Vmc(), libvrm.Live(rig), libvrm.Tracker("livelink"), editing.__enter__(), editing, *plain]


# A number whose conversion closes, removes or ends something.
class Acting:
    def __init__(self, thing):
        self.thing = thing

    def __index__(self):
        for name in ("close", "remove", "_abandon"):
            if hasattr(self.thing, name):
                getattr(self.thing, name)()
        return 0

    def __float__(self):
        return float(self.__index__())

    def __iter__(self):
        return iter([self.__index__()] * 3)


# What the documentation promises. An AttributeError, say, would be a hole: a wrong type that went too far.
PROMISED = (TypeError, ValueError, OverflowError, IndexError, RuntimeError, BufferError, MemoryError, libvrm.VrmError)


NUMBERS = [0, 1, -1, 3, 17, 2**15, 2**31 - 1, 2**31, -2**31 - 1, 2**32, 2**32 + 1, 2**63, 2**64, 10**30, 0.5, -1.0, 1e39, 1e308,
           float("nan"), float("inf"), 5e-324, 1j]
TEXTS = ["", "a\0b", "\ud800", "head", "happy", "x" * 10000, "/asset/copyright", "/nodes/0", "/", "..", "worlds", "/dev/null"]
BYTES = [b"", b"\0", b"glTF", b"{}", b'{"asset":{"version":"2.0"}}', bytearray(b"abc"), memoryview(b"abcdef")[::2],
         array.array("f", [1, 2, 3])]
GROUPS = [[], (), {}, set(), [None], [1, 2, 3], (0, 0, 0, 1), (1, 1, 1), [[0] * 10] * 3, {"json_depth": 3}, {"json_depth": -1}]
ENUMS = [value for value in vars(libvrm).values() if inspect.isclass(value) and issubclass(value, int)]


def anything(objects):
    kind = chance.randrange(11)
    if kind == 9:
        return Acting(chance.choice(objects))
    if kind == 10:  # a value with something wrong in it
        value = chance.choice([x for x in objects if dataclasses.is_dataclass(x)])
        return dataclasses.replace(value, **{chance.choice(dataclasses.fields(value)).name: anything(objects)})
    if kind == 0:
        return chance.choice([None, True, False, object(), type, ..., lambda *_: 5])
    if kind == 1:
        return chance.choice(list(chance.choice(ENUMS)))
    if kind == 2:
        return [chance.choice(objects) for _ in range(chance.randrange(3))]
    return chance.choice([NUMBERS, TEXTS, BYTES, GROUPS, objects, objects][kind - 3])


def arguments_for(function, objects):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return [], {}
    positional, named = [], {}
    for parameter in parameters:
        is_wanted = parameter.default is parameter.empty or chance.random() < 0.4
        if parameter.kind == parameter.VAR_POSITIONAL:
            positional += [anything(objects) for _ in range(chance.randrange(3))]
        elif parameter.kind == parameter.KEYWORD_ONLY and chance.random() < 0.4 and parameter.name != "workers":
            named[parameter.name] = anything(objects)
        elif parameter.kind == parameter.POSITIONAL_OR_KEYWORD and is_wanted and len(named) == 0:
            positional.append(anything(objects))
        elif parameter.kind == parameter.POSITIONAL_OR_KEYWORD:
            break
    return positional, named


functions = [value for name, value in vars(libvrm).items() if not name.startswith("_") and callable(value)
             and not (inspect.isclass(value) and issubclass(value, (int, BaseException)))]
objects, raised = make(), 0
for number in range(calls):
    if number % 400 == 399:
        objects = make()
        gc.collect()
    try:
        if chance.random() < 0.4:
            function = chance.choice(functions)
        else:
            target = chance.choice(objects)
            names = [name for name in dir(type(target)) if not name.startswith("_")]
            function = getattr(target, chance.choice(names)) if names else repr
        if not callable(function) or getattr(function, "__name__", "") == "add_crowd":
            continue
        positional, named = arguments_for(function, objects)
        print(number, function, positional, named, file=sys.stderr)  # the last line says what ended the process
        result = function(*positional, **named)
        if isinstance(result, (libvrm.Model, libvrm.Rig, libvrm.Avatar)) and len(objects) < 60:
            objects.append(result)
    except PROMISED:
        raised += 1
print("end", raised > 0)
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_calls_with_anything_only_raise(scene, tmp_path, seed):
    done = subprocess.run([sys.executable, "-c", CALLER, str(seed), "2500", str(scene("1.0")), str(scene("clip")),
                           str(scene("0.x"))], cwd=tmp_path,
                          capture_output=True, text=True, timeout=240, errors="replace",
                          env=dict(os.environ, PYTHONPATH=str(Path(libvrm.__file__).resolve().parents[1])))
    assert (done.returncode, done.stdout) == (0, "end True\n"), done.stderr[-600:]
