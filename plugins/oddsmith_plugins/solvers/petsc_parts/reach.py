"""Goal states on all ranks -> the states from which the goal can be approached, found backwards.

Every rank goes back from what it knows as far as it can among its own states; then the ranks tell each other which
states joined, and those that another rank leads to are where it goes on. The end: no ghost has joined on any rank.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Reverse, attract, reverse_rows
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion


@dataclass(frozen=True)
class Attracted:
    """Own states that joined, and for each a choice that steps nearer to the goal (-1: none, or the goal itself)."""

    states: Mask
    policy: NDArray[np.int64]


def backwards(portion: Portion) -> Reverse:
    """Which choices of this rank lead to each of its states and ghosts."""
    size = portion.size + portion.halo.size
    return reverse_rows(size, portion.row_start, portion.column, portion.owner.astype(np.int32))


def can_reach(
    portion: Portion, back: Reverse, goal: Mask, through: Mask | None = None, allowed: Mask | None = None
) -> Attracted:
    """Where some (allowed) choices lead to the goal with a positive probability, by states of `through`."""
    return _attracted(portion, back, goal, through, allowed, np.ones(portion.size, dtype=np.int64))


def must_reach(portion: Portion, back: Reverse, goal: Mask, through: Mask | None = None) -> Attracted:
    """Where every choice does."""
    return _attracted(portion, back, goal, through, None, np.diff(portion.starts))


def _attracted(
    portion: Portion,
    back: Reverse,
    goal: Mask,
    through: Mask | None,
    allowed: Mask | None,
    least: NDArray[np.int64],
) -> Attracted:
    """A state joins when `least` of its choices have a successor that has joined; the goal is part of it."""
    size, own = portion.size + portion.halo.size, portion.size
    blocked = np.zeros(size, dtype=np.bool_)
    if through is not None:
        blocked[:own] = ~through
    used = np.zeros(len(back.owner), dtype=np.bool_) if allowed is None else ~allowed
    needed, policy = least.copy(), np.full(own, -1, dtype=np.int64)
    reached, queue = np.zeros(size, dtype=np.bool_), np.empty(size, dtype=np.int32)
    reached[:own] = goal
    seeds = np.flatnonzero(goal)
    while True:
        queue[: len(seeds)] = seeds
        attract(len(seeds), back.start, back.choice, back.owner, blocked, used, needed, reached, policy, queue)
        joined = portion.halo.exchange(reached[:own])
        seeds = np.flatnonzero(joined & ~reached[own:]) + own
        if not portion.halo.comm.allreduce(len(seeds)):
            return Attracted(reached[:own], policy)
        reached[own:] = joined


def safe_choices(portion: Portion, inside: Mask) -> Mask:
    """The choices that surely lead to inside states."""
    return np.logical_and.reduceat(portion.halo.extended(inside)[portion.column], portion.row_start[:-1])


def sure_for_some(portion: Portion, back: Reverse, goal: Mask) -> Mask:
    """Where some choices reach the goal almost surely: the greatest set in which it can be reached without leaving."""
    inside = np.ones_like(goal)
    while True:
        safe = safe_choices(portion, inside)
        found = can_reach(portion, back, goal, inside, safe).states
        if not portion.halo.comm.allreduce(int((found != inside).sum())):
            return inside
        inside = found
