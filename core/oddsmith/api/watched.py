"""A chain and a condition -> the matrix of the chain as it is seen only where the condition holds.

With the states where it holds first, P = [[A, B], [C, D]], and the chain that is watched there has the matrix
A + B (I - D)^-1 C (Kemeny & Snell, Finite Markov Chains, Section 6.1). What never comes back is missing in its row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.api.table import Table
from oddsmith.context import LimitError
from oddsmith.space.space import Stored

MOST_STATES = 3_000
"""The matrix is written out in full."""


@dataclass(frozen=True)
class Watched:
    """A small matrix with the states of its rows and columns."""

    states: Table
    matrix: NDArray[np.float64]

    def names(self) -> tuple[str, ...]:
        """The states in short: the values of their variables."""
        rows = zip(*(column.tolist() for column in self.states.values()), strict=True)
        return tuple(",".join(str(value) for value in row) for row in rows)


def watched(transitions: Stored, seen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The matrix over the states in `seen`, in their order."""
    if transitions.size > MOST_STATES:
        raise LimitError(f"a matrix of {transitions.size:,} states is not written out", "choose a smaller game")
    full = np.zeros((transitions.size, transitions.size))
    np.add.at(
        full, (np.repeat(transitions.owner, np.diff(transitions.row_start)), transitions.column), transitions.weight
    )
    one, other = np.flatnonzero(seen), np.flatnonzero(~seen)
    direct = full[np.ix_(one, one)]
    if not len(other):
        return direct
    inside = np.eye(len(other)) - full[np.ix_(other, other)]
    # where nothing leads back from, the equations are singular, and nothing is what is wanted
    back = np.linalg.lstsq(inside, full[np.ix_(other, one)], rcond=None)[0]
    return np.asarray(direct + full[np.ix_(one, other)] @ np.clip(back, 0.0, 1.0))
