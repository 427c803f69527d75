"""Goal states on all ranks -> the states from which the goal can be approached, found backwards.

Every rank goes back from what it knows as far as it can among its own states; then the ranks tell each other which
states joined, and those that another rank leads to are where it goes on. The end: no ghost has joined on any rank.
"""

from __future__ import annotations

import numpy as np

from oddsmith.plugin import Reverse, attract, reverse_rows
from oddsmith_plugins.solvers.petsc_parts.portion import Mask, Portion


def backwards(portion: Portion) -> Reverse:
    """Which choices of this rank lead to each of its states and ghosts."""
    size = portion.size + portion.halo.size
    owner = np.arange(portion.size, dtype=np.int32)
    if portion.choice_start is not None:
        owner = np.repeat(owner, np.diff(portion.choice_start))
    return reverse_rows(size, portion.row_start, portion.column, owner)


def can_reach(portion: Portion, back: Reverse, goal: Mask, through: Mask | None = None) -> Mask:
    """Where some choices lead to the goal with a positive probability, by states of `through`; the goal included."""
    size, own = portion.size + portion.halo.size, portion.size
    blocked = np.zeros(size, dtype=np.bool_)
    if through is not None:
        blocked[:own] = ~through
    used = np.zeros(len(back.owner), dtype=np.bool_)
    needed, policy = np.ones(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    reached, queue = np.zeros(size, dtype=np.bool_), np.empty(size, dtype=np.int32)
    reached[:own] = goal
    seeds = np.flatnonzero(goal)
    while True:
        queue[: len(seeds)] = seeds
        attract(len(seeds), back.start, back.choice, back.owner, blocked, used, needed, reached, policy, queue)
        joined = portion.halo.exchange(reached[:own])
        seeds = np.flatnonzero(joined & ~reached[own:]) + own
        if not portion.halo.comm.allreduce(len(seeds)):
            return reached[:own]
        reached[own:] = joined
