"""What an explorer hands over: numbered rows with their choices and transitions, nothing interpreted yet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class RawSpace:
    """State 0 is the initial one; states are numbered in the order in which they were found.

    Choice j of state s: `choice_start[s] <= j < choice_start[s + 1]`; its transitions t:
    `row_start[j] <= t < row_start[j + 1]`. Successors of one choice are merged (unless their step gains differ).
    A state without choices may be left empty, or have the loop of an end state already (summand -1, weight 1).
    """

    rows: NDArray[np.uint64]
    """[n, words]"""
    choice_start: NDArray[np.int64] | None
    """[n + 1]; None: every state has exactly one choice."""
    row_start: NDArray[np.int64]
    """[m + 1]"""
    column: NDArray[np.int32]
    """[T]"""
    weight: NDArray[np.float64]
    """[T]"""
    summand: NDArray[np.int32]
    """[m]; -1 for the loop of an end state."""
    gains: NDArray[np.float64]
    """[m, R], in the order of the kernel's rewards."""
    step_gains: NDArray[np.float64] | None = None
    """[T, R]; only where the kernel is `stepped`."""
    exact_weight: list[Fraction] | None = None
    """[T]"""
    exact_gains: list[list[Fraction]] | None = None
    """[m][R]"""
    exact_step_gains: list[list[Fraction]] | None = None
    """[T][R]"""
    followed: int = 0
    """How many hidden steps were taken at once."""

    @property
    def size(self) -> int:
        """How many states were found."""
        return len(self.rows)

    @property
    def expanded(self) -> int:
        """How many states, from the first on, have their choices listed (all, unless it is a part)."""
        return len(self.summand) if self.choice_start is None else len(self.choice_start) - 1


class FaultyStateError(Exception):
    """A compiled step refused `row`; the reference kernel explains why.

    `part` is what was explored before, its choices listed for the states 0..expanded-1 only: the way to the row.
    """

    def __init__(self, row: NDArray[np.uint64], part: RawSpace | None = None) -> None:
        super().__init__("a faulty state")
        self.row, self.part = row, part
