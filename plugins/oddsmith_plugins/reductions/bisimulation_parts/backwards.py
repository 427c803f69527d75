"""Rows of choices -> which choices lead to a state, and with which weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Array, compiled, i32, i64, u64

Backwards = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint64]]


def backwards(
    size: int, row_start: NDArray[np.int64], column: NDArray[np.int32], weight: NDArray[np.uint64]
) -> Backwards:
    """Start, choice and weight: state s is led to by `choice[start[s]:start[s + 1]]`."""
    count, words = weight.shape
    start = np.zeros(size + 1, dtype=np.int64)
    _count(count, column, start)
    np.cumsum(start, out=start)
    choice = np.empty(count, dtype=np.int32)
    turned = np.empty((count, words), dtype=np.uint64)
    _turn(
        len(row_start) - 1, row_start, column, words, weight.reshape(-1), start[:-1].copy(), choice, turned.reshape(-1)
    )
    return start, choice, turned.reshape(-1)


@compiled
def _count(count: i64, column: Array[i32], counts: Array[i64]) -> None:
    for t in range(count):
        counts[column[t] + 1] += 1


@compiled
def _turn(
    m: i64,
    row_start: Array[i64],
    column: Array[i32],
    words: i64,
    weight: Array[u64],
    place: Array[i64],
    choice: Array[i32],
    turned: Array[u64],
) -> None:
    for j in range(m):
        for t in range(row_start[j], row_start[j + 1]):
            goal = place[column[t]]
            place[column[t]] += 1
            choice[goal] = j
            for k in range(words):
                turned[goal * words + k] = weight[t * words + k]
