# SPDX-License-Identifier: MIT
"""A living face: what a model's face can do, lips from sound, and the layers that drive them together."""

from __future__ import annotations

import ctypes
import operator
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence

from . import _abi as abi
from ._array import Array
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Exclusive, Keep, Native, Pointer, address_of, encode, no_export, number, number32, numbers, numpy, refuse, view
from ._types import Attention, ExpressionPreset, FaceMapInfo, FaceShape, LipFrame, Pose, Vec2, Viseme, Vowel
from ._words import word
from .errors import ArgumentError, MissingError, check
from .model import Model
from .rig import Rig, _vec3, no_expression
from .sim import Avatar

if TYPE_CHECKING:
    from ._array import Floats

__all__ = ["Face", "FaceMap", "Lip", "LipFrames"]


class FaceMap(Handle):
    """What a model's face can do: which channels there are, which have an effect, and how much they overlap. Immutable;
    any number of faces share it."""

    @documented("vrm_face_map_build")
    def __init__(self, model: Model, rig: Rig) -> None:
        expect(model, Model, "model")
        expect(rig, Rig, "rig")
        pointer = ctypes.c_void_p()
        check(lib.vrm_face_map_build(model._c, rig._c, None, ctypes.byref(pointer)), "measuring a face")
        #: What the map was made for.
        self.rig = rig
        self._rig_native = rig._owner
        self._native = Native("FaceMap", pointer.value or 0, lib.vrm_face_map_destroy)

    def _facts(self) -> str:
        return f"{self.info.tracking}, {len(self.effective_presets)} presets"

    @property
    def info(self) -> FaceMapInfo:
        """What was found: how face tracking reaches the model, and whether vowels, blinks and gaze have an effect."""
        return FaceMapInfo._from_c(lib.vrm_face_map_info(self._c), no_export)

    @property
    def presets(self) -> tuple[ExpressionPreset, ...]:
        """The presets that the model has."""
        return _presets(self.info.presets)

    @property
    def effective_presets(self) -> tuple[ExpressionPreset, ...]:
        """Those that change something when they are set."""
        return _presets(self.info.effective_presets)

    @documented("vrm_face_map_shape")
    def shape(self, shape: FaceShape | str) -> int | None:
        """The expression for a shape of a face tracker, which may be spelled in any usual way; None without one."""
        found = int(lib.vrm_face_map_shape(self._c, _shape(shape)))
        return None if found < 0 else found

    @property
    def shapes(self) -> dict[FaceShape, int]:
        """The expression of each shape that has one."""
        found = {shape: self.shape(shape) for shape in FaceShape if shape >= 0}
        return {shape: expression for shape, expression in found.items() if expression is not None}

    @documented("vrm_face_map_overlap")
    def overlap(self, a: int | str, b: int | str) -> float:
        """The part of expression `b`'s effect that expression `a` has already, by names or numbers."""
        return float(lib.vrm_face_map_overlap(self._c, self._expression(a), self._expression(b)))

    @documented("vrm_face_map_expression")
    def expression(self, name: str) -> int:
        """The number of an expression, also by a name of 0.x ("joy"). MissingError, a KeyError, when the avatar lacks it."""
        index = int(lib.vrm_face_map_expression(self._c, encode(name)))
        if index < 0:
            raise MissingError(no_expression(self._rig_native, name[:64]))
        return index

    @documented("vrm_face_map_is_effective")
    def is_effective(self, expression: int | str) -> bool:
        """Whether an expression, by name or number, changes something when it is set."""
        return bool(lib.vrm_face_map_is_effective(self._c, self._expression(expression)))

    def _expression(self, expression: int | str) -> int:
        if isinstance(expression, str):
            return self.expression(expression)
        index, count = operator.index(expression), int(lib.vrm_rig_expression_count(Pointer(self._rig_native)))
        if not 0 <= index < count:
            raise IndexError(f"there is no expression {index}: the avatar has {count}")
        return index


