"""One rank's part of a state space, and the exchange of values with the ranks that hold its neighbours.

Own states are numbered 0..n-1, the ghosts behind them: states of other ranks to which own states lead. All ranks
together number their states without gaps, rank by rank: own state s has the global number `first + s`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Values = TypeVar("Values", bound=np.generic)
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Halo:
    """Who needs which values: `given` (own states, by the rank that needs them), and how many come from each rank."""

    comm: Any
    given: NDArray[np.int32]
    given_counts: NDArray[np.int64]
    taken_counts: NDArray[np.int64]

    @property
    def size(self) -> int:
        """How many ghosts there are."""
        return int(self.taken_counts.sum())

    def exchange(self, values: NDArray[Values]) -> NDArray[Values]:
        """The values of the ghosts, from the ranks that own them."""
        sent, received = values[self.given], np.empty(self.size, dtype=values.dtype)
        self.comm.Alltoallv([_plain(sent), self.given_counts], [_plain(received), self.taken_counts])
        return received

    def extended(self, values: NDArray[Values]) -> NDArray[Values]:
        """Own values and those of the ghosts."""
        return np.concatenate([values, self.exchange(values)])


def _plain(values: NDArray[Any]) -> NDArray[Any]:
    """Truth values travel as bytes."""
    return values.view(np.uint8) if values.dtype == np.bool_ else values


@dataclass(frozen=True)
class Portion:
    """States, choices and transitions of one rank, with what the questions need to know of them."""

    first: int
    total: int
    """States of all ranks."""
    initial: int
    """The global number of the initial state."""
    transitions: int
    """Of all ranks."""
    deadlocks: int
    """Of all ranks."""
    choice_start: NDArray[np.int64] | None
    """None: every state has exactly one choice."""
    row_start: NDArray[np.int64]
    column: NDArray[np.int32]
    """Own states and ghosts."""
    weight: NDArray[np.float64]
    halo: Halo
    conditions: tuple[Mask, ...]
    gains: Mapping[str, NDArray[np.float64]]
    """Per choice, in expectation."""

    @property
    def size(self) -> int:
        """Own states."""
        return len(self.row_start) - 1 if self.choice_start is None else len(self.choice_start) - 1

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the choices of each state begin, and the last ones end."""
        return np.arange(self.size + 1) if self.choice_start is None else self.choice_start

    @property
    def owner(self) -> NDArray[np.int64]:
        """The state of each choice."""
        return np.repeat(np.arange(self.size), np.diff(self.starts))

    def ghosts(self) -> NDArray[np.int64]:
        """Their global numbers."""
        return self.halo.exchange(np.arange(self.first, self.first + self.size, dtype=np.int64))

    def of_initial(self, value: Any) -> Any:
        """A value that the rank of the initial state computes (from its number there), for all ranks."""
        comm, own = self.halo.comm, self.initial - self.first
        mine = value(own) if 0 <= own < self.size else None
        return next(found for found in comm.allgather(mine) if found is not None)
