# SPDX-License-Identifier: MIT
"""Parameters and structs that refuse what ctypes would pass on wrong: an integer that does not fit is cut to its low
bits, and a pointer to an object of one type is as good as any other.
"""

from __future__ import annotations

import ctypes
import operator
from typing import Any


class Integer:
    """A parameter of C's integer type `kind`: whatever is an integer for Python, within its range."""

    def __init__(self, kind: Any) -> None:
        bits = 8 * ctypes.sizeof(kind)
        is_signed = kind(-1).value < 0
        self.kind = kind
        self.low = -(1 << (bits - 1)) if is_signed else 0
        self.high = (1 << (bits - 1)) - 1 if is_signed else (1 << bits) - 1

    def from_param(self, value: Any) -> Any:
        if not self.low <= operator.index(value) <= self.high:
            raise OverflowError(self.refusal(value))
        return self.kind(value)

    def refusal(self, value: Any) -> str:
        return f"{value} is not within {self.low} to {self.high}"


class Opaque:
    """A parameter that points at an object of one type. Wrappers pass a `Pointer`, which knows its type."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def from_param(self, value: Any) -> Any:
        native = getattr(value, "native", None)
        if native is not None and native.kind != self.kind:
            raise TypeError(f"expected {self.kind}, got {native.kind}")
        return ctypes.c_void_p.from_param(value)


class Structure(ctypes.Structure):
    """A struct that users fill with integers."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, int) and type(stored := getattr(self, name)) is int and stored != value:
            raise OverflowError(f"{name}: {value} does not fit")


def overflow(parameters: tuple[Any, ...], arguments: tuple[Any, ...]) -> str:
    """Why a call was refused, when it was for an integer out of range; else "". ctypes does not say."""
    for kind, value in zip(parameters, arguments):
        if isinstance(kind, Integer) and hasattr(value, "__index__") and not kind.low <= operator.index(value) <= kind.high:
            return kind.refusal(value)
    return ""


Int32, Int64 = Integer(ctypes.c_int32), Integer(ctypes.c_int64)
UInt8, UInt16, UInt32, UInt64 = (Integer(kind) for kind in (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64))
Size = Integer(ctypes.c_size_t)
