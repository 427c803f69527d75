"""Bounds are clipped to what is known, and judged at the initial state."""

from math import inf

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.solve.solution import Status
from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.bounds import is_nonnegative, present, relative_width


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [(2, 2, 0), (1, 1.5, 0.5), (-1.5, -1, 0.5), (-1, 1, inf), (0, 1, inf), (1, inf, inf), (inf, inf, 0)],
)
def test_widths_are_relative(low, high, width):
    assert relative_width(low, high) == width


def test_known_values_and_signs_are_kept():
    problem = problem_of(walk(3), {0: 0, 3: 1}, initial=1)
    low, high = np.full((4, 1), -1.0), np.full((4, 1), 2.0)
    solution = present(problem, Context(), low, high, "guess")
    assert solution.lower.ravel().tolist() == [0, 0, 0, 1]
    assert solution.upper.ravel().tolist() == [0, 2, 2, 1]
    assert solution.status is Status.LOOSE


def test_losses_are_noticed():
    assert is_nonnegative(problem_of(walk(3), {0: 0, 3: 1}))
    assert not is_nonnegative(problem_of(walk(3), {0: -1, 3: 1}))
    assert not is_nonnegative(problem_of(walk(3), {0: 0, 3: 1}, gain=[0, -1, 0, 0]))
