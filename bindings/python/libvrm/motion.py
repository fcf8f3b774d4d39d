# SPDX-License-Identifier: MIT
"""Motion from any file, for any avatar."""

from __future__ import annotations

import ctypes
import operator
import os
from collections.abc import Callable, Mapping

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Keep, Native, _text, data_of, encode, no_export, number, number32
from ._types import (Bone, CaptureRest, Contacts, Feet, FitReport, MotionInfo, MotionJoinReport, MotionPart, MotionSmoothReport,
                     MotionTrimReport, PointLayout, RootMotion)
from .clip import Clip
from .errors import ArgumentError
from .model import Model, _path
from .report import Report, ReportOf
from .rig import Rig

__all__ = ["Motion", "motion_part", "motion_parts"]


@documented("vrm_motion_part")
def motion_part(name: str) -> MotionPart:
    """A part of the body and face by name: its bones as bits, and whether it has the position of the hips, the expressions
    and the gaze. motion_parts() lists the names; several are joined by "+"."""
    return MotionPart._from_c(_part(name), no_export)


def motion_parts() -> tuple[str, ...]:
    """The names of the parts of a body."""
    names: list[str] = []
    while name := _text(lib.vrm_motion_part_name(len(names))):
        names.append(name)
    return tuple(names)


def _part(part: str | MotionPart) -> abi.MotionPart:
    if isinstance(part, MotionPart):
        return part._to_c(Keep())
    found = abi.MotionPart()
    if not lib.vrm_motion_part(encode(part), ctypes.byref(found)):
        raise ArgumentError(f"there is no part {part[:64]!r} of a body: there are {', '.join(motion_parts())}")
    return found


