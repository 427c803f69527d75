"""The coin: every move alike."""

from __future__ import annotations

from core.learn.poker import chances, match
from oddsmith.learn.match import Turn
from oddsmith_plugins.learners.coin import Coin


def test_the_random_number_picks_the_move() -> None:
    mind = Coin().begin(match(2, chances((0, 0, 1))))
    picked = [mind.decide(Turn((0, 1), 0, range(4, 7), chance)) for chance in (0.0, 0.33, 0.34, 0.66, 0.67, 0.999)]
    assert picked == [4, 4, 5, 5, 6, 6]
