# SPDX-License-Identifier: MIT
"""A model compiled for running: immutable, shared by any number of avatars, sims and threads."""

from __future__ import annotations

import ctypes
from typing import Any, Mapping

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Keep, Native, _enum, address_of, encode, no_export, number, numbers, view
from ._types import (Bone, Category, Dialect, ExpressionInfo, MaterialValue, MeshNode, Pose, Quat, RigConstraint,
                     RigSkin, SpringJointInfo, Transform, Vec3)
from .errors import check
from .model import Model
from .report import Report, ReportOf

__all__ = ["Rig", "pose", "pose_a", "pose_idle", "pose_rest"]


def _quat(value: Any) -> abi.Quat:
    return abi.Quat(*numbers(value, 4))


def _vec3(value: Any) -> abi.Vec3:
    return abi.Vec3(*numbers(value, 3))


def pose_rest() -> Pose:
    """The T-pose."""
    return Pose._from_c(lib.vrm_pose_rest(), no_export)


def pose_a() -> Pose:
    """Arms 45 degrees below the T-pose."""
    return Pose._from_c(lib.vrm_pose_a(), no_export)


@documented("vrm_pose_idle")
def pose_idle(time_s: float) -> Pose:
    return Pose._from_c(lib.vrm_pose_idle(number(time_s)), no_export)


def pose(rotations: Mapping[Bone, Any], hips_offset: Any = (0.0, 0.0, 0.0)) -> Pose:
    """The T-pose with some bones turned: {Bone.HEAD: (x, y, z, w)}."""
    expect(rotations, Mapping, "rotations")
    turned = list(pose_rest().rotations)
    for bone, rotation in rotations.items():
        if not 0 <= bone < len(turned):
            raise ValueError(f"{bone!r} is no bone")
        turned[bone] = Quat(*numbers(rotation, 4))
    return Pose(rotations=tuple(turned), hips_offset=Vec3(*numbers(hips_offset, 3)))


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
        return _enum(Dialect, lib.vrm_rig_dialect(self._c))

    @property
    def facing(self) -> int:
        return int(lib.vrm_rig_facing(self._c))

    @property
    def node_count(self) -> int:
        return int(lib.vrm_rig_node_count(self._c))

    def parent(self, node: int) -> int:
        """-1: a root, or no such node."""
        return int(lib.vrm_rig_parent(self._c, node))

    @documented("vrm_rig_rest")
    def rest(self, node: int) -> Transform:
        return Transform._from_c(lib.vrm_rig_rest(self._c, node), no_export)

    @documented("vrm_rig_rest_model")
    def rest_model(self, node: int) -> Transform:
        return Transform._from_c(lib.vrm_rig_rest_model(self._c, node), no_export)

    def bone(self, bone: Bone) -> int:
        """The node of a bone; -1 when the avatar does not have it."""
        return int(lib.vrm_rig_bone(self._c, bone))

    @property
    def bones(self) -> dict[Bone, int]:
        found = {bone: self.bone(bone) for bone in Bone if bone >= 0}
        return {bone: node for bone, node in found.items() if node >= 0}

    @documented("vrm_rig_bone_local")
    def bone_local(self, bone: Bone, normalized: Any) -> Quat:
        return Quat._from_c(lib.vrm_rig_bone_local(self._c, bone, _quat(normalized)), no_export)

    @documented("vrm_rig_bone_normalized")
    def bone_normalized(self, bone: Bone, local: Any) -> Quat:
        return Quat._from_c(lib.vrm_rig_bone_normalized(self._c, bone, _quat(local)), no_export)

    @property
    def hips_height(self) -> float:
        return float(lib.vrm_rig_hips_height(self._c))

    @documented("vrm_rig_t_pose")
    def t_pose(self) -> Pose:
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
        count = lib.vrm_rig_expression_count(self._c)
        return tuple(ExpressionInfo._from_c(lib.vrm_rig_expression_info(self._c, i), no_export) for i in range(count))

    def expression(self, name: str) -> int:
        """The number of an expression; -1 when the avatar does not have it."""
        return int(lib.vrm_rig_expression(self._c, encode(name)))

    @property
    def material_values(self) -> tuple[MaterialValue, ...]:
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
        count = lib.vrm_rig_spring_joint_count(self._c)
        return tuple(SpringJointInfo._from_c(lib.vrm_rig_spring_joint(self._c, i), no_export) for i in range(count))

    @property
    def mesh_nodes(self) -> tuple[MeshNode, ...]:
        return self._array("vrm_rig_mesh_nodes", MeshNode)

    @property
    def morph_count(self) -> int:
        return int(lib.vrm_rig_morph_count(self._c))

    @property
    def palette_count(self) -> int:
        return int(lib.vrm_rig_palette_count(self._c))

    @property
    def skins(self) -> tuple[RigSkin, ...]:
        count = lib.vrm_rig_skin_count(self._c)
        return tuple(RigSkin._from_c(lib.vrm_rig_skin(self._c, i), no_export) for i in range(count))

    def inverse_binds(self, skin: int) -> Any:
        """(joints, 3, 4) floats, a view: the first three rows of each matrix."""
        if not 0 <= skin < lib.vrm_rig_skin_count(self._c):
            raise IndexError(f"there is no skin {skin}")
        c = lib.vrm_rig_skin(self._c, skin)
        return view(self._owner, address_of(c.inverse_binds), ctypes.c_float,
                    (int(c.joint_count), 3, 4))
