"""Policies get better until none is: slow games with decisions, ties, waiting that costs."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.policy_iteration import PolicyIteration


def solve(problem):
    return PolicyIteration().solve(problem, Context())


def bold_or_timid(length, win):
    """A gambler may stake one coin, or two."""
    lose = 1 - Fraction(win)
    states = [{0: 1}]
    for coins in range(1, length):
        timid = {coins + 1: win, coins - 1: lose}
        bold = {coins + 2: win, coins - 2: lose} if 2 <= coins <= length - 2 else timid
        states.append([timid, bold])
    return stored_of([*states, {length: 1}])


def test_a_fair_game_is_the_same_however_it_is_played():
    game = bold_or_timid(600, "1/2")
    solution = solve(problem_of(game, {0: 0, 600: 1}, maximise=True, initial=200))
    assert solution.lower[200, 0] <= Fraction(1, 3) <= solution.upper[200, 0]
    assert solution.status is Status.DONE


def test_small_stakes_are_best_where_the_odds_are_good():
    game = bold_or_timid(40, "3/5")
    solution = solve(problem_of(game, {0: 0, 40: 1}, maximise=True, initial=10))
    ratio = Fraction(2, 3)
    truth = (1 - ratio**10) / (1 - ratio**40)
    assert solution.lower[10, 0] <= truth <= solution.upper[10, 0]
    first = game.choice_start[2:39]
    np.testing.assert_array_equal(solution.strategy[2:39], first)


def test_large_stakes_are_best_where_the_odds_are_bad():
    game = bold_or_timid(40, "2/5")
    solution = solve(problem_of(game, {0: 0, 40: 1}, maximise=True, initial=10))
    assert solution.strategy[20] == game.choice_start[20] + 1
    assert "polic" in solution.method


def test_sure_wins_are_bounded_by_certainty_where_all_choices_are_nearly_alike():
    states = [{0: 1}]
    for coins in range(1, 1000):
        timid = {coins + 1: "2/5", coins - 1: "3/5"}
        states.append([timid, {coins + 2: "1/2", coins - 1: "1/2"} if coins < 999 else timid])
    problem = problem_of(stored_of([*states, {1000: 1}]), {0: 0, 1000: 1}, maximise=True, initial=500)
    solution = solve(replace(problem, ceiling=1.0))
    assert solution.upper[500, 0] == 1
    assert solution.lower[500, 0] >= 1 - 1e-12
    assert solution.status is Status.DONE


def test_waiting_costs_until_somebody_leaves():
    game = stored_of([[{1: 1}, {2: "1/100", 0: "99/100"}], [{0: 1}], {2: 1}])
    problem = problem_of(game, {2: 0}, gain=[0, 1, 1, 0], maximise=False, stopping=False)
    solution = solve(replace(problem, proper=np.array([1, 2, -1])))
    assert solution.lower[0, 0] <= 100 <= solution.upper[0, 0]


def test_gains_may_be_losses():
    game = stored_of([[{1: 1}, {0: "1/2", 1: "1/2"}], [{0: "1/3", 2: "2/3"}], {2: 1}])
    best = solve(problem_of(game, {2: 0}, gain=[-1, 2, "-1/2", 0], maximise=True))
    # from 0 take the second choice: 4 on average; from 1: -1/2, and back with 1/3
    assert best.lower[0, 0] <= Fraction(21, 4) <= best.upper[0, 0]
    worst = solve(problem_of(game, {2: 0}, gain=[-1, 2, "-1/2", 0], maximise=False))
    assert worst.lower[0, 0] <= Fraction(-9, 4) <= worst.upper[0, 0]
