# SPDX-License-Identifier: MIT
"""Finds the shared libraries and hands out their functions.

Searched in this order: the folder that LIBVRM_PATH names, the folder that a wheel brought along, then
wherever the system looks. A library of another version is refused: its structs have other shapes.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from pathlib import Path
from typing import Any, Callable, TypeVar

from . import _abi as abi
from ._checked import prepared
from ._memory import Pointer, exports

F = TypeVar("F", bound=Callable[..., Any])

# Calls that may take long and touch nothing that another thread can reach: other Python threads run
# meanwhile. Every other call keeps the interpreter's lock, which makes it atomic: no two threads are
# ever inside the same object. Steps, analysing sound and reading a device are exclusive (`_memory.Exclusive`).
_UNLOCKED = {
    "vrm_capture_read", "vrm_gpu_sim_finish", "vrm_gpu_sim_read", "vrm_gpu_sim_step", "vrm_image_decode", "vrm_lip_calibrate",
    "vrm_lip_feed", "vrm_model_load", "vrm_model_load_file", "vrm_sim_step", "vrm_validate", "vrm_validate_file", "vrm_vmc_socket_wait",
}

_BUNDLED = Path(__file__).parent / "_lib"
_PACKAGES = {"vrm": "libvrm0", "vrm_gpu": "libvrm-gpu0", "vrm_render": "libvrm-render0", "vrm_vmc": "libvrm-vmc0"}


class LibraryError(ImportError):
    """A shared library of libvrm is missing or of another version."""


def file_name(library: str) -> str:
    major = abi.VERSION.split(".")[0]
    if sys.platform == "win32":
        return f"lib{library}.dll"
    if sys.platform == "darwin":
        return f"lib{library}.{major}.dylib"
    return f"lib{library}.so.{major}"


def _open(library: str) -> ctypes.CDLL:
    name = file_name(library)
    given = os.environ.get("LIBVRM_PATH")
    try:
        if given:
            return ctypes.CDLL(str(Path(given) / name), use_errno=True)
        bundled = _open_bundled(name)
        return bundled if bundled is not None else ctypes.CDLL(name, use_errno=True)
    except OSError as error:
        is_there = (Path(given) if given else _BUNDLED).joinpath(name).exists()  # but damaged, or for another CPU
        where = f"in LIBVRM_PATH={given}" if given else "by the system's linker"
        raise LibraryError(
            f"{name} {'cannot be loaded' if is_there else f'was not found {where}'} ({error}). Install it (Debian: {_PACKAGES[library]}; from source: make "
            "install), or set LIBVRM_PATH to the folder that holds it.") from error


def _open_bundled(name: str) -> ctypes.CDLL | None:
    """What a wheel brought along. ORDER names the libraries so that each comes after what it needs: the
    linker finds those that are loaded already by their names."""
    order = _BUNDLED / "ORDER"
    if not order.exists():
        return None
    for needed in order.read_text(encoding="utf-8").split():
        handle = ctypes.CDLL(str(_BUNDLED / needed), use_errno=True)
        if needed == name:
            return handle
    return None


class _Library:
    """Functions by name; a library is opened when the first of its functions is asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._handles: dict[str, tuple[ctypes.CDLL, ctypes.PyDLL]] = {}

    def _handle(self, library: str, is_unlocked: bool) -> ctypes.CDLL:
        with self._lock:
            for name in ("vrm", library):  # the others need libvrm: it is loaded by then
                if name not in self._handles:
                    handle = _open(name)
                    if name == "vrm":
                        _check_version(handle)
                    self._handles[name] = (handle, ctypes.PyDLL(name, handle=handle._handle, use_errno=True))
            return self._handles[library][0 if is_unlocked else 1]

    def address(self, name: str) -> int | None:
        """Of a function, for C to call."""
        function = getattr(self._handle(abi.PROTOTYPES[name][0], True), name)
        return ctypes.cast(function, ctypes.c_void_p).value

    def __getattr__(self, name: str) -> Any:
        try:
            library, result, parameters = abi.PROTOTYPES[name]
        except KeyError:
            raise AttributeError(name) from None
        try:
            function = getattr(self._handle(library, name in _UNLOCKED), name)
        except AttributeError:
            raise LibraryError(f"{file_name(library)} has no function {name}: it was built without that part, or it "
                               f"is not version {abi.VERSION}") from None
        function.restype = result
        function.argtypes, converters = prepared(parameters)
        is_view = isinstance(result, type) and issubclass(result, (ctypes._Pointer, ctypes.Structure))

        def call(*arguments: Any) -> Any:
            pointers = [argument for argument in arguments if isinstance(argument, Pointer)]
            try:
                if converters:
                    converted = list(arguments)
                    for i, convert in converters:
                        converted[i] = convert(arguments[i])
                    arguments = tuple(converted)
                for pointer in pointers:
                    pointer.enter()
                value = function(*arguments)
                if is_view:
                    # It points into the objects that were passed, and so does all that is read through it.
                    value._exports = exports(pointers)
                return value
            except (ctypes.ArgumentError, TypeError) as error:
                raise TypeError(f"{name}(): {error}") from None
            except OverflowError as error:
                raise OverflowError(f"{name}(): {error}") from None
            finally:
                for pointer in pointers:
                    pointer.leave()

        setattr(self, name, call)
        return call


def _check_version(handle: ctypes.CDLL) -> None:
    try:
        function = handle.vrm_version
    except AttributeError:
        raise LibraryError(f"{handle._name} is no libvrm") from None
    function.restype = ctypes.c_uint32
    number = function()
    major, minor, patch = number // 1000000, number // 1000 % 1000, number % 1000
    wanted = tuple(int(part) for part in abi.VERSION.split(".")[:2])
    # Before 1.0 a minor version may change the interface; from 1.0 on only a major one does, and a
    # newer library serves an older package.
    fits = (major, minor) == wanted[:2] if wanted[0] == 0 else major == wanted[0] and minor >= wanted[1]
    if not fits:
        raise LibraryError(f"{handle._name} is libvrm {major}.{minor}.{patch}, but this package was made for "
                           f"{abi.VERSION}: install the two from the same release")


lib = _Library()
if hasattr(os, "register_at_fork"):  # a thread that fork() did not take along may have had the lock
    os.register_at_fork(after_in_child=lambda: setattr(lib, "_lock", threading.Lock()))


def documented(*names: str) -> Callable[[F], F]:
    """Adds what the C header says of these functions to a docstring."""

    def add(function: F) -> F:
        parts = [function.__doc__ or ""]
        parts += [f"C: {name}(): {abi.DOCS[name]}" for name in names]
        function.__doc__ = "\n\n".join(part for part in parts if part)
        return function

    return add
