# SPDX-License-Identifier: MIT
"""Avatars of figures without VRM, and springs that set themselves up."""

from __future__ import annotations

import ctypes
import operator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Iterable, Iterator, Mapping

from . import _abi as abi
from ._handle import expect
from ._library import documented, lib
from ._memory import Exclusive, Keep, Pointer, no_export, number
from ._types import AvatarFacts, Bone, Expression, Meta, PosedNode, ProposedBone, ProposedSpring, SpringBones
from ._words import word
from .errors import ArgumentError, check
from .model import Model
from .report import Report, ReportOf
from .rig import _vec3

__all__ = ["AvatarProposal", "SpringProposal", "create_avatar", "default_meta", "propose_avatar", "propose_springs"]


@dataclass(frozen=True)
class AvatarProposal(Report):
    """What a figure becomes. The findings say what was changed, or why `facts.is_possible` is False."""

    facts: AvatarFacts = field(kw_only=True)
    #: Bones that were found, and how.
    bones: Mapping[Bone, ProposedBone] = field(kw_only=True)
    #: Nodes that move into the rest pose.
    nodes: tuple[PosedNode, ...] = field(kw_only=True)
    #: Expressions that the avatar gets.
    expressions: tuple[Expression, ...] = field(kw_only=True)


@dataclass(frozen=True)
class SpringProposal(Report):
    """Chains that can sway, and the springs and colliders that those of them get that are taken."""

    chains: tuple[ProposedSpring, ...] = field(kw_only=True)
    #: For Edit.set_spring_bones().
    springs: SpringBones = field(kw_only=True)


@documented("vrm_default_meta")
def default_meta() -> Meta:
    """Meta that grants nothing, to be changed with dataclasses.replace()."""
    return Meta._from_c(lib.vrm_default_meta(), no_export)


# ---- Avatars ----


def _choice(bone: Bone | str, node: int | None) -> Any:
    index = -1 if node is None else operator.index(node)
    if not -1 <= index < 2**31:
        raise ArgumentError(f"there is no node {index}")
    return abi.BoneChoice(Bone(word(Bone, bone)), index)


def _turn(bone: Bone | str, degrees: Iterable[float]) -> Any:
    return abi.BoneTurn(Bone(word(Bone, bone)), _vec3(degrees, "bone_turns"))


def _definition(keep: Keep, bones: Mapping[Bone | str, int | None] | None, ignores_names: bool, keeps_pose: bool,
                metres: float, bone_turns: Mapping[Bone | str, Iterable[float]] | None, makes_mtoon: bool) -> Any:
    definition = abi.AvatarProposalDef()
    lib.vrm_avatar_proposal_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
    definition.ignores_names, definition.keeps_pose = bool(ignores_names), bool(keeps_pose)
    definition.makes_mtoon = bool(makes_mtoon)
    definition.metres = number(metres, "metres")
    if bones is not None:
        expect(bones, Mapping, "bones")
        definition.choices, definition.choice_count = keep.array(abi.BoneChoice, [_choice(*item) for item in bones.items()])
    if bone_turns is not None:
        expect(bone_turns, Mapping, "bone_turns")
        turns = [_turn(*item) for item in bone_turns.items()]
        definition.bone_turns, definition.bone_turn_count = keep.array(abi.BoneTurn, turns)
    return definition


def _bones_of(proposal: Any) -> dict[Bone, ProposedBone]:
    found = {bone: lib.vrm_avatar_proposal_bone(proposal, bone) for bone in Bone if bone >= 0}
    return {bone: ProposedBone._from_c(c, no_export) for bone, c in found.items() if c.node >= 0}


def _read_avatar(proposal: Any, report: Report) -> AvatarProposal:
    count, node_count = ctypes.c_int32(), ctypes.c_int32()
    expressions = lib.vrm_avatar_proposal_expressions(proposal, ctypes.byref(count))
    nodes = lib.vrm_avatar_proposal_nodes(proposal, ctypes.byref(node_count))
    return AvatarProposal(
        report.findings, report.totals, report.is_truncated,
        facts=AvatarFacts._from_c(lib.vrm_avatar_proposal_facts(proposal), no_export),
        bones=_bones_of(proposal),
        nodes=tuple(PosedNode._from_c(nodes[i], no_export) for i in range(node_count.value)),
        expressions=tuple(Expression._from_c(expressions[i], no_export) for i in range(count.value)))


@contextmanager
def _proposed(model: Pointer, definition: Any, report: ReportOf) -> Iterator[Any]:
    proposal = ctypes.c_void_p()
    check(lib.vrm_avatar_proposal_create(model, ctypes.byref(definition), report.pointer, ctypes.byref(proposal)),
          "proposing an avatar (bones: each node once; metres above 0)")
    try:
        yield proposal
    finally:
        lib.vrm_avatar_proposal_destroy(proposal)


