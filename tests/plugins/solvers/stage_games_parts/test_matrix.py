"""Matrix games in fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from oddsmith_plugins.solvers.stage_games_parts.matrix import solve_linear, solve_matrix


def guaranteed(
    payoff: list[list[Fraction]], x: tuple[Fraction, ...], y: tuple[Fraction, ...]
) -> tuple[Fraction, Fraction]:
    """What the row player gets at least, and at most, if both mix like this."""
    least = min(sum(x[i] * payoff[i][k] for i in range(len(x))) for k in range(len(y)))
    most = max(sum(y[k] * payoff[i][k] for k in range(len(y))) for i in range(len(x)))
    return Fraction(least), Fraction(most)


def test_matching_pennies_are_fair() -> None:
    value, x, y = solve_matrix([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])
    assert value == Fraction(1, 2)
    assert x == y == (Fraction(1, 2), Fraction(1, 2))


def test_a_saddle_point_is_played_without_mixing() -> None:
    value, x, y = solve_matrix([[Fraction(3), Fraction(2)], [Fraction(1), Fraction(0)]])
    assert (value, x, y) == (2, (1, 0), (0, 1))


@pytest.mark.parametrize("seed", range(40))
def test_both_guarantee_the_value_exactly(seed: int) -> None:
    chance = random.Random(seed)
    rows, columns = chance.randint(1, 5), chance.randint(1, 5)
    payoff = [[Fraction(chance.randint(-9, 9), chance.randint(1, 4)) for _ in range(columns)] for _ in range(rows)]
    value, x, y = solve_matrix(payoff)
    assert sum(x) == sum(y) == 1
    assert min(*x, *y) >= 0
    assert guaranteed(payoff, x, y) == (value, value)


def test_a_linear_system_has_one_solution_or_none() -> None:
    one, two = Fraction(1), Fraction(2)
    assert solve_linear([[one, one, Fraction(3)], [one, -one, one]]) == [2, 1]
    assert solve_linear([[one, one, one], [two, two, two]]) is None
