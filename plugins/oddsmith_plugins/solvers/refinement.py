"""Factors of a chain -> a solution in double the usual precision, with proved bounds.

x is kept as a sum of two numbers, high + low. Its residual is computed from differences,

    r(i) = constant(i) - leak(i) x(i) + sum over t of weight(t) (x(column(t)) - x(i)),

which are exact to the last place of the difference, and does not suffer from weights like 1/3 that no floating-point
number is equal to: what they lack in one direction, the implied loop does not gain. Steps x += solve(r) are repeated
until r is no larger than its own rounding error (iterative refinement: Wilkinson 1963).

Certificate: let s(i) >= |r(i)| + rounding and e >= 0 with

    leak(i) e(i) + sum over t of weight(t) (e(i) - e(column(t))) >= s(i),

checked with rounding against us. Then x - e is below its own equation's right-hand side and x + e above, hence
|x - x*| <= e, because the equations are monotone and have one solution. e comes from the same factors. Where there is
a choice, the same is asked of every choice j, with s(j) = r(j) + rounding when maximising, -r(j) + rounding when
minimising (choices that are clearly worse ask for nothing), and of the chosen one as above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, compiled, f64, i32, i64, inf
from oddsmith_plugins.solvers.bounds import TINY, UNIT
from oddsmith_plugins.solvers.elimination import Elimination
from oddsmith_plugins.solvers.system import System

Vector = NDArray[np.float64]
EXTRA = 6.0
"""Roundings of a row besides its additions."""
STEPS = 12
"""Most refinements of a solution, and most attempts at a certificate."""


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


@dataclass(frozen=True)
class Refined:
    """A solution in two parts, with what is left of its residual and a bound of |residual| + rounding."""

    high: Vector
    low: Vector
    wanted: Vector
    steps: int


def refine(elimination: Elimination, constant: Vector) -> Refined:
    """Solve and refine all columns."""
    system = elimination.system
    graph = graph_of(system)
    high, low = elimination.solve(constant), np.zeros_like(constant)
    rest, slack = np.empty_like(constant), np.empty_like(constant)
    steps, best = 0, np.inf
    while True:
        residual(system.size, constant.shape[1], *graph, *map(_flat, (constant, high, low, rest, slack)))
        elimination.context.check()
        badness = float(np.max(np.abs(rest) / np.where(slack > 0, slack, 1.0), initial=0.0))
        if badness <= 1.0 or steps == STEPS or not badness <= 0.5 * best:
            return Refined(high, low, np.abs(rest) + slack, steps)
        best, steps = badness, steps + 1
        high, low = _sum(high, low, elimination.solve(rest))


def graph_of(system: System) -> tuple[Any, ...]:
    """Owners, rows, columns, weights and leaks of all choices."""
    starts = np.arange(system.size + 1) if system.choice_start is None else system.choice_start
    weight = system.table if system.code is None else system.table[system.code]
    owner = np.repeat(np.arange(system.size), np.diff(starts))
    return owner, system.row_start, system.column, weight, system.leak


def cover(elimination: Elimination, wanted: Vector) -> Vector:
    """e >= 0 such that (leaving) e - A e >= wanted, checked; infinite columns where that fails."""
    system = elimination.system
    aim, lacking, e = 2.0 * wanted, np.empty_like(wanted), wanted
    for _ in range(STEPS):
        e = np.maximum(elimination.solve(aim), 0.0)
        elimination.context.check()
        if shortfall(system, wanted, e, lacking) == 0:
            return e
        # where e is flat, its own rounding decides: ask for a little more everywhere
        aim += 4.0 * lacking + 16 * UNIT * e
    return np.where((lacking == 0).all(axis=0), e, np.inf)


def shortfall(system: System, wanted: Vector, e: Vector, lacking: Vector) -> int:
    """How many choices e does not cover, and what each of them lacks."""
    count = covered(len(wanted), wanted.shape[1], *graph_of(system), *map(_flat, (wanted, e, lacking)))
    return int(count)


def _sum(high: Vector, low: Vector, more: Vector) -> tuple[Vector, Vector]:
    """high + low + more as a sum of two again."""
    total = high + more
    back = total - high
    error = (high - (total - back)) + (more - back)
    small = low + error
    top = total + small
    return top, small - (top - total)


def _flat(values: Vector) -> Vector:
    return values.reshape(-1)
