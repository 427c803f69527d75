"""Components of the open states, and runs around those that stand alone."""

from dataclasses import replace

from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.parts import components_of, runs


def test_runs_leave_the_given_ones_alone():
    assert list(runs(6, [2, 3])) == [(0, 2), (2, 3), (3, 4), (4, 6)]
    assert list(runs(2, [0, 1])) == [(0, 1), (1, 2)]
    assert list(runs(0, [])) == []


def test_components_are_found_where_the_problem_does_not_know_them():
    problem = problem_of(walk(5), {0: 0, 5: 1})
    assert components_of(problem).number.tolist() == [-1, 0, 0, 0, 0, -1]
    assert components_of(replace(problem, components=None)).number.tolist() == [-1, 0, 0, 0, 0, -1]
