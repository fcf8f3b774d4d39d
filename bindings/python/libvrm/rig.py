# SPDX-License-Identifier: MIT
"""A model compiled for running: immutable, shared by any number of avatars, sims and threads."""

from __future__ import annotations

import ctypes
import operator
from typing import TYPE_CHECKING, Any, Mapping

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Keep, Native, Pointer, _enum, _text, address_of, encode, no_export, number, numbers, view
from ._types import (Bone, Category, Dialect, ExpressionInfo, MaterialValue, MeshNode, Pose, Quat, RigConstraint,
                     RigSkin, SpringJointInfo, Transform, Vec3)
from ._words import word
from .errors import MissingError, check
from .model import Model
from .report import Report, ReportOf

if TYPE_CHECKING:
    from ._array import Floats

__all__ = ["Rig", "pose", "pose_a", "pose_idle", "pose_rest"]


def _quat(value: Any, name: str = "rotation") -> abi.Quat:
    return abi.Quat(*numbers(value, 4, name))


def _vec3(value: Any, name: str) -> abi.Vec3:
    return abi.Vec3(*numbers(value, 3, name))


def pose_rest() -> Pose:
    """The T-pose."""
    return Pose._from_c(lib.vrm_pose_rest(), no_export)


def pose_a() -> Pose:
    """Arms 45 degrees below the T-pose."""
    return Pose._from_c(lib.vrm_pose_a(), no_export)


@documented("vrm_pose_idle")
def pose_idle(time_s: float) -> Pose:
    """Standing at ease, breathing, at a moment in seconds."""
    return Pose._from_c(lib.vrm_pose_idle(number(time_s)), no_export)


def pose(rotations: Mapping[Bone | str, Any], hips_offset: Any = (0.0, 0.0, 0.0)) -> Pose:
    """The T-pose with some bones turned: {"head": (x, y, z, w)}."""
    expect(rotations, Mapping, "rotations")
    turned = list(pose_rest().rotations)
    for name, rotation in rotations.items():
        bone = word(Bone, name)
        if not 0 <= bone < len(turned):
            raise ValueError(f"{bone!r} is no bone")
        turned[bone] = Quat(*numbers(rotation, 4, f"rotation of {name!r}"))
    return Pose(rotations=tuple(turned), hips_offset=Vec3(*numbers(hips_offset, 3, "hips_offset")))


