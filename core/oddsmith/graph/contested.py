"""Goal states and who decides where -> what one side can enforce against the other.

`ours` are the states in which our side decides; in all others the opponents do (where there is one choice it does not
matter). The sets are those of de Alfaro & Henzinger (Concurrent omega-regular games, 2000) for players who take turns:
there one side has a memoryless strategy that does what is claimed, whatever the other side knows or plans.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.reach import Mask, approach, must_reach, safe_choices
from oddsmith.graph.reverse import Reverse
from oddsmith.graph.sure import choices_per_state


def votes(back: Reverse, ours: Mask) -> NDArray[np.int64]:
    """How many choices of a state have to lead nearer: one where we decide, all where the opponents do."""
    return np.where(ours, 1, choices_per_state(back))


def out_of_reach(back: Reverse, goal: Mask, ours: Mask, through: Mask | None = None) -> Mask:
    """Where the opponents can keep us from the goal for sure (the value is 0)."""
    return ~must_reach(back, goal, votes(back, ours), through)


def sure_against(back: Reverse, goal: Mask, ours: Mask, through: Mask | None = None) -> Mask:
    """Where we can reach the goal almost surely (the value is 1).

    Greatest Z such that we can approach the goal from every state of Z, while we choose what surely stays in Z and the
    opponents cannot choose anything else.
    """
    return _shrunk(back, goal, ours, through)[0]


def miss_against(back: Reverse, goal: Mask, ours: Mask) -> NDArray[np.int64]:
    """Choices of the opponents by which we miss the goal with a positive probability, outside of `sure_against`.

    They keep out of every Z on the way to the greatest one, or leave the last but one that their state was in.
    """
    return _shrunk(back, goal, ours, None)[1]


def _shrunk(back: Reverse, goal: Mask, ours: Mask, through: Mask | None) -> tuple[Mask, NDArray[np.int64]]:
    needed, inside = votes(back, ours), np.ones(len(goal), dtype=np.bool_)
    escape = np.full(len(goal), -1, dtype=np.int64)
    while True:
        passing, allowed = inside if through is None else inside & through, safe_choices(back, inside)
        smaller = must_reach(back, goal, needed, passing, allowed)
        dropped = (inside & ~smaller & ~ours)[back.owner]
        places = np.flatnonzero(dropped & (~allowed | safe_choices(back, ~smaller)))[::-1]
        escape[back.owner[places]] = places
        if np.array_equal(smaller, inside):
            return inside, escape
        inside = smaller


def approach_against(back: Reverse, goal: Mask, ours: Mask, sure: Mask) -> NDArray[np.int64]:
    """Choices of ours by which the goal is reached almost surely from the states of `sure_against`; -1 elsewhere."""
    choices = approach(back, goal, sure, safe_choices(back, sure), votes(back, ours))
    return np.where(ours & sure & ~goal, choices, -1)
