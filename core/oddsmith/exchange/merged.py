"""A stored model -> the same with distinct successors in every choice, and without transitions of weight zero."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.exchange.stored import StoredModel
from oddsmith.native import Array, compiled, f64, i32, i64
from oddsmith.space.space import Gains, Stored

FEW = 100_000
"""So many transitions are looked through without compiled code, which takes a moment to load."""


@compiled
def needs_merging(choices: i64, row_start: Array[i64], column: Array[i32], weight: Array[f64], seen: Array[i64]) -> i64:
    """1 if some choice names a successor twice, or with weight zero; `seen` (one per state) begins with -1."""
    for j in range(choices):
        for t in range(row_start[j], row_start[j + 1]):
            s = column[t]
            if seen[s] == j or weight[t] == 0.0:
                return 1
            seen[s] = j
    return 0


def merged(model: StoredModel) -> StoredModel:
    """Equal successors of a choice become one, with the sum of their weights, unless their gains differ."""
    stored = model.transitions
    if not _doubled(stored):
        return model
    owner = np.repeat(np.arange(stored.choices), np.diff(stored.row_start))
    steps = [gains.step for gains in model.gains.values() if gains.step is not None]
    sorted_by: list[NDArray[Any]] = [*steps, stored.column, owner]
    order = np.lexsort(sorted_by)
    order = order[stored.weight[order] > 0]
    keys = [values[order] for values in reversed(sorted_by)]
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = np.logical_or.reduce([key[1:] != key[:-1] for key in keys])
    first = np.flatnonzero(fresh)
    weight = np.add.reduceat(stored.weight[order], first)
    sizes = np.bincount(keys[0][first], minlength=stored.choices)
    exact = None
    if stored.exact is not None:
        groups = np.split(order, first[1:])
        exact = tuple(sum((stored.exact[t] for t in group.tolist()), start=0 * stored.exact[0]) for group in groups)
    slim = Stored(
        stored.size,
        stored.choice_start,
        np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes))),
        stored.column[order][first],
        weight,
        exact,
    )
    gains = {name: _gains(found, order[first]) for name, found in model.gains.items()}
    return replace(model, transitions=slim, gains=gains)


def _gains(gains: Gains, kept: NDArray[np.int64]) -> Gains:
    return gains if gains.step is None else replace(gains, step=gains.step[kept])


def _doubled(stored: Stored) -> bool:
    if stored.count <= FEW:
        owner = np.repeat(np.arange(stored.choices), np.diff(stored.row_start))
        return len(np.unique(owner * stored.size + stored.column)) < stored.count or not stored.weight.all()
    seen = np.full(stored.size, -1, dtype=np.int64)
    arrays = [np.ascontiguousarray(a) for a in (stored.row_start, stored.column, stored.weight)]
    return bool(needs_merging(stored.choices, *arrays, seen))
