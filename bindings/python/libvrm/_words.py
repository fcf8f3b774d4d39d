# SPDX-License-Identifier: MIT
"""What all enumerations of libvrm share: they are made of their names, too, and print as words."""

from __future__ import annotations

import difflib
from enum import IntEnum, IntFlag
from typing import Any, TypeVar

W = TypeVar("W", bound="Word | Flags")


def _key(name: str) -> str:
    """One spelling of leftUpperArm, left_upper_arm and LEFT_UPPER_ARM."""
    return name.replace("_", "").replace("-", "").lower()


def _by_name(kind: Any, name: str) -> Any:
    members = {_key(member): value for member, value in kind.__members__.items()}
    found = members.get(_key(name))
    if found is None:
        near = difflib.get_close_matches(_key(name[:64]), members, n=1)
        hint = f"did you mean {members[near[0]].name.lower()!r}?" if near else f"there are {', '.join(kind.__members__).lower()}"
        raise ValueError(f"no {kind.__name__} is called {name[:64]!r}: {hint}")
    return found


class Word(IntEnum):
    """One of several words. Its name makes it as well: Bone("leftUpperArm") is Bone.LEFT_UPPER_ARM."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        return _by_name(cls, value) if isinstance(value, str) else None

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, form: str) -> str:
        return int.__format__(self, form) if form else str(self)


class Flags(IntFlag):
    """Any number of words together: Outputs.WORLDS | Outputs.FACE. Outputs("worlds") is one of them."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        return _by_name(cls, value) if isinstance(value, str) else super()._missing_(value)

    def __str__(self) -> str:
        names = [name for name, member in type(self).__members__.items() if member & self and not member & (member - 1)]
        return f"{type(self).__name__}.{'|'.join(names) or int(self)}"

    def __format__(self, form: str) -> str:
        return int.__format__(self, form) if form else str(self)


def word(kind: type[W], value: Any) -> W:
    """A parameter that is one of `kind`, or its name. Numbers are left to the call, which checks them."""
    chosen: W = _by_name(kind, value) if isinstance(value, str) else value
    return chosen
