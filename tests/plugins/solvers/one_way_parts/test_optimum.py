"""Values of a few states whose successors are known."""

from __future__ import annotations

import numpy as np
import pytest

from oddsmith_plugins.solvers.one_way_parts.optimum import best_values


@pytest.mark.parametrize(("maximise", "expected"), [(1, 4.0), (0, 2.5)])
def test_the_best_choice_is_taken_and_known_values_stay(maximise: int, expected: float) -> None:
    """State 0 can go to 1 (worth 3, gaining 1) or toss between 1 and 2 (worth 2); state 3 is known to be 7."""
    x = np.array([0, 0, 3, 3, 2, 2, 0, 0], dtype=np.float64)
    best_values(
        2, np.array([0, 3], np.int32), np.array([2, 1]), np.array([0, 1, 1, 2, 0, 1]), np.array([1.0, 0.0, 0.0]), 1, 0,
        np.zeros(2), np.array([1.0, 0.5, 0.5, 1.0]), np.array([1, 1, 2, 1], np.int32), np.array([0, 1], np.uint8),
        np.array([0.0, 7.0]), maximise, x, np.zeros(2),
    )  # fmt: skip
    assert x[0] <= expected <= x[1]
    assert x[1] - x[0] < 1e-14
    assert x[6] == x[7] == 7.0
