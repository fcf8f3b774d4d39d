# SPDX-License-Identifier: MIT
"""Motion: clips and players, recording, baking, motion capture."""

from __future__ import annotations

import ctypes
import operator
import os
from collections.abc import Iterable
from dataclasses import dataclass


from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Keep, Native, _enum, _text, data_of, encode, no_export, number
from ._types import BakeStats, Bone, ClipKind, ClipSample, FitReport, Pose, RecordStats
from .errors import MissingError, check
from .model import Model
from .report import Report, ReportOf
from .rig import Rig
from .sim import Avatar

__all__ = ["Baker", "Capture", "Clip", "Player", "Recorder"]


def _at(time_s: float) -> str:
    """What went wrong with a frame, for an error of its time or avatar."""
    return f"a frame at {time_s} s (times must increase; an avatar must be of the rig, and its sim have Outputs.LOCALS and FACE)"


class Clip(Handle):
    """Motion compiled for playing: immutable, and free of its model."""

    #: What building found.
    report: Report
    #: Measurements of the fit to an avatar; None if Motion.clip() did not make the clip.
    fit: FitReport | None = None

    @documented("vrm_clip_build")
    def __init__(self, model: Model, animation: int = 0) -> None:
        expect(model, Model, "model")
        definition = abi.ClipDef()
        lib.vrm_clip_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.animation = animation
        pointer = ctypes.c_void_p()
        with ReportOf() as report:
            definition.report = report.pointer
            result = lib.vrm_clip_build(model._c, ctypes.byref(definition), ctypes.byref(pointer))
            self.report = report.check(result, "building a clip")
        self._native = Native("Clip", pointer.value or 0, lib.vrm_clip_destroy)

    @classmethod
    def _wrap(cls, pointer: ctypes.c_void_p, report: Report) -> Clip:
        clip = cls.__new__(cls)
        clip.report = report
        clip._native = Native("Clip", pointer.value or 0, lib.vrm_clip_destroy)
        return clip

    def _facts(self) -> str:
        return f"{self.name!r}, {self.duration:.2f} s, {self.kind}"

    @property
    def kind(self) -> ClipKind:
        """What the motion is for: a humanoid, or the nodes of one file."""
        return _enum(ClipKind, lib.vrm_clip_kind(self._c))

    @property
    def name(self) -> str:
        """The name of the animation; "" when it has none."""
        return _text(lib.vrm_clip_name(self._c))

    @property
    def duration(self) -> float:
        """Time of the last key, seconds."""
        return float(lib.vrm_clip_duration(self._c))

    @property
    def hips_height(self) -> float:
        """Metres from the ground to the hips of whom the motion was made for."""
        return float(lib.vrm_clip_hips_height(self._c))

    @property
    def expressions(self) -> tuple[str, ...]:
        """Names of the expressions that the clip moves."""
        count = lib.vrm_clip_expression_count(self._c)
        return tuple(_text(lib.vrm_clip_expression_name(self._c, i)) for i in range(count))

    @documented("vrm_clip_sample")
    def sample(self, time_s: float) -> ClipSample:
        """The pose, gaze and hips at a moment in seconds."""
        sample = abi.ClipSample()
        lib.vrm_clip_sample(self._c, number(time_s), ctypes.byref(sample))
        return ClipSample._from_c(sample, no_export)

    @documented("vrm_clip_sample_expression")
    def sample_expression(self, expression: int | str, time_s: float) -> float:
        """The weight of an expression, by name or number, at a moment in seconds."""
        names = self.expressions
        if isinstance(expression, str) and expression not in names:
            raise MissingError(f"the clip has no expression {expression[:64]!r}: it has {', '.join(names) or 'none'}")
        index = names.index(expression) if isinstance(expression, str) else operator.index(expression)
        if not 0 <= index < len(names):
            raise IndexError(f"there is no expression {index}: the clip has {len(names)}")
        return float(lib.vrm_clip_sample_expression(self._c, index, number(time_s)))


