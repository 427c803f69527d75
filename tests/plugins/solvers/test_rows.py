"""Residuals and what a cover lacks, compiled and in plain Python."""

import numpy as np

from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.rows import covered, graph_of, residuals, shortfall
from oddsmith_plugins.solvers.system import system_of


def test_a_solution_has_no_residual_but_rounding():
    system = system_of(problem_of(walk(9, "1/2"), {0: 0, 9: 1}))
    truth = system.state[:, None] / 9
    rest, slack = residuals(graph_of(system), system.constant, truth, np.zeros_like(truth))
    assert (np.abs(rest) <= slack + 1e-16).all()
    rest, slack = residuals(graph_of(system), system.constant, truth + 0.25, np.zeros_like(truth))
    np.testing.assert_allclose(rest[[0, -1], 0], -0.125)


def test_the_second_part_counts():
    system = system_of(problem_of(walk(9, "1/2"), {0: 0, 9: 1}))
    high, low = np.ones((system.size, 1)), np.full((system.size, 1), 1e-20)
    rest, _ = residuals(graph_of(system), system.constant, high, low)
    bare, _ = residuals(graph_of(system), system.constant, high, 0 * low)
    assert (np.sign(rest - bare) <= 0).all()


def test_nothing_is_lacking_where_enough_leaves():
    system = system_of(problem_of(walk(9), {0: 0, 9: 1}))
    parabola = (system.state * (9.0 - system.state))[:, None]
    assert not shortfall(graph_of(system), np.full((system.size, 1), 0.99), parabola).any()
    assert (shortfall(graph_of(system), np.full((system.size, 1), 1.01), parabola) > 0).all()


def test_compiled_and_plain_covers_agree():
    system = system_of(problem_of(walk(9), {0: 0, 9: 1}))
    e = np.random.default_rng(1).random((system.size, 1))
    results = []
    for function in (covered, covered.python):
        lacking = np.empty(system.size)
        count = function(system.size, 1, *graph_of(system), np.full(system.size, 0.1), e.ravel(), lacking)
        results.append([count, *lacking])
    np.testing.assert_allclose(*results, atol=1e-16)
