"""One side improves its choices, the other replies: also where both can go round for ever."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from oddsmith.context import Context
from oddsmith.testing.oracle import Oracle
from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.contest import Contest, column_of, first_choices, is_contested, pressed_side

DISPUTE = stored_of([[{1: 1}, {2: "1/2", 3: "1/2"}], [{0: 1}, {2: "9/10", 3: "1/10"}], {2: 1}, {3: 1}])


def contest(problem):
    return Contest(problem, lambda rest: Oracle().solve(rest, Context()), Context(), first_choices(problem))


def test_the_pressed_side_learns_to_leave():
    game = contest(problem_of(DISPUTE, {2: 1, 3: 0}, side=[1, -1, 0, 0], stopping=False))
    game.improve()
    assert game.exact[:2] == (Fraction(1, 2), Fraction(1, 2))
    assert game.held.tolist() == [1, -1, -1, -1]
    assert game.rounds == 2


def test_the_minimiser_is_pressed_until_a_goal():
    problem = problem_of(DISPUTE, {2: 0, 3: 0}, [1] * 6, side=[1, -1, 0, 0], stopping=False)
    problem = replace(problem, proper=np.array([-1, 3, -1, -1]))
    assert pressed_side(problem) == -1
    game = contest(problem)
    game.improve()
    assert game.exact[:2] == (2, 1)
    assert game.held.tolist() == [-1, 3, -1, -1]
    assert game.reply[0] == 0
    assert game.strategy.tolist() == [0, 3, -1, -1]


def test_the_reply_is_held_in_its_turn_for_the_other_bound():
    game = contest(problem_of(DISPUTE, {2: 1, 3: 0}, side=[1, -1, 0, 0], stopping=False))
    game.evaluate()
    assert game.upper[0] == 0, "the first choice goes round"
    lower, upper = game.certificate()
    assert (lower[0], upper[0]) == (0, 0.5), "bounds are right before anything was improved"
    game.improve()
    lower, upper = game.certificate()
    assert lower[0] == upper[0] == 0.5


def test_one_column_of_several():
    problem = problem_of(DISPUTE, {2: 1, 3: 0}, side=[1, -1, 0, 0], stopping=False)
    assert is_contested(problem)
    assert column_of(problem, 0).known.shape == (4, 1)
