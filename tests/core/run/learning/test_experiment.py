"""Means and intervals of what was gained."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith.run.learning.experiment import Gains


def test_the_interval_is_that_of_student() -> None:
    found = Gains("some", np.array([[1.0, 2.0], [2.0, 3.0], [4.0, 0.0]]), np.zeros((3, 1)))
    assert found.totals.tolist() == [3, 5, 4]
    assert found.mean == 4
    assert found.margin == pytest.approx(4.302652730 * 1 / np.sqrt(3))  # t of 2 degrees of freedom at 0.975


def test_one_game_tells_nothing_about_others() -> None:
    assert Gains("some", np.ones((1, 5)), np.ones((1, 1))).margin == np.inf


def test_the_lead_is_over_the_one_of_the_others_who_gained_most_in_all_games() -> None:
    others = np.array([[1.0, -7.0], [2.0, 9.0], [3.0, -8.0]])
    lead, margin = Gains("some", np.array([[4.0], [4.0], [4.0]]), others).lead
    assert lead == 2  # ahead of the first, who has 2 on average: by 3, 2, 1
    assert margin == pytest.approx(4.302652730 * 1 / np.sqrt(3))


def test_the_curve_is_the_mean_of_sums_and_ends_with_the_mean() -> None:
    rows = np.random.default_rng(1).normal(size=(4, 1000))
    found = Gains("some", rows, np.zeros((4, 1)))
    hands, means, margins = found.curve
    assert (hands[0], hands[-1], len(hands)) == (1, 1000, 100)
    assert means[0] == pytest.approx(rows[:, 0].mean())
    assert (means[-1], margins[-1]) == pytest.approx((found.mean, found.margin))