def _presets(bits: int) -> tuple[ExpressionPreset, ...]:
    return tuple(preset for preset in ExpressionPreset if preset >= 0 and bits >> preset & 1)


def _shape(shape: FaceShape | str) -> int:
    """The number of a shape. The library knows more spellings than the enumeration, "eyeBlink_L" say."""
    if not isinstance(shape, str):
        return shape
    found = int(lib.vrm_face_shape_by_name(encode(shape)))
    return word(FaceShape, shape) if found < 0 else found


def _viseme(viseme: Viseme | str) -> int:
    if not isinstance(viseme, str):
        return viseme
    found = int(lib.vrm_viseme_by_name(encode(viseme)))
    return word(Viseme, viseme) if found >= len(Viseme) else found


def _vowel(vowel: Vowel | str) -> int:
    return word(Vowel, vowel)


def _weights(values: Any, names: Any, count: int, what: str) -> Any:
    """An array of weights: of as many numbers, or of a dict that has some of them by name."""
    if not isinstance(values, Mapping):
        return (ctypes.c_float * count)(*numbers(values, count, what))
    array = (ctypes.c_float * count)()
    for name, weight in list(values.items()):
        index = operator.index(names(name))
        if not 0 <= index < count:
            raise IndexError(f"{what}: there is no {index}, only 0 to {count - 1}")
        array[index] = number32(weight, f"{what}, {name}")
    return array


# ---- Sound ----

class LipFrames(Sequence[LipFrame]):
    """Frames of a Lip, one every 10 ms. frames[i] is a LipFrame, a slice is LipFrames; the members of all frames are arrays:
    of numpy where it is installed, else `libvrm.Array`."""

    __slots__ = ("_c", "_count")

    def __init__(self, frames: Iterable[LipFrame] = ()) -> None:
        made = list(frames)
        for frame in made:
            expect(frame, LipFrame, "a frame")
        self._c = (abi.LipFrame * len(made))(*[frame._to_c(Keep()) for frame in made])
        self._count = len(made)

    @classmethod
    def _of(cls, c: Any, count: int) -> LipFrames:
        """Of an array of C's, which belongs to the frames then."""
        frames = cls()
        frames._c, frames._count = c, count
        return frames

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            chosen = [self._c[i] for i in range(*index.indices(self._count))]
            return LipFrames._of((abi.LipFrame * len(chosen))(*chosen), len(chosen))
        number = operator.index(index)
        if not -self._count <= number < self._count:
            raise IndexError(f"there is no frame {number}: there are {self._count}")
        return LipFrame._from_c(self._c[number % self._count], no_export)

    def __iter__(self) -> Iterator[LipFrame]:
        return (self[i] for i in range(self._count))

    def __add__(self, other: LipFrames) -> LipFrames:
        expect(other, LipFrames, "frames")
        both = self._c[:self._count] + other._c[:other._count]
        return LipFrames._of((abi.LipFrame * len(both))(*both), len(both))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LipFrames) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if not self._count:
            return "<libvrm.LipFrames, none>"
        return f"<libvrm.LipFrames, {self._count} from {self._c[0].time_s:.2f} s to {self._c[self._count - 1].time_s:.2f} s>"

    def _member(self, name: str, format: str, width: int = 1) -> Any:
        shape = (self._count,) if width == 1 else (self._count, width)
        if numpy is not None:
            if self._count == 0:
                return numpy.zeros(shape, format)
            strides = (ctypes.sizeof(abi.LipFrame), 4)[:len(shape)]
            return numpy.ndarray(shape, format, memoryview(self._c).toreadonly(), getattr(abi.LipFrame, name).offset, strides)
        values = [getattr(self._c[i], name) for i in range(self._count)]
        flat = [value for row in values for value in row] if width > 1 else values
        kind = {"f8": ctypes.c_double, "f4": ctypes.c_float, "?": ctypes.c_bool}[format]
        return Array(memoryview((kind * len(flat))(*flat)).toreadonly().cast("B").cast(kind._type_), shape)

    @property
    def times(self) -> Any:
        """Seconds from the first sample to the moment that each frame describes."""
        return self._member("time_s", "f8")

    @property
    def vowels(self) -> Floats:
        """(frames, 5) floats, by Vowel; the sum of a row is the opening of the mouth."""
        return self._member("vowels", "f4", len(Vowel))  # type: ignore[no-any-return]

    @property
    def loudness(self) -> Floats:
        """0 (silence) to 1 (as loud as this voice gets)."""
        return self._member("loudness", "f4")  # type: ignore[no-any-return]

    @property
    def closed(self) -> Floats:
        """0 to 1: silence, or lips pressed together."""
        return self._member("closed", "f4")  # type: ignore[no-any-return]

    @property
    def is_speech(self) -> Any:
        """Whether a voice is heard."""
        return self._member("is_speech", "?")


