# SPDX-License-Identifier: MIT
"""Parameters and structs that refuse what ctypes would pass on wrong: an integer that does not fit is cut to its low
bits, and a pointer to an object of one type is as good as any other. And no code of the host runs between the check of
an object and the call that uses it: its numbers are converted before.
"""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Callable

from ._memory import number, number32


class Integer:
    """A parameter of C's integer type `kind`: whatever is an integer for Python, within its range."""

    def __init__(self, kind: Any) -> None:
        bits = 8 * ctypes.sizeof(kind)
        is_signed = kind(-1).value < 0
        self.kind = kind
        self.low = -(1 << (bits - 1)) if is_signed else 0
        self.high = (1 << (bits - 1)) - 1 if is_signed else (1 << bits) - 1

    def convert(self, value: Any) -> int:
        number = operator.index(value)
        if not self.low <= number <= self.high:
            raise OverflowError(f"{number} is not within {self.low} to {self.high}")
        return number


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
    """A struct that users fill with numbers."""

    @classmethod
    def kinds(cls) -> dict[str, Any]:
        """Types of the members by name."""
        if "_kinds" not in cls.__dict__:
            cls._kinds = dict((name, kind) for name, kind, *_ in cls._fields_)
        return cls._kinds

    _kinds: dict[str, Any]

    def __setattr__(self, name: str, value: Any) -> None:
        kind = self.kinds().get(name)
        if kind is ctypes.c_float or kind is ctypes.c_double:
            value = _PLAIN[kind](value, name)
        super().__setattr__(name, value)
        if isinstance(value, int) and type(stored := getattr(self, name)) is int and stored != value:
            raise OverflowError(f"{name}: {value} does not fit")


Converters = tuple[tuple[int, Callable[[Any], Any]], ...]

_PLAIN: dict[Any, Callable[..., Any]] = {ctypes.c_float: number32, ctypes.c_double: number, ctypes.c_bool: bool}


def prepared(parameters: tuple[Any, ...]) -> tuple[list[Any], Converters]:
    """Types of parameters for ctypes, and which arguments are converted before a call."""
    types = [kind.kind if isinstance(kind, Integer) else kind for kind in parameters]
    converters = [(i, kind.convert if isinstance(kind, Integer) else _PLAIN.get(kind)) for i, kind in enumerate(parameters)
                  if not isinstance(kind, Opaque)]
    return types, tuple((i, convert) for i, convert in converters if convert is not None)


Int32, Int64 = Integer(ctypes.c_int32), Integer(ctypes.c_int64)
UInt8, UInt16, UInt32, UInt64 = (Integer(kind) for kind in (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64))
Size = Integer(ctypes.c_size_t)
