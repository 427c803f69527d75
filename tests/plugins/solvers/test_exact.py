"""Fractions: textbook numbers without any error, optimal choices without any tolerance."""

from fractions import Fraction
from math import inf

import pytest

from oddsmith.context import Context
from oddsmith.solve.problem import Trait
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.exact import Exact


def solve(problem):
    return Exact().solve(problem, Context())


def test_gamblers_ruin_is_a_fraction():
    solution = solve(problem_of(walk(5, "3/5", exact=True), {0: 0, 5: 1}, initial=2))
    assert solution.exact[0][2] == Fraction(135, 211)
    assert solution.lower[2, 0] <= Fraction(135, 211) <= solution.upper[2, 0]
    assert solution.upper[2, 0] - solution.lower[2, 0] < 3e-16


def test_the_best_bets_are_found():
    bets = [
        {0: 1},
        [{2: "3/5", 0: "2/5"}, {3: "1/2", 0: "1/2"}],
        [{3: "3/5", 1: "2/5"}, {4: "1/2", 1: "1/2"}],
        [{4: "3/5", 2: "2/5"}, {5: "1/2", 2: "1/2"}],
        [{5: "3/5", 3: "2/5"}],
        {5: 1},
    ]
    best = solve(problem_of(stored_of(bets), {0: 0, 5: 1}, maximise=True, initial=2))
    assert best.exact[0][2] == Fraction(21, 31)
    worst = solve(problem_of(stored_of(bets), {0: 0, 5: 1}, maximise=False, initial=2))
    assert worst.exact[0][2] == Fraction(135, 211)
    assert best.strategy[[0, 4, 5]].tolist() == [-1, -1, -1]


def test_waiting_costs_until_somebody_leaves():
    game = stored_of([[{1: 1}, {2: "1/100", 0: "99/100"}], [{0: 1}], {2: 1}])
    problem = problem_of(game, {2: 0}, gain=[0, 1, 1, 0], maximise=False, stopping=False)
    solution = solve(problem)
    assert solution.exact[0][0] == 100
    assert solution.strategy[0] == 1


def test_infinite_ends():
    fork = stored_of([[{1: "1/2", 2: "1/2"}, {2: 1}], {1: 1}, {2: 1}])
    assert solve(problem_of(fork, {1: inf, 2: 4}, maximise=False)).exact[0][0] == 4
    assert solve(problem_of(fork, {1: inf, 2: 4}, maximise=True)).exact[0][0] == inf


@pytest.mark.parametrize("steps", [0, 1, 6])
def test_steps_are_exact_too(steps):
    game = stored_of([{0: "2/3", 1: "1/3"}, {1: 1}])
    solution = solve(problem_of(game, {1: 1}, horizon=steps))
    assert solution.exact[0][0] == 1 - Fraction(2, 3) ** steps


def test_a_component_that_is_never_left_is_reported():
    solution = solve(problem_of(stored_of([{1: 1}, {0: 1}, {2: 1}]), {2: 1}))
    assert solution.status is Status.FAILED


def test_cost_grows_with_the_largest_component():
    small, large = (problem_of(walk(n, exact=True), {0: 0, n: 1}) for n in (50, 2000))
    assert Exact().cost(small) < 0.1 < Exact().cost(large)


def test_floating_point_weights_are_not_enough():
    assert Trait.EXACT_WEIGHTS in Exact.missing(problem_of(walk(5), {0: 0, 5: 1}))