@dataclass
class Player:
    """A clip in motion. To seek, set time_s; Avatar.play() takes any number of them."""

    clip: Clip
    time_s: float = 0.0
    #: 1 as recorded, 2 twice as fast, negative backwards.
    speed: float = 1.0
    weight: float = 1.0
    loops: bool = True
    #: Adds how far the clip has moved from its first key.
    is_additive: bool = False

    def __repr__(self) -> str:
        return f"<libvrm.Player at {self.time_s} s of {self.clip!r}>"

    def _to_c(self) -> abi.Player:
        expect(self.clip, Clip, "clip")
        numbers = number(self.time_s, "time_s"), number(self.speed, "speed"), number(self.weight, "weight")
        clip = self.clip._c
        c = abi.Player(clip, *numbers, bool(self.loops), bool(self.is_additive))
        c._clip = clip.native  # ctypes would let it go
        return c

    @documented("vrm_player_advance")
    def advance(self, dt: float) -> None:
        """Moves on by `dt` seconds, times the speed."""
        c = self._to_c()
        lib.vrm_player_advance(ctypes.byref(c), number(dt))
        self.time_s = float(c.time_s)

    @property
    def has_ended(self) -> bool:
        """True when the player does not loop and its clip is over."""
        return bool(lib.vrm_player_has_ended(ctypes.byref(self._to_c())))


class Recorder(Handle):
    """Poses, expressions and gaze, frame after frame, to a VRM animation."""

    @documented("vrm_recorder_create")
    def __init__(self, rig: Rig | None = None, *, name: str | None = None, hips_height: float = 0.0,
                 tolerance_degrees: float | None = None, tolerance_metres: float | None = None,
                 tolerance_weight: float | None = None, bones: Iterable[Bone] = ()) -> None:
        """`bones` get a key even if they never leave the T-pose."""
        definition, keep = abi.RecorderDef(), Keep()
        lib.vrm_recorder_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.name = None if name is None else keep.text(name)
        definition.hips_height = hips_height
        definition.bones = sum({1 << operator.index(bone) for bone in bones})
        if rig is not None:
            expect(rig, Rig, "rig")
            rig_pointer = rig._c  # until the call is over
            definition.rig = rig_pointer
        for member, value in (("tolerance_degrees", tolerance_degrees), ("tolerance_metres", tolerance_metres),
                              ("tolerance_weight", tolerance_weight)):
            if value is not None:
                setattr(definition, member, value)
        pointer = ctypes.c_void_p()
        check(lib.vrm_recorder_create(ctypes.byref(definition), ctypes.byref(pointer)), "making a recorder")
        self._native = Native("Recorder", pointer.value or 0, lib.vrm_recorder_destroy)

    @documented("vrm_recorder_add_frame")
    def add_frame(self, time_s: float, pose: Pose) -> None:
        """Adds a pose at a moment in seconds, later than the last one."""
        expect(pose, Pose, "pose")
        check(lib.vrm_recorder_add_frame(self._c, number(time_s), ctypes.byref(pose._to_c(Keep()))),
              _at(time_s))

    @documented("vrm_recorder_add_avatar")
    def add_avatar(self, time_s: float, avatar: Avatar) -> None:
        """Adds what an avatar does now, at a moment in seconds, later than the last one."""
        expect(avatar, Avatar, "avatar")
        check(lib.vrm_recorder_add_avatar(self._c, number(time_s, "time_s"), avatar._check(), avatar._id), _at(time_s))

    @documented("vrm_recorder_set_expression")
    def set_expression(self, name: str, weight: float) -> None:
        """Sets the weight of an expression in the last frame."""
        check(lib.vrm_recorder_set_expression(self._c, encode(name), number(weight)), f"expression {name!r}")

    @documented("vrm_recorder_set_gaze")
    def set_gaze(self, yaw_degrees: float, pitch_degrees: float) -> None:
        """Sets where the last frame looks."""
        check(lib.vrm_recorder_set_gaze(self._c, number(yaw_degrees), number(pitch_degrees)), "the gaze")

    def _facts(self) -> str:
        return f"of {self.frame_count} frames"

    @property
    def frame_count(self) -> int:
        """Frames that were added."""
        return int(lib.vrm_recorder_frame_count(self._c))

    @documented("vrm_recorder_finish")
    def finish(self) -> tuple[Model, RecordStats]:
        """The animation as a model of its own, and what it came to."""
        stats, pointer = abi.RecordStats(), ctypes.c_void_p()
        check(lib.vrm_recorder_finish(self._c, ctypes.byref(stats), ctypes.byref(pointer)), "finishing a recording")
        return Model._wrap(pointer, Report()), RecordStats._from_c(stats, no_export)


