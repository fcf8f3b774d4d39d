# SPDX-License-Identifier: MIT
"""Writes bindings/api.json: the interface as headers.py reads it."""

from __future__ import annotations

import json
from typing import Any


def write(api: dict[str, Any]) -> str:
    """One line for each member, value and parameter: differences stay readable."""
    def one(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def node(entry: dict[str, Any], indent: str) -> str:
        parts = []
        for key, value in entry.items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                inner = ",\n".join(f"{indent}  {one(item)}" for item in value)
                parts.append(f"{indent} {one(key)}: [\n{inner}\n{indent} ]")
            else:
                parts.append(f"{indent} {one(key)}: {one(value)}")
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"

    sections = []
    for key, value in api.items():
        if isinstance(value, list):
            inner = ",\n".join("  " + node(entry, "  ") for entry in value)
            sections.append(f" {one(key)}: [\n{inner}\n ]")
        else:
            sections.append(f" {one(key)}: {one(value)}")
    return "{\n" + ",\n".join(sections) + "\n}\n"
