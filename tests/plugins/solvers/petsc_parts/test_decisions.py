"""What the graph tells about decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from oddsmith.testing.games import DAWDLE
from oddsmith_plugins.solvers.petsc_parts.decisions import expectation, probability
from oddsmith_plugins.solvers.petsc_parts.reach import backwards, sure_for_some


@pytest.fixture
def dawdle(alone: Callable[[str], Any]) -> Any:
    """States 0 and 1 lead to each other; from 1 one may go on to 2 (good) or 3. Conditions: good, out."""
    return alone(DAWDLE)[1]


def test_the_least_probability_is_zero_where_one_may_stay(dawdle: Any) -> None:
    back, (good, out) = backwards(dawdle), dawdle.conditions
    nowhere = np.zeros_like(good)
    assert probability(dawdle, back, good, nowhere, maximise=False).fixed.all()
    np.testing.assert_array_equal(probability(dawdle, back, good, nowhere, maximise=True).fixed, out)


def test_the_first_policy_approaches_the_goal(dawdle: Any) -> None:
    back, (good, _) = backwards(dawdle), dawdle.conditions
    policy = probability(dawdle, back, good, np.zeros_like(good), maximise=True).policy
    second = dawdle.choice_start[1]
    assert policy[1] == second + 1, "in the second state to go, not to dawdle"


def test_the_largest_gain_is_infinite_where_the_goal_can_be_missed_and_the_least_is_not(dawdle: Any) -> None:
    back, (good, out) = backwards(dawdle), dawdle.conditions
    steps = np.ones(len(dawdle.row_start) - 1)
    assert expectation(dawdle, back, out, steps, maximise=True)[1][dawdle.initial]
    assert not expectation(dawdle, back, out, steps, maximise=False)[1][dawdle.initial]
    assert not sure_for_some(dawdle, back, good)[dawdle.initial]
