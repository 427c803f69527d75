"""A problem of two sides -> good first choices of the pressed side, by sweeps that only get better for it.

x(s) <- best over choices j of s, from below (from above where the minimiser is pressed); whenever a value improves, the
choice that improved it is kept. Values rise only by what is passed on from outside, so the choices that were kept lead
out of every end component by the exit that is best; choices that are merely best in the end may go round in it for
ever. Nothing here is proved, and nothing needs to converge: `contest` judges the choices, and improves them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Array,
    Context,
    Problem,
    compiled,
    f64,
    i32,
    i64,
    inf,
)
from oddsmith_plugins.solvers.parts import components_of

MOST_SWEEPS = 400
"""Sweeps per component."""
RISE = 1e-12
"""The relative improvement from which a choice is kept: less may be rounding, which can go round in circles."""
ENOUGH = 1e-8
"""The relative improvement at which a component is left."""

Vector = NDArray[np.float64]
Choices = NDArray[np.int64]


def climb(problem: Problem, held: Choices, x: Vector, sign: int, context: Context) -> tuple[Choices, int]:
    """Better choices than `held`, and the number of sweeps; x are values that the held choices secure (changed)."""
    transitions = problem.transitions
    assert problem.side is not None
    found = components_of(problem)
    chosen = held.copy()
    gain = np.zeros(1) if problem.gain is None else np.ascontiguousarray(problem.gain[:, 0])
    x *= sign
    sweeps, part = 0, max(1, found.count // max(1, transitions.count // 5_000_000))
    for first in range(0, found.count, part):
        last = min(found.count, first + part)
        spent = rise(
            first, last, found.start, found.order, transitions.starts, transitions.row_start, transitions.column,
            transitions.weight, gain, int(problem.gain is not None), (sign * problem.side).astype(np.int32),
            float(sign), x, chosen,
        )  # fmt: skip
        sweeps = max(sweeps, int(spent))
        context.check()
    x *= sign
    return chosen, sweeps


@compiled
def rise(
    first: i64,
    last: i64,
    component_start: Array[i64],
    order: Array[i32],
    choice_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    gain: Array[f64],
    has_gain: i64,
    side: Array[i32],
    sign: f64,
    x: Array[f64],
    chosen: Array[i64],
) -> i64:
    """Sweep components first..last, each until it stands still; values as the pressed side (1 in `side`) sees them."""
    most = 0
    for k in range(first, last):
        low = component_start[k]
        high = component_start[k + 1]
        done = 0
        change = 1.0
        while change > ENOUGH and done < MOST_SWEEPS:
            change = 0.0
            for i in range(low, high):
                s = order[i]
                mine = 1.0 if side[s] >= 0 else -1.0
                best = -inf
                choice = -1
                for j in range(choice_start[s], choice_start[s + 1]):
                    total = sign * gain[j] if has_gain == 1 else 0.0
                    leaving = 0.0
                    for t in range(row_start[j], row_start[j + 1]):
                        if column[t] != s:
                            leaving += weight[t]
                            total += weight[t] * x[column[t]]
                    if leaving > 0.0 and mine * total / leaving > best:
                        best = mine * total / leaving
                        choice = j
                gained = mine * best - x[s]
                if choice >= 0 and gained > RISE * abs(x[s]):
                    change = max(change, gained / (abs(x[s]) + 1e-290))
                    x[s] = mine * best
                    if side[s] > 0 and chosen[s] >= 0:
                        chosen[s] = choice
            done += 1
            if high - low == 1:
                change = 0.0
        most = max(most, done)
    return most
