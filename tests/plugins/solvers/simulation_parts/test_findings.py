"""Tallies become values with intervals, and say how they were made."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import inf

import pytest

from oddsmith.plugin import Bounded, Crossing, Distribution, Expectation, Name, Path, Probability, Question, Spread
from oddsmith_plugins.solvers.simulation_parts.asked import Asked
from oddsmith_plugins.solvers.simulation_parts.findings import Estimator
from oddsmith_plugins.solvers.simulation_parts.intervals import bernstein, binomial, student
from oddsmith_plugins.solvers.simulation_parts.tallies import Tally

GOAL = Name("goal")
PROBABILITY = Asked(Question("p", "", Probability(Path("F", GOAL))), 0)
MEAN = Asked(Question("r", "", Expectation("r", "reach", GOAL)), 0)


def test_a_probability() -> None:
    finding = Estimator(PROBABILITY).finding(Tally(games=1000, total=300.0, mean=0.3), 0.95)
    assert isinstance(finding.value, Bounded)
    assert (finding.value.lower, finding.value.upper) == binomial(300, 1000, 1 - 0.95)
    assert finding.method == "1,000 games, Clopper-Pearson"
    assert finding.sample is not None
    assert finding.sample.error == pytest.approx((0.3 * 0.7 / 1000) ** 0.5)
    assert finding.sample.judged.lower < finding.value.lower


def test_cut_games_widen_it() -> None:
    finding = Estimator(PROBABILITY).finding(Tally(games=1000, unknown=100, total=300.0), 0.95)
    assert finding.value.lower == binomial(300, 1000, 1 - 0.95)[0]
    assert finding.value.upper == binomial(400, 1000, 1 - 0.95)[1]
    assert "100 cut" in finding.method


def test_a_mean_without_and_with_known_bounds() -> None:
    tally = Tally(games=100, total=200.0, mean=2.0, squares=99.0)
    free = Estimator(MEAN).finding(tally, 0.9).value
    assert (free.lower, free.upper) == student(2.0, 1.0, 100, 1 - 0.9)
    tied = Estimator(MEAN, span=(0.0, 10.0)).finding(tally, 0.9)
    assert (tied.value.lower, tied.value.upper) == bernstein(2.0, 1.0, 100, (0.0, 10.0), 1 - 0.9)
    assert "Bernstein" in tied.method


def test_a_mean_of_cut_games_is_bounded_from_below_at_most() -> None:
    tally = Tally(games=100, unknown=50, total=100.0, mean=2.0, squares=49.0)
    rising = Estimator(MEAN, rises=True).finding(tally, 0.9).value
    assert 0 < rising.lower < 1.0
    assert rising.upper == inf
    assert Estimator(MEAN).finding(tally, 0.9).value.lower == -inf


def test_one_endless_game_proves_infinity() -> None:
    assert Estimator(MEAN).finding(Tally(games=100, rising=1, mean=2.0), 0.9).value == Bounded.of(inf)


def test_a_quantile_is_an_order_statistic() -> None:
    counts = Counter({float(k): 100 for k in range(1, 11)})
    crossing = Crossing("smallest", True, ">=", Fraction(1, 2))
    asked = Asked(MEAN.question, 0, crossing=crossing)
    value = Estimator(asked).finding(Tally(games=1000, counts=counts), 0.99).value
    assert (value.lower, value.value, value.upper) == (5.0, 5.0, 6.0)


def test_a_distribution_has_a_band_for_every_value() -> None:
    asked = Asked(Question("d", "", Distribution("r", GOAL)), 0)
    tally = Tally(games=10, mean=1.0, counts=Counter({0.5: 4, 2.0: 6}))
    spread = Estimator(asked).finding(tally, 0.9).value
    assert isinstance(spread, Spread)
    assert spread.support == (Fraction(1, 2), 2)
    assert spread.probability == (0.4, 0.6)
    assert (spread.lower[0], spread.upper[0]) == binomial(4, 10, 1 - 0.9)
