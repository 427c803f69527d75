"""Distributions as bars."""

from __future__ import annotations

from oddsmith.report.distribution import MOST_LINES, bars, summary
from oddsmith.solve.answer import Spread


def spread(support: tuple[int, ...], probability: tuple[float, ...], mean: float | None = None) -> Spread:
    return Spread(support, probability, probability, probability, mean=mean)


def test_each_value_has_a_bar_relative_to_the_most_likely() -> None:
    lines = bars(spread((2, 3), (0.2, 0.8)))
    assert lines == ["2  0.2        ██████████", "3  0.8        ████████████████████████████████████████"]


def test_many_values_are_grouped() -> None:
    lines = bars(spread(tuple(range(100)), (0.01,) * 100))
    assert len(lines) <= MOST_LINES
    assert lines[0].split()[0] == "0..4"


def test_a_long_thin_tail_is_one_line() -> None:
    lines = bars(spread(tuple(range(200)), tuple(2.0**-k for k in range(1, 201))))
    assert lines[-1].split()[0] == "10..199"
    assert len(lines) == 11
    assert bars(spread(tuple(range(20)), tuple(2.0**-k for k in range(1, 21))))[-1].split()[0] == "10..19"
    assert len(bars(spread(tuple(range(12)), tuple(2.0**-k for k in range(1, 13))))) == 12


def test_missing_probability_is_mentioned() -> None:
    assert summary(spread((1,), (0.5,))) == "only 1, total probability 0.5"
    assert summary(spread((1,), (1.0,))) == "always 1"


def test_a_goal_that_is_never_reached_has_no_bars() -> None:
    assert bars(spread((), ())) == ["no value at all: the goal is never reached"]


def test_sampled_values_have_their_bands() -> None:
    spread = Spread((0, 1), (0.25, 0.75), (0.2, 0.7), (0.3, 0.8), mean=0.75)
    assert bars(spread, sampled=True)[0].startswith("0  0.25       [0.2, 0.3] █")
    assert "[" not in bars(spread)[0]
