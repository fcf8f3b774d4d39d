# SPDX-License-Identifier: MIT
"""One avatar moved live by any number of sources."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Iterable, Mapping

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Keep, Native, Pointer, encode, no_export, number, number32, numbers
from ._types import Bone, FaceShape, LivePart, LiveSourceState, Pose
from ._words import word
from .errors import ArgumentError, MissingError, check
from .face import Face, _shape
from .rig import Rig, _quat, _vec3, no_expression
from .sim import Avatar

__all__ = ["Live"]

_SHAPES = sum(shape >= 0 for shape in FaceShape)


class Live(Handle):
    """Moves an avatar by trackers of faces, heads, hands and bodies, each of them with a priority for each part.

        live, tracker = libvrm.Live(rig), libvrm.Tracker("openseeface")
        source = live.add_source()
        tracker.receive(packet)  # whenever one arrives
        tracker.observe(live, source, time_s)
        live.step(time_s)  # in each frame
        live.track(actor.face)
        actor.step(1 / 60)
        live.apply(avatar, has_face=True)
        sim.step(1 / 60)
    """

    @documented("vrm_live_create")
    def __init__(self, rig: Rig, *, source_count: int = 8, mirrors: bool = False, hold_s: float | None = None,
                 ease_out_s: float | None = None, ease_in_s: float | None = None) -> None:
        """`hold_s` is the time for which something lost is held, `ease_out_s` and `ease_in_s` those in which it leaves and
        returns."""
        expect(rig, Rig, "rig")
        definition, pointer = abi.LiveDef(), ctypes.c_void_p()
        lib.vrm_live_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.source_count, definition.mirrors = operator.index(source_count), bool(mirrors)
        for name, value in (("hold_s", hold_s), ("ease_out_s", ease_out_s), ("ease_in_s", ease_in_s)):
            if value is not None:
                setattr(definition, name, value)
        check(lib.vrm_live_create(rig._c, ctypes.byref(definition), ctypes.byref(pointer)),
              f"following trackers (1 to {abi.LIVE_SOURCES_MAX} sources, times 0 to 60 s)")
        #: Whose avatars it moves.
        self.rig = rig
        self._rig_native = rig._owner
        self._native = Native("Live", pointer.value or 0, lib.vrm_live_destroy, (self._rig_native,))

    @documented("vrm_live_add_source")
    def add_source(self, *, priorities: int | Mapping[LivePart | str, int] = 0, min_cutoff_hz: float | None = None,
                   beta: float | None = None) -> int:
        """Adds a source and returns its number. `priorities` is one for all parts, or a dict for some, the others being 0:
        {"face": 2, "body": -1}."""
        definition = abi.LiveSourceDef()
        lib.vrm_live_source_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        given = dict(priorities) if isinstance(priorities, Mapping) else {part: priorities for part in LivePart}
        for part, priority in given.items():
            index = int(word(LivePart, part))
            if not 0 <= index < len(LivePart):
                raise ArgumentError(f"there is no part {index}")
            number_of_part = operator.index(priority)
            if not -2**31 <= number_of_part < 2**31:
                raise OverflowError(f"priorities: {number_of_part} does not fit")
            definition.priorities[index] = number_of_part
        for name, value in (("min_cutoff_hz", min_cutoff_hz), ("beta", beta)):
            if value is not None:
                setattr(definition, name, value)
        source = int(lib.vrm_live_add_source(self._c, ctypes.byref(definition)))
        if source < 0:
            raise ArgumentError("refused: there are as many sources as source_count says, or a number is out of range "
                                "(min_cutoff_hz 0.01 to 10000, beta 0 to 10000)")
        return source

    # ---- Observe ----

    @documented("vrm_live_observe")
    def observe(self, source: int, time_s: float, *, bones: Mapping[Bone | str, Any] | None = None, hips_offset: Any = None,
                root_position: Any = None, root_rotation: Any = None, shapes: Mapping[FaceShape | str, float] | None = None,
                expressions: Mapping[str, float] | None = None, gaze: Any = None, sender_s: float | None = None) -> bool:
        """Takes what a tracker of your own shows: rotations of bones, blend shapes and expressions by name, yaw and pitch of
        the gaze in degrees. None: it does not show this. False, without effect, for a source that does not exist and for an
        observation that is older than the last."""
        seen, keep = abi.LiveObservation(), Keep()
        if bones is not None:
            expect(bones, Mapping, "bones")
            rotations = (abi.Quat * len(Bone))()
            for bone, rotation in list(bones.items()):
                index = int(word(Bone, bone))
                if not 0 <= index < len(Bone):
                    raise ArgumentError(f"there is no bone {index}")
                rotations[index] = _quat(rotation, f"bones, {bone}")
                seen.bones |= 1 << index
            seen.rotations = ctypes.cast(rotations, ctypes.POINTER(abi.Quat))
        if hips_offset is not None:
            seen.has_hips, seen.hips_offset = True, _vec3(hips_offset, "hips_offset")
        if root_position is not None or root_rotation is not None:
            seen.has_root = True
            seen.root_position = _vec3((0, 0, 0) if root_position is None else root_position, "root_position")
            seen.root_rotation = _quat((0, 0, 0, 1) if root_rotation is None else root_rotation, "root_rotation")
        if shapes is not None:
            expect(shapes, Mapping, "shapes")
            weights = (ctypes.c_float * _SHAPES)()
            for shape, weight in list(shapes.items()):
                index = operator.index(_shape(shape))
                if not 0 <= index < _SHAPES:
                    raise ArgumentError(f"there is no shape {index}")
                weights[index] = number32(weight, f"shapes, {shape}")
                seen.shapes |= 1 << index
            seen.shape_weights = ctypes.cast(weights, ctypes.POINTER(ctypes.c_float))
        if expressions is not None:
            expect(expressions, Mapping, "expressions")
            shown = [abi.LiveExpression(self._expression(name), number32(weight, str(name)[:64])) for name, weight in list(expressions.items())]
            seen.expressions, seen.expression_count = keep.array(abi.LiveExpression, shown)
        if gaze is not None:
            seen.has_gaze = True
            seen.gaze_yaw, seen.gaze_pitch = numbers(gaze, 2, "gaze")
        if sender_s is not None:
            seen.has_sender_time, seen.sender_s = True, sender_s
        is_taken = lib.vrm_live_observe(self._c, operator.index(source), ctypes.byref(seen), number(time_s, "time_s"))
        del keep
        return bool(is_taken)

    def _expression(self, name: str) -> int:
        index = int(lib.vrm_rig_expression(Pointer(self._rig_native), encode(name)))
        if index < 0:
            raise MissingError(no_expression(self._rig_native, name[:64]))
        return index

    @documented("vrm_live_calibrate")
    def calibrate(self, parts: Iterable[LivePart | str] = (LivePart.FACE, LivePart.GAZE, LivePart.HEAD, LivePart.ROOT)) -> None:
        """Makes what the sources show now the neutral state of some parts."""
        lib.vrm_live_calibrate(self._c, _parts(parts))

    @documented("vrm_live_uncalibrate")
    def uncalibrate(self, parts: Iterable[LivePart | str] = tuple(LivePart)) -> None:
        """Undoes calibrate() for some parts, by default for all."""
        lib.vrm_live_uncalibrate(self._c, _parts(parts))

    @documented("vrm_live_set_mirrors")
    def set_mirrors(self, mirrors: bool) -> None:
        """Whether the avatar moves as a mirror image from now on."""
        lib.vrm_live_set_mirrors(self._c, bool(mirrors))

    # ---- Run ----

    @documented("vrm_live_step")
    def step(self, time_s: float) -> bool:
        """Computes what is shown at a time of the host's clock. False, without effect, for a time before that of an earlier
        call."""
        return bool(lib.vrm_live_step(self._c, number(time_s, "time_s")))

    @documented("vrm_live_track")
    def track(self, face: Face) -> None:
        """Hands the blend shapes to a face, before Actor.step() or Face.step()."""
        expect(face, Face, "face")
        lib.vrm_live_track(self._c, face._c)

    @documented("vrm_live_apply")
    def apply(self, avatar: Avatar, *, has_face: bool = False) -> None:
        """Sets the inputs of an avatar that are shown, after Actor.step(). `has_face`: track() gives the blend shapes to a
        face of the avatar; otherwise they move its presets."""
        expect(avatar, Avatar, "avatar")
        if not lib.vrm_live_apply(self._c, avatar._check(), avatar._id, bool(has_face)):
            raise ArgumentError("refused: the avatar is of another rig")

    # ---- Inspect ----

    @documented("vrm_live_weight")
    def weight(self, part: LivePart | str) -> float:
        """How much of a part is shown, 0 to 1."""
        return float(lib.vrm_live_weight(self._c, word(LivePart, part)))

    @property
    def bones(self) -> tuple[Bone, ...]:
        """The bones that are shown, also those that ease out."""
        bits = int(lib.vrm_live_bones(self._c))
        return tuple(bone for bone in Bone if bone >= 0 and bits >> bone & 1)

    @documented("vrm_live_pose")
    def pose(self, under: Pose | None = None) -> Pose:
        """What is shown over a pose, by default over the rest pose."""
        beneath = None
        if under is not None:
            expect(under, Pose, "under")
            beneath = ctypes.byref(under._to_c(Keep()))
        return Pose._from_c(lib.vrm_live_pose(self._c, beneath), no_export)

    @property
    def shapes(self) -> list[float]:
        """The 52 blend shapes; 0 for those that are not shown."""
        return [float(value) for value in lib.vrm_live_shapes(self._c)[:_SHAPES]]

    @property
    def gaze(self) -> tuple[float, float]:
        """Yaw and pitch in degrees."""
        gaze = lib.vrm_live_gaze(self._c)
        return float(gaze.x), float(gaze.y)

    @documented("vrm_live_source")
    def source(self, source: int) -> LiveSourceState:
        """Facts about a source: what it observed, and when."""
        state = abi.LiveSourceState()
        if not lib.vrm_live_source(self._c, operator.index(source), ctypes.byref(state)):
            raise IndexError(f"there is no source {source}")
        return LiveSourceState._from_c(state, no_export)


def _parts(parts: Iterable[LivePart | str]) -> int:
    bits = 0
    for part in [parts] if isinstance(parts, str) else parts:
        index = int(word(LivePart, part))
        if not 0 <= index < len(LivePart):
            raise ArgumentError(f"there is no part {index}")
        bits |= 1 << index
    return bits
