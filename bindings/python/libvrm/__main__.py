# SPDX-License-Identifier: MIT
"""python -m libvrm validate FILE...: what is wrong with files, one finding on a line; --json has the members of
`vrm validate --json`.

Exit status: 0 all are valid; 1 a file is invalid or could not be used; 2 wrong usage; 3 a file could not be
read.
"""

from __future__ import annotations

import argparse
import ctypes
import io
import json
import os
import sys
from typing import Any

from . import __version__
from ._abi import NO_OFFSET
from ._library import LibraryError, lib
from ._types import Dialect, Severity
from .errors import FileError, VrmError
from .model import validate
from .report import Report

_DIALECTS = {Dialect.NONE: None, Dialect.V0: "0.x", Dialect.DRAFT: "1.0-draft", Dialect.BETA: "1.0-beta",
             Dialect.V1: "1.0"}


def safe(text: str) -> str:
    """One line for a terminal; strings out of files may hold anything."""
    data = text.encode("utf-8", "surrogateescape")
    size = lib.vrm_text_for_terminal(data, len(data), None, 0)
    buffer = ctypes.create_string_buffer(size + 1)
    lib.vrm_text_for_terminal(data, len(data), buffer, size + 1)
    return buffer.value.decode("utf-8", "replace")


def plain(path: str, report: Report, dialect: Dialect) -> None:
    for finding in report:
        place = "" if finding.byte_offset == NO_OFFSET else f":{finding.byte_offset}"
        line = f"{safe(path)}{place}: {finding.severity.name.lower()}: {safe(finding.message)} [{finding.code}]"
        print(line + (f" at {safe(finding.pointer)}" if finding.pointer else ""))
    name = _DIALECTS.get(dialect)
    counts = ", ".join(f"{total} {severity.name.lower()}{'' if total == 1 else 's'}"
                       for severity, total in zip(Severity, report.totals))
    print(f"{safe(path)}: {f'VRM {name}' if name else 'glTF'}: {counts}")


def as_json(path: str, report: Report, dialect: Dialect) -> None:
    facts: dict[str, Any] = {"file": path, "dialect": _DIALECTS.get(dialect)}
    facts.update(errors=report.errors, warnings=report.warnings, infos=report.infos, hints=report.hints)
    facts["findings"] = [
        {"code": f.code, "severity": f.severity.name.lower(), "pointer": f.pointer, "message": f.message,
         "byteOffset": None if f.byte_offset == NO_OFFSET else f.byte_offset} for f in report]
    facts["truncated"] = report.is_truncated
    print(json.dumps(facts, ensure_ascii=False))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m libvrm", description="VRM avatars in Python")
    parser.add_argument("--version", action="version", version=f"libvrm {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("validate", help="say what is wrong with files")
    command.add_argument("--json", action="store_true", help="one JSON object for each file")
    command.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args(arguments)
    status = 0
    for path in options.files:
        try:
            report, dialect = validate(path)
        except FileError as error:
            print(f"libvrm: {safe(str(error))}", file=sys.stderr)
            status = 3
            continue
        except VrmError as error:
            print(f"libvrm: {safe(str(error))}", file=sys.stderr)
            status = max(status, 1)
            continue
        (as_json if options.json else plain)(path, report, dialect)
        if not report.is_valid:
            status = max(status, 1)
    return status


def run() -> int:
    """main() for a process: output is UTF-8 whatever the locale says, and a reader that goes away is no fault."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = main()
        sys.stdout.flush()
        return status
    except LibraryError as missing:
        print(f"libvrm: {missing}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # files have been reported by then
        # What is left in the buffer would be written, and fail, once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            return 0
        print(f"libvrm: standard output: writing failed: {error.strerror}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(run())
