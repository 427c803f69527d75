"""A partition of the states -> the smaller space with one state per block, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Gains, Lift, Quotient, StateSpace, quotient
from oddsmith_plugins.reductions.bisimulation_parts.partition import Partition

Item = TypeVar("Item")


def merged(space: StateSpace, partition: Partition, steps: NDArray[np.int32] | None) -> tuple[StateSpace, Lift]:
    """Each block is its first state, with one choice of each kind; `steps` are the kinds of transitions."""
    transitions = space.transitions
    kept = _kept_choices(space, partition)
    if partition.blocks == space.size and len(kept) == transitions.choices:
        return space, Lift.identity(transitions)
    keep = np.zeros(transitions.choices, dtype=np.bool_)
    keep[kept] = True
    small = quotient(transitions, partition.block, keep, steps)
    return chosen(space, small, small.first()), Lift(small.state, _new_choices(space, partition, small))


def chosen(space: StateSpace, small: Quotient, first: NDArray[np.int64]) -> StateSpace:
    """What a state for each new one (`first`) and the kept choices say, about the smaller transitions."""
    choice, step = small.choice, small.step
    summand = space.summand[choice]
    return replace(
        space,
        rows=space.rows[first],
        transitions=small.transitions,
        summand=summand,
        player=None if space.player is None else space.player[first],
        conditions=tuple(condition[first] for condition in space.conditions),
        gains={name: _gains(gains, first, choice, step) for name, gains in space.gains.items()},
        initial=int(small.state[space.initial]),
        deadlocks=int(np.count_nonzero(summand < 0)),
    )


def _gains(gains: Gains, first: NDArray[np.int64], choice: NDArray[np.int64], step: NDArray[np.int64]) -> Gains:
    return Gains(
        state=gains.state[first],
        choice=gains.choice[choice],
        step=None if gains.step is None else gains.step[step],
        exact_state=_picked(gains.exact_state, first),
        exact_choice=_picked(gains.exact_choice, choice),
        exact_step=_picked(gains.exact_step, step),
    )


def _picked(values: Sequence[Item] | None, places: NDArray[np.int64]) -> tuple[Item, ...] | None:
    return None if values is None else tuple(values[place] for place in places.tolist())


def _first_states(partition: Partition) -> NDArray[np.int64]:
    first = np.empty(partition.blocks, dtype=np.int64)
    states = np.arange(len(partition.block))[::-1]
    first[partition.block[::-1]] = states
    return np.sort(first)


def _kept_choices(space: StateSpace, partition: Partition) -> NDArray[np.int64]:
    """Of the choices of each block's first state the first one of each kind."""
    first = _first_states(partition)
    if space.transitions.choice_start is None:
        return first
    starts = space.transitions.choice_start
    counts = starts[first + 1] - starts[first]
    owner = np.repeat(first, counts)
    choices = np.arange(int(counts.sum())) + np.repeat(starts[first] - np.cumsum(counts) + counts, counts)
    pairs = owner * (int(partition.kind.max()) + 1) + partition.kind[choices]
    _, places = np.unique(pairs, return_index=True)
    return np.sort(choices[places])


def _new_choices(space: StateSpace, partition: Partition, small: Quotient) -> NDArray[np.int64]:
    """For each choice the kept one of its kind in its block."""
    if space.transitions.choice_start is None:
        return small.state
    kinds = int(partition.kind.max()) + 1
    key: NDArray[Any] = small.state[space.transitions.owner] * kinds + partition.kind
    there = key[small.choice]
    order = np.argsort(there)
    result: NDArray[np.int64] = order[np.searchsorted(there, key, sorter=order)]
    assert (there[result] == key).all(), "states of one block have different kinds of choices"
    return result
