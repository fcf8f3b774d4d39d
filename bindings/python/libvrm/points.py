# SPDX-License-Identifier: MIT
"""Live motion from the landmarks of a camera."""

from __future__ import annotations

import ctypes
from typing import Any, Mapping, Sequence

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Native, _text, encode, no_export
from ._types import ExpressionPreset, FaceShape, Pose
from .clip import Recorder
from .errors import ArgumentError, check
from .sim import Avatar

__all__ = ["Points"]

_SHAPES = sum(shape >= 0 for shape in FaceShape)
_LIMITS = "min_cutoff_hz 0.01 to 10000, beta 0 to 10000, min_visibility 0 to 1, times 0 to 60 s"


class Points(Handle):
    """Follows a person in front of a camera by the landmarks of MediaPipe: bones, fingers, face and gaze. Smooths them;
    lost parts are held, then eased.

        points = libvrm.Points()
        points.feed(time_s, pose=world_landmarks)
        points.apply(avatar)
        sim.step(1 / 60)

    Landmarks are sequences of x, y, z, and of a body also of visibility, or objects with these members."""

    @documented("vrm_points_create")
    def __init__(self, *, mirrors: bool = False, idles: bool = True, min_cutoff_hz: float | None = None,
                 beta: float | None = None, min_visibility: float | None = None, hold_s: float | None = None,
                 ease_out_s: float | None = None, ease_in_s: float | None = None) -> None:
        definition = abi.PointsDef()
        lib.vrm_points_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.mirrors, definition.idles = bool(mirrors), bool(idles)
        for name, value in (("min_cutoff_hz", min_cutoff_hz), ("beta", beta), ("min_visibility", min_visibility),
                            ("hold_s", hold_s), ("ease_out_s", ease_out_s), ("ease_in_s", ease_in_s)):
            if value is not None:
                setattr(definition, name, value)
        pointer = ctypes.c_void_p()
        check(lib.vrm_points_create(ctypes.byref(definition), ctypes.byref(pointer)), f"following a person ({_LIMITS})")
        self._native = Native("Points", pointer.value or 0, lib.vrm_points_destroy)

    @documented("vrm_points_feed")
    def feed(self, time_s: float, *, pose: Any = None, image: Any = None, aspect: float = 0.0, left_hand: Any = None,
             right_hand: Any = None, shapes: Mapping[str, float] | Sequence[float] | None = None, head: Any = None) -> bool:
        """Follows the landmarks of a picture: 33 of a body, also in the picture, 21 of each hand, blend shapes by their names
        or in their order, and the matrix of the head, 4 rows of 4. False, without effect, for the time of the picture before
        and beyond 1e9."""
        frame = abi.PointsFrame()
        keep = [_landmarks("pose", pose, abi.POINTS_POSE), _landmarks("image", image, abi.POINTS_POSE),
                _landmarks("left_hand", left_hand, abi.POINTS_HAND), _landmarks("right_hand", right_hand, abi.POINTS_HAND),
                _shapes(shapes), _head(head)]
        frame.pose, frame.image, frame.left_hand, frame.right_hand, frame.shapes, frame.head = keep
        frame.aspect = aspect
        return bool(lib.vrm_points_feed(self._c, ctypes.byref(frame), time_s))

    def wait(self, time_s: float) -> bool:
        """Time passes without a new picture; see vrm_points_feed()."""
        return bool(lib.vrm_points_feed(self._c, None, time_s))

    @documented("vrm_points_reset")
    def reset(self) -> None:
        """Back to the beginning, without easing."""
        lib.vrm_points_reset(self._c)

    @documented("vrm_points_pose")
    def pose(self, hips_height: float = 0.0) -> Pose:
        """The pose after the last picture."""
        return Pose._from_c(lib.vrm_points_pose(self._c, hips_height), no_export)

    @property
    def bones(self) -> int:
        """The bones that the last picture showed: bit b for bone b."""
        return int(lib.vrm_points_bones(self._c))

    @property
    def has_face(self) -> bool:
        """Whether the last picture showed a face with blend shapes."""
        return bool(lib.vrm_points_has_face(self._c))

    @property
    def shapes(self) -> list[float]:
        """The 52 blend shapes, smoothed, for Face.track()."""
        return [float(value) for value in lib.vrm_points_shapes(self._c)[:_SHAPES]]

    @property
    def expressions(self) -> dict[str, float]:
        """Weights of presets by their names."""
        presets = [int(preset) for preset in ExpressionPreset if preset >= 0]
        return {_text(lib.vrm_expression_preset_name(p)): float(lib.vrm_points_preset(self._c, p)) for p in presets}

    @property
    def gaze(self) -> tuple[float, float]:
        """Yaw and pitch in degrees."""
        gaze = lib.vrm_points_gaze(self._c)
        return float(gaze.x), float(gaze.y)

    @documented("vrm_points_apply")
    def apply(self, avatar: Avatar) -> None:
        """Sets the pose of an avatar and, once a face was seen, presets and gaze."""
        expect(avatar, Avatar, "avatar")
        lib.vrm_points_apply(self._c, avatar._check(), avatar._id)

    @documented("vrm_points_record")
    def record(self, recorder: Recorder, time_s: float, hips_height: float = 0.0) -> None:
        """Adds a frame to a recorder."""
        expect(recorder, Recorder, "recorder")
        check(lib.vrm_points_record(self._c, recorder._c, time_s, hips_height), "recording")


def _members(landmark: Any) -> tuple[float, ...]:
    if hasattr(landmark, "x"):
        return (landmark.x, landmark.y, landmark.z, 1.0 if (seen := getattr(landmark, "visibility", None)) is None else seen)
    numbers = tuple(float(value) for value in landmark)
    if not 3 <= len(numbers) <= 4:
        raise ArgumentError(f"a landmark is x, y, z and perhaps visibility, not {len(numbers)} numbers")
    return numbers if len(numbers) == 4 else (*numbers, 1.0)


def _landmarks(name: str, given: Any, count: int) -> Any:
    if given is None:
        return None
    if len(given) != count:
        raise ArgumentError(f"{name} has {count} landmarks, not {len(given)}")
    numbers = [number for landmark in given for number in _members(landmark)]  # NaN is a landmark that is not seen
    return ctypes.cast((ctypes.c_float * len(numbers))(*numbers), ctypes.POINTER(abi.Landmark))


def _shapes(given: Mapping[str, float] | Sequence[float] | None) -> Any:
    if given is None:
        return None
    if isinstance(given, Mapping):
        values = [0.0] * _SHAPES
        for name, value in given.items():
            shape = lib.vrm_face_shape_by_name(encode(name))
            if shape >= 0:
                values[shape] = value
        given = values
    if len(given) != _SHAPES:
        raise ArgumentError(f"there are {_SHAPES} blend shapes, not {len(given)}")
    return (ctypes.c_float * _SHAPES)(*given)


def _head(given: Any) -> Any:
    if given is None:
        return None
    if len(given) != 4 or any(len(row) != 4 for row in given):
        raise ArgumentError("the matrix of a head is 4 rows of 4 numbers")
    return (ctypes.c_float * 16)(*[float(given[row][column]) for column in range(4) for row in range(4)])
