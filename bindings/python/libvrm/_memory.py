# SPDX-License-Identifier: MIT
"""Who owns what: native objects, views of their memory, and memory lent to a call.

A `Native` is the one owner of a C object. Python objects share it; it ends when the last of them, and
the last view of its memory, is gone. close() of a Python object therefore never frees what a view still
shows: it only lets go. Views forbid what would move or free the memory they show (BufferError), as
bytearray does.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import operator
import os
import threading
import time
import weakref
from enum import IntEnum
from typing import Any, Callable, Iterable, NoReturn, TypeVar

from ._array import Array

try:
    import numpy as numpy
except ImportError:  # works without: an Array of _array.py then
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

    def texts(self, values: Iterable[str]) -> tuple[Any, int]:
        """An array of strings and its length."""
        if isinstance(values, (str, bytes)):
            raise TypeError(f"expected strings, got {type(values).__name__}")
        return self.array(ctypes.c_char_p, [encode(value) for value in values])

    def array(self, kind: Any, values: list[Any]) -> tuple[Any, int]:
        """An array and its length. `values` is a list that was made for the call: that of a host may change, or be of
        a class whose len() differs from what it yields."""
        is_integer = kind is ctypes.c_int32 or kind is ctypes.c_uint32
        if is_integer:
            values = [operator.index(value) for value in values]
        array = (kind * len(values))(*values)
        if is_integer:  # of which ctypes takes the low bits
            for value, stored in zip(values, array):
                if value != stored:
                    raise OverflowError(f"{value} does not fit")
        self._objects.append(array)
        return ctypes.cast(array, ctypes.POINTER(kind)), len(values)

    def struct(self, kind: Any, value: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
        return value._to_c(self)


def encode(value: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"expected str, got {type(value).__name__}")
    if "\0" in value:
        raise ValueError("a string for libvrm must not hold U+0000")
    return value.encode("utf-8")


FLOAT_MAX = 3.4028234663852886e38


def number(value: Any, name: str = "") -> float:
    """A finite float of whatever is a number, those of numpy included. `name` is for the error."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name + ': ' if name else ''}expected a number, got {type(value).__name__}")
    result = float(value)
    if not math.isfinite(result):
        refuse(f"{result} is not finite", name)
    return result


def number32(value: Any, name: str = "") -> float:
    """A number that is finite as a float of C's, too."""
    result = number(value, name)
    if abs(result) > FLOAT_MAX:
        refuse(f"{result} is too large for a float", name)
    return result


def refuse(what: str, name: str = "") -> NoReturn:
    from .errors import ArgumentError  # which imports this module

    raise ArgumentError(f"{name}: {what}" if name else what)


def numbers(values: Any, count: int, name: str = "") -> list[float]:
    place = f"{name}: " if name else ""
    try:
        iterator = itertools.islice(values, count + 1)  # values may yield for ever
    except TypeError:
        raise TypeError(f"{place}expected {count} numbers, got {type(values).__name__}") from None
    result = [number32(value, name) for value in iterator]
    if len(result) != count:
        raise ValueError(f"{place}expected {count} numbers, got {len(result) if len(result) < count else 'more'}")
    return result


def exactly(values: Iterable[Any], count: int) -> list[Any]:
    result = list(itertools.islice(values, count + 1))
    if len(result) != count:
        raise ValueError(f"expected {count} values, got {len(result) if len(result) < count else 'more'}")
    return result


class Owner:
    """Something whose memory views show; `exports` counts them."""

    __slots__ = ("exports",)

    def __init__(self) -> None:
        self.exports = 0


class _Life:
    """What the end of a native object must know of it; shared with its finalizer, which outlives it."""

    __slots__ = ("thread", "process", "is_over")

    def __init__(self, thread: int, process: int) -> None:
        self.thread, self.process, self.is_over = thread, process, False

    def can_end(self) -> bool:
        """False: it has ended already, as an edit does that is committed, or it is left to the process. An object of a
        graphics context cannot be ended on another thread, and the threads of a driver are not there after fork()."""
        return not self.is_over and self.thread in (0, threading.get_ident()) and self.process in (0, os.getpid())


