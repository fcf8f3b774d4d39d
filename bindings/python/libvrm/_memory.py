# SPDX-License-Identifier: MIT
"""Who owns what: native objects, views of their memory, and memory lent to a call.

A `Native` is the one owner of a C object. Python objects share it; it ends when the last of them, and
the last view of its memory, is gone. close() of a Python object therefore never frees what a view still
shows: it only lets go. Views forbid what would move or free the memory they show (BufferError), as
bytearray does.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from enum import IntEnum
from typing import Any, Callable, TypeVar

try:
    import numpy as numpy
except ImportError:  # works without: memoryviews then
    numpy = None  # type: ignore[assignment]

E = TypeVar("E", bound=IntEnum)


def _text(value: bytes | None) -> str:
    return "" if value is None else value.decode("utf-8", "replace")


def _enum(kind: type[E], value: int) -> E:
    """A value that this version does not know stays a number: a newer library is no error."""
    try:
        return kind(value)
    except ValueError:
        return value  # type: ignore[return-value]


class Keep:
    """Memory that a C struct points at while a call runs."""

    def __init__(self) -> None:
        self._objects: list[Any] = []

    def text(self, value: str) -> bytes:
        encoded = encode(value)
        self._objects.append(encoded)
        return encoded

    def texts(self, values: tuple[str, ...]) -> Any:
        array = (ctypes.c_char_p * len(values))(*[encode(value) for value in values])
        self._objects.append(array)
        return ctypes.cast(array, ctypes.POINTER(ctypes.c_char_p))

    def array(self, kind: Any, values: list[Any]) -> Any:
        array = (kind * len(values))(*values)
        self._objects.append(array)
        return ctypes.cast(array, ctypes.POINTER(kind))


def encode(value: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"expected str, got {type(value).__name__}")
    if "\0" in value:
        raise ValueError("a string for libvrm must not hold U+0000")
    return value.encode("utf-8")


def number(value: Any) -> float:
    """A float of whatever is a number, those of numpy included."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"expected a number, got {type(value).__name__}")
    return float(value)


def numbers(values: Any, count: int) -> list[float]:
    result = [number(value) for value in values]
    if len(result) != count:
        raise ValueError(f"expected {count} numbers, got {len(result)}")
    return result


class Owner:
    """Something whose memory views show; `exports` counts them."""

    __slots__ = ("exports",)

    def __init__(self) -> None:
        self.exports = 0


class Native(Owner):
    """Owns a C object and knows what must outlive it. `busy` while a call without the interpreter's
    lock changes it."""

    __slots__ = ("address", "keeps", "busy", "thread", "_finalizer", "__weakref__")

    def __init__(self, pointer: int, destroy: Callable[[int], None], keeps: tuple[Any, ...] = (),
                 one_thread: bool = False) -> None:
        super().__init__()
        self.address = pointer
        self.keeps = keeps
        self.busy = False
        self.thread = threading.get_ident() if one_thread else 0
        # weakref.finalize also runs at the end of the interpreter, newest first: what depends on
        # another object is made after it and so ends before it.
        self._finalizer = weakref.finalize(self, _end, pointer, destroy, keeps, self.thread)

    def release(self) -> None:
        """Ends the object now. For those that nothing else can share."""
        self._finalizer()

    def check_use(self) -> None:
        if self.busy:
            raise RuntimeError("another thread is stepping this sim")
        if self.thread and self.thread != threading.get_ident():
            raise RuntimeError("a renderer and its drawables belong to the thread that made them")

    def check_exports(self, what: str) -> None:
        if self.exports:
            raise BufferError(f"cannot {what} while {self.exports} view(s) of its memory are alive: "
                              "drop them, or copy what you need")


class Pointer(ctypes.c_void_p):
    """Passes a native object to C and holds it meanwhile."""

    def __init__(self, native: Native) -> None:
        super().__init__(native.address)
        self.native = native


def _end(pointer: int, destroy: Callable[[int], None], keeps: tuple[Any, ...], thread: int) -> None:
    # An object of a graphics context cannot be ended on another thread. It is left to the process.
    if not thread or thread == threading.get_ident():
        destroy(pointer)


class _Export:
    """Lives as long as a view does."""

    __slots__ = ("owner",)

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        owner.exports += 1

    def __del__(self) -> None:
        self.owner.exports -= 1


def view(owner: Owner, address: int | None, kind: Any, shape: tuple[int, ...],
         strides: tuple[int, ...] | None = None) -> Any:
    """Read-only view of `owner`'s memory: a numpy array, or a memoryview without numpy.

    `kind` is a ctypes number; `strides` are in bytes and need numpy.
    """
    count = 1
    for length in shape:
        count *= length
    if not address or count == 0:
        memory: Any = (kind * 0)()
        if numpy is not None:
            return numpy.zeros(shape, dtype=kind)
        return memoryview(memory).toreadonly()
    if strides is None:
        memory = (kind * count).from_address(address)
    else:
        size = sum((n - 1) * s for n, s in zip(shape, strides)) + ctypes.sizeof(kind)
        memory = (ctypes.c_uint8 * size).from_address(address)
    memory._export = _Export(owner)
    if numpy is None:
        flat = memoryview(memory).toreadonly().cast("B")
        format_of = {ctypes.c_float: "f", ctypes.c_uint8: "B", ctypes.c_uint32: "I", ctypes.c_int32: "i"}
        return flat.cast(format_of[kind], shape)
    if strides is None:
        return numpy.frombuffer(memoryview(memory).toreadonly(), dtype=kind).reshape(shape)
    flat_bytes = numpy.frombuffer(memoryview(memory).toreadonly(), dtype=numpy.uint8)
    return numpy.ndarray(shape, dtype=kind, buffer=flat_bytes, strides=strides)


def export_bytes(native: Native) -> Callable[[Any, int], memoryview | None]:
    """Makes memoryviews of bytes that `native` owns."""

    def export(pointer: Any, size: int) -> memoryview | None:
        if not pointer:
            return None
        memory: Any = (ctypes.c_uint8 * size).from_address(ctypes.cast(pointer, ctypes.c_void_p).value or 0)
        memory._export = _Export(native)
        return memoryview(memory).toreadonly().cast("B")

    return export


def no_export(pointer: Any, size: int) -> memoryview | None:
    return None
