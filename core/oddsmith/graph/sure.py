"""Goal states -> where the goal is reached with probability 0 or 1, for the worst and the best choices.

The four sets of de Alfaro (Formal verification of probabilistic systems, 1997). `through` are the states that may be
passed on the way (`left` of `left U right`); the goal need not be among them. In a chain A and E are the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.reach import Mask, can_reach, must_reach, safe_choices
from oddsmith.graph.reverse import Reverse


def choices_per_state(back: Reverse) -> NDArray[np.int64]:
    return np.bincount(back.owner, minlength=len(back.start) - 1).astype(np.int64)


def impossible_for_all(back: Reverse, goal: Mask, through: Mask | None = None) -> Mask:
    """Prob0A: no choices reach the goal (the greatest probability is 0)."""
    return ~can_reach(back, goal, through)


def impossible_for_some(back: Reverse, goal: Mask, through: Mask | None = None) -> Mask:
    """Prob0E: some choices avoid the goal for sure (the least probability is 0)."""
    return ~must_reach(back, goal, choices_per_state(back), through)


def sure_for_all(back: Reverse, goal: Mask, through: Mask | None = None) -> Mask:
    """Prob1A: all choices reach the goal almost surely (the least probability is 1)."""
    avoid = impossible_for_some(back, goal, through)
    passing = ~goal if through is None else through & ~goal
    return ~can_reach(back, avoid, passing)


def sure_for_some(back: Reverse, goal: Mask, through: Mask | None = None) -> Mask:
    """Prob1E: some choices reach the goal almost surely (the greatest probability is 1).

    Greatest Z such that the goal can be approached from every state of Z by choices that surely stay in Z.
    """
    inside = can_reach(back, goal, through)
    while True:
        allowed = safe_choices(back, inside)
        passing = inside if through is None else inside & through
        smaller = can_reach(back, goal, passing, allowed)
        if np.array_equal(smaller, inside):
            return inside
        inside = smaller
