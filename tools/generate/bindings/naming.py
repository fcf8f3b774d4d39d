# SPDX-License-Identifier: MIT
"""Names and shapes that several languages share."""

from __future__ import annotations

import os
import re
import textwrap
from typing import Any

Node = dict[str, Any]


def plain(name: str) -> str:
    """vrm_SpringJoint -> SpringJoint."""
    return name[4:] if name.startswith("vrm_") else name


def enum_prefix(enum: Node) -> str:
    """What all values of an enumeration begin with, up to an underscore."""
    common = os.path.commonprefix([value["name"] for value in enum["values"]])
    return common[: common.rfind("_") + 1]


def enum_values(enum: Node) -> list[tuple[str, Node]]:
    """Short names and values; a name that would begin with a digit gets a V. The count at the end of
    an enumeration is left out: it is no value."""
    prefix = enum_prefix(enum)
    result = []
    for value in enum["values"]:
        short = value["name"][len(prefix):]
        if re.fullmatch(r"(\w+_)?COUNT", short):
            continue
        result.append(("V" + short if short[0].isdigit() else short, value))
    return result


def is_flags(enum: Node) -> bool:
    """Values that are added up: 1, 2, 4 and sums of them."""
    values = [value["value"] for value in enum["values"]]
    return len(values) > 2 and values[:3] == [1, 2, 4]


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Paragraphs, wrapped, each line with its prefix; lines of a program stay."""
    lines: list[str] = []
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            lines.append("")
        if "\n" in paragraph:
            lines += paragraph.split("\n")
        else:
            lines += textwrap.wrap(paragraph, width, break_long_words=False, break_on_hyphens=False) or [""]
    return [((first if i == 0 else rest) + line).rstrip() for i, line in enumerate(lines)]


def field_enum(field: Node, enums: set[str]) -> str | None:
    """The enumeration of a member: its type, or what its comment says of a narrower integer."""
    name = field["type"]["name"]
    if name in enums and field["type"]["pointer"] == 0:
        return str(name)
    match = re.fullmatch(r"(vrm_\w+)\.", field["doc"])
    if match and match.group(1) in enums and field["type"]["pointer"] == 0:
        return match.group(1)
    return None
