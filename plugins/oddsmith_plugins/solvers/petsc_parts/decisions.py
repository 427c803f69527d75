"""A goal or a gain where somebody decides -> what the graph decides, and the choices among which the rest is optimised.

Fixed are the goal and the states from which the best (worst) choices cannot reach it; expectations are infinite where
the worst choices may miss the goal, or the best cannot make it sure. Largest probabilities and smallest gains begin
with choices that approach the goal, so that no policy met stays away from it for ever (see `policy_iteration`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Reverse
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion
from oddsmith_plugins.solvers.petsc_parts.reach import (
    Attracted,
    can_reach,
    must_reach,
    safe_choices,
    sure_for_some,
)

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Decision:
    """What is to be optimised on this rank."""

    maximise: bool
    fixed: Mask
    constant: Vector
    """Per choice: what it gains; the value of a fixed state."""
    allowed: Mask
    """Per choice: whether it may be taken."""
    policy: NDArray[np.int64]
    """A choice for every state, with which all open states reach fixed ones surely."""


def probability(portion: Portion, back: Reverse, goal: Mask, blocked: Mask, maximise: bool) -> Decision:
    """The largest or smallest P(through U goal)."""
    found = (can_reach if maximise else must_reach)(portion, back, goal, ~blocked)
    constant = goal[portion.owner].astype(np.float64)
    allowed = np.ones(len(constant), dtype=np.bool_)
    return Decision(maximise, goal | ~found.states, constant, allowed, _policy(portion, found))


def expectation(portion: Portion, back: Reverse, goal: Mask, gain: Vector, maximise: bool) -> tuple[Decision, Mask]:
    """The largest or smallest gain before the goal, and where it is infinite; no gain is negative."""
    if maximise:
        possible = must_reach(portion, back, goal).states
        infinite = can_reach(portion, back, ~possible, ~goal).states
        found, allowed = can_reach(portion, back, goal), np.ones(len(gain), dtype=np.bool_)
    else:
        sure = sure_for_some(portion, back, goal)
        infinite, allowed = ~sure, safe_choices(portion, sure)
        found = can_reach(portion, back, goal, sure, allowed)
    fixed = goal | infinite
    constant = np.where(fixed[portion.owner], 0.0, gain)
    return Decision(maximise, fixed, constant, allowed, _policy(portion, found)), infinite


def _policy(portion: Portion, found: Attracted) -> NDArray[np.int64]:
    return np.where(found.policy >= 0, found.policy, portion.starts[:-1])
