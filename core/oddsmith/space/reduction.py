"""The base class of space reductions: a state space -> a smaller one, with the way back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import BrokenOfferError, Context
from oddsmith.expr.nodes import Expr
from oddsmith.process.process import Process
from oddsmith.space.space import StateSpace, Stored


@dataclass(frozen=True)
class Lift:
    """The way back from a reduced space to the one it came from."""

    state: NDArray[np.int64]
    """The reduced state of every original state."""
    choice: NDArray[np.int64]
    """The reduced choice of every original choice; -1 where it was dropped."""
    inner: NDArray[np.bool_] | None = None
    """Original choices that surely lead to another state of the same reduced state; None: there are none."""

    @classmethod
    def identity(cls, transitions: Stored) -> Lift:
        """The way back where nothing was reduced."""
        return cls(np.arange(transitions.size), np.arange(transitions.choices))

    def values(self, reduced: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of the original states from values of the reduced ones ([n] or [n, k])."""
        return reduced[self.state]

    def strategy(self, reduced: NDArray[np.int64], original: Stored) -> NDArray[np.int64]:
        """Choices of the original states from choices of the reduced ones; -1 stays -1.

        Of the original choices that became the chosen one, the first is taken. A state that has none of them goes on
        by inner choices to one that has.
        """
        wanted = reduced[self.state][original.owner]
        fits = np.flatnonzero((self.choice == wanted) & (wanted >= 0))
        result = np.full(original.size, -1, dtype=np.int64)
        result[original.owner[fits][::-1]] = fits[::-1]
        inner = np.flatnonzero((wanted >= 0) & self.inner) if self.inner is not None else fits[:0]
        owner, goal = original.owner[inner], original.column[original.row_start[inner]]
        while (near := (result[owner] < 0) & (result[goal] >= 0)).any():
            result[owner[near]] = inner[near]
        return result

    def after(self, earlier: Lift) -> Lift:
        """The way back through two reductions, `earlier` having been applied first."""
        dropped = earlier.choice < 0
        choice = np.where(dropped, -1, self.choice[earlier.choice])
        inner = earlier.inner
        if self.inner is not None:
            later = ~dropped & self.inner[earlier.choice]
            inner = later if inner is None else inner | later
        return Lift(self.state[earlier.state], choice, inner)


@dataclass(frozen=True)
class SpaceReduction(ABC):
    """A frozen record of options. Every question has the same answer before and after."""

    name: ClassVar[str]
    keeps_steps: ClassVar[bool] = True
    """Whether the number of steps stays; if not, it is skipped where a question depends on it."""

    def foresee(self, process: Process, conditions: tuple[Expr, ...], context: Context) -> Process:
        """The process, with marks on commands that are followed while exploring (`Summand.followed`).

        So states that the reduction would drop are never stored. `conditions` are those asked about.
        """
        return process

    @abstractmethod
    def apply(self, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
        """The smaller space and the way back; the same space and the identity where there is nothing to do."""


def reduced(reduction: SpaceReduction, space: StateSpace, context: Context) -> tuple[StateSpace, Lift]:
    """The space after a reduction and the way back, which fit each other."""
    found: object = reduction.apply(space, context)
    if isinstance(found, tuple) and [type(part) for part in found] == [StateSpace, Lift]:
        after, lift = found
        wrong = _fault(space, after, lift)
        if not wrong:
            return after, lift
    else:
        parts = found if isinstance(found, tuple) else (found,)
        wrong = f"returned {', '.join(type(part).__name__ for part in parts)}, not (StateSpace, Lift)"
    raise BrokenOfferError(reduction, f"the reduction {reduction.name} {wrong}")


def _fault(space: StateSpace, after: StateSpace, lift: Lift) -> str:
    if len(after.conditions) != len(space.conditions) or after.gains.keys() != space.gains.keys():
        return "lost a condition or a reward"
    if len(lift.state) != space.size or len(lift.choice) != space.transitions.choices:
        return "gave a Lift that does not fit the space: a state for each state, a choice for each choice"
    if lift.state.max() >= after.size or lift.choice.max() >= after.transitions.choices:
        return "gave a Lift that leads out of the reduced space"
    return "" if lift.state[space.initial] == after.initial else "leads the initial state elsewhere"
