"""Explored rows -> a complete state space: loops at ends, players, conditions and gains."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.kernel.kernel import Kernel, Rows
from oddsmith.kernel.sound import sound_vector
from oddsmith.process.process import Process
from oddsmith.space.faults import check_choices, players_of
from oddsmith.space.mix import mixed
from oddsmith.space.raw import RawSpace
from oddsmith.space.space import Gains, StateSpace, Stored


def assemble(raw: RawSpace, kernel: Kernel, process: Process, conditions: int) -> StateSpace:
    """Check the choices, give ends their loop, and ask the kernel for `conditions` conditions and all state gains."""
    if raw.choice_start is not None or process.deadlock == "error":
        counts = np.ones(raw.size, dtype=np.int64) if raw.choice_start is None else np.diff(raw.choice_start)
        check_choices(process, raw.rows, counts, raw.summand)
        raw = with_loops(raw, counts)
    if process.mixes:
        raw = mixed(raw)
    starts = raw.choice_start
    stored = Stored(
        size=raw.size,
        choice_start=None if process.kind == "chain" or starts is None else _frozen(starts),
        row_start=_frozen(raw.row_start),
        column=_frozen(raw.column),
        weight=_frozen(raw.weight),
        exact=None if raw.exact_weight is None else tuple(raw.exact_weight),
    )
    player = None
    if process.kind == "game":
        player = players_of(process)[raw.summand[stored.starts[:-1]]]
    return StateSpace(
        encoding=kernel.encoding,
        rows=_frozen(raw.rows),
        transitions=stored,
        summand=_frozen(raw.summand),
        actions=tuple(s.action for s in process.summands),
        players=process.players,
        player=player,
        conditions=tuple(_truth(kernel, i, raw.rows) for i in range(conditions)),
        gains=_all_gains(raw, kernel),
        deadlocks=int(np.count_nonzero(raw.summand < 0)),
        followed=raw.followed,
    )


def with_loops(raw: RawSpace, counts: NDArray[np.int64]) -> RawSpace:
    """Every state without choices gets one: back to itself, of no command (-1), gaining nothing."""
    ends = np.flatnonzero(counts == 0)
    if not len(ends):
        return raw
    assert raw.choice_start is not None, "a state without choices, and no choice_start"
    choice = raw.choice_start[ends]
    place = raw.row_start[choice]
    rewards = raw.gains.shape[1]
    sizes = np.insert(np.diff(raw.row_start), choice, 1)
    return RawSpace(
        rows=raw.rows,
        choice_start=_cumulated(np.maximum(counts, 1)),
        row_start=_cumulated(sizes),
        column=np.insert(raw.column, place, ends.astype(np.int32)),
        weight=np.insert(raw.weight, place, 1.0),
        summand=np.insert(raw.summand, choice, np.int32(-1)),
        gains=np.insert(raw.gains, choice, 0.0, axis=0),
        step_gains=None if raw.step_gains is None else np.insert(raw.step_gains, place, 0.0, axis=0),
        exact_weight=_inserted(raw.exact_weight, place, Fraction(1)),
        exact_gains=_inserted(raw.exact_gains, choice, [Fraction(0)] * rewards),
        exact_step_gains=_inserted(raw.exact_step_gains, place, [Fraction(0)] * rewards),
        followed=raw.followed,
    )


def _truth(kernel: Kernel, condition: int, rows: Rows) -> NDArray[np.bool_]:
    return _frozen(sound_vector(kernel, "holds", kernel.holds(condition, rows), rows, np.bool_))


def _all_gains(raw: RawSpace, kernel: Kernel) -> dict[str, Gains]:
    nothing = _frozen(np.zeros(len(raw.summand)))  # shared by all rewards that no command gains
    return {name: _gains(raw, kernel, number, nothing) for number, name in enumerate(kernel.rewards)}


def _gains(raw: RawSpace, kernel: Kernel, reward: int, nothing: NDArray[np.float64]) -> Gains:
    step = exact_step = None
    if raw.step_gains is not None and raw.step_gains[:, reward].any():
        step = _frozen(np.ascontiguousarray(raw.step_gains[:, reward]))
        if raw.exact_step_gains is not None:
            exact_step = tuple(line[reward] for line in raw.exact_step_gains)
    column = raw.gains[:, reward]
    gained = len(column) > 0 and column.strides[0] > 0 and bool(column.any())
    exact = kernel.numbers == "exact"
    return Gains(
        state=_frozen(sound_vector(kernel, "state_gain", kernel.state_gain(reward, raw.rows), raw.rows, np.float64)),
        choice=_frozen(np.ascontiguousarray(column)) if gained else nothing,
        step=step,
        exact_state=tuple(kernel.exact_state_gain(reward, raw.rows)) if exact else None,
        exact_choice=None if raw.exact_gains is None else tuple(line[reward] for line in raw.exact_gains),
        exact_step=exact_step,
    )


def _inserted(values: list[Any] | None, places: NDArray[np.int64], value: Any) -> list[Any] | None:
    """The list with `value` before each of the (ascending) places."""
    if values is None:
        return None
    result: list[Any] = []
    before = 0
    for place in places.tolist():
        result += values[before:place]
        result.append(value)
        before = place
    return result + values[before:]


def _cumulated(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes)))


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array
