# SPDX-License-Identifier: MIT
"""What two avatars differ in."""

from __future__ import annotations

import ctypes
import operator
from dataclasses import dataclass
from typing import Iterator

from . import _abi as abi
from ._handle import expect
from ._library import documented, lib
from ._memory import no_export, number
from ._types import Difference
from .errors import check
from .model import Model

__all__ = ["Diff", "diff"]


@dataclass(frozen=True)
class Diff:
    """Differences of two models, grouped by part. Empty, and false, when the models mean the same."""

    differences: tuple[Difference, ...] = ()
    #: All of them, also those beyond the most that were asked for.
    total: int = 0

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)

    def __bool__(self) -> bool:
        return self.total > 0


@documented("vrm_diff_create")
def diff(before: Model, after: Model, *, distance: float = 1e-4, angle: float = 0.1, value: float = 1e-4,
         most: int = 10000, pixels: bool = False) -> Diff:
    """What two models differ in, by meaning: docs/guide/diff.md lists what is compared. `distance` is in metres, `angle` in
    degrees; `value` is for other numbers. `pixels` compares pictures by what they show instead of their bytes, which needs
    libvrm_render.

        for found in libvrm.diff(libvrm.load("a.vrm"), libvrm.load("b.vrm")):
            print(found.part, found.kind, found.subject, found.member, found.before, found.after)
    """
    expect(before, Model, "before")
    expect(after, Model, "after")
    definition, pointer = abi.DiffDef(), ctypes.c_void_p()
    lib.vrm_diff_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
    definition.distance, definition.angle = number(distance, "distance"), number(angle, "angle")
    definition.value, definition.max_differences = number(value, "value"), operator.index(most)
    if pixels:
        definition.picture_digest = lib.address("vrm_image_digest")
    check(lib.vrm_diff_create(before._c, after._c, ctypes.byref(definition), ctypes.byref(pointer)), "comparing")
    try:
        found = tuple(Difference._from_c(lib.vrm_diff_get(pointer, i), no_export) for i in range(lib.vrm_diff_count(pointer)))
        return Diff(found, int(lib.vrm_diff_total(pointer)))
    finally:
        lib.vrm_diff_destroy(pointer)
