"""One backward sweep: right values, right choices, bounds that hold the rounding."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.problem import Trait
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.acyclic import Acyclic, backward_order, points_ahead, sweep


def solve(problem):
    return Acyclic().solve(problem, Context())


def test_a_tree_of_coins_is_worth_the_mean_of_its_ends():
    problem = problem_of(
        stored_of([{1: "1/2", 2: "1/2"}, {3: "1/3", 4: "2/3"}, {2: 1}, {3: 1}, {4: 1}]), {2: 5, 3: 1, 4: 0}
    )
    solution = solve(problem)
    truth = Fraction(1, 2) * Fraction(1, 3) + Fraction(5, 2)
    assert solution.lower[0, 0] <= truth <= solution.upper[0, 0]
    assert solution.upper[0, 0] - solution.lower[0, 0] < 1e-14
    assert solution.status is Status.DONE


def test_loops_are_divided_out():
    problem = problem_of(stored_of([{0: "9/10", 1: "1/20", 2: "1/20"}, {1: 1}, {2: 1}]), {1: 1, 2: 0}, gain=[1, 0, 0])
    solution = solve(problem)
    assert solution.lower[0, 0] <= Fraction(21, 2) <= solution.upper[0, 0]


def test_states_may_be_numbered_in_any_order():
    problem = problem_of(stored_of([{0: 1}, {0: "1/2", 3: "1/2"}, {1: 1}, {3: 1}]), {0: 1, 3: 0}, initial=2)
    assert not points_ahead(
        4, problem.transitions.starts, problem.transitions.row_start, problem.transitions.column, problem.fixed
    )
    assert backward_order(problem, problem.fixed.view(np.uint8)).tolist() == [1, 2]
    assert solve(problem).value[2, 0] == pytest.approx(0.5)


@pytest.mark.parametrize(("maximise", "best", "choice"), [(True, 3, 1), (False, 2, 0)])
def test_the_best_choice_is_taken(maximise, best, choice):
    problem = problem_of(stored_of([[{1: 1}, {2: 1}], {1: 1}, {2: 1}]), {1: 2, 2: 3}, maximise=maximise)
    solution = solve(problem)
    assert solution.value[0, 0] == best
    assert solution.strategy.tolist() == [choice, -1, -1]


def test_a_choice_that_only_loops_is_no_way_out():
    stay_or_leave = stored_of([[{0: 1}, {1: 1}], {1: 1}])
    assert solve(problem_of(stay_or_leave, {1: 7}, maximise=False)).value[0, 0] == 7
    assert solve(problem_of(stay_or_leave, {1: 7}, maximise=True)).value[0, 0] == 7
    assert solve(problem_of(stay_or_leave, {1: 7}, gain=[1, 0, 0], maximise=True)).value[0, 0] == inf


def test_infinite_ends_are_avoided_or_passed_on():
    fork = stored_of([[{1: "1/2", 2: "1/2"}, {2: 1}], {1: 1}, {2: 1}])
    assert solve(problem_of(fork, {1: inf, 2: 4}, maximise=False)).value[0, 0] == 4
    assert solve(problem_of(fork, {1: inf, 2: 4}, maximise=True)).upper[0, 0] == inf


def test_gains_may_be_losses():
    problem = problem_of(stored_of([{1: "1/3", 2: "2/3"}, {1: 1}, {2: 1}]), {1: -1, 2: "1/7"}, gain=[-2, 0, 0])
    solution = solve(problem)
    assert solution.lower[0, 0] <= Fraction(-2) - Fraction(1, 3) + Fraction(2, 21) <= solution.upper[0, 0]


def test_compiled_and_plain_sweeps_agree():
    problem = problem_of(stored_of([{1: "1/3", 2: "2/3"}, {2: 1}, {2: 1}]), {2: 1}, gain=[1, 1, 0])
    t = problem.transitions
    results = []
    for run in (sweep, sweep.python):
        x, strategy = np.zeros(6), np.full(3, -1)
        x[4:] = 1.0
        order = np.array([1, 0], dtype=np.int32)
        side = np.ones(3, np.uint8)
        run(0, 2, order, t.starts, t.row_start, t.column, t.weight, problem.gain.reshape(-1), 1, side, 1, x, strategy)
        results.append(x)
    np.testing.assert_array_equal(*results)


def test_cycles_are_refused():
    assert Trait.ACYCLIC in Acyclic.missing(problem_of(walk(3), {0: 0, 3: 1}))
