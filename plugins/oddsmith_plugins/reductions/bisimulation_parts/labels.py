"""A state space -> what tells its states, choices and transitions apart at first sight, as small numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import StateSpace

LARGEST = 2**62
"""Numbers are made denser before they pass this."""


def state_labels(space: StateSpace) -> NDArray[np.int32]:
    """States differ by conditions, by who decides, and by what is gained in them (in a chain: also on leaving)."""
    columns: list[Any] = list(space.conditions)
    if space.player is not None:
        columns.append(space.player)
    for gains in space.gains.values():
        columns.append(told_apart(gains.state, gains.exact_state))
        if space.transitions.choice_start is None:
            columns.append(told_apart(gains.choice, gains.exact_choice))
    return numbered(columns, space.size)


def choice_kinds(space: StateSpace) -> NDArray[np.int32]:
    """Choices differ by what they gain; in a chain this is said of the states."""
    every = space.gains.values() if space.transitions.choice_start is not None else ()
    return numbered((told_apart(gains.choice, gains.exact_choice) for gains in every), space.transitions.choices)


def step_kinds(space: StateSpace) -> NDArray[np.int32] | None:
    """Transitions differ by what they gain; None where none gains anything. 0 is for those that gain nothing."""
    stepped = [gains for gains in space.gains.values() if gains.step is not None]
    if not stepped:
        return None
    nothing = [
        told_apart(np.append(gains.step, 0.0), _ended(gains.exact_step)) for gains in stepped if gains.step is not None
    ]
    kinds = numbered(nothing, space.transitions.count + 1)
    kinds = np.where(kinds == kinds[-1], 0, np.where(kinds < kinds[-1], kinds + 1, kinds))
    return kinds[:-1].astype(np.int32)


def numbered(columns: Iterable[NDArray[Any]], size: int) -> NDArray[np.int32]:
    """Numbers from 0 on, the same where all columns are the same."""
    key, count = np.zeros(size, dtype=np.int64), 1
    for column in columns:
        if not size or (column == column[0]).all():
            continue
        if column.dtype == np.bool_:
            values, place = 2, column.astype(np.int64)
        else:
            different, place = np.unique(column, return_inverse=True)
            values = len(different)
        if count * values > LARGEST:
            key, count = _dense(key, count)
        key, count = key * values + place.reshape(-1), count * values
    return _dense(key, count)[0].astype(np.int32)


def _dense(key: NDArray[np.int64], count: int) -> tuple[NDArray[np.int64], int]:
    """The same numbers without gaps, and how many there are."""
    if count > 4 * len(key) + 1000:
        different, dense = np.unique(key, return_inverse=True)
        return dense.reshape(-1), len(different)
    present = np.zeros(count, dtype=np.int64)
    present[key] = 1
    rank = np.cumsum(present)
    return rank[key] - 1, int(rank[-1])


def told_apart(values: NDArray[np.float64], exact: tuple[Fraction, ...] | None) -> NDArray[Any]:
    """The floats, or a number for each different fraction."""
    if exact is None:
        return values
    numbers: dict[Fraction, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in exact], dtype=np.int64)


def _ended(exact: tuple[Fraction, ...] | None) -> tuple[Fraction, ...] | None:
    return None if exact is None else (*exact, Fraction(0))
