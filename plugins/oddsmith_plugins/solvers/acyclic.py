"""Acyclic problems -> values by one backward sweep.

    x(s) = best over choices j:  (gain(j) + sum over t, column(t) != s, of weight(t) x(column(t))) / (1 - loop(j))

in an order in which every state comes after its successors. `1 - loop(j)` is the sum of the other weights, so nothing
is subtracted. Every sum is kept as a lower and an upper value that are moved apart by the rounding error that the
operations can have made (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1). No stopping rule: the
sweep ends, and its result is as good as floating-point numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Array,
    Context,
    Problem,
    Promise,
    Solution,
    Solver,
    Trait,
    array,
    compiled,
    f64,
    hookimpl,
    i32,
    i64,
    inf,
    u8,
)
from oddsmith_plugins.solvers.bounds import SLACK, TINY, UNIT, present
from oddsmith_plugins.solvers.parts import components_of

CHUNK = 1 << 19
"""States between two looks at the clock."""


@compiled
def points_ahead(
    size: i64, choice_start: Array[i64], row_start: Array[i64], column: Array[i32], fixed: Array[u8]
) -> i64:
    """1 if every transition of an unfixed state leads to itself, to a later state, or to a fixed one."""
    for state in range(size):
        if fixed[state] == 0:
            for t in range(row_start[choice_start[state]], row_start[choice_start[state + 1]]):
                if column[t] < state and fixed[column[t]] == 0:
                    return 0
    return 1


@compiled
def choice_bounds(
    state: i64,
    low: i64,
    high: i64,
    column: Array[i32],
    weight: Array[f64],
    gain: f64,
    width: i64,
    offset: i64,
    x: Array[f64],
    result: Array[f64],
) -> i64:
    """Lower and upper value of one choice into result[0], result[1]; 0 if it only loops and gains nothing."""
    lower = gain
    upper = gain
    lower_size = abs(gain)
    upper_size = abs(gain)
    leaving = 0.0
    loops = 0
    for t in range(low, high):
        target = column[t]
        if target == state:
            loops = 1
        else:
            w = weight[t]
            leaving += w
            a = w * x[target * width + offset]
            b = w * x[target * width + offset + 1]
            lower += a
            upper += b
            lower_size += abs(a)
            upper_size += abs(b)
    if leaving == 0.0:
        result[0] = inf if gain > 0.0 else -inf
        result[1] = result[0]
        return 1 if gain != 0.0 else 0
    slack = (f64(high - low) + SLACK) * UNIT
    if 0.0 < lower_size < inf:
        lower = lower - lower_size * slack - TINY
    if 0.0 < upper_size < inf:
        upper = upper + upper_size * slack + TINY
    if loops == 1:
        wider = 1.0 + slack
        lower = lower / (leaving * wider if lower > 0.0 else leaving / wider)
        upper = upper / (leaving / wider if upper > 0.0 else leaving * wider)
    result[0] = lower
    result[1] = upper
    return 1


@compiled
def sweep(
    low: i64,
    high: i64,
    order: Array[i32],
    choice_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    gain: Array[f64],
    has_gain: i64,
    side: Array[u8],
    columns: i64,
    x: Array[f64],
    strategy: Array[i64],
):
    """Positions low..high of the order; x holds [state, column, (lower, upper)]; side is 0 for min, 1 otherwise."""
    result = array(f64, 2)
    for position in range(low, high):
        state = order[position]
        first = choice_start[state]
        last = choice_start[state + 1]
        maximise = side[state]
        for c in range(columns):
            found = 0
            best_lower = 0.0
            best_upper = 0.0
            best = -1
            for j in range(first, last):
                g = gain[j * columns + c] if has_gain == 1 else 0.0
                useful = choice_bounds(
                    state, row_start[j], row_start[j + 1], column, weight, g, 2 * columns, 2 * c, x, result
                )
                if useful == 1:
                    a = result[0]
                    b = result[1]
                    if found == 0:
                        found = 1
                        best_lower = a
                        best_upper = b
                        best = j
                    elif maximise == 1:
                        if a + b > best_lower + best_upper:
                            best = j
                        best_lower = max(best_lower, a)
                        best_upper = max(best_upper, b)
                    else:
                        if a + b < best_lower + best_upper:
                            best = j
                        best_lower = min(best_lower, a)
                        best_upper = min(best_upper, b)
            x[(state * columns + c) * 2] = best_lower
            x[(state * columns + c) * 2 + 1] = best_upper
            if c == 0 and last - first > 1:
                strategy[state] = best


def backward_order(problem: Problem, fixed: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The unfixed states, successors first."""
    transitions = problem.transitions
    if points_ahead(transitions.size, transitions.starts, transitions.row_start, transitions.column, fixed):
        return np.flatnonzero(fixed == 0)[::-1].astype(np.int32)
    return components_of(problem).order


@dataclass(frozen=True)
class Acyclic(Solver):
    """One backward sweep over a problem without cycles (loops at single states are allowed)."""

    name: ClassVar[str] = "acyclic"
    requires: ClassVar[frozenset[Trait]] = frozenset({Trait.ACYCLIC, Trait.STORED, Trait.UNBOUNDED})
    promises: ClassVar[frozenset[Promise]] = frozenset({Promise.BOUNDS, Promise.STRATEGY})

    def cost(self, problem: Problem) -> float:
        return 2e-3 + problem.transitions.count * problem.columns * 2e-8

    def solve(self, problem: Problem, context: Context) -> Solution:
        transitions, columns, size = problem.transitions, problem.columns, problem.transitions.size
        fixed = np.ascontiguousarray(problem.fixed).view(np.uint8)
        order = backward_order(problem, fixed)
        context.check()
        x = np.repeat(np.where(problem.fixed[:, None], problem.known, 0.0)[:, :, None], 2, axis=2)
        side = np.ones(size, np.uint8) if problem.side is None else (problem.side >= 0).astype(np.uint8)
        gain = np.zeros(1) if problem.gain is None else np.ascontiguousarray(problem.gain).reshape(-1)
        strategy = np.full(size, -1, dtype=np.int64)
        task = context.monitor.task("backward sweep", "states", len(order))
        for low in range(0, len(order), CHUNK):
            high = min(low + CHUNK, len(order))
            sweep(
                low, high, order, transitions.starts, transitions.row_start, transitions.column, transitions.weight,
                gain, int(problem.gain is not None), side, columns, x.reshape(-1), strategy,
            )  # fmt: skip
            task.advance(high)
            context.check()
        task.finish()
        chosen = None if problem.side is None else strategy
        return present(problem, context, x[:, :, 0].copy(), x[:, :, 1].copy(), "one backward sweep", chosen)


@hookimpl
def oddsmith_solvers() -> Iterable[type[Solver]]:
    return (Acyclic,)
