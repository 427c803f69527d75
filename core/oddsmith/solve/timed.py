"""A space and a number of steps -> the same game with a clock: a state stands there once for each time it is met at.

    P(left U[low, high] right) = P(left U (right at a time from low on))     in the clocked game that stops at high
    E(gain in k steps)         = E(gain until the clock is at k),   E(gain(state k)) = E(gain on arriving at time k)

So a strategy that depends on the number of steps is one without memory over the clocked states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from oddsmith.space.paths import spread
from oddsmith.space.space import Gains, StateSpace, Stored

MOST_TRANSITIONS = 5_000_000
"""A clocked game that is larger is not made."""


@dataclass(frozen=True)
class Timed:
    """`state[i]` of the space at time `time[i]`; the clock stops at `depth`."""

    space: StateSpace
    state: NDArray[np.int64]
    choice: NDArray[np.int64]
    """The old choice of each new one; -1 for the loop of a state at which everything stops."""
    time: NDArray[np.int32]
    depth: int
    stops: bool

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Where nothing happens any more."""
        return np.asarray((self.time == self.depth) & self.stops, dtype=np.bool_)


def timed(space: StateSpace, depth: int, stops: bool, most: int = MOST_TRANSITIONS) -> Timed | None:
    """The game with a clock that shows at most `depth`; there it ends, or goes on without counting.

    None where it would have more transitions than `most`.
    """
    old = space.transitions
    layers = [np.array([space.initial], dtype=np.int64)]
    count = 0
    for _ in range(depth):
        choices, _ = spread(old.starts, layers[-1])
        places, _ = spread(old.row_start, choices)
        count += len(places)
        if count > most:
            return None
        layers.append(np.unique(old.column[places]).astype(np.int64))
    if not stops:
        layers[-1] = _closed(old, layers[-1])
    return _assembled(space, layers, depth, stops)


def _closed(old: Stored, states: NDArray[np.int64]) -> NDArray[np.int64]:
    """The states and all that follow them."""
    known = np.zeros(old.size, dtype=np.bool_)
    while len(states):
        known[states] = True
        choices, _ = spread(old.starts, states)
        places, _ = spread(old.row_start, choices)
        following = np.unique(old.column[places])
        states = following[~known[following]].astype(np.int64)
    return np.flatnonzero(known)


def _assembled(space: StateSpace, layers: list[NDArray[np.int64]], depth: int, stops: bool) -> Timed:
    old = space.transitions
    state = np.concatenate(layers)
    time = np.repeat(np.arange(len(layers), dtype=np.int32), [len(layer) for layer in layers])
    base = np.cumsum([0, *[len(layer) for layer in layers]])
    moving = np.flatnonzero((time < depth) | (not stops))
    choice, home = spread(old.starts, moving, state[moving])
    ended = np.flatnonzero((time == depth) & stops)
    places, row = spread(old.row_start, np.arange(len(choice)), choice)
    column = np.empty(len(places), dtype=np.int64)
    later = np.minimum(time[home[row]] + 1, depth)
    for number, layer in enumerate(layers):
        mine = np.flatnonzero(later == number)
        column[mine] = base[number] + np.searchsorted(layer, old.column[places[mine]])
    loops = np.arange(len(ended))
    lengths = np.concatenate([old.row_start[choice + 1] - old.row_start[choice], np.ones(len(ended), dtype=np.int64)])
    counts = np.bincount(np.concatenate([home, ended]), minlength=len(state))
    exact = None if old.exact is None else (*(old.exact[t] for t in places.tolist()), *(Fraction(1) for _ in loops))
    stored = Stored(
        len(state),
        None if (counts == 1).all() else np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.concatenate([column, ended]).astype(np.int32),
        np.concatenate([old.weight[places], np.ones(len(ended))]),
        exact,
    )
    larger = replace(
        space,
        rows=space.rows[state],
        transitions=stored,
        summand=np.concatenate([space.summand[choice], np.full(len(ended), -1, dtype=np.int32)]),
        player=None if space.player is None else space.player[state],
        conditions=tuple(condition[state] for condition in space.conditions),
        gains={name: _gains(gains, state, choice, places, len(ended)) for name, gains in space.gains.items()},
        initial=0,
    )
    old_choice = np.concatenate([choice, np.full(len(ended), -1, dtype=np.int64)])
    return Timed(larger, state, old_choice, time, depth, stops)


def _gains(
    gains: Gains, state: NDArray[np.int64], choice: NDArray[np.int64], places: NDArray[np.int64], loops: int
) -> Gains:
    return Gains(
        gains.state[state],
        np.concatenate([gains.choice[choice], np.zeros(loops)]),
        None if gains.step is None else np.concatenate([gains.step[places], np.zeros(loops)]),
        _taken(gains.exact_state, state, 0),
        _taken(gains.exact_choice, choice, loops),
        _taken(gains.exact_step, places, loops),
    )


def _taken(items: Sequence[Fraction] | None, places: NDArray[np.int64], loops: int) -> tuple[Fraction, ...] | None:
    return None if items is None else (*(items[i] for i in places.tolist()), *(Fraction(0) for _ in range(loops)))
