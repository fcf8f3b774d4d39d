# SPDX-License-Identifier: MIT
"""Findings about the content of a file."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any, Iterator

from . import _abi as abi
from ._library import lib
from ._memory import no_export
from ._types import Finding, OptimizeStats, Result, Severity, Weight
from .errors import check, check_file

__all__ = ["Finding", "Optimization", "Report", "Severity"]


@dataclass(frozen=True)
class Report:
    """As many findings as there are, each with a stable code, a severity and a JSON pointer."""

    findings: tuple[Finding, ...] = ()
    #: How many there were of each severity, kept or not.
    totals: tuple[int, ...] = (0, 0, 0, 0)
    #: True when findings were not kept because there were too many.
    is_truncated: bool = False

    @property
    def errors(self) -> int:
        """How many errors there were."""
        return self.totals[Severity.ERROR]

    @property
    def warnings(self) -> int:
        """How many warnings."""
        return self.totals[Severity.WARNING]

    @property
    def infos(self) -> int:
        """How many remarks."""
        return self.totals[Severity.INFO]

    @property
    def hints(self) -> int:
        """How many hints."""
        return self.totals[Severity.HINT]

    @property
    def is_valid(self) -> bool:
        """No errors."""
        return self.errors == 0

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def codes(self) -> set[str]:
        """The codes of the findings, each once."""
        return {finding.code for finding in self.findings}


@dataclass(frozen=True)
class Optimization(Report):
    """What Model.optimize() found, and what the model weighed."""

    #: The model as it was.
    before: Weight = field(kw_only=True)
    #: The model as it is now.
    after: Weight = field(kw_only=True)
    #: After each OptimizePass. What a pass leaves unused is removed by ELEMENTS and counts until then.
    after_pass: tuple[Weight, ...] = field(kw_only=True)

    @classmethod
    def _of(cls, report: Report, stats: OptimizeStats) -> Optimization:
        return cls(report.findings, report.totals, report.is_truncated, before=stats.before, after=stats.after,
                   after_pass=stats.after_pass)


class ReportOf:
    """A report of the library's for the length of a `with`; `result` is what it held."""

    def __init__(self) -> None:
        self.result = Report()

    def __enter__(self) -> ReportOf:
        self.pointer = ctypes.c_void_p()
        check(lib.vrm_report_create(None, ctypes.byref(self.pointer)))
        return self

    def read(self) -> Report:
        findings = tuple(Finding._from_c(lib.vrm_report_get(self.pointer, i), no_export)
                         for i in range(lib.vrm_report_count(self.pointer)))
        totals = tuple(int(lib.vrm_report_total(self.pointer, severity)) for severity in range(abi.SEVERITY_COUNT))
        self.result = Report(findings, totals, bool(lib.vrm_report_is_truncated(self.pointer)))
        return self.result

    def check_file(self, result: int, path: Any) -> Report:
        """As check() for a call that was given a path."""
        number = ctypes.get_errno()
        report = self.read()
        ctypes.set_errno(number)
        check_file(result, path, report if result != Result.OK else None)
        return report

    def check(self, result: int, what: str = "") -> Report:
        """Reads the findings; raises with them unless the call went well."""
        report = self.read()
        check(result, what, report if result != Result.OK else None)
        return report

    def __exit__(self, *exception: Any) -> None:
        lib.vrm_report_destroy(self.pointer)
