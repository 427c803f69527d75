"""As many sweeps as steps: values after a number of steps, with the rounding of all of them."""

from fractions import Fraction

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers import stepwise
from oddsmith_plugins.solvers.stepwise import Stepwise, row_blocks


def solve(problem, threads=1):
    return Stepwise().solve(problem, Context(threads=threads))


@pytest.mark.parametrize("steps", [0, 1, 2, 7, 100])
def test_a_coin_that_ends_the_game(steps):
    game = stored_of([{0: "2/3", 1: "1/3"}, {1: 1}])
    solution = solve(problem_of(game, {1: 1}, horizon=steps))
    truth = 1 - Fraction(2, 3) ** steps
    assert solution.lower[0, 0] <= truth <= solution.upper[0, 0]
    assert solution.status is Status.DONE


def test_gains_are_counted_every_step():
    game = stored_of([{0: 1}])
    assert solve(problem_of(game, {}, gain=[3], horizon=5)).value[0, 0] == 15
    assert solve(problem_of(game, {}, gain=[-3], horizon=5)).value[0, 0] == pytest.approx(-15)


@pytest.mark.parametrize(("maximise", "value", "choice"), [(True, 1.0, 1), (False, 0.0, 0)])
def test_the_first_of_the_best_choices_is_reported(maximise, value, choice):
    game = stored_of([[{1: 1}, {2: 1}], {1: 1}, {2: 1}])
    solution = solve(problem_of(game, {2: 1}, maximise=maximise, horizon=3))
    assert solution.value[0, 0] == value
    assert solution.strategy.tolist() == [choice, -1, -1]


def test_what_cannot_be_reached_yet_is_exactly_zero():
    solution = solve(problem_of(walk(9), {9: 1}, horizon=3))
    assert solution.upper[4, 0] == 0
    assert solution.lower[6, 0] > 0


def test_two_threads_do_the_same(monkeypatch):
    problem = problem_of(walk(500, "2/5"), {500: 1}, gain=[0, *[1] * 499, 0], horizon=301)
    alone = solve(problem)
    monkeypatch.setattr(stepwise, "PARALLEL_WORK", 1)
    np.testing.assert_array_equal(solve(problem, threads=2).value, alone.value)


def test_blocks_cover_all_states_once():
    blocks = row_blocks(problem_of(walk(100), {100: 1}, horizon=1), 3)
    assert [low for low, _ in blocks] == [0, *[high for _, high in blocks[:-1]]]
    assert blocks[-1][1] == 101
