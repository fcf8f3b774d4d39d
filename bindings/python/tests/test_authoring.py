# SPDX-License-Identifier: MIT
"""Avatars of figures, and springs that set themselves up."""

import os
import subprocess
from dataclasses import replace

import pytest

import libvrm
from libvrm import Bone


@pytest.fixture
def figure(scene, tmp_path):
    program = os.environ.get("VRM_COMMAND")
    if not program:
        pytest.skip("VRM_COMMAND names no program")
    path = tmp_path / "figure.glb"
    subprocess.run([program, "bake", "-q", "--seconds", "0.1", scene("1.0"), "-o", path], check=True)
    return libvrm.load(path)


def test_a_figure_becomes_an_avatar(figure):
    before = figure.to_bytes()
    proposal = libvrm.propose_avatar(figure)
    assert proposal.facts.is_possible and proposal.facts.bone_count == len(proposal.bones) >= 50
    assert proposal.bones[Bone.HEAD].finding == libvrm.BoneFinding.FOUND_BY_NAME
    assert len(proposal.expressions) == proposal.facts.expression_count > 0
    assert figure.to_bytes() == before and figure.dialect == libvrm.Dialect.NONE
    meta = replace(libvrm.default_meta(), name="Nova", authors=("Ada", "Ben"))
    made = libvrm.create_avatar(figure, meta=meta)
    assert made.bones == proposal.bones and made.facts == proposal.facts
    assert figure.dialect == libvrm.Dialect.V1 and figure.validate().is_valid
    assert figure.meta.name == "Nova" and figure.meta.authors == ("Ada", "Ben")
    assert {e.name for e in figure.expressions} == {e.name for e in made.expressions}
    with pytest.raises(libvrm.InvalidError) as raised:
        libvrm.create_avatar(figure)
    assert "CREATE_ALREADY" in str(raised.value)


def test_bones_are_chosen(figure):
    head = libvrm.propose_avatar(figure).bones[Bone.HEAD].node
    without = libvrm.propose_avatar(figure, bones={"head": None})
    assert not without.facts.is_possible and without.codes() == {"CREATE_BONES_MISSING"}
    chosen = libvrm.propose_avatar(figure, bones={Bone.HEAD: head, "jaw": None})
    assert chosen.facts.is_possible and chosen.bones[Bone.HEAD].finding == libvrm.BoneFinding.FOUND_BY_CHOICE
    assert Bone.JAW not in chosen.bones
    assert libvrm.propose_avatar(figure, ignores_names=True).facts.is_possible
    assert libvrm.propose_avatar(figure, metres=2.0).facts.metres == 2.0


def test_the_t_pose_is_corrected(figure):
    straight = libvrm.propose_avatar(figure)
    turned = libvrm.propose_avatar(figure, bone_turns={"leftUpperArm": (0, 0, 20), Bone.HEAD: [5, 0, 0]})
    arm, head = straight.bones[Bone.LEFT_UPPER_ARM], straight.bones[Bone.HEAD]
    assert {posed.node for posed in turned.nodes} - {posed.node for posed in straight.nodes} <= {arm.node, head.node}
    assert {arm.node, head.node} <= {posed.node for posed in turned.nodes}
    assert turned.bones[Bone.LEFT_UPPER_ARM] == arm  # its rest is that before the turn
    libvrm.create_avatar(figure, bone_turns={"leftUpperArm": (0, 0, 20)})
    assert figure.validate().is_valid


def test_materials_become_mtoon(figure):
    proposal = libvrm.propose_avatar(figure, makes_mtoon=True)
    assert proposal.facts.mtoon_count > 0 and libvrm.propose_avatar(figure).facts.mtoon_count == 0
    libvrm.create_avatar(figure, makes_mtoon=True)
    assert figure.validate().is_valid


@pytest.mark.parametrize("turns", [{"snout": (0, 0, 1)}, {"head": (0, 0)}, {"head": (0, 0, float("nan"))}, {"head": 5},
                                   [("head", (0, 0, 1))]])
def test_wrong_turns(figure, turns):
    with pytest.raises((libvrm.ArgumentError, ValueError, TypeError)):
        libvrm.propose_avatar(figure, bone_turns=turns)


def test_meta_grants_nothing():
    meta = libvrm.default_meta()
    assert meta.name == "untitled" and meta.authors == ("unknown",) and not meta.allow_redistribution
    assert meta.avatar_permission == libvrm.AvatarPermission.ONLY_AUTHOR


def test_springs_are_proposed(model):
    assert not libvrm.propose_springs(model).chains[1:]  # most have springs
    proposal = libvrm.propose_springs(model, replaces=True)
    assert proposal.chains and len(proposal.springs.springs) == sum(chain.is_taken for chain in proposal.chains)
    assert proposal.springs.colliders
    hair = [replace(chain, is_taken=chain.kind == libvrm.SwayKind.HAIR, feel=libvrm.SwayFeel.HEAVY)
            for chain in proposal.chains]
    chosen = libvrm.propose_springs(model, replaces=True, has_colliders=False, center=model.bones[Bone.HIPS], chains=hair)
    assert 0 < len(chosen.springs.springs) < len(proposal.springs.springs) and not chosen.springs.colliders
    assert all(spring.joints[0].gravity_power > 0 for spring in chosen.springs.springs)
    with model.edit() as edit:
        edit.set_spring_bones(chosen.springs)
    assert len(model.spring_bones.springs) == len(chosen.springs.springs)
    assert not proposal.errors and proposal.chains[0].name  # outlives the change


@pytest.mark.parametrize("bones", [{"snout": 1}, {"head": 10**9}, {"head": -2}, {"head": 2**40}, {"head": 1, "neck": 1},
                                   {"head": 1.5}, [("head", 1)], {3.5: 1}, {Bone.NONE: 1}])
def test_wrong_bones(figure, bones):
    with pytest.raises((libvrm.ArgumentError, ValueError, TypeError)):
        libvrm.propose_avatar(figure, bones=bones)


def test_wrong_arguments(model, figure):
    for call in (libvrm.propose_avatar, libvrm.create_avatar, libvrm.propose_springs):
        with pytest.raises(TypeError):
            call("figure.glb")
    for metres in (-1.0, float("nan"), float("inf"), "1"):
        with pytest.raises((libvrm.ArgumentError, ValueError, TypeError)):
            libvrm.propose_avatar(figure, metres=metres)
    with pytest.raises(TypeError):
        libvrm.create_avatar(figure, meta="Nova")
    with pytest.raises(libvrm.ArgumentError):
        libvrm.propose_springs(model, center=10**6)
    with pytest.raises(libvrm.InvalidError):
        libvrm.propose_springs(figure)
    chains = libvrm.propose_springs(model, replaces=True).chains
    with pytest.raises(libvrm.ArgumentError):
        libvrm.propose_springs(model, replaces=True, chains=chains + chains)
    with pytest.raises(TypeError):
        libvrm.propose_springs(model, chains=["hair"])
    model.close()
    with pytest.raises(libvrm.StaleError):
        libvrm.propose_springs(model)