class Baker(Handle):
    """What a sim made of an avatar becomes one ordinary glTF animation."""

    @documented("vrm_baker_create")
    def __init__(self, rig: Rig, *, name: str | None = None, has_materials: bool = False, keeps_vrm: bool = False,
                 tolerance_degrees: float | None = None, tolerance_metres: float | None = None,
                 tolerance_weight: float | None = None) -> None:
        expect(rig, Rig, "rig")
        definition, keep = abi.BakerDef(), Keep()
        lib.vrm_baker_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.name = None if name is None else keep.text(name)
        definition.has_materials, definition.keeps_vrm = has_materials, keeps_vrm
        for member, value in (("tolerance_degrees", tolerance_degrees), ("tolerance_metres", tolerance_metres),
                              ("tolerance_weight", tolerance_weight)):
            if value is not None:
                setattr(definition, member, value)
        pointer = ctypes.c_void_p()
        check(lib.vrm_baker_create(ctypes.byref(definition), rig._c, ctypes.byref(pointer)), "making a baker")
        self._native = Native("Baker", pointer.value or 0, lib.vrm_baker_destroy, (rig._owner,))

    @documented("vrm_baker_add_frame")
    def add_frame(self, time_s: float, avatar: Avatar) -> None:
        """Adds what an avatar does now, at a moment in seconds, later than the last one."""
        expect(avatar, Avatar, "avatar")
        check(lib.vrm_baker_add_frame(self._c, number(time_s, "time_s"), avatar._check(), avatar._id), _at(time_s))

    def _facts(self) -> str:
        return f"of {self.frame_count} frames"

    @property
    def frame_count(self) -> int:
        """Frames that were added."""
        return int(lib.vrm_baker_frame_count(self._c))

    @documented("vrm_baker_finish")
    def finish(self, model: Model) -> tuple[Report, BakeStats]:
        """Writes the animation into the model whose rig was baked."""
        expect(model, Model, "model")
        stats = abi.BakeStats()
        with ReportOf() as report, model._changing("bake into the model") as pointer:
            result = lib.vrm_baker_finish(self._c, pointer, report.pointer, ctypes.byref(stats))
            return report.check(result, "baking"), BakeStats._from_c(stats, no_export)


