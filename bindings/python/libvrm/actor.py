# SPDX-License-Identifier: MIT
"""An avatar over time: layers of motion, a living face, speech and gaze."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Callable, Iterable, Iterator, Mapping

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Keep, Native, no_export, number
from ._types import ActorEvent, Bone, LayerEnd, LayerState, LipFrame, MotionPart, Stance, Transform
from ._words import word
from .clip import Clip
from .errors import ArgumentError, check
from .face import Face, FaceMap, LipFrames
from .motion import _part
from .rig import _quat, _vec3
from .sim import Avatar

__all__ = ["Actor"]

_NOW = -1.0  # VRM_ACTOR_NOW


class Actor(Handle):
    """Plays one avatar over time.

        actor = libvrm.Actor(avatar)
        actor.play(libvrm.Motion.load("walk.fbx").clip(rig))
        for frame in range(60):
            actor.step(1 / 60)
            sim.step(1 / 60)
    """

    @documented("vrm_actor_create")
    def __init__(self, avatar: Avatar, *, face_map: FaceMap | None = None, stance: Stance | str = Stance.IDLE,
                 seed: int = 0) -> None:
        """With a `face_map` the actor has a face that blinks, speaks and shows emotions."""
        expect(avatar, Avatar, "avatar")
        definition, pointer = abi.ActorDef(), ctypes.c_void_p()
        lib.vrm_actor_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.stance, definition.seed = int(word(Stance, stance)), operator.index(seed)
        sim, owners = avatar._check(), [avatar._check().native]
        if face_map is not None:
            expect(face_map, FaceMap, "face_map")
            owners.append(face_map._owner)
            map_pointer = face_map._c  # until the call is over
            definition.face_map = map_pointer
        check(lib.vrm_actor_create(sim, avatar._id, ctypes.byref(definition), ctypes.byref(pointer)),
              "making an actor (a face map must be of the avatar's rig)")
        #: Whom it plays.
        self.avatar = avatar
        self._face_map = face_map
        self._played: dict[int, Native] = {}  # clips by address: the actor may play them again after a jump back
        self._native = Native("Actor", pointer.value or 0, lib.vrm_actor_destroy, tuple(owners))

    def _facts(self) -> str:
        return f"at {self.time:.2f} s"

    @documented("vrm_actor_set_stance")
    def set_stance(self, stance: Stance | str) -> None:
        """Changes the pose beneath the layers."""
        self._set(lib.vrm_actor_set_stance(self._c, word(Stance, stance)), "there is no such stance")

    # ---- Layers ----

    @documented("vrm_actor_play")
    def play(self, clip: Clip, *, at_end: LayerEnd | str = LayerEnd.LOOPS, weight: float = 1.0, fade_in_s: float = 0.25,
             fade_out_s: float = 0.25, speed: float = 1.0, start_s: float = 0.0, begin_s: float | None = None,
             part: str | MotionPart | None = None, bones: Iterable[Bone | str] | None = None, has_expressions: bool | None = None,
             has_gaze: bool | None = None, is_additive: bool = False, applies_root_motion: bool = False) -> int:
        """Starts a layer over those that are there and returns its number. `begin_s` None: now. The layer may move all, or a
        `part` of the body by name ("upper-body", "left-arm+head"; see motion_parts()), or these `bones`. `has_expressions` and
        `has_gaze` None: as the part says, else True."""
        return self._start(lib.vrm_actor_play, clip, at_end, weight, fade_in_s, fade_out_s, speed, start_s, begin_s, part, bones,
                           has_expressions, has_gaze, is_additive, applies_root_motion)

    @documented("vrm_actor_cross_fade")
    def cross_fade(self, clip: Clip, *, at_end: LayerEnd | str = LayerEnd.LOOPS, weight: float = 1.0, fade_in_s: float = 0.25,
                   fade_out_s: float = 0.25, speed: float = 1.0, start_s: float = 0.0, begin_s: float | None = None,
                   part: str | MotionPart | None = None, bones: Iterable[Bone | str] | None = None,
                   has_expressions: bool | None = None, has_gaze: bool | None = None, is_additive: bool = False,
                   applies_root_motion: bool = False) -> int:
        """Plays a clip instead of all others, which stop when it has faded in. Parameters are those of play()."""
        return self._start(lib.vrm_actor_cross_fade, clip, at_end, weight, fade_in_s, fade_out_s, speed, start_s, begin_s,
                           part, bones, has_expressions, has_gaze, is_additive, applies_root_motion)

    def _start(self, function: Any, clip: Clip, at_end: LayerEnd | str, weight: float, fade_in_s: float, fade_out_s: float,
               speed: float, start_s: float, begin_s: float | None, part: str | MotionPart | None,
               bones: Iterable[Bone | str] | None, has_expressions: bool | None, has_gaze: bool | None, is_additive: bool,
               applies_root_motion: bool) -> int:
        expect(clip, Clip, "clip")
        layer, held = abi.LayerDef(), self.avatar._check()
        lib.vrm_layer_def_init(ctypes.byref(layer), ctypes.sizeof(layer))
        pointer = clip._c
        layer.clip, layer.at_end = pointer, int(word(LayerEnd, at_end))
        layer.weight, layer.speed = number(weight, "weight"), number(speed, "speed")
        layer.fade_in_s, layer.fade_out_s = number(fade_in_s, "fade_in_s"), number(fade_out_s, "fade_out_s")
        layer.start_s = number(start_s, "start_s")
        if begin_s is not None:
            layer.begin_s = max(0.0, number(begin_s, "begin_s"))
        if part is not None and bones is not None:
            raise ArgumentError("part and bones: give one of them")
        if part is not None:
            mask = _part(part)
            layer.bones, layer.has_expressions, layer.has_gaze = mask.bones, mask.expressions, mask.gaze
        if bones is not None:
            layer.bones = _bits(bones)
        if has_expressions is not None:
            layer.has_expressions = bool(has_expressions)
        if has_gaze is not None:
            layer.has_gaze = bool(has_gaze)
        layer.is_additive, layer.applies_root_motion = bool(is_additive), bool(applies_root_motion)
        started = int(function(self._c, ctypes.byref(layer)))
        del held
        if started == 0:
            raise ArgumentError("the layer was refused: a number is out of range, the clip moves the nodes of another file, "
                                f"or {abi.ACTOR_LAYERS_MAX} layers play")
        self._played[pointer.native.address] = pointer.native
        return started

    @documented("vrm_actor_stop")
    def stop(self, layer: int, fade_s: float = 0.25) -> None:
        """Fades a layer out and removes it."""
        self._layer(lib.vrm_actor_stop(self._c, _count(layer), number(fade_s, "fade_s")), layer)

    @documented("vrm_actor_forget")
    def forget(self, clip: Clip) -> None:
        """Removes all layers of a clip at once. The actor keeps every clip that it has played, for jumps back, until then."""
        expect(clip, Clip, "clip")
        pointer = clip._c
        lib.vrm_actor_forget(self._c, pointer)
        self._played.pop(pointer.native.address, None)

    @documented("vrm_actor_set_weight")
    def set_weight(self, layer: int, weight: float, fade_s: float = 0.25) -> None:
        self._layer(lib.vrm_actor_set_weight(self._c, _count(layer), number(weight, "weight"), number(fade_s, "fade_s")), layer)

    @documented("vrm_actor_set_speed")
    def set_speed(self, layer: int, speed: float) -> None:
        self._layer(lib.vrm_actor_set_speed(self._c, _count(layer), number(speed, "speed")), layer)

    @documented("vrm_actor_set_clip_time")
    def set_clip_time(self, layer: int, time_s: float) -> None:
        self._layer(lib.vrm_actor_set_clip_time(self._c, _count(layer), number(time_s, "time_s")), layer)

    @documented("vrm_actor_layer")
    def layer(self, layer: int) -> LayerState | None:
        """What a layer plays now, without its clip; None when it is gone."""
        state = abi.LayerState()
        if not lib.vrm_actor_layer(self._c, _count(layer), ctypes.byref(state)):
            return None
        return LayerState._from_c(state, no_export)

    # ---- Root ----

    @documented("vrm_actor_set_root")
    def set_root(self, translation: Any = (0, 0, 0), rotation: Any = (0, 0, 0, 1), scale: Any = (1, 1, 1)) -> None:
        """Puts the avatar somewhere at the present time; root motion goes on from there."""
        root = abi.Transform(_vec3(translation, "translation"), _quat(rotation), _vec3(scale, "scale"))
        held = self.avatar._check()
        self._set(lib.vrm_actor_set_root(self._c, root), "the rotation of the root is 0")
        del held

    @property
    def root(self) -> Transform:
        """The avatar's root as of the last step, jump or set_root()."""
        held = self.avatar._check()
        root = Transform._from_c(lib.vrm_actor_root(self._c), no_export)
        del held
        return root

    # ---- Face, speech and gaze ----

    @property
    def face(self) -> Face | None:
        """The actor's face, for what is not a matter of time; None without one. The actor steps and applies it."""
        if self._face_map is None:
            return None
        face = Face.__new__(Face)
        face.face_map = self._face_map
        face._rig_native, face._map_native = self._face_map._rig_native, self._face_map._owner
        face._native = Native("Face", lib.vrm_actor_face(self._c) or 0, _keep, (self._owner,))
        return face

    @documented("vrm_actor_emote")
    def emote(self, emotion: str | Mapping[str, float] | None = None, *, time_s: float | None = None, intensity: float = 1.0,
              ease_in_s: float | None = None, ease_out_s: float | None = None, hold_s: float | None = None,
              is_queued: bool = False) -> None:
        """Shows an emotion as Face.emote() does, now or at a time of the actor's."""
        face = self._need_face()
        definition, given, keep = face._emotion(emotion, intensity, ease_in_s, ease_out_s, hold_s, is_queued)
        if not lib.vrm_actor_emote(self._c, _time(time_s), ctypes.byref(definition)):
            if time_s is not None and not self.time <= time_s <= 1e9:
                raise ArgumentError(f"{time_s} s is over: the actor is at {self.time:.2f} s")
            face._refuse_emotion(given)
        del keep

    @documented("vrm_actor_speak")
    def speak(self, frames: LipFrames | Iterable[LipFrame], *, time_s: float | None = None) -> None:
        """The mouth follows frames of a Lip, from now or from a time of the actor's on."""
        self._need_face()
        heard = frames if isinstance(frames, LipFrames) else LipFrames(frames)
        if not lib.vrm_actor_speak(self._c, _time(time_s), heard._c, len(heard)):
            raise ArgumentError("refused: times of frames must increase, and numbers be finite")

    def _need_face(self) -> Face:
        face = self.face
        if face is None:
            raise ArgumentError("the actor has no face: give it a face_map")
        return face

    @documented("vrm_actor_look_at")
    def look_at(self, target_world: Any) -> None:
        self._set(lib.vrm_actor_look_at(self._c, _vec3(target_world, "target_world")), "the target")

    @documented("vrm_actor_look_along")
    def look_along(self, yaw_degrees: float, pitch_degrees: float) -> None:
        self._set(lib.vrm_actor_look_along(self._c, number(yaw_degrees, "yaw_degrees"), number(pitch_degrees, "pitch_degrees")),
                  "the direction")

    @documented("vrm_actor_look_free")
    def look_free(self) -> None:
        lib.vrm_actor_look_free(self._c)

    # ---- Run ----

    @documented("vrm_actor_step")
    def step(self, dt: float) -> None:
        """Moves on by `dt` seconds, 0 or more, and sets the avatar's inputs."""
        seconds, held = number(dt, "dt"), self.avatar._check()
        if seconds < 0:
            raise ArgumentError(f"dt must be 0 or more, got {seconds}")
        if not lib.vrm_actor_step(self._c, seconds):
            self.avatar._check()
        del held

    @documented("vrm_actor_step_to")
    def step_to(self, time_s: float) -> None:
        """Moves to a time, 0 or more, as a step does: springs go on from where they are."""
        held = self.avatar._check()
        self._set(lib.vrm_actor_step_to(self._c, number(time_s, "time_s")), "a time is 0 to 1e9")
        del held

    @documented("vrm_actor_seek")
    def seek(self, time_s: float) -> None:
        """Jumps to a time, 0 or more."""
        held = self.avatar._check()
        self._set(lib.vrm_actor_seek(self._c, number(time_s, "time_s")), "a time is 0 to 1e9")
        del held

    @documented("vrm_actors_settle", "vrm_actors_settle_with")
    def settle(self, seconds: float = 1.0, inputs: Callable[[float], object] | None = None) -> None:
        """Lets springs settle by the motion of the last `seconds`, 0 to 60. Steps the sim with all of its avatars. `inputs` is
        called with the time before each step, after the actor has set its inputs, for those of the host. What it raises comes
        out of this call, after the last step."""
        held, owner = self.avatar._check(), self._owner
        raised: list[BaseException] = []

        def call(_context: int, _actor: int, time_s: float) -> None:
            if inputs is None or raised:
                return
            try:
                inputs(time_s)
            except BaseException as error:  # noqa: B902 (must not cross C)
                raised.append(error)

        function = _SETTLE(call) if inputs is not None else None
        actors = (ctypes.c_void_p * 1)(owner.address)
        is_settled = lib.vrm_actors_settle_with(actors, 1, number(seconds, "seconds"),
                                                ctypes.cast(function, ctypes.c_void_p) if function else None, None)
        del held, owner
        if raised:
            raise raised[0]
        self._set(is_settled, "seconds are 0 to 60")

    @property
    def time(self) -> float:
        """Seconds since the beginning."""
        return float(lib.vrm_actor_time(self._c))

    @documented("vrm_actor_poll")
    def events(self) -> Iterator[ActorEvent]:
        """What has happened since they were last asked for."""
        event = abi.ActorEvent()
        while lib.vrm_actor_poll(self._c, ctypes.byref(event)):
            yield ActorEvent._from_c(event, no_export)

    def _set(self, is_ok: bool, why: str) -> None:
        if not is_ok:
            raise ArgumentError(f"refused: {why}")

    def _layer(self, is_ok: bool, layer: int) -> None:
        if not is_ok and self.layer(layer) is None:
            raise ArgumentError(f"there is no layer {layer}, or it is gone")
        self._set(is_ok, "a number is out of range")


#: vrm_SettleFn.
_SETTLE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_double)


def _keep(pointer: Any) -> None:
    """A face that belongs to its actor."""


def _time(time_s: float | None) -> float:
    return _NOW if time_s is None else max(0.0, number(time_s, "time_s"))


def _count(layer: int) -> int:
    index = operator.index(layer)
    return index if 0 <= index < 2**32 else 0


def _bits(bones: Iterable[Bone | str]) -> int:
    bits = 0
    for bone in bones:
        index = int(word(Bone, bone))
        if not 0 <= index < 64:
            raise ArgumentError(f"there is no bone {index}")
        bits |= 1 << index
    return bits
