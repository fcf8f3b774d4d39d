# SPDX-License-Identifier: MIT
"""Packets of trackers: programs that follow a face before a camera, apps on a phone, sensors on the body. Needs libvrm_vmc."""

from __future__ import annotations

import ctypes

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Native, Pointer, _text, data_of, no_export, number
from ._types import Pose, TrackerKind, TrackerState, TrackerStats
from ._words import word
from .clip import Recorder
from .errors import check
from .live import Live

__all__ = ["Tracker"]


class Tracker(Handle):
    """Reads the packets of one protocol: openseeface, ifacialmocap, vtubestudio, livelink, mocopi or mediapipe.

        tracker = libvrm.Tracker("openseeface")
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        receiver.bind(("127.0.0.1", tracker.port))
        tracker.receive(receiver.recv(65536))
    """

    @documented("vrm_tracker_create")
    def __init__(self, kind: TrackerKind | str, *, records_shapes: bool = False) -> None:
        """With `records_shapes` record() writes the 52 shapes of the face instead of presets."""
        definition, pointer = abi.TrackerDef(), ctypes.c_void_p()
        lib.vrm_tracker_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.records_shapes = bool(records_shapes)
        check(lib.vrm_tracker_create(word(TrackerKind, kind), ctypes.byref(definition), ctypes.byref(pointer)), "making a tracker")
        self._native = Native("Tracker", pointer.value or 0, lib.vrm_tracker_destroy)

    def _facts(self) -> str:
        return f"{self.name}, {self.stats.frames} frames"

    @property
    def kind(self) -> TrackerKind:
        """The protocol."""
        return TrackerKind(lib.vrm_tracker_kind(self._c))

    @property
    def name(self) -> str:
        """The name of the protocol, as recordings have it."""
        return _text(lib.vrm_tracker_name(self.kind))

    @property
    def port(self) -> int:
        """The UDP port to which such trackers send by default."""
        return int(lib.vrm_tracker_port(self.kind))

    @documented("vrm_tracker_receive")
    def receive(self, packet: bytes) -> bool:
        """Takes a packet. False, without effect, if it was refused: packets are untrusted, so that this is no exception."""
        data = data_of(packet)
        return int(lib.vrm_tracker_receive(self._c, data, len(data))) == 0

    @property
    def stats(self) -> TrackerStats:
        """What was received, and what was wrong with it."""
        return TrackerStats._from_c(lib.vrm_tracker_stats(self._c), no_export)

    @property
    def state(self) -> TrackerState:
        """A copy of the last motion."""
        return TrackerState._from_c(lib.vrm_tracker_state(self._c)[0], no_export)

    @documented("vrm_tracker_pose")
    def pose(self, hips_height: float = 0.0) -> Pose:
        """The last motion as a pose."""
        return Pose._from_c(lib.vrm_tracker_pose(self._c, hips_height), no_export)

    @documented("vrm_tracker_observe")
    def observe(self, live: Live, source: int, time_s: float) -> bool:
        """Shows the last motion to a mixer, after each packet. False if there was nothing new, nobody is seen, or the
        observation was refused."""
        expect(live, Live, "live")
        rig = Pointer(live._rig_native)
        return bool(lib.vrm_tracker_observe(self._c, rig, live._c, source, number(time_s, "time_s")))

    @documented("vrm_tracker_record")
    def record(self, recorder: Recorder, time_s: float, hips_height: float = 0.0) -> None:
        """Adds a frame to a recorder."""
        expect(recorder, Recorder, "recorder")
        check(lib.vrm_tracker_record(self._c, recorder._c, time_s, hips_height), "recording")

    @documented("vrm_tracker_record_face")
    def record_face(self, recorder: Recorder) -> None:
        """Adds face and gaze to the newest frame of a recorder."""
        expect(recorder, Recorder, "recorder")
        check(lib.vrm_tracker_record_face(self._c, recorder._c), "recording")

    # ---- Phones that are asked ----

    @property
    def phone_port(self) -> int:
        """The UDP port of a phone on which it is asked to send, by request(); 0: it sends by itself."""
        return int(lib.vrm_tracker_phone_port(self.kind))

    @property
    def request_interval(self) -> float:
        """The time after which a phone is asked again (s); 0: it sends by itself."""
        return float(lib.vrm_tracker_request_interval(self.kind))

    @documented("vrm_tracker_request")
    def request(self, port: int) -> bytes:
        """The packet that asks a phone to send to `port` of this machine; empty for trackers that send by themselves."""
        text = ctypes.create_string_buffer(abi.TRACKER_REQUEST_MAX)
        size = int(lib.vrm_tracker_request(self.kind, port, text))
        return text.raw[:size]
