"""Refinement doubles the digits, and errors are covered only by what is proved."""

import numpy as np

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.elimination import Elimination
from oddsmith_plugins.solvers.refinement import cover, covered, graph_of, refine
from oddsmith_plugins.solvers.system import system_of


def test_residuals_shrink_to_their_own_rounding():
    length = 3000
    system = system_of(problem_of(walk(length), {0: 0, length: 0}, gain=[0, *[1] * (length - 1), 0]))
    refined = refine(Elimination(system, Context()), system.constant)
    truth = system.state * (length - system.state.astype(float))
    np.testing.assert_array_equal(refined.high[:, 0], truth)
    assert np.abs(refined.low).max() < 1e-9
    assert refined.wanted.max() < 1e-11


def test_the_cover_is_checked_row_by_row():
    system = system_of(problem_of(walk(50), {0: 0, 50: 1}))
    elimination = Elimination(system, Context())
    wanted = np.full((system.size, 1), 1e-6)
    e = cover(elimination, wanted)
    lacking = np.empty_like(e)
    assert covered(system.size, 1, *graph_of(system), wanted.ravel(), e.ravel(), lacking.ravel()) == 0
    short = 0.4 * e
    assert covered(system.size, 1, *graph_of(system), wanted.ravel(), short.ravel(), lacking.ravel()) > 0


def test_compiled_and_plain_covers_agree():
    system = system_of(problem_of(walk(9), {0: 0, 9: 1}))
    e = np.random.default_rng(1).random((system.size, 1))
    results = []
    for function in (covered, covered.python):
        lacking = np.empty(system.size)
        count = function(system.size, 1, *graph_of(system), np.full(system.size, 0.1), e.ravel(), lacking)
        results.append([count, *lacking])
    np.testing.assert_allclose(*results, atol=1e-16)
