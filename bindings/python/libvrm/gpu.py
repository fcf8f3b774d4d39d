# SPDX-License-Identifier: MIT
"""Crowds on an OpenCL device, bit for bit those of Sim. Needs libvrm_gpu.

    sim = libvrm.gpu.GpuSim()
    crowd = sim.add(rig, 10000)
    crowd.set(libvrm.GpuInput.ROOTS, roots)      # (10000, 10) floats
    sim.step(1 / 60)
    palettes = crowd.read(libvrm.GpuOutput.PALETTES)
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, Callable, Sequence

from . import _abi as abi
from ._array import Array
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Exclusive, Native, Pointer, _text, encode, no_export, number, numpy
from ._types import GpuDevice, GpuInput, GpuOutput, GpuSplit, Outputs, Result, Stages
from ._words import word
from .clip import Player
from .errors import ArgumentError, StaleError, check
from .report import Report, ReportOf
from .rig import Rig

__all__ = ["GpuCrowd", "GpuSim", "devices"]

# Outputs that are rows of a table: floats in each row.
_ROWS: dict[GpuOutput, tuple[int, ...]] = {
    GpuOutput.LOCALS: (10,), GpuOutput.WORLDS: (3, 4), GpuOutput.PALETTES: (3, 4), GpuOutput.VALUES: (4,),
    GpuOutput.SPRINGS: (4,),
}


@documented("vrm_gpu_devices")
def devices() -> tuple[GpuDevice, ...]:
    """Empty where there is no OpenCL."""
    count = ctypes.c_int32()
    if lib.vrm_gpu_devices(None, 0, ctypes.byref(count)) == Result.ERR_UNSUPPORTED or count.value == 0:
        return ()
    found = (abi.GpuDevice * count.value)()
    check(lib.vrm_gpu_devices(found, count.value, ctypes.byref(count)), "listing devices")
    return tuple(GpuDevice._from_c(device, no_export) for device in found[:count.value])


class GpuSim(Handle):
    """Steps crowds on a device. One sim is for one thread at a time."""

    #: What creation found, and adding rigs since.
    report: Report

    @documented("vrm_gpu_sim_create")
    def __init__(self, *, device: str | None = None, allows_inexact: bool = False, spring_rate_hz: float = 60.0,
                 max_step_s: float | None = None, outputs: Outputs | str = Outputs.DEFAULT, split: GpuSplit | str = GpuSplit.AUTO,
                 cache_folder: str | None = None) -> None:
        definition = abi.GpuSimDef()
        lib.vrm_gpu_sim_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.device = None if device is None else encode(device)
        definition.allows_inexact = allows_inexact
        definition.spring_rate_hz = number(spring_rate_hz)
        if max_step_s is not None:
            definition.max_step_s = number(max_step_s)
        definition.outputs, definition.split = int(word(Outputs, outputs)), int(word(GpuSplit, split))
        definition.cache_folder = None if cache_folder is None else encode(cache_folder)
        self._findings = ReportOf()
        self._findings.__enter__()
        # The library writes into it as long as the sim lives.
        findings = Native("Report", self._findings.pointer.value or 0, lib.vrm_report_destroy)
        definition.report = findings.address
        pointer = ctypes.c_void_p()
        self.report = self._findings.check(lib.vrm_gpu_sim_create(ctypes.byref(definition), ctypes.byref(pointer)),
                                           "making a sim on a device")
        # Rigs must outlive their avatars, clips the sim.
        self._rigs: dict[int, Native] = {}
        self._clips: dict[int, Native] = {}
        self._crowds = 0
        self._native = Native("GpuSim", pointer.value or 0, lib.vrm_gpu_sim_destroy, (findings, self._rigs, self._clips),
                              one_process=True)

    def _check(self, result: int, what: str) -> None:
        if result == Result.OK:
            return
        message = _text(lib.vrm_gpu_sim_message(Pointer(self._owner)))
        self.report = self._findings.read()
        check(result, f"{what} ({message})" if message else what, self.report)

    def _waiting(self, call: Callable[[Pointer], int], what: str) -> None:
        """A call that may take long: other threads run meanwhile, and get a RuntimeError when they touch this sim."""
        with Exclusive(self._owner, "stepping") as pointer:
            result = call(pointer)
        self._check(result, what)

    def _facts(self) -> str:
        return f"of {len(self)} avatars"

    @property
    def device(self) -> GpuDevice:
        """The device that the sim runs on."""
        return GpuDevice._from_c(lib.vrm_gpu_sim_device(self._c), no_export)

    @property
    @documented("vrm_gpu_sim_is_exact")
    def is_exact(self) -> bool:
        """Whether the bits are those of Sim."""
        return bool(lib.vrm_gpu_sim_is_exact(self._c))

    @property
    @documented("vrm_gpu_sim_bytes")
    def bytes(self) -> int:
        """Memory of the device that is in use."""
        return int(lib.vrm_gpu_sim_bytes(self._c))

    def __len__(self) -> int:
        """Avatars of all crowds."""
        return int(lib.vrm_gpu_sim_avatar_count(self._c))

    @documented("vrm_gpu_sim_add")
    def add(self, rig: Rig, count: int = 1) -> GpuCrowd:
        """Adds `count` avatars of one rig."""
        expect(rig, Rig, "rig")
        if not 0 < count < 2**31:
            raise ArgumentError(f"count must be above 0, got {count}", Result.ERR_ARGUMENT)
        ids = (abi.AvatarId * count)()
        self._check(lib.vrm_gpu_sim_add(self._c, rig._c, count, ids), "adding avatars")
        self._crowds += 1
        self._rigs[self._crowds] = rig._owner
        return GpuCrowd(self, rig, ids, self._crowds)

    @documented("vrm_gpu_sim_reserve")
    def reserve(self, rig: Rig, count: int) -> None:
        """Takes memory for avatars that will be added."""
        expect(rig, Rig, "rig")
        self._check(lib.vrm_gpu_sim_reserve(self._c, rig._c, count), "reserving memory")

    @documented("vrm_gpu_sim_step")
    def step(self, dt: float, frames: int = 1) -> None:
        """Advances all avatars by `dt` seconds, `frames` times."""
        seconds = number(dt, "dt")
        self._waiting(lambda pointer: int(lib.vrm_gpu_sim_step(pointer, seconds, frames)), "stepping")

    @documented("vrm_gpu_sim_finish")
    def finish(self) -> None:
        """Waits until the device has done all steps."""
        self._waiting(lambda pointer: int(lib.vrm_gpu_sim_finish(pointer)), "waiting for the device")


class GpuCrowd:
    """Avatars of one rig that were added together: arrays have a row for each, in that order."""

    def __init__(self, sim: GpuSim, rig: Rig, ids: Any, key: int) -> None:
        self._sim, self._ids, self._key = sim, ids, key
        #: What the avatars were made from.
        self.rig = rig
        self._rig_native = rig._owner
        self._is_removed = False

    def __len__(self) -> int:
        return 0 if self._is_removed else len(self._ids)

    def __repr__(self) -> str:
        return f"<libvrm.gpu.GpuCrowd of {len(self)}>"

    @property
    def sim(self) -> GpuSim:
        """The sim that the avatars were added to."""
        return self._sim

    def _pointer(self) -> Pointer:
        if self._is_removed:
            raise StaleError("these avatars have left their sim", Result.ERR_ARGUMENT)
        return self._sim._c

    @documented("vrm_gpu_sim_remove")
    def remove(self) -> None:
        """Takes the avatars out of their sim."""
        self._sim._check(lib.vrm_gpu_sim_remove(self._pointer(), self._ids, len(self._ids)), "removing avatars")
        self._is_removed = True
        self._sim._rigs.pop(self._key, None)

    def input_width(self, input: GpuInput | str) -> int:
        """Floats that each avatar takes; 0 when there is no such input."""
        return int(lib.vrm_gpu_input_width(Pointer(self._rig_native), word(GpuInput, input)))

    def output_width(self, output: GpuOutput | str) -> int:
        """Floats that each avatar gives."""
        return int(lib.vrm_gpu_output_width(Pointer(self._rig_native), word(GpuOutput, output)))

    @documented("vrm_gpu_sim_set")
    def set(self, input: GpuInput | str, values: Any) -> None:
        """`values`: for each avatar input_width() floats, in any shape; a numpy array of float32 without gaps is
        not copied on the way."""
        input = word(GpuInput, input)
        pointer, wanted = self._pointer(), len(self._ids) * self.input_width(input)
        if numpy is not None:
            array = numpy.ascontiguousarray(values, dtype=numpy.float32)
            count, memory = int(array.size), array.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        else:
            flat = [number(x) for row in values for x in row]
            count, memory = len(flat), (ctypes.c_float * len(flat))(*flat)
        if count != wanted or wanted == 0:
            raise ArgumentError(f"{input!r} takes {wanted} floats ({len(self._ids)} avatars), got {count}", Result.ERR_ARGUMENT)
        self._sim._check(lib.vrm_gpu_sim_set(pointer, input, self._ids, len(self._ids), memory), f"{input!r}")

    @documented("vrm_gpu_sim_play")
    def play(self, players: Player | Sequence[Player] | None) -> None:
        """One player for all, one for each avatar, or None to stop."""
        pointer, count = self._pointer(), len(self._ids)
        if players is None:
            array = (abi.Player * count)(*[abi.Player(None, 0.0, 1.0, 1.0, True, False) for _ in range(count)])
        else:
            each = [players] * count if isinstance(players, Player) else list(players)
            for player in each:
                expect(player, Player, "player")
            if len(each) != count:
                raise ArgumentError(f"{count} avatars take {count} players, got {len(each)}", Result.ERR_ARGUMENT)
            given = [player._to_c() for player in each]
            for c in given:  # the sim reads them as long as it lives
                self._sim._clips[c._clip.address] = c._clip
            array = (abi.Player * count)(*given)
        self._sim._check(lib.vrm_gpu_sim_play(pointer, self._ids, count, array), "playing")

    @documented("vrm_gpu_sim_set_stages")
    def set_stages(self, stages: Stages | str) -> None:
        """Which parts of a step run."""
        self._sim._check(lib.vrm_gpu_sim_set_stages(self._pointer(), self._ids, len(self._ids), int(word(Stages, stages))), "the stages")

    @documented("vrm_gpu_sim_reset_springs")
    def reset_springs(self) -> None:
        """Springs begin at rest again."""
        self._sim._check(lib.vrm_gpu_sim_reset_springs(self._pointer(), self._ids, len(self._ids)), "resetting the springs")

    @documented("vrm_gpu_sim_pause_springs")
    def pause_springs(self, is_paused: bool = True) -> None:
        """Springs keep still, or move again."""
        self._sim._check(lib.vrm_gpu_sim_pause_springs(self._pointer(), self._ids, len(self._ids), is_paused),
                         "pausing the springs")

    @documented("vrm_gpu_sim_set_spring_scaling")
    def set_spring_scaling(self, is_on: bool) -> None:
        """Whether springs become coarser far away from the camera."""
        self._sim._check(lib.vrm_gpu_sim_set_spring_scaling(self._pointer(), self._ids, len(self._ids), is_on),
                         "scaling the springs")

    @documented("vrm_gpu_sim_read")
    def read(self, output: GpuOutput | str) -> Any:
        """A copy: (avatars, rows, ...) of float32 where numpy is installed, else an Array."""
        self._pointer()
        output = word(GpuOutput, output)
        width, count = self.output_width(output), len(self._ids)
        memory = (ctypes.c_float * (count * width))()
        self._sim._waiting(lambda pointer: int(lib.vrm_gpu_sim_read(pointer, output, self._ids, count, memory)), f"{output!r}")
        row = _ROWS.get(output, ())
        if numpy is None:
            rows = (width // math.prod(row), *row) if row else (width,)
            return Array(memoryview(memory).toreadonly().cast("B").cast("f"), (count, *rows))
        return numpy.frombuffer(memoryview(memory), dtype=numpy.float32).reshape((count, -1, *row) if row else (count, width))
