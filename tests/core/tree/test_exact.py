"""Plays in fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from oddsmith.tree.exact import ExactPlays, exact_chance
from oddsmith.tree.measure import exact_reward_payoff, reward_payoff
from oddsmith.tree.plays import Plays
from oddsmith.tree.tree import GameTree


def test_fractions_and_floats_agree(poker: Callable[[int], GameTree]) -> None:
    tree = poker(2)
    chance = exact_chance(tree)
    assert chance is not None
    plays = Plays.of(tree)
    exact = ExactPlays(plays, chance)
    behaviour = [Fraction(1, 3), Fraction(2, 3)] * tree.information.count
    floats = np.array([float(weight) for weight in behaviour])
    for player in (0, 1):
        payoff, rough = exact_reward_payoff(tree, f"gain[{player + 1}]"), reward_payoff(tree, f"gain[{player + 1}]")
        assert float(exact.value(behaviour, payoff)) == pytest.approx(plays.value(floats, rough), rel=1e-12)
        best, chosen = exact.best_response(player, behaviour, payoff)
        assert float(best) == pytest.approx(plays.best_response(player, floats, rough).value, rel=1e-12)
        assert exact.value(chosen, payoff) == best
    assert sum(exact.probability(behaviour)) == 1
