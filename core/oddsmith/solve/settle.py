"""Fixed states of a chain -> more states whose values the graph tells.

A state from which only fixed states with the same values (in all columns) can be reached, and which gains nothing on
the way, has these values too: the probability-0 and probability-1 states, for all columns in one pass.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.components import Components
from oddsmith.graph.reach import Mask
from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, i32, i64, u8
from oddsmith.space.space import Stored

UNKNOWN = -1
MIXED = -2


def settle(
    transitions: Stored, fixed: Mask, known: NDArray[np.float64], gaining: Mask, found: Components
) -> NDArray[np.int64]:
    """For each state one whose known values it shares: itself if fixed, -1 where nothing is settled.

    `found` are the components of the states that are not fixed; `gaining` states gain in some column.
    """
    kind, example = _kinds(fixed, known)
    of_component = np.full(found.count, UNKNOWN, dtype=np.int32)
    function = tempo(_settle, transitions.count)
    function(
        len(found.order), found.order, transitions.row_start, transitions.column, found.number, kind, gaining,
        of_component,
    )  # fmt: skip
    result = np.where(fixed, np.arange(len(fixed)), -1)
    free = ~fixed
    reached = of_component[found.number[free]]
    result[free] = np.where(reached >= 0, example[np.maximum(reached, 0)], -1)
    return result


def _kinds(fixed: Mask, known: NDArray[np.float64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """A number for each different row of known values (-1 where not fixed), and a state that has it."""
    rows = np.flatnonzero(fixed)
    code = np.zeros(len(rows), dtype=np.int64)
    for column in known[rows].T:
        if np.isin(column, (0.0, 1.0)).all():
            code = code * 2 + column.astype(np.int64)
        else:
            different, place = np.unique(column, return_inverse=True)
            code = code * len(different) + place
        if code.max(initial=0) > 1 << 30:
            code = np.unique(code, return_inverse=True)[1]
    _, first, place = np.unique(code, return_index=True, return_inverse=True)
    kind = np.full(len(fixed), UNKNOWN, dtype=np.int32)
    kind[rows] = place
    return kind, rows[first] if len(rows) else np.zeros(1, dtype=np.int64)


@compiled
def _settle(
    n: i64,
    order: Array[i32],
    start: Array[i64],
    column: Array[i32],
    number: Array[i32],
    kind: Array[i32],
    gaining: Array[u8],
    of_component: Array[i32],
) -> None:
    for place in range(n):
        s = order[place]
        c = number[s]
        if gaining[s] != 0:
            of_component[c] = MIXED
        t = start[s]
        while t < start[s + 1] and of_component[c] != MIXED:
            w = column[t]
            t += 1
            other = kind[w]
            if other < 0 and number[w] != c:
                other = of_component[number[w]]
            if other == MIXED:
                of_component[c] = MIXED
            elif other >= 0:
                if of_component[c] == UNKNOWN:
                    of_component[c] = other
                elif of_component[c] != other:
                    of_component[c] = MIXED
