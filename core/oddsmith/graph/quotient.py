"""Stored transitions and groups of states -> smaller transitions in which a group is one state, with the way back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

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
    n = transitions.size
    key = np.where(group >= 0, group.astype(np.int64), np.arange(n) + int(group.max(initial=-1)) + 1)
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    state = rank[inverse.reshape(-1)]
    size = len(first)
    kept = np.flatnonzero(keep)
    kept = kept[np.argsort(state[transitions.owner[kept]], kind="stable")]
    home = state[transitions.owner[kept]]
    empty = np.setdiff1d(np.arange(size), home)
    choice = np.concatenate([kept, np.full(len(empty), -1, dtype=np.int64)])
    homes = np.concatenate([home, empty])
    order = np.argsort(homes, kind="stable")
    choice, homes = choice[order], homes[order]
    rebuilt, step = _rebuild(transitions, state, choice, homes, size, kind)
    return Quotient(rebuilt, state, choice, step)


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
