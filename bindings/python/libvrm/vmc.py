# SPDX-License-Identifier: MIT
"""Live motion by the VMC protocol. Needs libvrm_vmc."""

from __future__ import annotations

import ctypes

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Exclusive, Native, Pointer, _text, data_of, encode, no_export, number
from ._types import Pose, VmcState, VmcStats
from .clip import Recorder
from .errors import check
from .live import Live
from .sim import Avatar

__all__ = ["Vmc", "VmcSocket"]


class Vmc(Handle):
    """Takes packets, from any socket, and says what the sender's avatar does now."""

    @documented("vrm_vmc_create")
    def __init__(self, *, expression_count: int = 256, hips_height: float = 0.0) -> None:
        definition = abi.VmcDef()
        lib.vrm_vmc_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.expression_count, definition.hips_height = expression_count, hips_height
        pointer = ctypes.c_void_p()
        check(lib.vrm_vmc_create(ctypes.byref(definition), ctypes.byref(pointer)), "making a receiver")
        self._native = Native("Vmc", pointer.value or 0, lib.vrm_vmc_destroy)

    @documented("vrm_vmc_receive")
    def receive(self, packet: bytes) -> None:
        """Takes a packet."""
        data = data_of(packet)
        check(lib.vrm_vmc_receive(self._c, data, len(data)), "packet")

    @property
    def stats(self) -> VmcStats:
        """What was received, and what was wrong with it."""
        return VmcStats._from_c(lib.vrm_vmc_stats(self._c), no_export)

    @property
    def state(self) -> VmcState:
        """A copy of what the sender's avatar does now."""
        return VmcState._from_c(lib.vrm_vmc_state(self._c)[0], no_export)

    @property
    def expressions(self) -> dict[str, float]:
        """Weights by the names that the sender gives."""
        count = lib.vrm_vmc_expression_count(self._c)
        return {_text(lib.vrm_vmc_expression_name(self._c, i)): float(lib.vrm_vmc_expression_weight(self._c, i))
                for i in range(count)}

    @documented("vrm_vmc_pose")
    def pose(self, hips_height: float = 0.0) -> Pose:
        """What the sender's avatar does, as a pose."""
        return Pose._from_c(lib.vrm_vmc_pose(self._c, hips_height), no_export)

    @documented("vrm_vmc_apply")
    def apply(self, avatar: Avatar) -> None:
        """Sets an avatar to what the sender's does: pose, expressions and gaze."""
        expect(avatar, Avatar, "avatar")
        lib.vrm_vmc_apply(self._c, avatar._check(), avatar._id)

    @documented("vrm_vmc_observe")
    def observe(self, live: Live, source: int, time_s: float) -> bool:
        """Shows the state to a mixer, once in each frame. False if nothing about the avatar came since, or it was refused."""
        expect(live, Live, "live")
        rig = Pointer(live._rig_native)
        return bool(lib.vrm_vmc_observe(self._c, rig, live._c, source, number(time_s, "time_s")))

    @documented("vrm_vmc_record")
    def record(self, recorder: Recorder, time_s: float, hips_height: float = 0.0) -> None:
        """Adds a frame to a recorder."""
        expect(recorder, Recorder, "recorder")
        check(lib.vrm_vmc_record(self._c, recorder._c, time_s, hips_height), "recording")


class VmcSocket(Handle):
    """A UDP socket for those who have none."""

    @documented("vrm_vmc_socket_open")
    def __init__(self, address: str | None = None, port: int = abi.VMC_PORT) -> None:
        pointer = ctypes.c_void_p()
        check(lib.vrm_vmc_socket_open(None if address is None else encode(address), port, ctypes.byref(pointer)),
              f"port {port}")
        self._native = Native("VmcSocket", pointer.value or 0, lib.vrm_vmc_socket_close)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(lib.vrm_vmc_socket_port(self._c))

    @documented("vrm_vmc_socket_wait")
    def wait(self, seconds: float) -> bool:
        """Other Python threads run meanwhile; those that touch this socket get a RuntimeError."""
        native, milliseconds = self._owner, int(number(seconds) * 1000)
        with Exclusive(native, "waiting on") as pointer:
            return bool(lib.vrm_vmc_socket_wait(pointer, milliseconds))

    @documented("vrm_vmc_socket_receive")
    def receive(self, vmc: Vmc) -> int:
        """Takes the packets that have come, and returns how many."""
        expect(vmc, Vmc, "vmc")
        return int(lib.vrm_vmc_socket_receive(self._c, vmc._c))
