"""Known values on all ranks -> the values after a number of steps, by as many products with the transitions.

    x_0 = 1 at the goal, 0 elsewhere        x_(i+1) = A x_i  where nothing is decided

All terms are nonnegative, so a product multiplies the relative error by at most 1 + (longest row + 8) u, u = 2^-53 (see
`stepwise`); what underflow loses is added absolutely. Values that no longer change end it early.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, Bounded, Context, compiled, f64, i32, i64, u8
from oddsmith_plugins.solvers.bounds import UNIT
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion

FAINT = 1e-290
"""Digits are lost only among values below this."""


@compiled
def product(
    size: i64,
    start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    fixed: Array[u8],
    x: Array[f64],
    result: Array[f64],
) -> i64:
    """One step back; how many values changed."""
    changed = 0
    for s in range(size):
        total = x[s]
        if fixed[s] == 0:
            total = 0.0
            for t in range(start[s], start[s + 1]):
                total += weight[t] * x[column[t]]
            if total != x[s]:
                changed += 1
        result[s] = total
    return changed


def within_steps(portion: Portion, goal: Mask, blocked: Mask, horizon: int, context: Context) -> Bounded:
    """P(the goal is reached within `horizon` steps) at the initial state."""
    fixed, halo = goal | blocked, portion.halo
    x: NDArray[np.float64] = goal.astype(np.float64)
    longest = int(np.diff(portion.row_start).max(initial=1))
    task = context.monitor.task("stepping", "steps", horizon)
    for done in range(horizon):
        result = np.empty_like(x)
        rows = (portion.row_start, portion.column, portion.weight)
        changed = product(portion.size, *rows, fixed, halo.extended(x), result)
        x = result
        context.check()
        task.advance(done + 1, horizon)
        if not halo.comm.allreduce(changed):
            break
    task.finish()
    value: float = portion.of_initial(lambda own: float(x[own]))
    off = horizon * (halo.comm.allreduce(longest, op=_greatest()) + 8) * UNIT * 1.01
    return Bounded(value, value * (1 - off) - FAINT, value * (1 + off) + FAINT).within(0.0, 1.0)


def _greatest() -> object:
    from mpi4py import MPI

    return MPI.MAX
