"""The compiled equations of a crowd, beside those in fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import isclose

import numpy as np
import pytest

from oddsmith_plugins.solvers.stage_games_parts.crowd import alike, roots, weight
from oddsmith_plugins.solvers.stage_games_parts.large_sweep import find_roots, play, polynomial, spread


def test_spreads_are_binomial() -> None:
    shares = np.zeros(5)
    spread(4, 0.3, shares)
    exact = [float(weight((4 - j, j), (Fraction(7, 10), Fraction(3, 10)))) for j in range(5)]
    assert shares == pytest.approx(exact, rel=1e-14)


@pytest.mark.parametrize("seed", range(20))
def test_roots_are_those_in_fractions(seed: int) -> None:
    chance = random.Random(seed)
    coefficients = [chance.randint(-9, 9) for _ in range(4)]
    found, work = np.zeros(200), np.zeros(8)
    count = find_roots(4, np.array(coefficients, dtype=np.float64), found, work)
    exact = sorted(float(low + high) / 2 for low, high in roots([Fraction(c) for c in coefficients]))
    assert sorted(found[:count].tolist()) == pytest.approx(exact, abs=1e-9)
    for root in found[:count]:
        assert abs(polynomial(4, np.array(coefficients, dtype=np.float64), root, work)) < 1e-9


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(10))
def test_a_decision_has_the_value_of_the_best_symmetric_equilibrium(size: int, seed: int) -> None:
    chance = random.Random(100 * size + seed)
    payoff = [[chance.randint(-99, 99) for _ in range(size)] for _ in range(2)]
    q = np.repeat(np.array(payoff, dtype=np.float64).reshape(-1), 3)
    out = np.zeros(8)
    play(size, 1, q, np.zeros(64), np.zeros(64), np.zeros(64), np.zeros(200), out)
    exact = alike(2, size, {(a, (size - 1 - j, j)): Fraction(payoff[a][j]) for a in (0, 1) for j in range(size)})
    assert isclose(0.5 * (out[0] + out[1]), float(exact[0].gets), rel_tol=1e-9, abs_tol=1e-9)
    assert out[2] - out[0] < 1e-9
    assert int(out[4]) == len(exact)