class Native(Owner):
    """Owns a C object of type `kind` and knows what must outlive it.

    Calls are either shared or exclusive. A shared call holds the interpreter's lock while it is inside C; `users` has
    its pointer from before its last check until its result is safe. An exclusive call (a step, a migration) waits
    until `users` is empty and refuses new ones. Each side first says what it does and then looks at the other, and the
    operations on `users` and `_exclusive` are atomic, so that of two threads at least one sees the other. Both leave
    in a `finally` that needs not know how far they came: an interrupt may come between any two lines.
    """

    __slots__ = ("kind", "address", "keeps", "users", "_exclusive", "_life", "__weakref__")

    def __init__(self, kind: str, pointer: int, destroy: Callable[[int], None], keeps: tuple[Any, ...] = (),
                 one_thread: bool = False, one_process: bool = False) -> None:
        super().__init__()
        self.kind = kind
        self.address = pointer
        self.keeps = keeps
        self.users: list[Pointer] = []
        self._exclusive: dict[str, Exclusive] = {}
        self._life = _Life(threading.get_ident() if one_thread else 0, os.getpid() if one_process else 0)
        finalizer = weakref.finalize(self, _end, pointer, destroy, keeps, self._life)
        # The end of the interpreter leaves everything to the process: other threads may still be inside an object, and
        # what runs later may still look at a view of its memory.
        finalizer.atexit = False

    @property
    def is_over(self) -> bool:
        """True: the C object has ended by a call, and whoever still refers to it cannot use it."""
        return self._life.is_over

    @is_over.setter
    def is_over(self, is_over: bool) -> None:
        self._life.is_over = is_over

    def check_shared(self) -> None:
        if self._life.is_over:
            raise RuntimeError(f"this {self.kind} has ended")
        exclusive = self._exclusive.get("call")
        if exclusive is not None:
            exclusive.refuse()

    def check_use(self) -> None:
        life = self._life
        self.check_shared()
        if life.process not in (0, os.getpid()):
            raise RuntimeError("an object of a graphics card cannot be used after fork(): make it in the process that uses it")
        if life.thread not in (0, threading.get_ident()):
            raise RuntimeError("a renderer and its drawables belong to the thread that made them")

    def check_exports(self, what: str) -> None:
        if self.exports:
            raise BufferError(f"cannot {what} while {self.exports} view(s) of its memory are alive: "
                              "drop them, or copy what you need")


class Exclusive:
    """A call that nothing else of the same object may overlap::

        with Exclusive(native, "stepping") as pointer:
            lib.vrm_sim_step(pointer, seconds)

    `what` it does is for the error that other threads get meanwhile."""

    #: Shared calls last microseconds. One that does not end belongs to a thread that fork() did not take along.
    PATIENCE_S = 5.0

    __slots__ = ("native", "what", "thread")

    def __init__(self, native: Native, what: str) -> None:
        self.native, self.what, self.thread = native, what, threading.get_ident()

    def __enter__(self) -> Pointer:
        native = self.native
        native.check_use()
        try:
            first = native._exclusive.setdefault("call", self)
            if first is not self:
                first.refuse()
            give_up = time.monotonic() + self.PATIENCE_S
            while native.users:
                if any(user.thread == self.thread for user in tuple(native.users)) or time.monotonic() > give_up:
                    raise RuntimeError(f"cannot begin {self.what}: the object is in use")
                time.sleep(0)  # lets the other threads finish
            return Pointer(native, is_exclusive=True)
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *exception: Any) -> None:
        if self.native._exclusive.get("call") is self:
            del self.native._exclusive["call"]

    def refuse(self) -> NoReturn:
        """What a call of the same object gets meanwhile: that of another thread, or of a signal handler."""
        who = "this" if self.thread == threading.get_ident() else "another"
        raise RuntimeError(f"{who} thread is {self.what} this object")


class Pointer(ctypes.c_void_p):
    """Passes a native object to C and holds it meanwhile."""

    def __init__(self, native: Native, is_exclusive: bool = False) -> None:
        super().__init__(native.address)
        self.native, self.is_exclusive, self.thread = native, is_exclusive, threading.get_ident()

    def enter(self) -> None:
        """Before a call; leave() after it, also when this raises."""
        if not self.is_exclusive:
            self.native.users.append(self)
            self.native.check_shared()

    def leave(self) -> None:
        if self in self.native.users:
            self.native.users.remove(self)


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


def exports(pointers: Iterable[Pointer]) -> list[_Export]:
    """What a result of a call with these pointers must keep as it is."""
    return [_Export(pointer.native) for pointer in pointers]


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
    """Read-only view of `owner`'s memory: a numpy array, or an Array without numpy.

    `kind` is a ctypes number; `strides` are in bytes and need numpy.
    """
    count = 1
    for length in shape:
        count *= length
    if not address or count == 0:
        memory: Any = (kind * 0)()
        if numpy is not None:
            return numpy.zeros(shape, dtype=kind)
        return Array(memoryview(memory).toreadonly(), shape)
    if strides is None:
        memory = (kind * count).from_address(address)
    else:
        size = sum((n - 1) * s for n, s in zip(shape, strides)) + ctypes.sizeof(kind)
        memory = (ctypes.c_uint8 * size).from_address(address)
    memory._export = _Export(owner)
    if numpy is None:
        flat = memoryview(memory).toreadonly().cast("B")
        format_of = {ctypes.c_float: "f", ctypes.c_uint8: "B", ctypes.c_uint32: "I", ctypes.c_int32: "i"}
        return Array(flat.cast(format_of[kind]), shape)
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
