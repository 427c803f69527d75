"""Sweeps with proved bounds: walks, values down to 1e-106, decisions, losses, waiting that costs."""

from fractions import Fraction

import pytest

from oddsmith.context import Context
from oddsmith.solve.problem import Trait
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.interval_iteration import IntervalIteration


def solve(problem, **limits):
    return IntervalIteration().solve(problem, Context(**limits))


def test_a_walk_is_bounded_everywhere():
    problem = problem_of(walk(60, "2/5", exact=True), {0: 0, 60: 1}, initial=30)
    solution = solve(problem)
    ratio = Fraction(3, 2)
    for state in range(61):
        truth = (ratio**state - 1) / (ratio**60 - 1)
        assert solution.lower[state, 0] <= truth <= solution.upper[state, 0]
    assert solution.status is Status.DONE
    assert "sweeps" in solution.method


@pytest.mark.parametrize("length", [500, 3000])
def test_tiny_values_have_as_many_digits_as_large_ones(length):
    """The second one has values below the smallest floating-point number."""
    problem = problem_of(walk(length, "3/8"), {0: 0, length: 1}, initial=length - 480)
    solution = solve(problem)
    truth = (Fraction(5, 3) ** (length - 480) - 1) / (Fraction(5, 3) ** length - 1)
    assert 1e-107 < truth < 1e-106
    assert solution.lower[length - 480, 0] <= truth <= solution.upper[length - 480, 0]
    assert solution.upper[length - 480, 0] - solution.lower[length - 480, 0] <= 1e-9 * truth


def test_gains_may_be_losses():
    gain = [0, *[1 if state % 2 else -1 for state in range(1, 20)], 0]
    problem = problem_of(walk(20, "9/20", exact=True), {0: -3, 20: 5}, gain=gain, initial=10)
    solution = solve(problem)
    assert solution.lower[10, 0] <= solution.value[10, 0] <= solution.upper[10, 0]
    assert solution.upper[10, 0] - solution.lower[10, 0] <= 1e-8


def test_waiting_costs_until_somebody_leaves():
    game = stored_of([[{1: 1}, {2: "1/100", 0: "99/100"}], [{0: 1}], {2: 1}])
    problem = problem_of(game, {2: 0}, gain=[0, 1, 1, 0], maximise=False, stopping=False)
    solution = solve(problem)
    assert solution.lower[0, 0] <= 100 <= solution.upper[0, 0]
    assert solution.strategy.tolist() == [1, -1, -1]


def test_what_is_zero_in_one_column_is_exactly_zero():
    problem = problem_of(walk(30), {0: 0, 30: 0}, initial=10)
    assert solve(problem).upper[10, 0] == 0


def test_slow_walks_are_handed_over():
    problem = problem_of(walk(20_000), {0: 0, 20_000: 1}, initial=10_000)
    solution = solve(problem)
    assert solution.lower[10_000, 0] <= 0.5 <= solution.upper[10_000, 0]
    assert solution.status is Status.DONE
    assert "stalled" in solution.method


def test_sweeps_alone_promise_no_more_than_they_prove():
    problem = problem_of(walk(400), {0: 0, 400: 1}, initial=200)
    solution = IntervalIteration().iterate(problem, Context())
    assert solution.lower[200, 0] <= 0.5 <= solution.upper[200, 0]


def test_losses_where_a_policy_may_never_stop_are_refused():
    game = stored_of([[{0: 1}, {1: 1}], {1: 1}])
    problem = problem_of(game, {1: 0}, gain=[-1, 0, 0], maximise=False, stopping=False)
    assert Trait.NONNEGATIVE in IntervalIteration.missing(problem)
