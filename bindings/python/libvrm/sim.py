# SPDX-License-Identifier: MIT
"""The running crowd: any number of avatars over any number of rigs, one alone included."""

from __future__ import annotations

import ctypes
import itertools
import operator
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Sequence

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Exclusive, Keep, Native, Owner, Pointer, _enum, address_of, encode, no_export, number, numbers, numpy, view
from ._types import Bone, ExpressionPreset, Outputs, Pose, Result, SpringDetail, SpringSettings, Stages, Transform, \
    Vec2, View, Visibility
from ._workers import MOST, Workers
from ._words import Word, word
from .errors import ArgumentError, MissingError, OutOfMemoryError, StaleError, check
from .rig import Rig, _quat, _vec3, bone_name, no_bone, no_expression

if TYPE_CHECKING:
    from ._array import Floats
    from .clip import Player

__all__ = ["Avatar", "Sim"]


_GATHERED = ("worlds", "locals", "palettes", "morphs", "expression_weights", "material_values", "spring_rotations")


class Sim(Handle):
    """Steps avatars. Several threads may use several sims; one sim is for one thread at a time."""

    @documented("vrm_sim_create")
    def __init__(self, *, spring_rate_hz: float = 60.0, max_step_s: float | None = None,
                 outputs: Outputs | str = Outputs.DEFAULT, capacity: int = 1, keeps_vrm0_facing: bool = False,
                 workers: int = 1) -> None:
        """`workers` threads share each step; the bits are the same with any number. `outputs` says what each step writes out:
        Outputs.DEFAULT is all but the spring rotations."""
        if not 1 <= workers <= MOST:
            raise ValueError(f"workers must be 1 to {MOST}, got {workers}")
        if capacity < 0:
            raise ValueError(f"capacity must be 0 or more, got {capacity}")
        definition = abi.SimDef()
        lib.vrm_sim_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.avatar_capacity = capacity
        definition.spring_rate_hz = spring_rate_hz
        if max_step_s is not None:
            definition.max_step_s = max_step_s
        definition.outputs = int(word(Outputs, outputs))
        definition.keeps_vrm0_facing = keeps_vrm0_facing
        self._workers = Workers(workers) if workers > 1 else None
        if self._workers is not None:
            definition.tasks = self._workers.tasks()
        pointer = ctypes.c_void_p()
        check(lib.vrm_sim_create(ctypes.byref(definition), ctypes.byref(pointer)), "making a sim")
        # Rigs by avatar: they must outlive the avatars, and so the sim's end.
        self._rigs: dict[tuple[int, int], Native] = {}
        self._additions = itertools.count(1)
        self._members: dict[tuple[int, int], tuple[Rig, _AvatarMemory]] = {}
        self._native = Native("Sim", pointer.value or 0, _destroyer(self._workers), (self._rigs,))

    @documented("vrm_sim_add")
    def add(self, rig: Rig) -> Avatar:
        """Another avatar, in its rest pose at the origin."""
        expect(rig, Rig, "rig")
        native, rig_native = self._owner, rig._owner
        # Held before the sim uses it, and longer than that if an interrupt comes in between.
        adding = (0, next(self._additions))
        self._rigs[adding] = rig_native
        c_id = lib.vrm_sim_add(Pointer(native), Pointer(rig_native))
        if c_id.index1 == 0:
            del self._rigs[adding]
            raise OutOfMemoryError("no memory for another avatar", Result.ERR_MEMORY)
        key = (int(c_id.index1), int(c_id.generation))
        self._rigs[key] = rig_native
        self._members[key] = (rig, _AvatarMemory(native))
        del self._rigs[adding]
        return Avatar(self, key)

    def add_crowd(self, rig: Rig, count: int) -> list[Avatar]:
        """Several avatars of one rig."""
        return [self.add(rig) for _ in range(count)]

    @documented("vrm_sim_step")
    def step(self, dt: float) -> None:
        """Advances all avatars by `dt` seconds, 0 or more. Other Python threads run meanwhile; those that touch
        this sim get a RuntimeError."""
        native = self._owner
        seconds = number(dt, "dt")
        if seconds < 0:
            raise ArgumentError(f"dt must be 0 or more, got {seconds}")
        if self._workers is not None:
            self._workers.run(native, lambda pointer: lib.vrm_sim_step(pointer, seconds))
            return
        with Exclusive(native, "stepping") as pointer:
            lib.vrm_sim_step(pointer, seconds)

    @property
    def avatars(self) -> tuple[Avatar, ...]:
        """The avatars that are in the sim now, in the order in which they came."""
        self._owner  # noqa: B018  raises when closed
        members = []
        for key in tuple(self._members):
            try:
                members.append(Avatar(self, key))
            except StaleError:  # another thread has removed it meanwhile
                pass
        return tuple(members)

    def __len__(self) -> int:
        return int(lib.vrm_sim_avatar_count(self._c))

    def _facts(self) -> str:
        return f"of {len(self)} avatar{'' if len(self) == 1 else 's'}"

    def __iter__(self) -> Iterator[Avatar]:
        return iter(self.avatars)

    def close(self) -> None:
        """Lets go of the sim and its avatars. Closing twice is fine."""
        super().close()
        self._members = {}

    def gather(self, output: str, avatars: Sequence[Avatar] | None = None, out: Any = None) -> Any:
        """One array over avatars of one rig: 'worlds', 'locals', 'palettes', 'morphs',
        'expression_weights', 'material_values' or 'spring_rotations', copied. `out` is used again when given.
        Needs numpy."""
        if numpy is None:
            raise RuntimeError("gathering needs numpy (Debian: python3-numpy)")
        if output not in _GATHERED:
            raise ValueError(f"there is no output {output!r}: {', '.join(_GATHERED)}")
        chosen = list(self.avatars if avatars is None else avatars)
        for avatar in chosen:
            expect(avatar, Avatar, "avatar")
        rows = [getattr(avatar, output) for avatar in chosen]
        if not rows:
            raise ValueError("no avatars to gather from")
        if any(row.shape != rows[0].shape for row in rows):
            raise ValueError("the avatars are of different rigs")
        return numpy.stack(rows, out=out)


