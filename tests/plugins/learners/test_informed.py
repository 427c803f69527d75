"""Who is told how the others play attains the exact upper limit."""

from __future__ import annotations

import numpy as np
import pytest

from core.learn.poker import chances, match
from oddsmith.learn.play import Dealer, seating
from oddsmith_plugins.learners.informed import Informed


def test_its_gain_is_the_best_response_up_to_chance() -> None:
    found = match(3, chances((0, 0.2, 0.5, 1)), chances((0.5, 0.5, 0.5, 1)))
    limit = np.mean(
        [
            found.plays.best_response(seats[0], found.seated(found.habits, seats), found.payoffs[seats[0]]).value
            for seats in (seating(3, hand) for hand in range(3))
        ]
    )
    gains = Dealer(found).game(Informed().begin(found), 9000, (2, 0), True, lambda: None)[:, 0]
    assert gains.mean() == pytest.approx(limit, abs=4 * gains.std() / np.sqrt(len(gains)))
