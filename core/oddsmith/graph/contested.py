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
    needed = votes(back, ours)
    inside = must_reach(back, goal, needed, through)
    while True:
        passing = inside if through is None else inside & through
        smaller = must_reach(back, goal, needed, passing, safe_choices(back, inside))
        if np.array_equal(smaller, inside):
            return inside
        inside = smaller


def approach_against(back: Reverse, goal: Mask, ours: Mask, sure: Mask) -> NDArray[np.int64]:
    """Choices of ours by which the goal is reached almost surely from the states of `sure_against`; -1 elsewhere."""
    choices = approach(back, goal, sure, safe_choices(back, sure), votes(back, ours))
    return np.where(ours & sure & ~goal, choices, -1)
