"""A portion and the states whose values are known -> the rows of this rank for the linear solver.

    (leak(s) + sum of weights) x(s) = sum of weight(t) x(column(t)) + right(s)

Known states stay among the equations, with no steps and a leak of 1: so columns need no new numbers. Loops are left
out, since x = w x + rest is (1 - w) x = rest. Both are done by setting weights to zero for a while, without copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, compiled, f64, i32, i64, u8
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion
from oddsmith_plugins.solvers.petsc_parts.share import Share


@compiled
def count_silent(size: i64, start: Array[i64], column: Array[i32], fixed: Array[u8]) -> i64:
    """How many entries belong to fixed rows or are loops."""
    count = 0
    for s in range(size):
        for t in range(start[s], start[s + 1]):
            if fixed[s] != 0 or column[t] == s:
                count += 1
    return count


@compiled
def silence(
    size: i64,
    start: Array[i64],
    column: Array[i32],
    fixed: Array[u8],
    weight: Array[f64],
    place: Array[i64],
    kept: Array[f64],
) -> None:
    """Set these entries to zero, and keep where they stand and what they were."""
    count = 0
    for s in range(size):
        for t in range(start[s], start[s + 1]):
            if fixed[s] != 0 or column[t] == s:
                place[count] = t
                kept[count] = weight[t]
                weight[t] = 0.0
                count += 1


@contextmanager
def equations(portion: Portion, fixed: Mask) -> Iterator[Share]:
    """The rows of this rank; while the context lasts, weights of the portion are zero."""
    size, start, column, weight = portion.size, portion.row_start, portion.column, portion.weight
    count = count_silent(size, start, column, fixed)
    place, kept = np.empty(count, dtype=np.int64), np.empty(count)
    silence(size, start, column, fixed, weight, place, kept)
    try:
        yield Share(portion.first, portion.total, start, _global(portion), weight, fixed.astype(np.float64))
    finally:
        weight[place] = kept


def _global(portion: Portion) -> NDArray[np.int64]:
    """The global numbers of all columns."""
    own = np.arange(portion.first, portion.first + portion.size, dtype=np.int64)
    number: NDArray[np.int64] = portion.halo.extended(own)
    return number[portion.column]
