"""Batches of expanded states -> the choices and transitions of one rank, growing, and what choices gain.

gain(j) = state(s) + choice(j) + sum over t of weight(t) step(t)        for choice j of state s
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Batch, Context, Growing, Kernel, Rows

STEPS = "steps"
"""The reward that always exists: 1 per step."""


class Choices:
    """Only the rewards that are asked for are kept; columns are numbers of whatever numbering the caller has."""

    def __init__(self, kernel: Kernel, chain: bool, rewards: tuple[str, ...], context: Context) -> None:
        self.kernel, self.chain, self.rewards = kernel, chain, rewards
        self.places = {name: kernel.rewards.index(name) for name in rewards if name in kernel.rewards}
        purpose = "the transitions that were found"
        self.column = Growing(np.int32, purpose, context)
        self.weight = Growing(np.float64, purpose, context)
        self.row_end = Growing(np.int64, purpose, context)
        self.choice_end = Growing(np.int64, purpose, context)
        self.gained = {name: Growing(np.float64, "the gains of commands", context) for name in self.places}
        self.states = self.count = self.transitions = self.ends = 0

    def take(self, batch: Batch, states: int, column: NDArray[np.int32]) -> None:
        """The next states, with the numbers of their successors."""
        count, successors = batch.choices, batch.successors
        pairs = batch.pairs[: 2 * count].reshape(count, 2)
        ends = np.cumsum(pairs[:, 1])
        _append(self.column, self.transitions, column)
        _append(self.weight, self.transitions, batch.weights[:successors])
        _append(self.row_end, self.count, ends + self.transitions)
        if not self.chain:
            _append(self.choice_end, self.states, np.cumsum(batch.counts[:states]) + self.count)
        for name, place in self.places.items():
            _append(self.gained[name], self.count, _gain(batch, place, ends))
        self.ends += int(np.count_nonzero(pairs[:, 0] < 0))
        self.states += states
        self.count += count
        self.transitions += successors

    def row_start(self) -> NDArray[np.int64]:
        return np.concatenate([np.zeros(1, dtype=np.int64), self.row_end.trimmed(self.count)])

    def choice_start(self) -> NDArray[np.int64] | None:
        if self.chain:
            return None
        return np.concatenate([np.zeros(1, dtype=np.int64), self.choice_end.trimmed(self.states)])

    def gains(self, rows: Rows) -> dict[str, NDArray[np.float64]]:
        """What every choice gains of every reward that was asked for; `rows` are the states."""
        found: dict[str, NDArray[np.float64]] = {}
        for name, place in self.places.items():
            gain = self.gained[name].trimmed(self.count)
            state = self.kernel.state_gain(place, rows)
            if not self.chain:
                state = np.repeat(state, np.diff(self.choice_end.data[: self.states], prepend=0))
            gain += state
            found[name] = gain
        if STEPS in self.rewards and STEPS not in found:
            found[STEPS] = np.ones(self.count)
        return found


def _append(growing: Growing, size: int, values: NDArray[np.generic]) -> None:
    growing.make_room(size + len(values))
    growing.data[size : size + len(values)] = values


def _gain(batch: Batch, place: int, ends: NDArray[np.int64]) -> NDArray[np.float64]:
    """What the choices of a batch gain, in expectation over their successors."""
    gain = np.zeros(batch.choices)
    if batch.gain_columns:
        gain += batch.gains[: batch.choices * batch.rewards].reshape(-1, batch.rewards)[:, place]
    if batch.stepped:
        step = batch.steps[: batch.successors * batch.rewards].reshape(-1, batch.rewards)[:, place]
        starts = np.concatenate([np.zeros(1, dtype=np.int64), ends[:-1]])
        gain += np.add.reduceat(batch.weights[: batch.successors] * step, starts)
    return gain