class Lip(Handle):
    """Lips from sound: samples in, vowels, loudness and closed lips out.

    Samples are mono: a numpy array or array.array of floats from -1 to 1, or of 16-bit integers as WAV files have them;
    any other sequence of numbers from -1 to 1. Those that are not finite count as 0."""

    @documented("vrm_lip_create")
    def __init__(self, sample_rate_hz: float = 16000.0) -> None:
        definition = abi.LipDef()
        lib.vrm_lip_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.sample_rate_hz = sample_rate_hz
        pointer = ctypes.c_void_p()
        check(lib.vrm_lip_create(ctypes.byref(definition), ctypes.byref(pointer)), f"sound of {sample_rate_hz} Hz")
        #: Of the samples that it is fed.
        self.sample_rate_hz = float(sample_rate_hz)
        self._native = Native("Lip", pointer.value or 0, lib.vrm_lip_destroy)

    def _facts(self) -> str:
        return f"of {self.sample_rate_hz:g} Hz"

    @documented("vrm_lip_feed")
    def feed(self, samples: Any) -> LipFrames:
        """The frames that these samples complete. Other Python threads run meanwhile."""
        array, count = _samples(samples)
        native = self._owner
        with Exclusive(native, "feeding") as pointer:
            most = int(lib.vrm_lip_frame_bound(pointer, count))
            frames = (abi.LipFrame * most)()
            return LipFrames._of(frames, int(lib.vrm_lip_feed(pointer, array, count, frames, most)))

    @documented("vrm_lip_finish")
    def finish(self) -> LipFrames:
        """The frames that waited for more sound. The next samples begin a new sound."""
        with Exclusive(self._owner, "feeding") as pointer:
            most = int(lib.vrm_lip_frame_bound(pointer, 0))
            frames = (abi.LipFrame * most)()
            return LipFrames._of(frames, int(lib.vrm_lip_finish(pointer, frames, most)))

    @documented("vrm_lip_calibrate")
    def calibrate(self, samples: Any) -> None:
        """Learns a voice from a few seconds of its speech. ValueError when there is less than half a second in them, or music."""
        array, count = _samples(samples)
        with Exclusive(self._owner, "calibrating") as pointer:
            is_learnt = lib.vrm_lip_calibrate(pointer, array, count)
        if not is_learnt:
            raise ArgumentError("less than half a second of speech was heard, or music")


_LONGEST = 2**31 - 1


