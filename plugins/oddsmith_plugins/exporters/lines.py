"""An explored game -> its transitions one by one, taken out of the arrays some states at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddsmith.plugin import Context, StateSpace
from oddsmith_plugins.exporters.labels import action_names

PIECE = 10_000
"""States at a time: few enough for memory, enough for speed."""


class Line(NamedTuple):
    """One transition."""

    state: int
    choice: int
    """The number of the choice among those of its state."""
    action: str
    target: int
    weight: float
    place: int
    """Its number among all transitions."""
    row: int
    """The number of the choice among all choices."""


def lines(space: StateSpace, context: Context) -> Iterator[Line]:
    """All transitions, in the order of states and choices."""
    stored, names = space.transitions, action_names(space)
    for first in range(0, stored.size, PIECE):
        context.check()
        starts = stored.starts[first : first + PIECE + 1].tolist()
        rows = stored.row_start[starts[0] : starts[-1] + 1].tolist()
        columns = stored.column[rows[0] : rows[-1]].tolist()
        weights = stored.weight[rows[0] : rows[-1]].tolist()
        summands = space.summand[starts[0] : starts[-1]].tolist()
        for s in range(len(starts) - 1):
            for j in range(starts[s], starts[s + 1]):
                action = names[summands[j - starts[0]]]
                row = rows[j - starts[0] : j - starts[0] + 2]
                for t in range(row[0], row[1]):
                    target, weight = columns[t - rows[0]], weights[t - rows[0]]
                    yield Line(first + s, j - starts[s], action, target, weight, t, j)


def decided(kind: str) -> bool:
    """Whether states have several choices, so that a choice must be named."""
    return kind != "chain"
