"""Intervals contain the truth as often as they say, in many small experiments with fixed seeds."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from oddsmith_plugins.solvers.simulation_parts.intervals import bernstein, binomial, deviation, student

TRIALS = 4000


@pytest.mark.parametrize(("hits", "games"), [(0, 10), (3, 10), (10, 10), (394, 1000), (1, 100_000)])
def test_binomial_is_clopper_pearson(hits: int, games: int) -> None:
    expected = binomtest(hits, games).proportion_ci(0.95, method="exact")
    low, high = binomial(hits, games, 0.05)
    assert low == pytest.approx(expected.low, rel=1e-9)
    assert high == pytest.approx(expected.high, rel=1e-9)
    assert low <= hits / games <= high


def test_unknown_games_count_both_ways() -> None:
    assert binomial(3, 10, 0.1, unknown=2) == (binomial(3, 10, 0.1)[0], binomial(5, 10, 0.1)[1])
    assert binomial(0, 0, 0.1) == (0.0, 1.0)


@pytest.mark.parametrize("p", [0.001, 0.03, 0.3, 0.5])
@pytest.mark.parametrize("games", [10, 200])
def test_coverage_of_probabilities(p: float, games: int) -> None:
    hits = np.random.default_rng(1).binomial(games, p, TRIALS)
    found = {h: binomial(h, games, 0.05) for h in set(hits.tolist())}
    covered = sum(found[h][0] <= p <= found[h][1] for h in hits.tolist())
    assert covered / TRIALS >= 0.95 - 0.01


def test_coverage_of_means() -> None:
    values = np.random.default_rng(2).exponential(1.0, (TRIALS, 2000))
    found = [student(row.mean(), row.var(ddof=1), 2000, 0.05) for row in values]
    covered = sum(low <= 1 <= high for low, high in found) / TRIALS
    assert 0.93 <= covered <= 0.97


def test_coverage_of_bounded_means_is_at_least_what_is_said() -> None:
    values = np.random.default_rng(3).beta(0.2, 2.0, (TRIALS, 50))
    found = [bernstein(row.mean(), row.var(ddof=1), 50, (0.0, 1.0), 0.05) for row in values]
    assert sum(low <= 0.2 / 2.2 <= high for low, high in found) / TRIALS >= 0.95


def test_deviation() -> None:
    assert deviation(0.05) == pytest.approx(1.959964, abs=1e-6)
