# SPDX-License-Identifier: MIT
"""Who owns what: native objects, views of their memory, and memory lent to a call.

A `Native` is the one owner of a C object. Python objects share it; it ends when the last of them, and
the last view of its memory, is gone. close() of a Python object therefore never frees what a view still
shows: it only lets go. Views forbid what would move or free the memory they show (BufferError), as
bytearray does.
"""

from __future__ import annotations

import ctypes
import os
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


class _Life:
    """What the end of a native object must know of its use; shared with its finalizer, which outlives the object."""

    __slots__ = ("busy", "thread", "process")

    def __init__(self, thread: int, process: int) -> None:
        self.busy, self.thread, self.process = False, thread, process

    def can_end(self) -> bool:
        """False: it is left to the process. An object of a graphics context cannot be ended on another thread, and the
        threads of a driver are not there after fork()."""
        return self.thread in (0, threading.get_ident()) and self.process in (0, os.getpid())


class Native(Owner):
    """Owns a C object of type `kind` and knows what must outlive it. `busy` while a call without the interpreter's
    lock uses it."""

    __slots__ = ("kind", "address", "keeps", "_life", "__weakref__")

    def __init__(self, kind: str, pointer: int, destroy: Callable[[int], None], keeps: tuple[Any, ...] = (),
                 one_thread: bool = False, one_process: bool = False) -> None:
        super().__init__()
        self.kind = kind
        self.address = pointer
        self.keeps = keeps
        self._life = _Life(threading.get_ident() if one_thread else 0, os.getpid() if one_process else 0)
        finalizer = weakref.finalize(self, _end, pointer, destroy, keeps, self._life)
        # The end of the interpreter leaves everything to the process: other threads may still be inside an object, and
        # what runs later may still look at a view of its memory.
        finalizer.atexit = False

    @property
    def busy(self) -> bool:
        return self._life.busy

    @busy.setter
    def busy(self, is_busy: bool) -> None:
        self._life.busy = is_busy

    def check_use(self) -> None:
        life = self._life
        if life.busy:
            raise RuntimeError(f"another thread is {'waiting on' if self.kind == 'VmcSocket' else 'stepping'} this object")
        if life.process not in (0, os.getpid()):
            raise RuntimeError("an object of a graphics card cannot be used after fork(): make it in the process that uses it")
        if life.thread not in (0, threading.get_ident()):
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


def _end(pointer: int, destroy: Callable[[int], None], keeps: tuple[Any, ...], life: _Life) -> None:
    if life.can_end():
        destroy(pointer)


class _Export:
    """Lives as long as a view does."""

    __slots__ = ("owner",)

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        owner.exports += 1

    def __del__(self) -> None:
        self.owner.exports -= 1


def exports(arguments: tuple[Any, ...]) -> list[_Export]:
    """What a result of a call with these arguments must keep as it is."""
    return [_Export(argument.native) for argument in arguments if isinstance(argument, Pointer)]


def address_of(pointer: Any) -> int:
    """Where a pointer of ctypes leads; 0 for NULL. (ctypes.cast() would tie the pointer to itself in a circle.)"""
    return ctypes.addressof(pointer.contents) if pointer else 0


def data_of(value: Any) -> bytes:
    """The bytes of anything that has some: bytes, bytearray, memoryview, array, mmap, a numpy array."""
    if isinstance(value, bytes):
        return value
    try:
        return memoryview(value).tobytes()
    except TypeError:
        raise TypeError(f"expected bytes, got {type(value).__name__}") from None


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
        memory: Any = (ctypes.c_uint8 * size).from_address(address_of(pointer))
        memory._export = _Export(native)
        return memoryview(memory).toreadonly().cast("B")

    return export


def no_export(pointer: Any, size: int) -> memoryview | None:
    return None
