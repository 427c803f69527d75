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
MOST_KINDS = 1 << 20
"""Codes of rows of values are made dense above this."""


def settle(
    transitions: Stored, fixed: Mask, known: NDArray[np.float64], gaining: Mask, found: Components
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The open states that are settled, and for each of them a fixed state whose known values it shares.

    `found` are the components of the states that are not fixed; `gaining` states gain in some column.
    """
    kind, example = _kinds(fixed, known)
    of_component = np.full(max(found.count, 1), UNKNOWN, dtype=np.int32)
    function = tempo(_settle, transitions.count)
    function(
        len(found.order), found.order, transitions.row_start, transitions.column, found.number, kind, gaining,
        of_component,
    )  # fmt: skip
    rows = np.flatnonzero((of_component >= 0)[found.number] & ~fixed)
    return rows, example[of_component[found.number[rows]]]


def _kinds(fixed: Mask, known: NDArray[np.float64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """A number for each different row of known values (-1 where not fixed), and a state that has it."""
    rows = np.flatnonzero(fixed)
    code = np.zeros(len(rows), dtype=np.int64)
    for column in known.T:
        values = column[rows]
        if ((values == 0) | (values == 1)).all():
            code = code * 2 + (values == 1)
        else:
            different, place = np.unique(values, return_inverse=True)
            code = code * len(different) + place
        if code.max(initial=0) >= MOST_KINDS:
            code = np.unique(code, return_inverse=True)[1]
    kind = np.full(len(fixed), UNKNOWN, dtype=np.int32)
    kind[rows] = code
    example = np.zeros(int(code.max(initial=0)) + 1, dtype=np.int64)
    example[code] = rows
    return kind, example


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
