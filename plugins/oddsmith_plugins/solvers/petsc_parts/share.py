"""One rank's rows of the equations x = A x + right, as they are spread over ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Share:
    """Rows first .. first + size of A; its rows leave surely, so the equations have one solution.

    Where `leak` is given, the equations are those of a chain without loops,
    (leak(i) + sum of the weights of row i) x(i) = sum of weight x(column) + right(i), and a row need not add up to 1.
    Where it is not, they are x(i) = sum of weight x(column) + right(i), with loops among the entries.
    """

    first: int
    """The global number of the first row of this rank."""
    total: int
    """Rows of all ranks."""
    start: NDArray[np.int64]
    """Row i of this rank has the entries start[i] to start[i + 1]."""
    column: NDArray[np.int64] | NDArray[np.int32]
    """Global numbers; local ones where `other` is given (own rows from 0 on, then the others)."""
    weight: NDArray[np.float64]
    leak: NDArray[np.float64] | None = None
    """Per row the weight of all steps to states outside of the equations."""
    other: NDArray[np.int64] | None = None
    """Global numbers of the columns that other ranks hold; None: to be found."""
    exchange: Callable[[NDArray[np.float64]], NDArray[np.float64]] | None = None
    """Values of the own rows -> those of the others, where somebody knows how; called on all ranks at once."""

    @property
    def size(self) -> int:
        """Rows of this rank."""
        return len(self.start) - 1
