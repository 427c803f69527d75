"""How wide components are decides what elimination costs."""

from math import inf

from oddsmith.testing.problems import problem_of, walk
from oddsmith.testing.small import stored_of
from oddsmith_plugins.solvers.structure import band_of


def test_a_walk_is_one_state_wide():
    work, cells = band_of(problem_of(walk(101), {0: 0, 101: 1}), 1e9)
    assert work == 100 * 1 * 5
    assert cells == 300


def test_too_much_work_is_infinite():
    ring = stored_of([{(s + 1) % 50: "1/2", 50: "1/2"} for s in range(50)] + [{50: 1}])
    problem = problem_of(ring, {50: 1})
    assert band_of(problem, 1e9)[0] == 50 * 49 * 53
    assert band_of(problem, 100) == (inf, inf)
