"""A solved request and a strategy -> the choices that are as good as those that were taken.

    worth(j) = gain(j) + sum over t of weight(t) x(column(t))

compared with x(s): as fractions where they are known, else a choice counts as tied where its upper bound reaches the
lower bound of the best (turned around for who minimises). Choices that only stay in a merged end component do not
count: taking them for ever is something else than taking them once.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from oddsmith.graph.reach import Mask
from oddsmith.solve.drawn import inner_choices, worths
from oddsmith.solve.request import Column, Request, Solved
from oddsmith.solve.strategy import Choices, Ties
from oddsmith.solve.structure import Structure
from oddsmith.space.space import Stored

MOST_EXACT = 1_000_000
"""Transitions up to which worths are compared as fractions."""
UNIT = 2.0**-53


def ties_of(request: Request, solved: Solved, structure: Structure, chosen: Choices, free: Mask) -> Ties:
    """All choices of deciding states that are as good as what was chosen."""
    base, transitions = request.base, structure.transitions
    several = np.diff(transitions.starts) > 1
    counts = (several & ~free)[structure.owner]
    counts[chosen] = False
    if request.lift is not None:
        counts &= ~inner_choices(request.lift, structure)
    exact = solved.exact()
    if exact is not None and transitions.exact is not None and transitions.count <= MOST_EXACT:
        return Ties(_exactly(transitions, base.columns[0], exact, counts), free, True)
    return Ties(_within(request, solved, counts), free, False)


def _exactly(transitions: Stored, column: Column, value: tuple[Fraction | float, ...], counts: Mask) -> Mask:
    result = np.zeros(transitions.choices, dtype=np.bool_)
    weights, owner = transitions.exact, transitions.owner
    assert weights is not None
    for j in np.flatnonzero(counts).tolist():
        low, high = int(transitions.row_start[j]), int(transitions.row_start[j + 1])
        gain = Fraction(0) if column.exact_gain is None else column.exact_gain[j]
        worth = sum((weights[t] * value[int(transitions.column[t])] for t in range(low, high)), gain)
        result[j] = worth == value[int(owner[j])]
    return result


def _within(request: Request, solved: Solved, counts: Mask) -> Mask:
    base = request.base
    transitions, gain, owner = base.transitions, base.columns[0].gain, base.transitions.owner
    lower, upper = solved.lower(), solved.upper()
    low, high = worths(transitions, gain, lower), worths(transitions, gain, upper)
    with np.errstate(invalid="ignore"):
        size = worths(transitions, None if gain is None else np.abs(gain), np.maximum(np.abs(lower), np.abs(upper)))
        slack = (np.diff(transitions.row_start) + 8) * UNIT * size
        maximise = np.ones(len(owner), dtype=np.bool_) if base.side is None else (base.side >= 0)[owner]
        reaches = np.where(maximise, high + slack >= lower[owner], low - slack <= upper[owner])
    endless = np.isinf(lower)[owner]
    reaches = np.where(endless, low == lower[owner], reaches)
    return np.asarray(reaches & counts, dtype=np.bool_)
