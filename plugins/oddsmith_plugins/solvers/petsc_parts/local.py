"""A share of the rows -> the same with local column numbers, and what it takes to read the values of other ranks.

A rank keeps its own values first, then those of other ranks that its rows read (in rising order of their numbers).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, compiled, f64, i32, i64
from oddsmith_plugins.solvers.bounds import UNIT
from oddsmith_plugins.solvers.petsc_parts.share import Share

Vector = NDArray[np.float64]


@compiled
def assemble(
    size: i64,
    first: i64,
    start: Array[i64],
    column: Array[i32],
    other: Array[i64],
    weight: Array[f64],
    leaving: Array[f64],
    new_start: Array[i64],
    new_column: Array[i64],
    value: Array[f64],
) -> i64:
    """Rows of the matrix (leaving - A) with rising columns, each column once, the diagonal always; how many entries."""
    filled = 0
    for i in range(size):
        begin = filled
        new_start[i] = begin
        new_column[filled] = first + i
        value[filled] = leaving[i]
        filled += 1
        for t in range(start[i], start[i + 1]):
            target = first + column[t] if column[t] < size else other[column[t] - size]
            at = filled
            while at > begin and new_column[at - 1] > target:
                at -= 1
            if target != first + i:
                if at > begin and new_column[at - 1] == target:
                    value[at - 1] -= weight[t]
                else:
                    back = filled
                    while back > at:
                        new_column[back] = new_column[back - 1]
                        value[back] = value[back - 1]
                        back -= 1
                    new_column[at] = target
                    value[at] = -weight[t]
                    filled += 1
    new_start[size] = filled
    return filled


@compiled
def localise(count: i64, first: i64, size: i64, others: i64, column: Array[i64], other: Array[i64], local: Array[i32]):
    """Own columns count from 0, those of other ranks stand behind them (found by halving)."""
    for t in range(count):
        target = column[t] - first
        if 0 <= target < size:
            local[t] = target
        else:
            low = 0
            high = others
            while high - low > 1:
                middle = (low + high) // 2
                if other[middle] <= column[t]:
                    low = middle
                else:
                    high = middle
            local[t] = size + low


@compiled
def add_up(
    size: i64,
    start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    total: Array[f64],
    loop: Array[f64],
):
    """Per row the sum of all weights, and of those of loops."""
    for i in range(size):
        for t in range(start[i], start[i + 1]):
            total[i] += weight[t]
            if column[t] == i:
                loop[i] += weight[t]


@dataclass(frozen=True)
class Local:
    """The rows of one rank; loops have no part in them."""

    share: Share
    other: NDArray[np.int64]
    """Global numbers of the columns that other ranks hold."""
    graph: tuple[Any, ...]
    """Owners, rows, columns, weights and leaks, as in `rows`."""
    vague: Vector
    """Per row how far the leak may be off."""
    leaving: Vector
    """Per row the weight of all steps elsewhere."""

    def matrix(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Vector]:
        """Rows of the matrix (leaving - A) in compressed form, with global columns."""
        share = self.share
        most = len(share.column) + share.size
        start, column, value = np.empty(share.size + 1, np.int64), np.empty(most, np.int64), np.empty(most)
        local = self.graph[2]
        used = assemble(
            share.size, share.first, share.start, local, self.other, share.weight, self.leaving, start, column, value
        )  # fmt: skip
        return start, column[:used], value[:used]


def local_of(share: Share) -> Local:
    """Number columns locally and find what leaves each row."""
    other, local = _numbered(share)
    total, loop = np.zeros(share.size), np.zeros(share.size)
    add_up(share.size, share.start, local, share.weight, total, loop)
    if share.leak is not None:
        leak, vague, leaving = share.leak, np.zeros(share.size), total + share.leak
    else:
        leak, vague, leaving = np.maximum(1.0 - total, 0.0), (np.diff(share.start) + 2) * UNIT, 1.0 - loop
    owner = np.arange(share.size)
    return Local(share, other, (owner, share.start, local, share.weight, leak), vague, leaving)


def _numbered(share: Share) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The columns that other ranks hold, and the local numbers of all."""
    if share.other is not None:
        return share.other, share.column
    outside = (share.column < share.first) | (share.column >= share.first + share.size)
    other = np.unique(share.column[outside])
    local = np.empty(len(share.column), np.int32)
    localise(len(local), share.first, share.size, len(other), share.column, other, local)
    return other, local
