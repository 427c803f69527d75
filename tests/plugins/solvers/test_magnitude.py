"""Larger numbers and back: without rounding, and outwards where digits are lost."""

import numpy as np

from oddsmith.testing.problems import problem_of, walk
from oddsmith_plugins.solvers.magnitude import magnified, shrink
from oddsmith_plugins.solvers.system import system_of


def test_columns_are_magnified_without_rounding():
    system = system_of(problem_of(walk(5, "1/3"), {0: 0, 5: "1/7"}))
    larger, power = magnified(system)
    assert larger.constant.max() > 1e200
    shrink(larger.constant, power, np.inf)
    np.testing.assert_array_equal(larger.constant, system.constant)
    high, low = np.array([[1e-200]]), np.array([[1e-200]])
    shrink(high, power, np.inf)
    shrink(low, power, -np.inf)
    assert low[0, 0] <= 0 < high[0, 0]
