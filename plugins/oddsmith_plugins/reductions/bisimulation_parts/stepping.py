"""Transitions that gain something themselves -> the same on the way through a state of their own, and back.

A transition to t of step kind k > 0 leads to a state (t, k) instead, from where one gets to t for sure. It has a label
that no other state has but those of kind k: two of them are in one block iff they have one kind and lead to one block.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Stored
from oddsmith_plugins.reductions.bisimulation_parts.partition import Partition, Rows

Numbers = NDArray[np.int32]


def rows_of(
    transitions: Stored, words: NDArray[np.uint64], labels: Numbers, kinds: Numbers, steps: Numbers | None
) -> tuple[Rows, Numbers, Numbers]:
    """Rows, labels of states and kinds of choices."""
    size, starts = transitions.size, transitions.choice_start
    if steps is None:
        return Rows(size, starts, transitions.row_start, transitions.column, words), labels, kinds
    most = int(steps.max(initial=0)) + 1
    gained = np.flatnonzero(steps)
    keys, place = np.unique(transitions.column[gained].astype(np.int64) * most + steps[gained], return_inverse=True)
    column = transitions.column.copy()
    column[gained] = size + place.reshape(-1)
    surely = np.zeros((len(keys), words.shape[1]), dtype=np.uint64)
    surely[:, 0] = 1
    rows = Rows(
        size + len(keys),
        None if starts is None else np.concatenate([starts, starts[-1] + np.arange(1, len(keys) + 1)]),
        np.concatenate([transitions.row_start, transitions.count + np.arange(1, len(keys) + 1)]),
        np.concatenate([column, keys // most]).astype(np.int32),
        np.concatenate([words, surely]),
    )
    kinds_of_steps = np.unique(keys % most, return_inverse=True)[1].reshape(-1)
    labels = np.concatenate([labels, int(labels.max(initial=-1)) + 1 + kinds_of_steps]).astype(np.int32)
    return rows, labels, np.concatenate([kinds, np.zeros(len(keys), dtype=np.int32)])


def without_steps(partition: Partition, transitions: Stored) -> Partition:
    """The blocks of the states themselves; no other state is in them."""
    if len(partition.block) == transitions.size:
        return partition
    present, block = np.unique(partition.block[: transitions.size], return_inverse=True)
    kind = partition.kind[: transitions.choices]
    return Partition(len(present), block.reshape(-1).astype(np.int32), kind)