def _samples(samples: Any) -> tuple[Any, int]:
    """Mono samples as floats of C's, and how many."""
    if isinstance(samples, (str, bytes, bytearray)):
        raise TypeError(f"samples: expected numbers, got {type(samples).__name__} (array.array('h', data) makes samples of 16-bit PCM)")
    if numpy is not None:
        try:
            array = numpy.asarray(samples)
        except ValueError as error:
            raise TypeError(f"samples: {error}") from None
        if array.ndim == 0:
            raise TypeError(f"samples: expected numbers, got {type(samples).__name__}")
        if array.ndim != 1:
            raise ArgumentError(f"samples: expected one channel, got an array of shape {array.shape}")
        if array.dtype == numpy.int16:
            array = array.astype(numpy.float32) / numpy.float32(32768)
        elif array.dtype.kind not in ("fiu" if isinstance(samples, (list, tuple)) else "f"):
            raise TypeError(f"samples: expected floats or 16-bit integers, got {array.dtype}")
        with numpy.errstate(over="ignore"):
            array = numpy.ascontiguousarray(array, dtype=numpy.float32)
        if len(array) > _LONGEST:
            refuse(f"{len(array)} are too many at once", "samples")
        return (ctypes.c_float * len(array)).from_buffer_copy(array.tobytes()), len(array)
    scale = 1.0
    try:
        data = memoryview(samples)
        if data.ndim != 1:
            raise ArgumentError(f"samples: expected one channel, got {data.ndim} dimensions")
        if data.format not in ("f", "d", "h"):
            raise TypeError(f"samples: expected floats or 16-bit integers, got the format {data.format!r}")
        if data.format == "h":
            scale = 1.0 / 32768.0
        values: Any = data.tolist()
    except TypeError:
        if hasattr(samples, "typecode") or isinstance(samples, memoryview):
            raise
        values = [float(value) for value in samples]
    if len(values) > _LONGEST:
        refuse(f"{len(values)} are too many at once", "samples")
    return (ctypes.c_float * len(values))(*[value * scale for value in values]), len(values)


# ---- The layers ----

