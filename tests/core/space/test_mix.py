"""Chains in which commands overlap: one of those that are enabled is drawn, and what it gains is gained."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.hosting.manager import load
from oddsmith.hosting.registry import registry
from oddsmith.source import SpecError
from oddsmith.space.explore import explore
from oddsmith.space.space import StateSpace
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower

FORK = """
game: fork
overlap: uniform
variables: {x: 0..4}
commands:
  - {action: left, when: x = 0, then: {x: 1}}
  - action: right
    when: x = 0
    then: [1/3: {x: 1}, 2/3: {x: 2}]
  - {action: on, when: x in 1..2, then: {x: x + 2}}
rewards:
  toll: [{action: left, gain: 4}, {action: on, gain: 5}]
  flat: [{action: "*", gain: 1}]
questions: {first: "P=? [F x = 1]", toll: "R{toll}=? [F x >= 3]"}
"""


def space_of(text: str, kernel: str) -> StateSpace:
    process = lower(load_text(text))
    target = registry(load()).make("kernel", kernel, {})
    return explore(process, (), (target,), Context(), exact=kernel == "reference")[0]


@pytest.mark.parametrize("kernel", ["reference", "compiled"])
def test_each_command_has_the_same_share(kernel: str) -> None:
    space = space_of(FORK.replace("{action: left, gain: 4}, ", ""), kernel)
    stored = space.transitions
    assert stored.choice_start is None
    assert stored.row_start.tolist() == [0, 2, 3, 4, 5, 6]
    assert stored.column[:2].tolist() == [1, 2]
    assert stored.weight[:2] == pytest.approx([2 / 3, 1 / 3])
    assert space.gains["flat"].choice.tolist() == [1, 1, 1, 0, 0]
    assert space.gains["toll"].step is None
    assert space.deadlocks == 2


@pytest.mark.parametrize("kernel", ["reference", "compiled"])
def test_gains_that_differ_move_to_the_transitions(kernel: str) -> None:
    space = space_of(FORK, kernel)
    stored, toll = space.transitions, space.gains["toll"]
    assert toll.step is not None
    first = slice(0, int(stored.row_start[1]))
    found = sorted(zip(stored.column[first].tolist(), toll.step[first].tolist(), stored.weight[first], strict=True))
    assert found == [(1, 0, pytest.approx(1 / 6)), (1, 4, pytest.approx(1 / 2)), (2, 0, pytest.approx(1 / 3))]
    assert toll.choice.tolist() == [0, 5, 5, 0, 0]
    if kernel == "reference":
        assert stored.exact is not None
        assert sum(stored.exact[first]) == 1
        assert Fraction(1, 6) in stored.exact[first]
        assert toll.exact_step is not None
        assert set(toll.exact_step[first]) == {0, 4}


def test_the_weights_of_every_state_are_one() -> None:
    space = space_of(FORK, "compiled")
    assert np.allclose(np.add.reduceat(space.transitions.weight, space.transitions.row_start[:-1]), 1)


def test_without_the_word_it_is_a_mistake() -> None:
    process = replace(lower(load_text(FORK)), overlap="error")
    target = registry(load()).make("kernel", "reference", {})
    with pytest.raises(SpecError) as error:
        explore(process, (), (target,), Context())
    assert error.value.diagnostics[0].code == "E603"
    assert "`overlap: uniform`" in error.value.diagnostics[0].fix


def test_it_is_for_chains_only() -> None:
    with pytest.raises(SpecError) as error:
        load_text(FORK.replace("game: fork", "game: fork\ntype: mdp"))
    assert error.value.diagnostics[0].code == "E307"
    with pytest.raises(SpecError) as error:
        load_text(FORK.replace("uniform", "random"))
    assert error.value.diagnostics[0].fix == "did you mean `uniform`?"
