"""Backward reachability over ranks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from oddsmith.testing.games import WALK
from oddsmith_plugins.solvers.petsc_parts.reach import backwards, can_reach


def test_three_ranks_find_all_states_from_which_the_goal_can_be_reached(three_ranks: dict[str, Any]) -> None:
    """All points of the grid with y <= 17 (but x = 30), and those with x = 30 below the goal are ends."""
    assert three_ranks["grid"]["reached"] == 30 * 18 + 1


def test_some_states_may_not_be_passed(alone: Callable[[str], Any]) -> None:
    _, portion = alone(WALK)
    back, won = backwards(portion), portion.conditions[0]
    assert can_reach(portion, back, won).states.sum() == 5
    start = np.arange(portion.size) == portion.initial
    assert can_reach(portion, back, won, ~start).states.sum() == 3
