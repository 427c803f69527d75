"""Certified lower and upper values -> a solution that keeps known values, the ceiling and the asked precision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context, Problem, Solution, Status

UNIT = 2.0**-53
"""Half the distance between 1 and the next floating-point number: the relative error of one operation."""
SLACK = 8.0
"""Roundings of a row besides its additions: of weights, products, gains, and of the error estimate itself."""
TINY = 1e-305
"""More than all underflows of a solve can add up to."""
NEGLIGIBLE = 1e-290
"""An interval as narrow as this counts as a point: floating-point numbers end soon below."""

Matrix = NDArray[np.float64]


def is_nonnegative(problem: Problem) -> bool:
    """No known value and no gain is below zero: then no value is."""
    gain = problem.gain
    return not (bool(np.any(problem.known < 0)) or (gain is not None and bool(np.any(gain < 0))))


def relative_width(lower: float, upper: float) -> float:
    """Width of an interval relative to its smallest magnitude; 0 for a point, infinity where the sign is open."""
    if lower == upper:
        return 0.0
    magnitude = min(abs(lower), abs(upper)) if (lower > 0) == (upper > 0) else 0.0
    return float((upper - lower) / magnitude) if 0 < magnitude < np.inf else np.inf


def width_at(state: int, lower: Matrix, upper: Matrix) -> float:
    """The widest relative interval of all columns at one state."""
    return max((relative_width(low, high) for low, high in zip(lower[state], upper[state], strict=True)), default=0.0)


def present(
    problem: Problem,
    context: Context,
    lower: Matrix,
    upper: Matrix,
    method: str,
    strategy: NDArray[np.int64] | None = None,
    stats: dict[str, float] | None = None,
) -> Solution:
    """Clip to what is known for sure, and judge the width at the initial state. The bounds are changed in place."""
    if is_nonnegative(problem):
        np.maximum(lower, 0.0, out=lower)
    if problem.ceiling is not None:
        np.minimum(upper, problem.ceiling, out=upper)
        np.minimum(lower, problem.ceiling, out=lower)
    lower[problem.fixed] = upper[problem.fixed] = problem.known[problem.fixed]
    with np.errstate(invalid="ignore"):
        value = lower * 0.5
        value += upper * 0.5
        np.copyto(value, lower, where=(upper - lower <= NEGLIGIBLE) | (lower == upper))
    if not np.isfinite(value).all():
        value = np.where(np.isnan(value), np.where(np.isinf(lower), upper, lower), value)
    ends = list(zip(lower[problem.initial].tolist(), upper[problem.initial].tolist(), strict=True))
    reached = all(relative_width(a, b) <= context.precision or b - a <= NEGLIGIBLE for a, b in ends)
    if np.isnan(lower[problem.initial]).any() or np.isnan(upper[problem.initial]).any():
        status = Status.FAILED
    else:
        status = Status.DONE if reached else Status.LOOSE
    return Solution(value, lower, upper, method, status, strategy, stats=stats or {})