class Motion(Handle):
    """A motion of any format: VRM animation, BVH, FBX, VMD, or glTF. The content of the file decides which.

        walk = libvrm.Motion.load("walk.fbx")
        avatar.play(libvrm.Player(walk.clip(rig)))
    """

    #: What reading found: joints that are no bone of VRM, say.
    report: Report

    @documented("vrm_motion_load")
    def __init__(self, data: bytes | str, *, take: str | None = None, rest: CaptureRest = CaptureRest.GUESS,
                 metres: float = 0.0, keeps_start: bool = False, names: Mapping[str, Bone] | None = None,
                 morphs: Mapping[str, str] | None = None, model: bytes | None = None,
                 points: PointLayout = PointLayout.GUESS, source_fps: float = 0.0,
                 rest_file: bytes | None = None) -> None:
        """Loads the bytes of a file. `names` maps joints to bones, `morphs` maps morphs to expressions, `model` is the
        PMX of a VMD, `rest_file` a motion file of the same rig that has the rest pose."""
        data = data.encode("utf-8") if isinstance(data, str) else data_of(data)
        self._load(data, None, take, rest, metres, keeps_start, names, morphs, model, points, source_fps, rest_file)

    @classmethod
    @documented("vrm_motion_load_file")
    def load(cls, path: str | os.PathLike[str], *, take: str | None = None, rest: CaptureRest = CaptureRest.GUESS,
             metres: float = 0.0, keeps_start: bool = False, names: Mapping[str, Bone] | None = None,
             morphs: Mapping[str, str] | None = None, model: bytes | None = None,
             points: PointLayout = PointLayout.GUESS, source_fps: float = 0.0,
             rest_file: bytes | None = None) -> Motion:
        """Loads a file; the side files of a .gltf are read from its folder."""
        motion = cls.__new__(cls)
        motion._load(None, path, take, rest, metres, keeps_start, names, morphs, model, points, source_fps, rest_file)
        return motion

    def _load(self, data: bytes | None, path: str | os.PathLike[str] | None, take: str | None, rest: CaptureRest,
              metres: float, keeps_start: bool, names: Mapping[str, Bone] | None, morphs: Mapping[str, str] | None,
              model: bytes | None, points: PointLayout, source_fps: float, rest_file: bytes | None) -> None:
        definition, keep, pointer = abi.MotionDef(), Keep(), ctypes.c_void_p()
        lib.vrm_motion_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.take = None if take is None else keep.text(take)
        definition.rest, definition.metres = operator.index(rest), number(metres, "metres")
        definition.keeps_start = bool(keeps_start)
        definition.points, definition.source_fps = operator.index(points), number(source_fps, "source_fps")
        if names is not None:
            expect(names, Mapping, "names")
            pairs = [abi.CaptureName(keep.text(joint), operator.index(bone)) for joint, bone in names.items()]
            definition.names, definition.name_count = keep.array(abi.CaptureName, pairs)
        if morphs is not None:
            expect(morphs, Mapping, "morphs")
            words = [abi.CaptureMorph(keep.text(morph), keep.text(word)) for morph, word in morphs.items()]
            definition.morphs, definition.morph_count = keep.array(abi.CaptureMorph, words)
        pmx = ctypes.create_string_buffer(b"" if model is None else bytes(data_of(model)))
        if model is not None:
            definition.model, definition.model_size = ctypes.addressof(pmx), len(pmx) - 1
        rest_bytes = ctypes.create_string_buffer(b"" if rest_file is None else bytes(data_of(rest_file)))
        if rest_file is not None:
            definition.rest_file, definition.rest_file_size = ctypes.addressof(rest_bytes), len(rest_bytes) - 1
        ctypes.set_errno(0)
        with ReportOf() as report:
            definition.report = report.pointer
            if path is not None:
                result = lib.vrm_motion_load_file(_path(path), ctypes.byref(definition), ctypes.byref(pointer))
                self.report = report.check_file(result, path)
            else:
                assert data is not None
                result = lib.vrm_motion_load(data, len(data), ctypes.byref(definition), ctypes.byref(pointer))
                self.report = report.check(result, "loading a motion")
        self._native = Native("Motion", pointer.value or 0, lib.vrm_motion_destroy)

    def _facts(self) -> str:
        return f"{self.info.format}, {self.info.seconds:.2f} s"

    @property
    def info(self) -> MotionInfo:
        """What the motion is and what it moves."""
        return MotionInfo._from_c(lib.vrm_motion_info(self._c), no_export)

    @property
    def takes(self) -> tuple[str, ...]:
        """Names of the file's animations; "" for one without a name."""
        return tuple(_text(lib.vrm_motion_take_name(self._c, i)) for i in range(self.info.take_count))

    @staticmethod
    def _fit(feet: Feet, root_motion: RootMotion, loops: bool, fps: float, tolerances: tuple[float | None, ...],
             contacts: tuple[Contacts, Contacts, float], name: str | None, keep: Keep) -> abi.FitDef:
        fit = abi.FitDef()
        lib.vrm_fit_def_init(ctypes.byref(fit), ctypes.sizeof(fit))
        fit.feet, fit.root_motion = operator.index(feet), operator.index(root_motion)
        fit.loops, fit.fps = bool(loops), number(fps, "fps")
        hands, knees, seat_height = contacts
        fit.hands, fit.knees = operator.index(hands), operator.index(knees)
        fit.seat_height = number(seat_height, "seat_height")
        for member, value in zip(("tolerance_degrees", "tolerance_metres", "tolerance_weight"), tolerances):
            if value is not None:
                setattr(fit, member, number(value, member))
        fit.name = None if name is None else keep.text(name)
        return fit

    @documented("vrm_motion_clip")
    def clip(self, rig: Rig | None = None, *, feet: Feet = Feet.AUTO, root_motion: RootMotion = RootMotion.KEEP,
             loops: bool = False, fps: float = 0.0, tolerance_degrees: float | None = None,
             tolerance_metres: float | None = None, tolerance_weight: float | None = None,
             hands: Contacts = Contacts.AUTO, knees: Contacts = Contacts.AUTO, seat_height: float = 0.0) -> Clip:
        """A clip for the avatar of a rig, fitted to its proportions; without a rig for any avatar. Its `fit` has the
        measurements. Keys are left out where interpolation stays within the tolerances. `seat_height` 0 is the seat
        of the motion, scaled with the legs."""
        keep, pointer, measured = Keep(), ctypes.c_void_p(), abi.FitReport()
        tolerances = (tolerance_degrees, tolerance_metres, tolerance_weight)
        fit, rig_pointer = self._fit(feet, root_motion, loops, fps, tolerances, (hands, knees, seat_height), None, keep), None
        if rig is not None:
            expect(rig, Rig, "rig")
            rig_pointer = rig._c  # until the call is over
        with ReportOf() as report:
            fit.report = report.pointer
            result = lib.vrm_motion_clip(self._c, rig_pointer, ctypes.byref(fit), ctypes.byref(measured),
                                         ctypes.byref(pointer))
            clip = Clip._wrap(pointer, report.check(result, "making a clip"))
        clip.fit = FitReport._from_c(measured, no_export)
        return clip

    @documented("vrm_motion_animation")
    def animation(self, rig: Rig | None = None, *, feet: Feet = Feet.AUTO, root_motion: RootMotion = RootMotion.KEEP,
                  loops: bool = False, fps: float = 0.0, name: str | None = None, tolerance_degrees: float | None = None,
                  tolerance_metres: float | None = None, tolerance_weight: float | None = None,
                  hands: Contacts = Contacts.AUTO, knees: Contacts = Contacts.AUTO,
                  seat_height: float = 0.0, writes_skeleton: bool = False) -> tuple[Model, FitReport]:
        """A VRM animation that plays as clip() does, to save, and what fitting came to. `writes_skeleton`: a plain glTF
        skeleton instead, for programs without VRM, with the proportions of the rig, or without one with those of the
        motion; it has no face."""
        keep, pointer, measured = Keep(), ctypes.c_void_p(), abi.FitReport()
        tolerances = (tolerance_degrees, tolerance_metres, tolerance_weight)
        fit, rig_pointer = self._fit(feet, root_motion, loops, fps, tolerances, (hands, knees, seat_height), name, keep), None
        fit.writes_skeleton = bool(writes_skeleton)
        if rig is not None:
            expect(rig, Rig, "rig")
            rig_pointer = rig._c  # until the call is over
        with ReportOf() as report:
            fit.report = report.pointer
            result = lib.vrm_motion_animation(self._c, rig_pointer, ctypes.byref(fit), ctypes.byref(measured),
                                              ctypes.byref(pointer))
            found = report.check(result, "making an animation")
        return Model._wrap(pointer, found), FitReport._from_c(measured, no_export)

    # ---- Edits: each returns a new motion ----

    def _edit(self, call: Callable[..., int], definition: ctypes.Structure, *inputs: object,
              measured: ctypes.Structure | None = None) -> Motion:
        motion, pointer = Motion.__new__(Motion), ctypes.c_void_p()
        outputs = [] if measured is None else [ctypes.byref(measured)]
        with ReportOf() as report:
            definition.report = report.pointer
            result = call(self._c, *inputs, ctypes.byref(definition), *outputs, ctypes.byref(pointer))
            motion.report = report.check(result, "editing a motion")
        motion._native = Native("Motion", pointer.value or 0, lib.vrm_motion_destroy)
        return motion

    @staticmethod
    def _edit_def() -> abi.MotionEditDef:
        definition = abi.MotionEditDef()
        lib.vrm_motion_edit_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        return definition

    @documented("vrm_motion_frame_time")
    def frame_time(self, frame: float) -> float:
        """Seconds at which a frame is that edits sample: 0 is the first, 2.5 between two."""
        time_s = ctypes.c_double()
        with ReportOf() as report:
            definition = self._edit_def()
            definition.report = report.pointer
            report.check(lib.vrm_motion_frame_time(self._c, number(frame, "frame"), ctypes.byref(definition),
                                                   ctypes.byref(time_s)), "finding a frame")
        return time_s.value

    @documented("vrm_motion_cut")
    def cut(self, from_s: float = 0.0, to_s: float | None = None) -> Motion:
        """The part between two times; None is the end."""
        end = self.info.seconds if to_s is None else number(to_s, "to_s")
        return self._edit(lib.vrm_motion_cut, self._edit_def(), number(from_s, "from_s"), end)

    @documented("vrm_motion_trim_rest")
    def trim_rest(self, tolerance_degrees: float = 12.0) -> tuple[Motion, MotionTrimReport]:
        """The motion without the T-pose that it begins or ends with, and what was removed."""
        measured = abi.MotionTrimReport()
        tolerance = number32(tolerance_degrees, "tolerance_degrees")
        motion = self._edit(lib.vrm_motion_trim_rest, self._edit_def(), tolerance, measured=measured)
        return motion, MotionTrimReport._from_c(measured, no_export)

    @documented("vrm_motion_speed")
    def speed(self, factor: float) -> Motion:
        """The motion `factor` times as fast."""
        return self._edit(lib.vrm_motion_speed, self._edit_def(), number(factor, "factor"))

    @documented("vrm_motion_reverse")
    def reverse(self) -> Motion:
        """The motion backwards."""
        return self._edit(lib.vrm_motion_reverse, self._edit_def())

    @documented("vrm_motion_mirror")
    def mirror(self) -> Motion:
        """The motion with left and right swapped."""
        return self._edit(lib.vrm_motion_mirror, self._edit_def())

    @documented("vrm_motion_smooth")
    def smooth(self, *, cutoff_hz: float = 6.0, max_degrees: float = 5.0, max_metres: float = 0.02,
               keeps_spikes: bool = False) -> tuple[Motion, MotionSmoothReport]:
        """The motion without spikes and jitter, and what was changed."""
        definition, measured = abi.MotionSmoothDef(), abi.MotionSmoothReport()
        lib.vrm_motion_smooth_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.cutoff_hz = number32(cutoff_hz, "cutoff_hz")
        definition.max_degrees = number32(max_degrees, "max_degrees")
        definition.max_metres = number32(max_metres, "max_metres")
        definition.keeps_spikes = bool(keeps_spikes)
        motion = self._edit(lib.vrm_motion_smooth, definition, measured=measured)
        return motion, MotionSmoothReport._from_c(measured, no_export)

    @documented("vrm_motion_join")
    def join(self, second: Motion, *, blend_s: float = 0.3, phase_s: float = 1.2) -> tuple[Motion, MotionJoinReport]:
        """This motion followed by another, and what was done at the seam."""
        expect(second, Motion, "second")
        definition, measured = abi.MotionJoinDef(), abi.MotionJoinReport()
        lib.vrm_motion_join_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.blend_s, definition.phase_s = number(blend_s, "blend_s"), number(phase_s, "phase_s")
        motion = self._edit(lib.vrm_motion_join, definition, second._c, measured=measured)
        return motion, MotionJoinReport._from_c(measured, no_export)

    @documented("vrm_motion_layer", "vrm_motion_part")
    def layer(self, layer: Motion, *, part: str | MotionPart = "all", weight: float = 1.0, offset_s: float = 0.0,
              fade_in_s: float = 0.0, fade_out_s: float = 0.0, is_additive: bool = False,
              extends: bool = False) -> Motion:
        """This motion with another over it. `part` is a name or a MotionPart."""
        expect(layer, Motion, "layer")
        definition = abi.MotionLayerDef()
        lib.vrm_motion_layer_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.part = _part(part)
        definition.weight, definition.offset_s = number32(weight, "weight"), number(offset_s, "offset_s")
        definition.fade_in_s, definition.fade_out_s = number(fade_in_s, "fade_in_s"), number(fade_out_s, "fade_out_s")
        definition.is_additive, definition.extends = bool(is_additive), bool(extends)
        return self._edit(lib.vrm_motion_layer, definition, layer._c)
