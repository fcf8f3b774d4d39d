# SPDX-License-Identifier: MIT
"""Expressions of an avatar, made and changed by name."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Native, encode, exports, no_export
from ._types import Expression, ExpressionFacts, ExpressionPreset, MorphBind
from .errors import check
from .model import Model
from .report import ReportOf

__all__ = ["ExpressionList", "presets_of"]


def presets_of(bits: int) -> tuple[ExpressionPreset, ...]:
    """The presets of a member of ExpressionFacts: bit p is preset p."""
    return tuple(preset for preset in ExpressionPreset if preset >= 0 and bits >> preset & 1)


class ExpressionList(Handle):
    """The expressions of a model, to be changed; apply() writes them, all or nothing. The model cannot change while a
    list is open.

        with libvrm.ExpressionList(model) as expressions:
            expressions.propose()
            expressions.mirror("blinkLeft")
            print(libvrm.presets_of(expressions.facts.expected & ~expressions.facts.effective))
            expressions.apply()
    """

    @documented("vrm_expression_list_create")
    def __init__(self, model: Model) -> None:
        expect(model, Model, "model")
        pointer, model_pointer = ctypes.c_void_p(), model._c
        with ReportOf() as report:
            result = lib.vrm_expression_list_create(model_pointer, None, report.pointer, ctypes.byref(pointer))
            report.check(result, "expressions")
        self._native = Native("ExpressionList", pointer.value or 0, lib.vrm_expression_list_destroy,
                              (model_pointer.native,))
        self._model = model
        self._held = exports([model_pointer])

    def _facts(self) -> str:
        return f"{len(self.items)} expressions"

    def close(self) -> None:
        """Discards the list; the model is unchanged."""
        super().close()
        self._held = []

    def _array(self, function: str) -> tuple[Expression, ...]:
        count = ctypes.c_int32()
        items = getattr(lib, function)(self._c, ctypes.byref(count))
        return tuple(Expression._from_c(items[i], no_export) for i in range(count.value))

    @property
    def items(self) -> tuple[Expression, ...]:
        """All expressions, new ones at the end."""
        return self._array("vrm_expression_list_items")

    @property
    def proposals(self) -> tuple[Expression, ...]:
        """What the names of morph targets imply: presets, then ARKit's 52 shapes."""
        return self._array("vrm_expression_list_proposals")

    @property
    def facts(self) -> ExpressionFacts:
        """How complete the face is; presets_of() names the presets of a member."""
        facts: ExpressionFacts = ExpressionFacts._from_c(lib.vrm_expression_list_facts(self._c), no_export)
        return facts

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and lib.vrm_expression_list_find(self._c, encode(name)) >= 0

    @documented("vrm_expression_list_propose")
    def propose(self) -> int:
        """Adds the proposals that the list lacks or has without a bind, and returns their number."""
        count = ctypes.c_int32()
        check(lib.vrm_expression_list_propose(self._c, ctypes.byref(count)), "proposing")
        return count.value

    @documented("vrm_expression_list_remove")
    def remove(self, name: str) -> None:
        check(lib.vrm_expression_list_remove(self._c, encode(name)), name)

    @documented("vrm_expression_list_rename")
    def rename(self, name: str, to: str) -> None:
        check(lib.vrm_expression_list_rename(self._c, encode(name), encode(to)), f"{name} to {to}")

    @documented("vrm_expression_list_copy")
    def copy(self, name: str, to: str) -> None:
        check(lib.vrm_expression_list_copy(self._c, encode(name), encode(to)), f"{name} to {to}")

    @documented("vrm_expression_list_mirror")
    def mirror(self, name: str, to: str | None = None) -> str:
        """Makes the mirror image of an expression and returns its name: blinkRight for blinkLeft."""
        index = ctypes.c_int32()
        given: Any = None if to is None else encode(to)
        check(lib.vrm_expression_list_mirror(self._c, encode(name), given, ctypes.byref(index)), name)
        return self.items[index.value].name

    @documented("vrm_expression_list_counterpart")
    def counterpart(self, node: int, index: int) -> tuple[int, int] | None:
        """The morph target of the other side, as (node, index); None if there is none."""
        bind = abi.MorphBind()
        check(lib.vrm_expression_list_counterpart(self._c, node, index, ctypes.byref(bind)), f"{node}, {index}")
        found: MorphBind = MorphBind._from_c(bind, no_export)
        return None if found.node < 0 else (found.node, found.index)

    @documented("vrm_edit_set_expressions")
    def apply(self) -> None:
        """Writes the list to the model, a 1.0 avatar, and closes it."""
        count, model = ctypes.c_int32(), self._model
        items = lib.vrm_expression_list_items(self._c, ctypes.byref(count))
        self._held = []
        try:
            with model.edit() as edit:
                check(lib.vrm_edit_set_expressions(edit._c, items, count.value), "expressions")
        except BaseException:
            self._held = exports([model._c])  # it can be tried again
            raise
        self.close()
