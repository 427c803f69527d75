"""Sweeps that only rise keep choices that lead out of end components."""

import numpy as np

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.climbing import climb
from oddsmith_plugins.solvers.contest import first_choices

# 0 and 1 can go round for ever; 0 has the better exit
ROUND = stored_of([[{1: 1}, {2: "3/4", 3: "1/4"}], [{0: 1}, {2: "1/4", 3: "3/4"}], {2: 1}, {3: 1}])


def test_the_best_exit_is_kept_and_going_round_is_not():
    problem = problem_of(ROUND, {2: 1, 3: 0}, side=[1, 1, 0, 0], stopping=False)
    x = problem.known[:, 0].copy()
    chosen, _ = climb(problem, first_choices(problem), x, 1, Context())
    assert chosen.tolist() == [1, 2, -1, -1]
    assert x.tolist() == [0.75, 0.75, 1, 0]


def test_the_other_side_takes_the_worst():
    problem = problem_of(ROUND, {2: 1, 3: 0}, side=[1, -1, 0, 0], stopping=False)
    x = problem.known[:, 0].copy()
    climb(problem, first_choices(problem), x, 1, Context())
    assert x.tolist() == [0.75, 0.25, 1, 0]


def test_from_above_for_the_minimiser_of_a_gain():
    problem = problem_of(ROUND, {2: 0, 3: 0}, [1, 9, 1, 5, 0, 0], side=[-1, -1, 0, 0], stopping=False)
    x = np.array([9.0, 9.0, 0.0, 0.0])
    chosen, _ = climb(problem, np.array([1, 2, -1, -1]), x, -1, Context())
    assert chosen.tolist() == [0, 3, -1, -1]
    assert x.tolist() == [6, 5, 0, 0]