class Capture(Handle):
    """Motion of other programs (BVH and what vrm_capture_read() knows), as poses that fit every avatar."""

    #: What reading found: joints that are no bone of VRM, say.
    report: Report

    @documented("vrm_capture_read")
    def __init__(self, data: bytes | str, *, metres: float = 0.0, keeps_start: bool = False,
                 take: str | None = None, model: bytes | None = None, rest_file: bytes | None = None,
                 lists_joints: bool = False) -> None:
        data = data.encode("utf-8") if isinstance(data, str) else data_of(data)
        definition = abi.CaptureDef()
        lib.vrm_capture_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.metres, definition.keeps_start = metres, keeps_start
        definition.take = None if take is None else encode(take)
        pmx = ctypes.create_string_buffer(b"" if model is None else bytes(data_of(model)))
        if model is not None:
            definition.model, definition.model_size = ctypes.addressof(pmx), len(pmx) - 1
        rest_bytes = ctypes.create_string_buffer(b"" if rest_file is None else bytes(data_of(rest_file)))
        if rest_file is not None:
            definition.rest_file, definition.rest_file_size = ctypes.addressof(rest_bytes), len(rest_bytes) - 1
        definition.lists_joints = bool(lists_joints)
        pointer = ctypes.c_void_p()
        with ReportOf() as report:
            definition.report = report.pointer
            result = lib.vrm_capture_read(data, len(data), ctypes.byref(definition), ctypes.byref(pointer))
            self.report = report.check(result, "reading motion")
        self._native = Native("Capture", pointer.value or 0, lib.vrm_capture_destroy)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, metres: float = 0.0, keeps_start: bool = False,
             take: str | None = None, model: bytes | None = None, rest_file: bytes | None = None,
             lists_joints: bool = False) -> Capture:
        """Reads a file."""
        with open(path, "rb") as file:
            return cls(file.read(), metres=metres, keeps_start=keeps_start, take=take, model=model,
                       rest_file=rest_file, lists_joints=lists_joints)

    def _facts(self) -> str:
        return f"of {self.frame_count} frames"

    @property
    def frame_count(self) -> int:
        """Frames of the motion."""
        return int(lib.vrm_capture_frame_count(self._c))

    @property
    def frame_time(self) -> float:
        """Seconds from one frame to the next."""
        return float(lib.vrm_capture_frame_time(self._c))

    @property
    def format(self) -> str:
        """"BVH" or the name of another format."""
        return _text(lib.vrm_capture_format(self._c))

    @property
    def takes(self) -> list[str]:
        """Names of the file's animations; empty where the format has one, without a name."""
        return [_text(lib.vrm_capture_take_name(self._c, i)) for i in range(lib.vrm_capture_take_count(self._c))]

    @property
    def hips_height(self) -> float:
        """Metres from the ground to the hips of the actor."""
        return float(lib.vrm_capture_hips_height(self._c))

    @property
    def joints(self) -> dict[str, Bone]:
        """Which bone each joint was taken for, by the names of the file; Bone.NONE for none."""
        count = lib.vrm_capture_joint_count(self._c)
        return {_text(lib.vrm_capture_joint_name(self._c, i)): _enum(Bone, lib.vrm_capture_joint_bone(self._c, i))
                for i in range(count)}

    @property
    def has_person(self) -> bool:
        """Whether a person was recognised; only `lists_joints` gives captures without one."""
        return bool(lib.vrm_capture_has_person(self._c))

    @property
    def morphs(self) -> dict[str, str]:
        """The expression that each morph of the file became."""
        count = lib.vrm_capture_morph_count(self._c)
        return {_text(lib.vrm_capture_morph_name(self._c, i)): _text(lib.vrm_capture_morph_expression(self._c, i))
                for i in range(count)}

    @documented("vrm_capture_pose")
    def pose(self, frame: int) -> Pose:
        """The pose of a frame."""
        pointer, frame, pose = self._c, operator.index(frame), abi.Pose()
        count = lib.vrm_capture_frame_count(pointer)
        if not 0 <= frame < count:
            raise IndexError(f"there is no frame {frame}: the motion has {count}")
        lib.vrm_capture_pose(pointer, frame, ctypes.byref(pose))
        return Pose._from_c(pose, no_export)

    def record(self) -> Recorder:
        """A recorder that holds the whole motion; finish() makes the VRM animation."""
        moved = lib.vrm_capture_moved_bones(self._c)
        recorder = Recorder(hips_height=self.hips_height, bones=[bone for bone in Bone if bone >= 0 and moved >> bone & 1])
        check(lib.vrm_capture_record(self._c, 0.0, recorder._c), "recording")
        return recorder
