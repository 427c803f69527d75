"""A number of steps, step by step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from oddsmith.context import Context
from oddsmith.testing.games import WALK
from oddsmith_plugins.solvers.petsc_parts.stepping import within_steps


@pytest.mark.parametrize(("horizon", "right"), [(0, 0), (2, 0), (3, Fraction(8, 27)), (4, Fraction(8, 27))])
def test_the_bounds_hold_the_probability(alone: Callable[[str], Any], horizon: int, right: Fraction) -> None:
    _, portion = alone(WALK)
    won = portion.conditions[0]
    found = within_steps(portion, won, np.zeros_like(won), horizon, Context())
    assert found.lower <= right <= found.upper
    assert found.upper - found.lower < 1e-13


def test_three_ranks_count_steps_together(three_ranks: dict[str, Any]) -> None:
    """x = 10 within 12 fair steps."""
    right = sum(comb(12, k) for k in (10, 11, 12)) / 2**12
    early = three_ranks["answers"]["grid"]["early"]
    assert early["lower"] <= right <= early["upper"]
