"""Elimination: slow walks in no time, right in all digits, and proved."""

from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.problem import Trait
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers import elimination
from oddsmith_plugins.solvers.direct import Direct


def solve(problem):
    return Direct().solve(problem, Context())


@pytest.mark.parametrize("length", [2, 3, 100, 100_000])
def test_the_symmetric_walk_is_right_however_slow(length):
    problem = problem_of(walk(length), {0: 0, length: 0}, gain=[0, *[1] * (length - 1), 0], initial=length // 2)
    solution = solve(problem)
    state = np.arange(length + 1.0)
    truth = state * (length - state)
    assert ((solution.lower[:, 0] <= truth) & (truth <= solution.upper[:, 0])).all()
    assert solution.status is Status.DONE


def test_weights_that_are_no_floating_point_numbers_do_not_add_up_to_errors():
    """A lazy walk: up and down 1/10 each. 0.1 is not 1/10, but it is the same on both sides."""
    length = 5001
    plain = walk(length)
    lazy = replace(plain, weight=np.where(plain.weight == 0.5, 0.1, plain.weight))
    problem = problem_of(lazy, {0: 0, length: 0}, gain=[0, *[1] * (length - 1), 0], initial=2500)
    solution = solve(problem)
    assert solution.lower[2500, 0] <= 5 * 2500 * 2501 <= solution.upper[2500, 0]
    assert solution.status is Status.DONE


def test_tiny_values_have_as_many_digits_as_large_ones():
    problem = problem_of(walk(500, "3/8"), {0: 0, 500: 1}, initial=20)
    solution = solve(problem)
    truth = (Fraction(5, 3) ** 20 - 1) / (Fraction(5, 3) ** 500 - 1)
    assert solution.lower[20, 0] <= truth <= solution.upper[20, 0]
    assert solution.status is Status.DONE


def test_wide_components_are_left_to_sparse_factors(monkeypatch):
    problem = problem_of(walk(200, "2/5"), {0: 0, 200: 1}, initial=150)
    banded = solve(problem)
    monkeypatch.setattr(elimination, "BAND_WORK", 1.0)
    sparse = solve(problem)
    assert sparse.lower[150, 0] <= banded.value[150, 0] <= sparse.upper[150, 0]
    assert sparse.status is Status.DONE


def test_all_columns_share_the_factors():
    one = problem_of(walk(50), {0: 0, 50: 1}, initial=25)
    both = replace(one, known=np.hstack([one.known, 2 * one.known]))
    np.testing.assert_allclose(solve(both).value[25], [0.5, 1.0])


def test_the_cost_is_infinite_where_elimination_is_hopeless():
    rng = np.random.default_rng(1)
    size = 20_000
    rows = [{int(t): Fraction(1, 4) for t in rng.choice(size, 4, replace=False)} for _ in range(size)]
    problem = problem_of(stored_of(rows, exact=False), {0: 1})
    assert Direct().cost(problem) == inf
    assert Direct().cost(problem_of(walk(100_000), {0: 0, 100_000: 1})) < 1


def test_decisions_are_refused():
    assert Trait.CHAIN in Direct.missing(problem_of(stored_of([[{1: 1}, {0: 1}], {1: 1}]), {1: 1}, maximise=True))
