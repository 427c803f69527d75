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
    """The transitions backwards, by counting: two passes."""
    counts = np.bincount(transitions.column, minlength=transitions.size)
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    choice = np.empty(transitions.count, dtype=np.int32)
    fill = tempo(_fill, transitions.count)
    fill(transitions.choices, transitions.row_start, transitions.column, start[:-1].copy(), choice)
    return Reverse(start, choice, transitions.owner.astype(np.int32))


@compiled
def _fill(m: i64, row_start: Array[i64], column: Array[i32], place: Array[i64], choice: Array[i32]) -> None:
    for j in range(m):
        for t in range(row_start[j], row_start[j + 1]):
            target = column[t]
            choice[place[target]] = j
            place[target] += 1
