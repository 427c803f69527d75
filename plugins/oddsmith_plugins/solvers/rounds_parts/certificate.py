"""An approximation of x = R x + b -> bounds of x at the initial cell, whatever the approximation is worth.

With r = R x' + b - x' the error is  x - x' = r + R r + R^2 r + …,  so  |x - x'| <= |r| + R |r| + R^2 |r| + …  in every
cell: a series like that of the value itself, and bounded in the same way (`series`). It has to be summed only until
its own bound is small enough, not until it is over. The residual is itself rounded: |r| is increased by what one round
may be wrong, which is in proportion to x' and R x' + b (x' is made nonnegative first).

The series equals the error because x' is zero where no way leads to the goal (it is a sum of vectors R^n b): from all
other cells the game leaves them sooner or later, so R^n x' becomes zero.
"""

from __future__ import annotations

from math import inf

import numpy as np

from oddsmith.plugin import Bounded
from oddsmith_plugins.solvers.rounds_parts.operator import UNIT, Vector
from oddsmith_plugins.solvers.rounds_parts.series import Series
from oddsmith_plugins.solvers.rounds_parts.vectors import Vectors

MOST_ROUNDS = 400


def certify(vectors: Vectors, x: Vector, layers: list[int], precision: float) -> tuple[dict[int, Bounded], int]:
    """Bounds at the initial cell in these layers, and the rounds that they took; x is used up."""
    operator = vectors.operator
    operator.parts(lambda part: np.maximum(x[part], 0.0, out=x[part]))  # then all terms of a round are nonnegative
    r = operator.zeros()
    seen = vectors.residual(r, x)
    slack = operator.error + 4 * UNIT

    def widen(part: slice) -> None:
        r[part] = np.abs(r[part]) * (1 + 2 * slack) + 2.02 * slack * (2 * x[part] + np.abs(r[part]))

    operator.parts(widen)
    series = Series(operator, precision, r, unit=0.0)
    series.begin()
    while series.rounds < MOST_ROUNDS and not series.over:
        operator.context.check()
        for _ in range(3):
            series.advance()
        series.compare()
        if all(series.bounds(layer).upper <= precision * abs(seen[layer]) / 2.1 for layer in layers):
            break
        if series.high < 1 and all(_spread(series, layer) < 0.1 for layer in layers):
            break  # the bound is what it is: more rounds would only tell it more exactly
    return {layer: _around(seen[layer], series.bounds(layer).upper, slack) for layer in layers}, series.rounds + 1


def _spread(series: Series, layer: int) -> float:
    """How much of the bound is not yet summed up."""
    upper = series.bounds(layer).upper
    return (upper - series.sums[layer]) / upper if 0 < upper < inf else float(upper > 0)


def _around(value: float, radius: float, slack: float) -> Bounded:
    radius = radius + 2 * slack * abs(value)
    return Bounded(value, value - radius, value + radius)
