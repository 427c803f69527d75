"""Stored transitions -> which choices lead to a state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, i32, i64
from oddsmith.space.space import Stored


@dataclass(frozen=True)
class Reverse:
    """The choices that may step to state s: `choice[start[s]:start[s + 1]]`; `owner[j]` is the state of choice j."""

    start: NDArray[np.int64]
    choice: NDArray[np.int32]
    owner: NDArray[np.int32]


def reverse(transitions: Stored) -> Reverse:
    """The transitions backwards."""
    owner = transitions.owner.astype(np.int32)
    return reverse_rows(transitions.size, transitions.row_start, transitions.column, owner)


def reverse_rows(
    size: int, row_start: NDArray[np.int64], column: NDArray[np.int32], owner: NDArray[np.int32]
) -> Reverse:
    """The same for rows whose columns are 0..size-1, by counting: two passes."""
    counts = np.zeros(size + 1, dtype=np.int64)
    tempo(_count, len(column))(len(column), column, counts)
    start = np.cumsum(counts)
    choice = np.empty(len(column), dtype=np.int32)
    tempo(_fill, len(column))(len(owner), row_start, column, start[:-1].copy(), choice)
    return Reverse(start, choice, owner)


@compiled
def _count(count: i64, column: Array[i32], counts: Array[i64]) -> None:
    for t in range(count):
        counts[column[t] + 1] += 1


@compiled
def _fill(m: i64, row_start: Array[i64], column: Array[i32], place: Array[i64], choice: Array[i32]) -> None:
    for j in range(m):
        for t in range(row_start[j], row_start[j + 1]):
            target = column[t]
            choice[place[target]] = j
            place[target] += 1
