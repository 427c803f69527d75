"""A portion and the states whose values are known -> the rows of this rank for the linear solver.

    (leak(s) + sum of weights) x(s) = sum of weight(t) x(column(t)) + right(s)

Known states stay among the equations, with no steps and a leak of 1: so columns need no new numbers. Loops are left
out, since x = w x + rest is (1 - w) x = rest. Both are done by setting weights to zero for a while, without copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from oddsmith.plugin import Array, compiled, f64, i32, i64, u8
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion
from oddsmith_plugins.solvers.petsc_parts.share import Share


@compiled
def count_silent(choices: i64, owner: Array[i32], start: Array[i64], column: Array[i32], fixed: Array[u8]) -> i64:
    """How many entries belong to choices of fixed states or are loops."""
    count = 0
    for j in range(choices):
        s = owner[j]
        for t in range(start[j], start[j + 1]):
            if fixed[s] != 0 or column[t] == s:
                count += 1
    return count


@compiled
def silence(
    choices: i64,
    owner: Array[i32],
    start: Array[i64],
    column: Array[i32],
    fixed: Array[u8],
    weight: Array[f64],
    place: Array[i64],
    kept: Array[f64],
) -> None:
    """Set these entries to zero, and keep where they stand and what they were."""
    count = 0
    for j in range(choices):
        s = owner[j]
        for t in range(start[j], start[j + 1]):
            if fixed[s] != 0 or column[t] == s:
                place[count] = t
                kept[count] = weight[t]
                weight[t] = 0.0
                count += 1


@contextmanager
def silenced(portion: Portion, fixed: Mask) -> Iterator[None]:
    """While the context lasts, weights of loops and of what fixed states do are zero."""
    start, column, weight = portion.row_start, portion.column, portion.weight
    rows = (len(start) - 1, portion.owner.astype(np.int32), start, column, fixed)
    count = count_silent(*rows)
    place, kept = np.empty(count, dtype=np.int64), np.empty(count)
    silence(*rows, weight, place, kept)
    del rows
    try:
        yield
    finally:
        weight[place] = kept


@contextmanager
def equations(portion: Portion, fixed: Mask) -> Iterator[Share]:
    """The rows of a chain, to be used while the context lasts."""
    with silenced(portion, fixed):
        leak, other = fixed.astype(np.float64), portion.ghosts()
        rows = (portion.row_start, portion.column, portion.weight)
        yield Share(portion.first, portion.total, *rows, leak, other, portion.halo.exchange)
