# SPDX-License-Identifier: MIT
"""What can go wrong. Every exception of libvrm is a VrmError and, where Python has a word for it, that too."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, NoReturn

from ._library import LibraryError, lib
from ._memory import _text
from ._types import Result

if TYPE_CHECKING:
    from .report import Report

__all__ = ["ArgumentError", "ContainerError", "FileError", "InvalidError", "JsonError", "LibraryError", "LimitError",
           "MissingError", "OutOfMemoryError", "StaleError", "UnsupportedError", "VrmError"]


class VrmError(Exception):
    """A call of libvrm failed. `result` says how, `report` what exactly is wrong with a file."""

    result: Result
    report: "Report | None"

    def __init__(self, message: str, result: Result = Result.ERR_INVALID, report: "Report | None" = None) -> None:
        super().__init__(message)
        self.result = result
        self.report = report


class OutOfMemoryError(VrmError, MemoryError):
    """An allocation failed."""


class FileError(VrmError, OSError):
    """Reading, writing or renaming a file failed. A file that is not there is a FileNotFoundError as well, a folder in its place
    an IsADirectoryError, one that may not be touched a PermissionError; `errno`, `strerror` and `filename` are those of OSError."""

    def __str__(self) -> str:
        return str(self.args[0])


class _NotFoundError(FileError, FileNotFoundError):
    pass


class _FolderError(FileError, IsADirectoryError):
    pass


class _NotAllowedError(FileError, PermissionError):
    pass


class ContainerError(VrmError, ValueError):
    """Not GLB, not glTF, or cut short."""


class JsonError(VrmError, ValueError):
    """The JSON text breaks RFC 8259."""


class InvalidError(VrmError, ValueError):
    """Readable, but too broken to use: see the report."""


class UnsupportedError(VrmError, NotImplementedError):
    """Needs something that is not supported: see the report."""


class LimitError(VrmError, ValueError):
    """A limit was exceeded: the report names it."""


class ArgumentError(VrmError, ValueError):
    """An index or a size that does not fit the object, or a number that is not finite."""

    def __init__(self, message: str, result: Result = Result.ERR_ARGUMENT, report: "Report | None" = None) -> None:
        super().__init__(message, result, report)


class MissingError(ArgumentError, KeyError):
    """The avatar does not have the bone or the expression that was named."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would add quotation marks


class StaleError(VrmError, ReferenceError):
    """The object was closed, or the avatar has left its sim."""


_CLASSES: dict[int, type[VrmError]] = {
    Result.ERR_MEMORY: OutOfMemoryError,
    Result.ERR_IO: FileError,
    Result.ERR_CONTAINER: ContainerError,
    Result.ERR_JSON: JsonError,
    Result.ERR_INVALID: InvalidError,
    Result.ERR_UNSUPPORTED: UnsupportedError,
    Result.ERR_LIMIT: LimitError,
    Result.ERR_ARGUMENT: ArgumentError,
}


def fail(result: int, what: str, report: "Report | None" = None) -> NoReturn:
    text = f"{what}: {_text(lib.vrm_result_text(result))}" if what else _text(lib.vrm_result_text(result))
    if report is not None:
        worst = sorted(report.findings, key=lambda finding: finding.severity)[:1]
        for finding in worst:
            place = f" at {finding.pointer}" if finding.pointer else ""
            text += f" ({finding.code}{place}: {finding.message})"
    raise _CLASSES.get(result, VrmError)(text, Result(result), report)


def check_file(result: int, path: str | bytes | os.PathLike[str], report: "Report | None" = None) -> None:
    """As check() for a call that was given a path, right after it."""
    if result != Result.ERR_IO:
        return check(result, os.fsdecode(path), report)
    number, name = ctypes.get_errno(), os.fsdecode(path)
    if number == 0:
        fail(result, name, report)
    kind = {FileNotFoundError: _NotFoundError, IsADirectoryError: _FolderError, PermissionError: _NotAllowedError}.get(
        type(OSError(number, "")), FileError)
    error = kind(f"{name}: {os.strerror(number)}", Result.ERR_IO, report)
    error.errno, error.strerror, error.filename = number, os.strerror(number), name
    raise error


def check(result: int, what: str = "", report: "Report | None" = None) -> None:
    """Raises what a result means; VRM_OK is silent."""
    if result != Result.OK:
        fail(result, what, report)
