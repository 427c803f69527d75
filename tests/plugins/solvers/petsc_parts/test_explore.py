"""Ranks explore a game together: what they find is what one process finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from oddsmith.context import Context, Limits
from oddsmith.plugin import LimitError, conditions_of
from oddsmith.solve.gains import choice_gain
from oddsmith.space.explore import explore as explore_alone
from oddsmith.spec.load import load_text
from oddsmith.spec.lower import lower
from oddsmith.testing.games import DAWDLE, DICE, GAMBLER, RACE, WALK
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.solvers.petsc_parts.explore import explore

Portions = Callable[[str], Any]


@pytest.mark.parametrize("text", [DICE, WALK, GAMBLER, DAWDLE, RACE], ids=lambda text: text.split()[1])
def test_a_single_rank_finds_what_the_usual_explorer_finds(alone: Portions, text: str) -> None:
    process, portion = alone(text)
    space, _ = explore_alone(process, conditions_of(process.questions), [CompiledTarget()], Context())
    assert portion.total == portion.size == space.size
    assert (portion.initial, portion.deadlocks) == (space.initial, space.deadlocks)
    np.testing.assert_array_equal(portion.row_start, space.transitions.row_start)
    np.testing.assert_array_equal(portion.column, space.transitions.column)
    np.testing.assert_array_equal(portion.weight, space.transitions.weight)
    for mine, usual in zip(portion.conditions, space.conditions, strict=True):
        np.testing.assert_array_equal(mine, usual)
    for name, gain in portion.gains.items():
        np.testing.assert_allclose(gain, choice_gain(space, name).value, rtol=1e-15)


def test_three_ranks_find_all_states_once_and_have_a_third_each(three_ranks: dict[str, Any]) -> None:
    grid = three_ranks["grid"]
    assert (grid["total"], grid["transitions"], grid["deadlocks"], grid["goals"]) == (960, 1860, 60, 1)
    assert all(250 < size < 400 for size in grid["sizes"])
    assert grid["weight"] == 960.0


def test_all_ranks_tell_the_same(three_ranks: dict[str, Any]) -> None:
    assert three_ranks["same"]


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        ("range", ["E602", "`x` would become 12", "state: x=8", "a shortest way to it (2 steps)"]),
        ("several", ["E603", "two commands are enabled", "state: x=5"]),
        ("end", ["E609", "no command is enabled", "state: x=9"]),
    ],
)
def test_a_mistake_that_one_rank_meets_is_told_as_usual(
    three_ranks: dict[str, Any], mistake: str, words: list[str]
) -> None:
    assert [word for word in words if word not in three_ranks["complaints"][mistake]] == []


def test_the_limit_of_states_counts_those_of_all_ranks(alone: Portions) -> None:
    alone(WALK)
    from mpi4py import MPI

    with pytest.raises(LimitError, match="more than 3 states"):
        explore(lower(load_text(WALK)), (), (), MPI.COMM_SELF, Context(limits=Limits(states=3)))
