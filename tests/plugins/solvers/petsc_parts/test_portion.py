"""Portions exchange values with the ranks that hold their neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oddsmith.testing.games import WALK


def test_a_rank_is_told_only_what_others_hold(three_ranks: dict[str, Any]) -> None:
    assert three_ranks["grid"]["own ghosts"] == 0


def test_a_rank_that_holds_all_states_has_no_ghosts(alone: Callable[[str], Any]) -> None:
    _, portion = alone(WALK)
    assert portion.halo.size == 0
    assert portion.halo.extended(portion.conditions[0]).tolist() == portion.conditions[0].tolist()


def test_everybody_learns_the_value_of_the_initial_state(alone: Callable[[str], Any]) -> None:
    _, portion = alone(WALK)
    assert portion.of_initial(lambda own: own + 40) == 40 + portion.initial
