"""A space and some of its choices -> the part of it that they reach: what a strategy leaves of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.reach import Mask, can_reach
from oddsmith.graph.reverse import Reverse
from oddsmith.space.paths import spread
from oddsmith.space.space import Gains, StateSpace, Stored

Item = TypeVar("Item")


@dataclass(frozen=True)
class Part:
    """A smaller space, and where its states and choices come from."""

    space: StateSpace
    state: NDArray[np.int64]
    """The old state of each new one."""
    choice: NDArray[np.int64]
    """The old choice of each new one."""


def reachable(transitions: Stored, initial: int, allowed: Mask) -> Mask:
    """The states that can be reached by these choices."""
    kept = np.flatnonzero(allowed)
    places, choice = spread(transitions.row_start, kept)
    owner = transitions.owner[choice]
    start = np.searchsorted(owner, np.arange(transitions.size + 1)).astype(np.int64)
    # the same search as backwards: a step is a `choice` of where it leads to
    forward = Reverse(start, np.arange(len(places), dtype=np.int32), transitions.column[places])
    seed = np.zeros(transitions.size, dtype=np.bool_)
    seed[initial] = True
    return can_reach(forward, seed)


def restricted(space: StateSpace, allowed: Mask) -> Part:
    """The states that can be reached by the allowed choices (at least one in each state), and these choices."""
    old = space.transitions
    state = np.flatnonzero(reachable(old, space.initial, allowed))
    number = np.full(old.size, -1, dtype=np.int64)
    number[state] = np.arange(len(state))
    choice = np.flatnonzero(allowed & (number[old.owner] >= 0))
    places, _ = spread(old.row_start, choice)
    counts = np.bincount(number[old.owner[choice]], minlength=len(state))
    lengths = old.row_start[choice + 1] - old.row_start[choice]
    stored = Stored(
        len(state),
        None if (counts == 1).all() else np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        number[old.column[places]].astype(np.int32),
        old.weight[places],
        _taken(old.exact, places),
    )
    smaller = replace(
        space,
        rows=space.rows[state],
        transitions=stored,
        summand=space.summand[choice],
        player=None if space.player is None else np.where(counts > 1, space.player[state], -1).astype(np.int8),
        conditions=tuple(condition[state] for condition in space.conditions),
        gains={name: _gains(gains, state, choice, places) for name, gains in space.gains.items()},
        initial=int(number[space.initial]),
        deadlocks=int(np.count_nonzero(space.summand[choice] < 0)),
    )
    return Part(smaller, state, choice)


def _gains(gains: Gains, state: NDArray[np.int64], choice: NDArray[np.int64], places: NDArray[np.int64]) -> Gains:
    return Gains(
        gains.state[state],
        gains.choice[choice],
        None if gains.step is None else gains.step[places],
        _taken(gains.exact_state, state),
        _taken(gains.exact_choice, choice),
        _taken(gains.exact_step, places),
    )


def _taken(items: Sequence[Item] | None, places: NDArray[np.int64]) -> tuple[Item, ...] | None:
    return None if items is None else tuple(items[i] for i in places.tolist())
