"""The base class of space reductions: a state space -> a smaller one, with the way back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.space.space import StateSpace, Stored


@dataclass(frozen=True)
class Lift:
    """The way back from a reduced space to the one it came from."""

    state: NDArray[np.int64]
    """The reduced state of every original state."""
    choice: NDArray[np.int64]
    """The reduced choice of every original choice; -1 where it was dropped."""

    @classmethod
    def identity(cls, transitions: Stored) -> Lift:
        """The way back where nothing was reduced."""
        return cls(np.arange(transitions.size), np.arange(transitions.choices))

    def values(self, reduced: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of the original states from values of the reduced ones ([n] or [n, k])."""
        return reduced[self.state]

    def strategy(self, reduced: NDArray[np.int64], original: Stored) -> NDArray[np.int64]:
        """Choices of the original states from choices of the reduced ones; -1 stays -1.

        Of the original choices that became the chosen one, the first is taken.
        """
        wanted = reduced[self.state][original.owner]
        fits = np.flatnonzero((self.choice == wanted) & (wanted >= 0))
        result = np.full(original.size, -1, dtype=np.int64)
        result[original.owner[fits][::-1]] = fits[::-1]
        return result

    def after(self, earlier: Lift) -> Lift:
        """The way back through two reductions, `earlier` having been applied first."""
        choice = np.where(earlier.choice < 0, -1, self.choice[earlier.choice])
        return Lift(self.state[earlier.state], choice)


@dataclass(frozen=True)
class SpaceReduction(ABC):
    """A frozen record of options. Every question has the same answer before and after."""

    name: ClassVar[str]
    keeps_steps: ClassVar[bool] = True
    """Whether the number of steps stays; if not, it is skipped where a question depends on it."""

    @abstractmethod
    def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
        """The smaller space and the way back; the same space and the identity where there is nothing to do."""
