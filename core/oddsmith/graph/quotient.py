"""Stored transitions and groups of states -> smaller transitions in which a group is one state, with the way back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from oddsmith.graph.tempo import tempo
from oddsmith.native import Array, compiled, f64, i32, i64
from oddsmith.space.space import Stored


@dataclass(frozen=True)
class Quotient:
    """`state[s]`: the new state of old state s; `choice[j]`: the old choice of new choice j (-1: an added loop).

    `step[t]`: the first of the old transitions that new transition t sums up (-1: an added loop).
    """

    transitions: Stored
    state: NDArray[np.int64]
    choice: NDArray[np.int64]
    step: NDArray[np.int64]

    def first(self) -> NDArray[np.int64]:
        """An old state for each new one."""
        result = np.zeros(self.transitions.size, dtype=np.int64)
        old = np.arange(len(self.state))[::-1]
        result[self.state[::-1]] = old
        return result

    def after(self, earlier: Quotient) -> Quotient:
        """Both at once: the earlier one, then this one of its result."""
        return Quotient(
            self.transitions,
            self.state[earlier.state],
            np.where(self.choice < 0, -1, earlier.choice[self.choice]),
            np.where(self.step < 0, -1, earlier.step[self.step]),
        )

    def choices_of(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of the new choices from values of the old ones; added loops get 0."""
        return np.where(self.choice < 0, 0.0, values[self.choice])


def quotient(
    transitions: Stored, group: NDArray[np.int32], keep: NDArray[np.bool_], kind: NDArray[np.int32] | None = None
) -> Quotient:
    """Merge the states with the same `group` >= 0 (others stay alone) and drop the choices not in `keep`.

    Transitions to one new state are summed up, unless their `kind` differs. A new state that is left without a choice
    gets a loop. Numbers follow the order of first members.
    """
    state, size = _renumbered(group)
    kept = np.flatnonzero(keep)
    kept = kept[np.argsort(state[transitions.owner[kept]], kind="stable")]
    home = state[transitions.owner[kept]]
    empty = np.setdiff1d(np.arange(size), home)
    choice = np.concatenate([kept, np.full(len(empty), -1, dtype=np.int64)])
    homes = np.concatenate([home, empty])
    order = np.argsort(homes, kind="stable")
    choice, homes = choice[order], homes[order]
    if kind is None and transitions.exact is None:
        rebuilt, step = _summed(transitions, state, choice, homes, size)
    else:
        rebuilt, step = _rebuild(transitions, state, choice, homes, size, kind)
    return Quotient(rebuilt, state, choice, step)


def _renumbered(group: NDArray[np.int32]) -> tuple[NDArray[np.int64], int]:
    """The new state of each old one, in the order of first members, and how many there are."""
    states = np.arange(len(group))
    key = np.where(group >= 0, group.astype(np.int64), states + int(group.max(initial=-1)) + 1)
    first = np.full(int(key.max(initial=-1)) + 1, -1, dtype=np.int64)
    first[key[::-1]] = states[::-1]
    leading = np.zeros(len(group), dtype=np.int64)
    leading[first[first >= 0]] = 1
    number = np.cumsum(leading) - 1
    return number[first[key]], int(leading.sum())


def _summed(
    transitions: Stored,
    state: NDArray[np.int64],
    choice: NDArray[np.int64],
    homes: NDArray[np.int64],
    size: int,
) -> tuple[Stored, NDArray[np.int64]]:
    """The same as `_rebuild` for floats without kinds, in one compiled pass; targets in the order of the old ones."""
    old = np.maximum(choice, 0)
    most = int(np.where(choice < 0, 1, transitions.row_start[old + 1] - transitions.row_start[old]).sum())
    row_start = np.zeros(len(choice) + 1, dtype=np.int64)
    column, weight = np.empty(most, dtype=np.int32), np.empty(most)
    step, place = np.empty(most, dtype=np.int64), np.full(size, -1, dtype=np.int64)
    rows = (transitions.row_start, transitions.column, transitions.weight)
    function = tempo(_sum_rows, most)
    count = function(len(choice), choice, homes, *rows, state, place, row_start, column, weight, step)
    starts = None if len(choice) == size else np.searchsorted(homes, np.arange(size + 1)).astype(np.int64)
    if count < most:
        column, weight, step = column[:count].copy(), weight[:count].copy(), step[:count].copy()
    return Stored(size, starts, row_start, column, weight), step


@compiled
def _sum_rows(
    choices: i64,
    choice: Array[i64],
    homes: Array[i64],
    old_start: Array[i64],
    old_column: Array[i32],
    old_weight: Array[f64],
    state: Array[i64],
    place: Array[i64],
    row_start: Array[i64],
    column: Array[i32],
    weight: Array[f64],
    step: Array[i64],
) -> i64:
    """`place[s]`: where new state s stands in the row that is written; older places lie before the row."""
    count = 0
    for j in range(choices):
        begin = count
        if choice[j] < 0:
            column[count] = homes[j]
            weight[count] = 1.0
            step[count] = -1
            count += 1
        else:
            for t in range(old_start[choice[j]], old_start[choice[j] + 1]):
                target = state[old_column[t]]
                if place[target] >= begin:
                    weight[place[target]] += old_weight[t]
                else:
                    place[target] = count
                    column[count] = target
                    weight[count] = old_weight[t]
                    step[count] = t
                    count += 1
        row_start[j + 1] = count
    return count


def _rebuild(
    transitions: Stored,
    state: NDArray[np.int64],
    choice: NDArray[np.int64],
    homes: NDArray[np.int64],
    size: int,
    kind: NDArray[np.int32] | None,
) -> tuple[Stored, NDArray[np.int64]]:
    old = np.maximum(choice, 0)
    lengths = np.where(choice < 0, 1, transitions.row_start[old + 1] - transitions.row_start[old])
    ends = np.cumsum(lengths)
    begins = ends - lengths
    row = np.repeat(np.arange(len(choice)), lengths)
    within = np.arange(int(lengths.sum())) - begins[row]
    source = np.where(choice[row] < 0, -1, transitions.row_start[old[row]] + within)
    target = np.where(source < 0, homes[row], state[transitions.column[source]])
    weight = np.where(source < 0, 1.0, transitions.weight[source])
    apart = np.zeros(len(source), dtype=np.int32) if kind is None else np.where(source < 0, 0, kind[source])
    order = np.lexsort((target, row) if kind is None else (apart, target, row))
    row, target, weight, source, apart = row[order], target[order], weight[order], source[order], apart[order]
    other = (row[1:] != row[:-1]) | (target[1:] != target[:-1]) | (apart[1:] != apart[:-1])
    new = np.flatnonzero(np.concatenate([[True], other]))
    row_start = np.searchsorted(row[new], np.arange(len(choice) + 1)).astype(np.int64)
    choice_start = np.searchsorted(homes, np.arange(size + 1)).astype(np.int64)
    stored = Stored(
        size,
        None if len(choice) == size else choice_start,
        row_start,
        target[new].astype(np.int32),
        np.add.reduceat(weight, new),
        _exact_sums(transitions.exact, source, new),
    )
    return stored, source[new]


def _exact_sums(
    exact: tuple[Fraction, ...] | None, source: NDArray[np.int64], new: NDArray[np.int64]
) -> tuple[Fraction, ...] | None:
    if exact is None:
        return None
    bounds = [*new.tolist(), len(source)]
    weights = [Fraction(1) if t < 0 else exact[t] for t in source.tolist()]
    return tuple(sum(weights[a:b], Fraction(0)) for a, b in pairwise(bounds))