class Rig(Handle):
    """Built from a model, and free of it afterwards."""

    #: What building found: constraints that depend on each other in a circle.
    report: Report

    @documented("vrm_rig_build")
    def __init__(self, model: Model, *, override_damps_eye_bones: bool = False,
                 categories: Mapping[str, Category] | None = None) -> None:
        expect(model, Model, "model")
        definition, keep = abi.RigDef(), Keep()
        lib.vrm_rig_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.override_damps_eye_bones = override_damps_eye_bones
        if categories is not None:
            expect(categories, Mapping, "categories")
        members = [abi.CategoryMember(keep.text(name), category) for name, category in (categories or {}).items()]
        definition.members, definition.member_count = keep.array(abi.CategoryMember, members)
        pointer = ctypes.c_void_p()
        with ReportOf() as report:
            definition.report = report.pointer
            result = lib.vrm_rig_build(model._c, ctypes.byref(definition), ctypes.byref(pointer))
            self.report = report.check(result, "building a rig")
        self._native = Native("Rig", pointer.value or 0, lib.vrm_rig_destroy)

    @property
    def dialect(self) -> Dialect:
        """The VRM that the model was written in."""
        return _enum(Dialect, lib.vrm_rig_dialect(self._c))

    @property
    def facing(self) -> int:
        """+1: faces +Z; -1: faces -Z (0.x)."""
        return int(lib.vrm_rig_facing(self._c))

    @property
    def node_count(self) -> int:
        """Nodes of the file, and so rows of Avatar.worlds."""
        return int(lib.vrm_rig_node_count(self._c))

    def parent(self, node: int) -> int | None:
        """The node above a node; None for a root."""
        parent = int(lib.vrm_rig_parent(*self._node(node)))
        return parent if parent >= 0 else None

    def _node(self, node: int) -> tuple[Pointer, int]:
        """The rig and a node that it has, as calls take them."""
        pointer, node = self._c, operator.index(node)
        count = lib.vrm_rig_node_count(pointer)
        if not 0 <= node < count:
            raise IndexError(f"there is no node {node}: the rig has {count}")
        return pointer, node

    def _facts(self) -> str:
        return f"of {self.node_count} nodes, {self.dialect}"

    @documented("vrm_rig_rest")
    def rest(self, node: int) -> Transform:
        """The transform of a node in the file, relative to its parent."""
        return Transform._from_c(lib.vrm_rig_rest(*self._node(node)), no_export)

    @documented("vrm_rig_rest_model")
    def rest_model(self, node: int) -> Transform:
        """The same relative to the whole model."""
        return Transform._from_c(lib.vrm_rig_rest_model(*self._node(node)), no_export)

    def bone(self, bone: Bone | str) -> int:
        """The node of a bone: bone("head"). MissingError, a KeyError, when the avatar does not have it; `bones` lists
        those that it has."""
        bone = word(Bone, bone)
        node = int(lib.vrm_rig_bone(self._c, bone))
        if node < 0:
            raise MissingError(no_bone(self._owner, bone))
        return node

    @property
    def bones(self) -> dict[Bone, int]:
        """The node of each bone that the avatar has."""
        found = {bone: int(lib.vrm_rig_bone(self._c, bone)) for bone in Bone if bone >= 0}
        return {bone: node for bone, node in found.items() if node >= 0}

    @documented("vrm_rig_bone_local")
    def bone_local(self, bone: Bone | str, normalized: Any) -> Quat:
        """The rotation of a bone's own node that gives it a normalized one."""
        return Quat._from_c(lib.vrm_rig_bone_local(self._c, word(Bone, bone), _quat(normalized, "normalized")), no_export)

    @documented("vrm_rig_bone_normalized")
    def bone_normalized(self, bone: Bone | str, local: Any) -> Quat:
        """The normalized rotation of a bone whose own node has a rotation."""
        return Quat._from_c(lib.vrm_rig_bone_normalized(self._c, word(Bone, bone), _quat(local, "local")), no_export)

    @property
    def hips_height(self) -> float:
        """Metres from the ground to the hips in the rest pose."""
        return float(lib.vrm_rig_hips_height(self._c))

    @documented("vrm_rig_t_pose")
    def t_pose(self) -> Pose:
        """The pose that brings this avatar to the T-pose."""
        return Pose._from_c(lib.vrm_rig_t_pose(self._c), no_export)

    @documented("vrm_rig_t_pose_error")
    def t_pose_error(self) -> tuple[float, Bone]:
        """The largest angle from the T-pose, radians, and its bone."""
        bone = ctypes.c_int32()
        angle = lib.vrm_rig_t_pose_error(self._c, ctypes.byref(bone))
        return float(angle), _enum(Bone, bone.value)

    # ---- Expressions ----

    @property
    def expressions(self) -> tuple[ExpressionInfo, ...]:
        """What the avatar's face can show: Avatar.expression_weights has a weight for each."""
        count = lib.vrm_rig_expression_count(self._c)
        return tuple(ExpressionInfo._from_c(lib.vrm_rig_expression_info(self._c, i), no_export) for i in range(count))

    def expression(self, name: str) -> int:
        """The number of an expression. MissingError, a KeyError, when the avatar does not have it."""
        number = int(lib.vrm_rig_expression(self._c, encode(name)))
        if number < 0:
            raise MissingError(no_expression(self._owner, name))
        return number

    @property
    def material_values(self) -> tuple[MaterialValue, ...]:
        """The values of materials that expressions change, in the order of Avatar.material_values."""
        return self._array("vrm_rig_material_values", MaterialValue)

    def _array(self, function: str, kind: Any) -> tuple[Any, ...]:
        count = ctypes.c_int32()
        items = getattr(lib, function)(self._c, ctypes.byref(count))
        return tuple(kind._from_c(items[i], no_export) for i in range(count.value))

    # ---- Constraints, springs, meshes, skins ----

    @property
    def constraints(self) -> tuple[RigConstraint, ...]:
        """In the order in which they run."""
        count = lib.vrm_rig_constraint_count(self._c)
        return tuple(RigConstraint._from_c(lib.vrm_rig_constraint(self._c, i), no_export) for i in range(count))

    @property
    def spring_joints(self) -> tuple[SpringJointInfo, ...]:
        """The joints that sway, in the order of Avatar.spring_rotations."""
        count = lib.vrm_rig_spring_joint_count(self._c)
        return tuple(SpringJointInfo._from_c(lib.vrm_rig_spring_joint(self._c, i), no_export) for i in range(count))

    @property
    def mesh_nodes(self) -> tuple[MeshNode, ...]:
        """The nodes that have a mesh, with the place of each one's morph weights in Avatar.morphs."""
        return self._array("vrm_rig_mesh_nodes", MeshNode)

    @property
    def morph_count(self) -> int:
        """How many weights Avatar.morphs has."""
        return int(lib.vrm_rig_morph_count(self._c))

    @property
    def palette_count(self) -> int:
        """How many matrices Avatar.palettes has."""
        return int(lib.vrm_rig_palette_count(self._c))

    @property
    def skins(self) -> tuple[RigSkin, ...]:
        """The skins, with the place of each one's matrices in Avatar.palettes."""
        count = lib.vrm_rig_skin_count(self._c)
        return tuple(RigSkin._from_c(lib.vrm_rig_skin(self._c, i), no_export) for i in range(count))

    def inverse_binds(self, skin: int) -> Floats:
        """(joints, 3, 4) floats, a view: the first three rows of each matrix."""
        if not 0 <= skin < lib.vrm_rig_skin_count(self._c):
            raise IndexError(f"there is no skin {skin}")
        c = lib.vrm_rig_skin(self._c, skin)
        rows: Floats = view(self._owner, address_of(c.inverse_binds), ctypes.c_float, (int(c.joint_count), 3, 4))
        return rows


def bone_name(bone: int) -> str:
    """As files have it: "leftUpperArm"."""
    return _text(lib.vrm_bone_name(bone)) or str(int(bone))


def no_bone(rig: Native, bone: int) -> str:
    """The sentence for a bone that a rig lacks."""
    names = [bone_name(other) for other in Bone if other >= 0 and lib.vrm_rig_bone(Pointer(rig), other) >= 0]
    return f"the avatar has no bone {bone_name(bone)!r}: it has {', '.join(names) if names else 'none'}"


def no_expression(rig: Native, name: str) -> str:
    """The sentence for an expression that a rig lacks."""
    infos = [lib.vrm_rig_expression_info(Pointer(rig), i) for i in range(lib.vrm_rig_expression_count(Pointer(rig)))]
    names = [_text(info.name) for info in infos]
    return f"the avatar has no expression {name!r}: it has {', '.join(names) if names else 'none'}"

