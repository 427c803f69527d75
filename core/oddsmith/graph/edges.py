"""Stored transitions -> the graph under them: which states follow a state, whatever is chosen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, i32, i64, u8
from oddsmith.space.space import Stored


def edge_start(transitions: Stored) -> NDArray[np.int64]:
    """Where the successors of each state begin among the columns."""
    if transitions.choice_start is None:
        return transitions.row_start
    return np.ascontiguousarray(transitions.row_start[transitions.choice_start])


def pruned(transitions: Stored, allowed: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Start and columns of the graph that has only the transitions of the allowed choices."""
    start = np.zeros(transitions.size + 1, dtype=np.int64)
    column = np.empty(transitions.count, dtype=np.int32)
    function = tempo(_prune, transitions.count)
    size = function(
        transitions.size, transitions.starts, transitions.row_start, transitions.column, allowed, start, column
    )
    return start, column[:size]


@compiled
def _prune(
    n: i64,
    choice_start: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    allowed: Array[u8],
    new_start: Array[i64],
    new_column: Array[i32],
) -> i64:
    filled = 0
    for state in range(n):
        new_start[state] = filled
        for choice in range(choice_start[state], choice_start[state + 1]):
            if allowed[choice] != 0:
                for t in range(row_start[choice], row_start[choice + 1]):
                    new_column[filled] = column[t]
                    filled += 1
    new_start[n] = filled
    return filled


def standing(transitions: Stored) -> NDArray[np.bool_]:
    """Per choice: whether it surely stays in its state."""
    result = np.zeros(transitions.choices, dtype=np.bool_)
    function = tempo(_standing, transitions.choices)
    function(transitions.size, transitions.starts, transitions.row_start, transitions.column, result)
    return result


@compiled
def _standing(n: i64, choice_start: Array[i64], row_start: Array[i64], column: Array[i32], result: Array[u8]) -> None:
    for state in range(n):
        for choice in range(choice_start[state], choice_start[state + 1]):
            if row_start[choice + 1] - row_start[choice] == 1 and column[row_start[choice]] == state:
                result[choice] = 1
