# SPDX-License-Identifier: MIT
"""Expressions that are proposed, changed by name and mirrored."""

import pytest

import libvrm


@pytest.fixture
def expressions(model):
    with libvrm.ExpressionList(model) as made:
        yield made


def test_a_list_has_what_the_model_has(model, expressions):
    assert [item.name for item in expressions.items] == [item.name for item in model.expressions]
    assert len(expressions) == len(model.expressions) and "happy" in expressions and "nobody" not in expressions
    assert "20 expressions" in repr(expressions)


def test_facts_name_presets(expressions):
    expressions.remove("happy")
    facts = expressions.facts
    names = {preset.name for preset in libvrm.presets_of(facts.expected & ~facts.presets)}
    assert names == {"HAPPY"}
    assert facts.shape_count == 0 and facts.proposed_shape_count == 1


def test_proposals_are_added_once(expressions):
    assert {"aa", "blinkLeft", "cheekPuff"} <= {item.name for item in expressions.proposals}
    assert expressions.propose() == 1 and expressions.propose() == 0
    assert "cheekPuff" in expressions


def test_what_is_applied_is_in_the_model(model):
    with libvrm.ExpressionList(model) as expressions:
        expressions.rename("wow1", "shout")
        expressions.copy("happy", "smile")
        expressions.remove("wow2")
        expressions.apply()
        assert expressions.is_closed
    names = {item.name for item in model.expressions}
    assert {"shout", "smile"} <= names and not {"wow1", "wow2"} & names
    assert model.validate().errors == 0


def test_left_becomes_right(expressions):
    right = next(item for item in expressions.items if item.name == "blinkRight").morph_binds
    expressions.remove("blinkRight")
    assert expressions.mirror("blinkLeft") == "blinkRight"
    made = next(item for item in expressions.items if item.name == "blinkRight").morph_binds
    assert [(bind.node, bind.index) for bind in made] == [(bind.node, bind.index) for bind in right]
    left = next(item for item in expressions.items if item.name == "blinkLeft").morph_binds[0]
    assert expressions.counterpart(left.node, left.index) == (made[0].node, made[0].index)
    assert expressions.mirror("happy", "yppah") == "yppah"


def test_the_model_stays_as_it_is_while_a_list_is_open(model, expressions):
    before = model.to_bytes()
    with pytest.raises(BufferError):
        model.migrate("0.x")
    expressions.propose()
    expressions.close()
    assert model.to_bytes() == before
    model.migrate("0.x")


def test_bad_changes_are_refused(expressions):
    for change in (lambda: expressions.rename("happy", "sad"), lambda: expressions.rename("nobody", "x"),
                   lambda: expressions.copy("happy", ""), lambda: expressions.remove("nobody"),
                   lambda: expressions.mirror("nobody"), lambda: expressions.counterpart(0, 10 ** 6)):
        with pytest.raises(libvrm.ArgumentError):
            change()
    with pytest.raises(TypeError):
        libvrm.ExpressionList(None)
    expressions.close()
    with pytest.raises(libvrm.StaleError):
        expressions.propose()
