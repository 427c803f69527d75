"""The rows of equations -> their residuals and what a bound of the error lacks, with all rounding errors counted.

    r(i) = constant(i) - leak(i) x(i) + sum over t of weight(t) (x(column(t)) - x(i))

Differences are exact to the last place, and do not suffer from weights like 1/3 that no floating-point number is equal
to: what they lack in one direction, the implied loop does not gain. See `refinement` for what is made of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, compiled, f64, i32, i64, inf
from oddsmith_plugins.solvers.bounds import TINY, UNIT
from oddsmith_plugins.solvers.system import System

Vector = NDArray[np.float64]
EXTRA = 6.0
"""Roundings of a row besides its additions."""


@compiled
def residual(
    rows: i64,
    columns: i64,
    owner: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    leak: Array[f64],
    constant: Array[f64],
    high: Array[f64],
    low: Array[f64],
    rest: Array[f64],
    slack: Array[f64],
):
    """The residual of high + low in every row (choice), and a bound of the rounding errors made in computing it."""
    for i in range(rows):
        terms = f64(row_start[i + 1] - row_start[i]) + EXTRA
        for c in range(columns):
            here = high[owner[i] * columns + c]
            fine = low[owner[i] * columns + c]
            total = constant[i * columns + c] - leak[i] * here
            total -= leak[i] * fine
            magnitude = abs(constant[i * columns + c]) + leak[i] * abs(here)
            for t in range(row_start[i], row_start[i + 1]):
                there = high[column[t] * columns + c]
                # the exact difference of the two high parts is step + error (Knuth's two-sum)
                step = there - here
                back = step + here
                error = (there - back) - (here - (back - step))
                step += error + (low[column[t] * columns + c] - fine)
                total += weight[t] * step
                magnitude += weight[t] * abs(step)
            rest[i * columns + c] = total
            slack[i * columns + c] = magnitude * terms * UNIT + TINY if magnitude > 0.0 else 0.0


@compiled
def covered(
    rows: i64,
    columns: i64,
    owner: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    leak: Array[f64],
    wanted: Array[f64],
    e: Array[f64],
    lacking: Array[f64],
) -> i64:
    """How many rows of (leaving) e - A e are not surely at least as great as wanted, and by how much each lacks."""
    failures = 0
    for i in range(rows):
        terms = f64(row_start[i + 1] - row_start[i]) + EXTRA
        for c in range(columns):
            here = e[owner[i] * columns + c]
            total = leak[i] * here
            magnitude = total
            for t in range(row_start[i], row_start[i + 1]):
                step = here - e[column[t] * columns + c]
                total += weight[t] * step
                magnitude += weight[t] * abs(step)
            short = wanted[i * columns + c] - (total - magnitude * terms * UNIT)
            if short <= 0.0:
                lacking[i * columns + c] = 0.0
            else:
                # also where it is not a number
                lacking[i * columns + c] = short if short > 0.0 else inf
                failures += 1
    return failures


def graph_of(system: System) -> tuple[Any, ...]:
    """Owners, rows, columns, weights and leaks of all choices."""
    starts = np.arange(system.size + 1) if system.choice_start is None else system.choice_start
    weight = system.table if system.code is None else system.table[system.code]
    owner = np.repeat(np.arange(system.size), np.diff(starts))
    return owner, system.row_start, system.column, weight, system.leak


def residuals(graph: tuple[Any, ...], constant: Vector, high: Vector, low: Vector) -> tuple[Vector, Vector]:
    """The residual of high + low per row and column, and a bound of the rounding errors in it."""
    rest, slack = np.empty_like(constant), np.empty_like(constant)
    residual(*constant.shape, *graph, *map(_flat, (constant, high, low, rest, slack)))
    return rest, slack


def shortfall(graph: tuple[Any, ...], wanted: Vector, e: Vector) -> Vector:
    """What (leaving) e - A e lacks of what is wanted, per row and column; 0 where it is surely enough."""
    lacking = np.empty_like(wanted)
    covered(*wanted.shape, *graph, *map(_flat, (wanted, e, lacking)))
    return lacking


def _flat(values: Vector) -> Vector:
    return np.ascontiguousarray(values).reshape(-1)
