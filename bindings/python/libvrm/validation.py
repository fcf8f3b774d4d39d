# SPDX-License-Identifier: MIT
"""The rules behind all findings."""

from __future__ import annotations

from ._library import lib
from ._memory import no_export
from ._types import Rule

__all__ = ["Rule", "rules"]


def rules() -> tuple[Rule, ...]:
    """Every rule that a finding can name."""
    return tuple(Rule._from_c(lib.vrm_rule_get(i), no_export) for i in range(lib.vrm_rule_count()))