def _destroyer(workers: Workers | None) -> Callable[[int], None]:
    """Ends a sim, then the threads that shared its steps."""
    def destroy(pointer: int) -> None:
        lib.vrm_sim_destroy(pointer)
        if workers is not None:
            workers.stop()

    return destroy


class _AvatarMemory(Owner):
    """What views of an avatar hold: the sim's memory, and that they are there."""

    __slots__ = ("native",)

    def __init__(self, native: Native) -> None:
        super().__init__()
        self.native = native


class Avatar:
    """An avatar in a sim. Inputs stay until they are changed; outputs are read-only views that show
    what the last step computed, without a copy, and that the next step changes.

    A view keeps the sim's memory alive, even when the sim is closed. While one is there the avatar
    cannot be removed (BufferError), as with bytearray.
    """

    def __init__(self, sim: Sim, key: tuple[int, int]) -> None:
        expect(sim, Sim, "sim")
        expect(key, tuple, "key")
        member, rig_native = sim._members.get(key), sim._rigs.get(key)
        if member is None or rig_native is None:
            raise StaleError(f"the sim has no avatar {key}", Result.ERR_ARGUMENT)
        self._sim = sim
        self._key = key
        self._id = abi.AvatarId(*key)
        self._rig_native = rig_native
        self._turned: set[int] = set()  # bones that set_bone() need not look for again
        #: What the avatar was made from.
        self.rig, self._memory = member

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Avatar) and self._sim is other._sim and self._key == other._key

    def __hash__(self) -> int:
        return hash((id(self._sim), self._key))

    @property
    def sim(self) -> Sim:
        """The sim that the avatar was added to."""
        return self._sim

    def __repr__(self) -> str:
        return f"<libvrm.Avatar {self._id.index1}.{self._id.generation} of {self._sim!r}>"

    def __copy__(self) -> Any:
        raise TypeError("an Avatar cannot be copied: add another one to the sim")

    def __deepcopy__(self, memo: Any) -> Any:
        raise TypeError("an Avatar cannot be copied: add another one to the sim")

    def __reduce__(self) -> Any:
        raise TypeError("an Avatar cannot be pickled")

    @property
    def is_valid(self) -> bool:
        """False once the avatar was removed or its sim closed."""
        return not self._sim.is_closed and bool(lib.vrm_avatar_is_valid(self._sim._c, self._id))

    def _set(self, is_ok: bool, what: str, **given: Any) -> None:
        """Raises unless a call went well. `given` has the arguments of which the library may have refused one."""
        if is_ok:
            return
        if not self.is_valid:
            raise StaleError("this avatar has left its sim", Result.ERR_ARGUMENT)
        raise ArgumentError(f"{what} was refused: {self._reason(given)}")

    def _reason(self, given: dict[str, Any]) -> str:
        for name, function in (("node", "vrm_rig_node_count"), ("morph", "vrm_rig_morph_count"), ("joint", "vrm_rig_spring_joint_count")):
            if name in given and not 0 <= operator.index(given[name]) < self._count(function):
                return f"there is no {name} {operator.index(given[name])}: the avatar has {self._count(function)}"
        for name, value in given.items():
            if isinstance(value, abi.Transform):
                value = value.rotation
            if isinstance(value, abi.Quat) and not any((value.x, value.y, value.z, value.w)):
                return "a rotation of length 0 turns nowhere"
            kind: type[Word] | None = {"view": View, "detail": SpringDetail, "bone": Bone}.get(name)
            if kind is not None and value not in kind.__members__.values():
                return f"there is no {kind.__name__} {value}"
        return "the library does not take these values: " + ", ".join(f"{name} {value!r}" for name, value in given.items())

    def _check(self) -> Pointer:
        pointer = self._sim._c
        if not lib.vrm_avatar_is_valid(pointer, self._id):
            raise StaleError("this avatar has left its sim", Result.ERR_ARGUMENT)
        return pointer

    @documented("vrm_sim_remove")
    def remove(self) -> None:
        native = self._check().native
        with Exclusive(native, "changing") as pointer:
            # Of the sim's own views some other thread is about to make one of this avatar.
            alive = self._memory.exports + native.exports
            if alive:
                raise BufferError(f"cannot remove an avatar while {alive} view(s) of its outputs are alive: "
                                  "drop them, or copy what you need")
            is_removed = lib.vrm_sim_remove(pointer, self._id)
        self._set(is_removed, "removing")
        self._sim._members.pop(self._key, None)
        self._sim._rigs.pop(self._key, None)

    # ---- Inputs ----

    @documented("vrm_avatar_set_root")
    def set_root(self, translation: Any = (0, 0, 0), rotation: Any = (0, 0, 0, 1), scale: Any = (1, 1, 1)) -> None:
        root = abi.Transform(_vec3(translation, "translation"), _quat(rotation), _vec3(scale, "scale"))
        self._set(lib.vrm_avatar_set_root(self._sim._c, self._id, root), "the root", root=root)

    @documented("vrm_avatar_teleport")
    def teleport(self, translation: Any = (0, 0, 0), rotation: Any = (0, 0, 0, 1), scale: Any = (1, 1, 1)) -> None:
        root = abi.Transform(_vec3(translation, "translation"), _quat(rotation), _vec3(scale, "scale"))
        self._set(lib.vrm_avatar_teleport(self._sim._c, self._id, root), "the root", root=root)

    @property
    def root(self) -> Transform:
        """Where the avatar stands: what set_root() was given, and the half turn of a 0.x avatar."""
        return Transform._from_c(lib.vrm_avatar_root(self._check(), self._id), no_export)

    @documented("vrm_avatar_set_node")
    def set_node(self, node: int, local: Transform) -> None:
        expect(local, Transform, "local")
        c = local._to_c(Keep())
        self._set(lib.vrm_avatar_set_node(self._sim._c, self._id, node, c), f"node {node}", node=node, local=c)

    @documented("vrm_avatar_set_rotation")
    def set_rotation(self, node: int, rotation: Any) -> None:
        c = _quat(rotation)
        self._set(lib.vrm_avatar_set_rotation(self._sim._c, self._id, node, c), f"node {node}", node=node, rotation=c)

    @documented("vrm_avatar_set_translation")
    def set_translation(self, node: int, translation: Any) -> None:
        c = _vec3(translation, "translation")
        self._set(lib.vrm_avatar_set_translation(self._sim._c, self._id, node, c), f"node {node}", node=node)

    @documented("vrm_avatar_set_nodes")
    def set_nodes(self, locals: Any) -> None:
        """All nodes at once: rows of 10 floats (translation, rotation, scale), as `locals` has them."""
        count = self.rig.node_count
        if numpy is not None:
            rows = numpy.ascontiguousarray(locals, dtype=numpy.float32)
            if rows.shape != (count, 10):
                raise ArgumentError(f"expected ({count}, 10) floats, got {rows.shape}", Result.ERR_ARGUMENT)
            wrong = numpy.argwhere(~numpy.isfinite(rows))
            if len(wrong):
                raise ArgumentError(f"node {wrong[0][0]}: {rows[tuple(wrong[0])]} is not finite")
            array = (abi.Transform * count).from_buffer_copy(rows.tobytes())
        else:
            array = (abi.Transform * count)()
            if len(locals) != count:
                raise ArgumentError(f"expected {count} nodes, got {len(locals)}", Result.ERR_ARGUMENT)
            for i, row in enumerate(locals):
                values = numbers(row, 10, f"node {i}")
                array[i] = abi.Transform(abi.Vec3(*values[0:3]), abi.Quat(*values[3:7]), abi.Vec3(*values[7:10]))
        self._set(lib.vrm_avatar_set_nodes(self._sim._c, self._id, array, count), "the nodes",
                  **{f"node_{i}": transform for i, transform in enumerate(array)})

    @documented("vrm_avatar_set_bone")
    def set_bone(self, bone: Bone | str, rotation: Any) -> None:
        """Turns one bone: set_bone("neck", (x, y, z, w)). The rotation of a bone that the avatar lacks is carried by the bones
        below it; MissingError, a KeyError, when it has none of these either."""
        bone, c = word(Bone, bone), _quat(rotation)
        is_set = lib.vrm_avatar_set_bone(self._sim._c, self._id, bone, c)
        if is_set and bone not in self._turned:
            if not self._can_turn(bone):
                raise MissingError(no_bone(self._rig_native, bone))
            self._turned.add(bone)
        self._set(is_set, f"bone {bone_name(bone)}", bone=bone, rotation=c)

    def _can_turn(self, bone: int) -> bool:
        """Whether the avatar has a bone or one that carries its rotation."""
        if lib.vrm_rig_bone(Pointer(self._rig_native), bone) >= 0:
            return True
        return any(lib.vrm_bone_parent(below) == bone and self._can_turn(below) for below in Bone if below >= 0)

    @documented("vrm_avatar_set_hips")
    def set_hips(self, offset: Any) -> None:
        self._set(lib.vrm_avatar_set_hips(self._sim._c, self._id, _vec3(offset, "offset")), "the hips")

    @documented("vrm_avatar_set_pose")
    def set_pose(self, pose: Pose) -> None:
        expect(pose, Pose, "pose")
        self._set(lib.vrm_avatar_set_pose(self._sim._c, self._id, ctypes.byref(pose._to_c(Keep()))), "the pose")

    @documented("vrm_avatar_reset_pose")
    def reset_pose(self) -> None:
        self._set(lib.vrm_avatar_reset_pose(self._sim._c, self._id), "the pose")

    @documented("vrm_avatar_set_expression", "vrm_avatar_set_expression_named")
    def set_expression(self, expression: ExpressionPreset | str, weight: float) -> None:
        """Sets the weight of an expression, 0 to 1, by its name or preset. MissingError, a KeyError, when the avatar does not
        have it."""
        value = number(weight, "weight")
        if isinstance(expression, str):
            is_ok = lib.vrm_avatar_set_expression_named(self._sim._c, self._id, encode(expression), value)
        else:
            is_ok = lib.vrm_avatar_set_expression(self._sim._c, self._id, expression, value)
        if not is_ok and self.is_valid:
            name = expression if isinstance(expression, str) else str(expression)
            raise MissingError(no_expression(self._rig_native, name[:64]))
        self._set(is_ok, f"expression {expression!r}")

    @documented("vrm_avatar_set_morph")
    def set_morph(self, morph: int, weight: float) -> None:
        self._set(lib.vrm_avatar_set_morph(self._sim._c, self._id, morph, number(weight, "weight")), f"morph {morph}", morph=morph)

    @documented("vrm_avatar_look_at")
    def look_at(self, target_world: Any) -> None:
        self._set(lib.vrm_avatar_look_at(self._sim._c, self._id, _vec3(target_world, "target_world")), "the target")

    @documented("vrm_avatar_look_along")
    def look_along(self, yaw_degrees: float, pitch_degrees: float) -> None:
        self._set(lib.vrm_avatar_look_along(self._sim._c, self._id, number(yaw_degrees, "yaw_degrees"),
                                            number(pitch_degrees, "pitch_degrees")), "the gaze")

    @documented("vrm_avatar_look_off")
    def look_off(self) -> None:
        self._set(lib.vrm_avatar_look_off(self._sim._c, self._id), "the gaze")

    @documented("vrm_avatar_set_view")
    def set_view(self, view: View | str) -> None:
        """Which meshes show: those of the first person, or of others."""
        view = word(View, view)
        self._set(lib.vrm_avatar_set_view(self._sim._c, self._id, view), "the view", view=view)

    @documented("vrm_avatar_set_stages")
    def set_stages(self, stages: Stages | str) -> None:
        """Which parts of a step run."""
        stages = word(Stages, stages)
        self._set(lib.vrm_avatar_set_stages(self._sim._c, self._id, int(stages)), "the stages", stages=stages)

    @documented("vrm_avatar_play")
    def play(self, *players: Player) -> None:
        """Sets the inputs to what the players say together."""
        from .clip import Player  # which imports this module

        for player in players:
            expect(player, Player, "player")
        given = [player._to_c() for player in players]  # each holds its clip until the call is over
        array = (abi.Player * len(players))(*given)
        self._set(lib.vrm_avatar_play(self._sim._c, self._id, array, len(players)), "a player")
        del given

    # ---- Springs ----

    @documented("vrm_avatar_reset_springs")
    def reset_springs(self) -> None:
        self._set(lib.vrm_avatar_reset_springs(self._sim._c, self._id), "resetting the springs")

    @documented("vrm_avatar_pause_springs")
    def pause_springs(self, is_paused: bool = True) -> None:
        self._set(lib.vrm_avatar_pause_springs(self._sim._c, self._id, is_paused), "pausing the springs")

    @documented("vrm_avatar_set_spring_detail")
    def set_spring_detail(self, detail: SpringDetail | str) -> None:
        """How finely the springs are computed."""
        detail = word(SpringDetail, detail)
        self._set(lib.vrm_avatar_set_spring_detail(self._sim._c, self._id, detail), "the detail", detail=detail)

    @documented("vrm_avatar_set_force")
    def set_force(self, force_world: Any) -> None:
        self._set(lib.vrm_avatar_set_force(self._sim._c, self._id, _vec3(force_world, "force_world")), "the force")

    @documented("vrm_avatar_set_joint_settings")
    def set_joint_settings(self, joint: int, settings: SpringSettings) -> None:
        expect(settings, SpringSettings, "settings")
        c = settings._to_c(Keep())
        self._set(lib.vrm_avatar_set_joint_settings(self._sim._c, self._id, joint, ctypes.byref(c)), f"joint {joint}", joint=joint,
                  settings=settings)

    # ---- Outputs ----

    def _view(self, function: str, shape: tuple[int, ...], output: Outputs) -> Floats:
        pointer = getattr(lib, function)(self._check(), self._id)
        if not pointer and 0 not in shape:  # of nothing the library has nothing
            raise ArgumentError(f"the sim was made without that output: Sim(outputs=...) needs {output}")
        rows: Floats = view(self._memory, address_of(pointer), ctypes.c_float, shape)
        return rows

    @property
    def locals(self) -> Floats:
        """(nodes, 10) floats: translation, rotation (x y z w), scale."""
        return self._view("vrm_avatar_locals", (self._count("vrm_rig_node_count"), 10), Outputs.LOCALS)

    @property
    def worlds(self) -> Floats:
        """(nodes, 3, 4) floats: the first three rows of each node's world matrix."""
        return self._view("vrm_avatar_worlds", (self._count("vrm_rig_node_count"), 3, 4), Outputs.WORLDS)

    @property
    def palettes(self) -> Floats:
        """(joints, 3, 4) floats: joint matrices of all skins."""
        return self._view("vrm_avatar_palettes", (self._count("vrm_rig_palette_count"), 3, 4), Outputs.PALETTES)

    @property
    def expression_weights(self) -> Floats:
        """One float for each expression, as applied."""
        return self._view("vrm_avatar_expression_weights", (self._count("vrm_rig_expression_count"),), Outputs.FACE)

    @property
    def morphs(self) -> Floats:
        """One float for each morph target of each mesh node."""
        return self._view("vrm_avatar_morphs", (self._count("vrm_rig_morph_count"),), Outputs.FACE)

    @property
    def material_values(self) -> Floats:
        """(values, 4) floats, one row for each of Rig.material_values."""
        count = ctypes.c_int32()
        lib.vrm_rig_material_values(Pointer(self._rig_native), ctypes.byref(count))
        return self._view("vrm_avatar_material_values", (count.value, 4), Outputs.FACE)

    @property
    def spring_rotations(self) -> Floats:
        """(joints, 4) floats, one row for each of Rig.spring_joints, when the sim has Outputs.SPRINGS."""
        return self._view("vrm_avatar_spring_rotations", (self._count("vrm_rig_spring_joint_count"), 4), Outputs.SPRINGS)

    def _count(self, function: str) -> int:
        return int(getattr(lib, function)(Pointer(self._rig_native)))

    @property
    def gaze(self) -> Vec2:
        """Degrees: yaw and pitch."""
        return Vec2._from_c(lib.vrm_avatar_gaze(self._check(), self._id), no_export)

    def visibility(self, node: int) -> Visibility:
        """Whether the mesh of a node shows in the view that was set."""
        pointer, node, count = self._check(), operator.index(node), self._count("vrm_rig_node_count")
        if not 0 <= node < count:
            raise IndexError(f"there is no node {node}: the avatar has {count}")
        return _enum(Visibility, lib.vrm_avatar_visibility(pointer, self._id, node))


def ids(avatars: Iterable[Avatar]) -> Any:
    """Ids as C has them."""
    chosen = list(avatars)
    for avatar in chosen:
        expect(avatar, Avatar, "avatar")
    return (abi.AvatarId * len(chosen))(*[avatar._id for avatar in chosen])