class Face(Handle):
    """The face of one avatar: emotions, mouth, blinks, gaze, face tracking and a little idle motion, mixed so that no two of
    them drive the same thing twice.

        face = libvrm.Face(libvrm.FaceMap(model, rig), seed=1)
        face.emote("happy")
        for frame in range(60):
            face.step(1 / 60)
            face.apply(avatar)
            sim.step(1 / 60)
    """

    @documented("vrm_face_create")
    def __init__(self, face_map: FaceMap, *, seed: int = 0, blinks: bool = True, blink_interval_s: float | None = None,
                 attention: Attention | str = Attention.AUTO, idle: float = 1.0) -> None:
        expect(face_map, FaceMap, "face_map")
        definition = abi.FaceDef()
        lib.vrm_face_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.seed, definition.blinks, definition.idle = operator.index(seed), bool(blinks), idle
        definition.attention = int(word(Attention, attention))
        if blink_interval_s is not None:
            definition.blink_interval_s = blink_interval_s
        pointer = ctypes.c_void_p()
        check(lib.vrm_face_create(face_map._c, ctypes.byref(definition), ctypes.byref(pointer)),
              "making a face (blink_interval_s is 0.5 to 60, idle 0 to 2)")
        #: What the avatar's face can do.
        self.face_map = face_map
        self._rig_native, self._map_native = face_map._rig_native, face_map._owner
        self._native = Native("Face", pointer.value or 0, lib.vrm_face_destroy, (self._map_native,))

    def _facts(self) -> str:
        return f"at {self.time:.2f} s"

    # ---- Emotion ----

    @documented("vrm_face_emote")
    def emote(self, emotion: str | Mapping[str, float] | None = None, *, intensity: float = 1.0, ease_in_s: float | None = None,
              ease_out_s: float | None = None, hold_s: float | None = None, is_queued: bool = False) -> None:
        """Shows an emotion: the name of an expression, several with their weights ({"happy": 0.7, "surprised": 0.3}), or None:
        the face returns to rest. `hold_s` None: until the next one. MissingError, a KeyError, when the avatar lacks one."""
        definition, given, keep = self._emotion(emotion, intensity, ease_in_s, ease_out_s, hold_s, is_queued)
        if not lib.vrm_face_emote(self._c, ctypes.byref(definition)):
            self._refuse_emotion(given)
        del keep

    @staticmethod
    def _emotion(emotion: str | Mapping[str, float] | None, intensity: float, ease_in_s: float | None, ease_out_s: float | None,
                 hold_s: float | None, is_queued: bool) -> tuple[abi.EmotionDef, list[tuple[str, float]], Keep]:
        """An emotion of C's, what was given, and what must live until the call is over."""
        mixture = {} if emotion is None else {emotion: 1.0} if isinstance(emotion, str) else emotion
        expect(mixture, Mapping, "emotion")
        definition, keep = abi.EmotionDef(), Keep()
        lib.vrm_emotion_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        given = list(mixture.items())
        parts = [abi.EmotionPart(keep.text(name), number32(weight, str(name)[:64])) for name, weight in given]
        definition.parts, definition.part_count = keep.array(abi.EmotionPart, parts)
        definition.intensity, definition.is_queued = intensity, bool(is_queued)
        for member, value in (("ease_in_s", ease_in_s), ("ease_out_s", ease_out_s), ("hold_s", hold_s)):
            if value is not None:
                setattr(definition, member, value)
        return definition, given, keep

    def _refuse_emotion(self, given: list[tuple[str, float]]) -> None:
        if len(given) > abi.EMOTION_PARTS_MAX:
            raise ArgumentError(f"an emotion has at most {abi.EMOTION_PARTS_MAX} expressions, got {len(given)}")
        for name, weight in given:
            if not 0 <= weight <= 1:
                raise ArgumentError(f"{name[:64]}: a weight is 0 to 1, got {weight}")
            if int(lib.vrm_face_map_expression(Pointer(self._map_native), encode(name))) < 0:
                raise MissingError(no_expression(self._rig_native, name[:64]))
        raise ArgumentError("the emotion was refused: intensity is 0 to 1, times are 0 s or more, and 16 can wait")

    # ---- Mouth ----

    @documented("vrm_face_set_vowels")
    def set_vowels(self, vowels: Mapping[Vowel | str, float] | Sequence[float]) -> None:
        """Opens the mouth: five numbers by Vowel, or {"aa": 0.8}."""
        self._set(lib.vrm_face_set_vowels(self._c, _weights(vowels, _vowel, len(Vowel), "vowels")), "vowels are 0 to 1")

    @documented("vrm_face_set_visemes")
    def set_visemes(self, visemes: Mapping[Viseme | str, float] | Sequence[float]) -> None:
        """Opens the mouth by the visemes of a speech engine: 15 numbers by Viseme, or {"PP": 1.0}."""
        self._set(lib.vrm_face_set_visemes(self._c, _weights(visemes, _viseme, len(Viseme), "visemes")), "visemes are 0 to 1")

    @documented("vrm_face_begin_sound")
    def begin_sound(self) -> None:
        """The next frames heard are of a sound that begins now."""
        lib.vrm_face_begin_sound(self._c)

    @documented("vrm_face_hear")
    def hear(self, frames: LipFrames | Iterable[LipFrame]) -> None:
        """Gives frames of a Lip, in order of time."""
        heard = frames if isinstance(frames, LipFrames) else LipFrames(frames)
        self._set(lib.vrm_face_hear(self._c, heard._c, len(heard)), "times of frames must increase, and numbers be finite")

    @documented("vrm_face_hear_live")
    def hear_live(self, frames: LipFrames | Iterable[LipFrame]) -> None:
        """Gives frames of a Lip that hears a microphone: they are for now."""
        heard = frames if isinstance(frames, LipFrames) else LipFrames(frames)
        self._set(lib.vrm_face_hear_live(self._c, heard._c, len(heard)), "times of frames must increase, and numbers be finite")

    @documented("vrm_face_sync_sound")
    def sync_sound(self, time_s: float) -> None:
        """Tells which moment of the sound is played now."""
        self._set(lib.vrm_face_sync_sound(self._c, time_s), "the time must be finite")

    # ---- Eyes ----

    @documented("vrm_face_blink")
    def blink(self) -> None:
        lib.vrm_face_blink(self._c)

    @documented("vrm_face_set_blinks")
    def set_blinks(self, blinks: bool) -> None:
        lib.vrm_face_set_blinks(self._c, bool(blinks))

    @documented("vrm_face_set_eyes")
    def set_eyes(self, left: float, right: float) -> None:
        self._set(lib.vrm_face_set_eyes(self._c, left, right), "eyes are 0 (open) to 1 (closed)")

    @documented("vrm_face_look_at")
    def look_at(self, target_world: Any) -> None:
        self._set(lib.vrm_face_look_at(self._c, _vec3(target_world, "target_world")), "the target")

    @documented("vrm_face_look_along")
    def look_along(self, yaw_degrees: float, pitch_degrees: float) -> None:
        self._set(lib.vrm_face_look_along(self._c, yaw_degrees, pitch_degrees), "the direction")

    @documented("vrm_face_look_off")
    def look_off(self) -> None:
        lib.vrm_face_look_off(self._c)

    @documented("vrm_face_set_attention")
    def set_attention(self, attention: Attention | str) -> None:
        """What the gaze does by itself from now on."""
        chosen = word(Attention, attention)
        self._set(lib.vrm_face_set_attention(self._c, chosen), f"there is no Attention {chosen}")

    @documented("vrm_face_set_idle")
    def set_idle(self, idle: float) -> None:
        """The amount of breathing, weight shift and sway, 0 to 2."""
        self._set(lib.vrm_face_set_idle(self._c, number(idle, "idle")), "idle is 0 to 2")

    # ---- Tracking ----

    @documented("vrm_face_track")
    def track(self, shapes: Mapping[FaceShape | str, float] | Sequence[float]) -> None:
        """Sets the weights of a face tracker: 52 numbers by FaceShape, or {"jawOpen": 0.5} in any usual spelling."""
        count = sum(shape >= 0 for shape in FaceShape)
        self._set(lib.vrm_face_track(self._c, _weights(shapes, _shape, count, "shapes")), "shapes are 0 to 1")

    @documented("vrm_face_track_off")
    def track_off(self) -> None:
        lib.vrm_face_track_off(self._c)

    # ---- Run ----

    @documented("vrm_face_step")
    def step(self, dt: float) -> None:
        """Moves the face on by `dt` seconds, 0 or more."""
        seconds = number(dt, "dt")
        if seconds < 0:
            raise ArgumentError(f"dt must be 0 or more, got {seconds}")
        lib.vrm_face_step(self._c, seconds)

    @documented("vrm_face_apply")
    def apply(self, avatar: Avatar) -> None:
        """Sets the expressions and the gaze of an avatar, which must be of the map's rig."""
        expect(avatar, Avatar, "avatar")
        self._set(lib.vrm_face_apply(self._c, avatar._check(), avatar._id), "the avatar is of another rig")

    @documented("vrm_face_add_idle")
    def add_idle(self, pose: Pose) -> Pose:
        """The pose with breathing, weight shift and the sway of the head."""
        expect(pose, Pose, "pose")
        c = pose._to_c(Keep())
        lib.vrm_face_add_idle(self._c, ctypes.byref(c))
        return Pose._from_c(c, no_export)

    # ---- Inspect ----

    @property
    def time(self) -> float:
        """Seconds since the beginning."""
        return float(lib.vrm_face_time(self._c))

    @property
    def weights(self) -> Floats:
        """One float for each expression of the rig, as apply() sets them: a view of the last step."""
        count = ctypes.c_int32()
        pointer = lib.vrm_face_weights(self._c, ctypes.byref(count))
        rows: Floats = view(self._owner, address_of(pointer), ctypes.c_float, (count.value,))
        return rows

    @property
    def saccade(self) -> Vec2:
        """Degrees: yaw and pitch of the gaze away from its target."""
        return Vec2._from_c(lib.vrm_face_saccade(self._c), no_export)

    @property
    def is_talking(self) -> bool:
        """True while the face talks: by its attention, or because it hears speech."""
        return bool(lib.vrm_face_is_talking(self._c))

    def _set(self, is_ok: bool, why: str) -> None:
        if not is_ok:
            raise ArgumentError(f"refused: {why}")
