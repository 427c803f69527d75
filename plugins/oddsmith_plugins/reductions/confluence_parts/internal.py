"""A state space -> its internal steps: hidden, to one other state for sure, gaining and changing nothing.

Changing nothing: the conditions that are asked about are the same before and after. A step of a state that has other
choices, too, stays with the same player.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import TAU, Components, StateSpace, components_of

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Steps:
    """Internal steps, by their choices: `choice[i]` leads from `source[i]` to `target[i]`; ordered by source."""

    choice: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]

    def only(self, wanted: Mask) -> Steps:
        return Steps(self.choice[wanted], self.source[wanted], self.target[wanted])

    def components(self, size: int) -> Components:
        """Among `size` states: those that reach each other by these steps."""
        start = np.searchsorted(self.source, np.arange(size + 1)).astype(np.int64)
        return components_of(start, self.target.astype(np.int32))


def internal_steps(space: StateSpace) -> Steps:
    """All of them."""
    transitions = space.transitions
    hidden = np.array([action == TAU for action in space.actions] + [False])
    sure = np.diff(transitions.row_start) == 1
    choice = np.flatnonzero(hidden[space.summand] & sure & ~gaining(space))
    source = transitions.owner[choice]
    target = transitions.column[transitions.row_start[choice]].astype(np.int64)
    steps = Steps(choice, source, target)
    same = source != target
    for condition in space.conditions:
        same &= condition[source] == condition[target]
    if space.player is not None:
        alone = np.diff(transitions.starts)[source] == 1
        same &= alone | (space.player[source] == space.player[target])
    return steps.only(same)


def gaining(space: StateSpace) -> Mask:
    """The choices that gain something of any reward."""
    transitions = space.transitions
    result = np.zeros(transitions.choices, dtype=np.bool_)
    for gains in space.gains.values():
        result |= (gains.state != 0)[transitions.owner] | (gains.choice != 0)
        if gains.step is not None:
            result |= np.logical_or.reduceat(gains.step != 0, transitions.row_start[:-1])
    return result
