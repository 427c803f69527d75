"""Strategies: which choice is taken in each state, what following it is worth, and where others are as good."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from oddsmith.space.space import StateSpace

Choices = NDArray[np.int64]
"""[n]; a choice (an index into the choices of the space) of each state; -1: none."""


@dataclass(frozen=True)
class Strategy:
    """One choice for every state of a space.

    Where the best choice depends on the number of steps, the states of the space are unfolded: a state of the game
    stands there once for each number of steps after which it can be reached, and `steps` tells that number.
    """

    space: StateSpace
    choice: Choices
    """[n]; every state has one, also where there is nothing to decide."""
    steps: NDArray[np.int32] | None = None
    """[n]; how many steps were taken before; the largest number stands for it and all larger ones."""

    @cached_property
    def deciding(self) -> NDArray[np.bool_]:
        """[n]; the states with several choices."""
        return np.diff(self.space.transitions.starts) > 1

    @cached_property
    def mask(self) -> NDArray[np.bool_]:
        """[m]; the choices that are taken."""
        result = np.zeros(self.space.transitions.choices, dtype=np.bool_)
        result[self.choice] = True
        return result

    @cached_property
    def _places(self) -> dict[tuple[bytes, int], int]:
        times = np.zeros(self.space.size, dtype=np.int32) if self.steps is None else self.steps
        return {(row.tobytes(), int(time)): n for n, (row, time) in enumerate(zip(self.space.rows, times, strict=True))}

    def at(self, row: NDArray[np.uint64], steps: int = 0) -> int | None:
        """What is chosen at a packed state after so many steps: the place among the choices of the state, from 0.

        The choices of a state are those of the kernel, in its order. None: the state is not in the space.
        """
        time = 0 if self.steps is None else min(steps, int(self.steps.max()))
        state = self._places.get((np.asarray(row, dtype=np.uint64).tobytes(), time))
        return None if state is None else int(self.choice[state] - self.space.transitions.starts[state])


@dataclass(frozen=True)
class Ties:
    """Where the strategy could have chosen otherwise."""

    choice: NDArray[np.bool_]
    """[m]; choices as good as the one that was taken, as far as the bounds tell; not those that are taken."""
    free: NDArray[np.bool_]
    """[n]; states in which no choice matters any more: the question is decided there."""
    exact: bool
    """Whether they were compared as fractions; else within the bounds."""


@dataclass(frozen=True)
class Check:
    """What following the strategy is worth, computed anew; in a game against the best replies."""

    whose: str
    """Whose choices were kept: `everybody`, or `p1, p3`."""
    value: float
    lower: float
    upper: float
    exact: Fraction | None
    method: str
    attains: bool
    """Whether it is the value of the answer, as far as the bounds tell."""


@dataclass(frozen=True)
class Found:
    """The strategy behind an answer, and what is known about it."""

    strategy: Strategy
    ties: Ties
    checks: tuple[Check, ...]
    decisions: int
    """How many states with several choices can be reached by it and still matter."""
    tied: int
    """In how many of these another choice is as good."""
    seconds: float = 0.0

    @property
    def attains(self) -> bool:
        return all(check.attains for check in self.checks)
