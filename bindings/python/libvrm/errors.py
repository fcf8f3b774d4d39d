# SPDX-License-Identifier: MIT
"""What can go wrong. Every exception of libvrm is a VrmError and, where Python has a word for it, that too."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ._library import LibraryError, lib
from ._memory import _text
from ._types import Result

if TYPE_CHECKING:
    from .report import Report

__all__ = ["ArgumentError", "ContainerError", "FileError", "InvalidError", "JsonError", "LibraryError", "LimitError",
           "OutOfMemoryError", "StaleError", "UnsupportedError", "VrmError"]


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
    """Reading, writing or renaming a file failed."""


class ContainerError(VrmError, ValueError):
    """Not GLB, not glTF, or cut short."""


class JsonError(VrmError, ValueError):
    """The JSON text breaks RFC 8259."""


class InvalidError(VrmError, ValueError):
    """Readable, but too broken to use: see the report."""


class UnsupportedError(VrmError, NotImplementedError):
    """Needs something that this build does not have: see the report."""


class LimitError(VrmError, ValueError):
    """A limit was exceeded: the report names it."""


class ArgumentError(VrmError, ValueError):
    """An index or a size that does not fit the object, or a number that is not finite."""


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


def check(result: int, what: str = "", report: "Report | None" = None) -> None:
    """Raises what a result means; VRM_OK is silent."""
    if result != Result.OK:
        fail(result, what, report)
