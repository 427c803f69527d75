"""Refinement doubles the digits, and errors are covered only by what is proved."""

from dataclasses import dataclass

import numpy as np

from oddsmith.context import Context
from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.elimination import Elimination
from oddsmith_plugins.solvers.refinement import cover, refine
from oddsmith_plugins.solvers.system import system_of


@dataclass
class Rough(Elimination):
    """Factors that give only so many right digits."""

    error: float = 0.0

    def solve(self, right):
        return super().solve(right) * (1 + self.error)


def test_residuals_shrink_to_their_own_rounding():
    length = 3000
    system = system_of(problem_of(walk(length), {0: 0, length: 0}, gain=[0, *[1] * (length - 1), 0]))
    refined = refine(Elimination(system, Context()), system.constant)
    truth = system.state * (length - system.state.astype(float))
    np.testing.assert_array_equal(refined.high[:, 0], truth)
    assert np.abs(refined.low).max() < 1e-9
    assert refined.wanted.max() < 1e-11


def test_rough_factors_need_more_steps_and_come_to_the_same():
    system = system_of(problem_of(walk(50), {0: 0, 50: 1}))
    good, rough = (refine(Rough(system, Context(), error=error), system.constant) for error in (0.0, 1e-2))
    np.testing.assert_allclose(rough.high, good.high, rtol=1e-15)
    assert rough.steps > good.steps


def test_factors_that_do_not_help_leave_the_best_that_was_met():
    system = system_of(problem_of(walk(50), {0: 0, 50: 1}))
    refined = refine(Rough(system, Context(), error=3.0), system.constant)
    residual, slack = Elimination(system, Context()).residuals(system.constant, refined.high, refined.low)
    np.testing.assert_array_equal(refined.wanted, np.abs(residual) + slack)
    assert refined.wanted.max() < 10


def test_the_cover_is_checked_row_by_row():
    system = system_of(problem_of(walk(50), {0: 0, 50: 1}))
    elimination = Elimination(system, Context())
    wanted = np.full((system.size, 1), 1e-6)
    e = cover(elimination, wanted)
    assert not elimination.shortfall(wanted, e).any()
    assert elimination.shortfall(wanted, 0.4 * e).any()


def test_what_cannot_be_covered_is_infinite():
    system = system_of(problem_of(walk(50), {0: 0, 50: 1}))
    e = cover(Rough(system, Context(), error=-1.0), np.full((system.size, 1), 1e-6))
    assert np.isinf(e).all()