@documented("vrm_avatar_proposal_create")
def propose_avatar(model: Model, *, bones: Mapping[Bone | str, int | None] | None = None, ignores_names: bool = False,
                   keeps_pose: bool = False, metres: float = 0.0,
                   bone_turns: Mapping[Bone | str, Iterable[float]] | None = None,
                   makes_mtoon: bool = False) -> AvatarProposal:
    """Says what create_avatar() would make of a figure, and changes nothing. `bones` says which node a bone is; None: the
    avatar does not have it. `bone_turns` corrects the T-pose: degrees about x, y and z of the avatar for a bone.
    `makes_mtoon` gives materials MToon, the toon shading of VRM.

        proposal = libvrm.propose_avatar(libvrm.load("figure.glb"))
        for bone, found in proposal.bones.items():
            print(bone, found.node, found.finding)
    """
    expect(model, Model, "model")
    keep = Keep()
    definition = _definition(keep, bones, ignores_names, keeps_pose, metres, bone_turns, makes_mtoon)
    with ReportOf() as report, Exclusive(model._owner, "proposing") as pointer:
        with _proposed(pointer, definition, report) as proposal:
            return _read_avatar(proposal, report.read())


@documented("vrm_avatar_proposal_apply")
def create_avatar(model: Model, *, meta: Meta | None = None, bones: Mapping[Bone | str, int | None] | None = None,
                  ignores_names: bool = False, keeps_pose: bool = False, metres: float = 0.0,
                  bone_turns: Mapping[Bone | str, Iterable[float]] | None = None,
                  makes_mtoon: bool = False) -> AvatarProposal:
    """Makes an avatar of VRM 1.0 of a figure. Without `meta`, that of default_meta(). Raises InvalidError, with findings that
    say why, if the figure cannot become one.

        model = libvrm.load("figure.glb")
        libvrm.create_avatar(model, meta=dataclasses.replace(libvrm.default_meta(), name="Nova", authors=("Ada",)))
        model.save("nova.vrm")
    """
    expect(model, Model, "model")
    if meta is not None:
        expect(meta, Meta, "meta")
    keep = Keep()
    definition = _definition(keep, bones, ignores_names, keeps_pose, metres, bone_turns, makes_mtoon)
    granted = None if meta is None else ctypes.byref(meta._to_c(keep))
    with ReportOf() as report, model._changing("create an avatar") as pointer:
        with _proposed(pointer, definition, report) as proposal:
            made = _read_avatar(proposal, Report())
            said = report.check(lib.vrm_avatar_proposal_apply(proposal, pointer, granted, report.pointer), "making an avatar")
            return replace(made, findings=said.findings, totals=said.totals, is_truncated=said.is_truncated)


# ---- Springs ----


def _chains(proposal: Any) -> tuple[ProposedSpring, ...]:
    return tuple(ProposedSpring._from_c(lib.vrm_spring_proposal_get(proposal, i), no_export)
                 for i in range(lib.vrm_spring_proposal_count(proposal)))


def _choose(proposal: Any, chains: Iterable[ProposedSpring]) -> None:
    for index, chain in enumerate(chains):
        expect(chain, ProposedSpring, "chains")
        if not lib.vrm_spring_proposal_set(proposal, index, chain.is_taken, chain.kind, chain.feel):
            raise ArgumentError(f"chain {index} is not one of the proposal")


@documented("vrm_spring_proposal_create")
def propose_springs(model: Model, *, replaces: bool = False, has_colliders: bool = True, center: int | None = None,
                    chains: Iterable[ProposedSpring] | None = None) -> SpringProposal:
    """Finds chains that can sway, and fits colliders to the body. `chains` are those of an earlier proposal, in their order,
    with another kind, feel or is_taken.

        proposal = libvrm.propose_springs(model)
        with model.edit() as edit:
            edit.set_spring_bones(proposal.springs)
    """
    expect(model, Model, "model")
    definition, proposal = abi.SpringProposalDef(), ctypes.c_void_p()
    lib.vrm_spring_proposal_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
    definition.replaces, definition.has_colliders = bool(replaces), bool(has_colliders)
    definition.center = -1 if center is None else operator.index(center)
    with ReportOf() as report, Exclusive(model._owner, "proposing") as pointer:
        check(lib.vrm_spring_proposal_create(pointer, ctypes.byref(definition), report.pointer, ctypes.byref(proposal)),
              "proposing springs (an avatar, and a node as its center)")
        try:
            if chains is not None:
                _choose(proposal, chains)
            said = report.read()
            return SpringProposal(said.findings, said.totals, said.is_truncated, chains=_chains(proposal),
                                  springs=SpringBones._from_c(lib.vrm_spring_proposal_result(proposal)[0], no_export))
        finally:
            lib.vrm_spring_proposal_destroy(proposal)
