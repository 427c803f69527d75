"""State spaces: numbered states, their choices and transitions, labels and gains."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from oddsmith.kernel.encoding import Encoding


@dataclass(frozen=True)
class Stored:
    """Transitions in compressed rows: state -> choices -> (column, weight).

    Choice j of state s: `choice_start[s] <= j < choice_start[s + 1]`; its transitions t:
    `row_start[j] <= t < row_start[j + 1]`. Columns of a choice are distinct (unless step gains differ).
    A chain has one choice per state, and then choice_start is None.
    """

    size: int
    choice_start: NDArray[np.int64] | None
    row_start: NDArray[np.int64]
    column: NDArray[np.int32]
    weight: NDArray[np.float64]
    exact: tuple[Fraction, ...] | None = None
    """The weights as fractions, where the kernel was exact."""

    @property
    def choices(self) -> int:
        return len(self.row_start) - 1

    @property
    def count(self) -> int:
        return len(self.column)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """choice_start, also for a chain."""
        return np.arange(self.size + 1) if self.choice_start is None else self.choice_start

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """The state of each choice."""
        return np.repeat(np.arange(self.size), np.diff(self.starts))


@dataclass(frozen=True)
class Gains:
    """One reward: per state, per choice, and (where it depends on the successor) per transition."""

    state: NDArray[np.float64]
    choice: NDArray[np.float64]
    step: NDArray[np.float64] | None = None
    exact_state: tuple[Fraction, ...] | None = None
    exact_choice: tuple[Fraction, ...] | None = None
    exact_step: tuple[Fraction, ...] | None = None


TOGETHER = -2
"""The player of a state in which several decide at the same time."""


@dataclass(frozen=True)
class StateSpace:
    """A game's states 0..n-1; state `initial` is where it begins."""

    encoding: Encoding
    rows: NDArray[np.uint64]
    transitions: Stored
    summand: NDArray[np.int32]
    """The command of each choice; -1 for the loop of an end state."""
    actions: tuple[str, ...]
    """The action of each summand."""
    players: tuple[str, ...] = ()
    player: NDArray[np.int8] | None = None
    """Who decides in each state: an index into `players`, -1 for nobody, -2 (TOGETHER) for several at the same time."""
    conditions: tuple[NDArray[np.bool_], ...] = ()
    """Truth of each condition the kernel was built with."""
    gains: dict[str, Gains] = field(default_factory=dict)
    initial: int = 0
    deadlocks: int = 0
    """How many states are ends."""
    followed: int = 0
    """How many hidden steps were taken at once while exploring: at most so many states were never stored."""

    @property
    def size(self) -> int:
        return self.transitions.size

    def describe(self, state: int) -> str:
        return self.encoding.describe(self.rows[state])
