"""Labels, choices and weights -> the coarsest stable partition of the states, and the kinds of their choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.reductions.bisimulation_parts.backwards import backwards
from oddsmith_plugins.reductions.bisimulation_parts.grouping import FREE, grouped
from oddsmith_plugins.reductions.bisimulation_parts.refining import refine_chain, refine_decided, signed
from oddsmith_plugins.reductions.bisimulation_parts.splitting import BLOCKS, KINDS, NONE, split

PORTION = 5_000_000
"""States and choices touched by one call of the compiled loop."""


@dataclass(frozen=True)
class Rows:
    """Choices and their transitions; `choice_start` is None in a chain (one choice per state)."""

    size: int
    choice_start: NDArray[np.int64] | None
    row_start: NDArray[np.int64]
    column: NDArray[np.int32]
    weight: NDArray[np.uint64]
    """[transitions, words]: whole numbers, lowest word first."""

    @property
    def choices(self) -> int:
        return len(self.row_start) - 1


@dataclass(frozen=True)
class Partition:
    """`block[s]` of each state, `kind[c]` of each choice (in a chain: its block)."""

    blocks: int
    block: NDArray[np.int32]
    kind: NDArray[np.int32]


def partition_of(
    rows: Rows, label: NDArray[np.int32], kind: NDArray[np.int32], context: Context, seed: int = 1
) -> Partition:
    """The coarsest partition that keeps apart what differs in `label` (states) or `kind` (choices; not in a chain).

    Both are numbers from 0 on without a gap.
    """
    working = _working(rows, label)
    counter: NDArray[np.int64] = working[-1]
    if rows.choice_start is None:
        while refine_chain(*working):
            context.check()
        return Partition(int(counter[BLOCKS]), label, label)
    deciding = _deciding(rows, kind, counter, seed)
    _split_all(rows, working, deciding)
    while refine_decided(*working, *deciding):
        context.check()
    return Partition(int(counter[BLOCKS]), label, kind)


def _working(rows: Rows, label: NDArray[np.int32]) -> list[Any]:
    """The arguments of the compiled loops, in their order; `label` becomes the blocks."""
    size, most = rows.size, max(rows.size, rows.choices)
    words = rows.weight.shape[1]
    slots = np.full(2 ** (2 * most).bit_length(), FREE, dtype=np.int32)
    small = [np.empty(most, dtype=np.int32) for _ in range(3)]
    elements = np.argsort(label, kind="stable").astype(np.int32)
    place = np.empty(size, dtype=np.int32)
    place[elements] = np.arange(size, dtype=np.int32)
    sizes = np.bincount(label)
    first, room, queue = (np.zeros(size, dtype=np.int32) for _ in range(3))
    room[: len(sizes)] = sizes
    first[: len(sizes)] = np.cumsum(sizes) - sizes
    queue[: len(sizes)] = np.arange(len(sizes))
    pending = np.zeros(size, dtype=np.uint8)
    pending[: len(sizes)] = 1
    return [
        *(size, PORTION, words, *backwards(size, rows.row_start, rows.column, rows.weight)),
        *(np.empty(rows.choices * words, dtype=np.uint64), np.zeros(most, dtype=np.uint8)),
        *(np.empty(most, dtype=np.int32), slots, *small, np.empty(most, dtype=np.int64)),
        *(np.empty(most, dtype=np.int32), np.empty(most, dtype=np.int32)),
        *(elements, place, label, first, room, np.zeros(size, dtype=np.int32), np.full(size, NONE, dtype=np.int32)),
        *(np.empty(size, dtype=np.int32), pending, queue, np.array([0, len(sizes), len(sizes), 0])),
    ]


def _deciding(rows: Rows, kind: NDArray[np.int32], counter: NDArray[np.int64], seed: int) -> list[Any]:
    """The arguments that only games with decisions have; `kind` is changed later on."""
    assert rows.choice_start is not None
    owner = np.repeat(np.arange(rows.size, dtype=np.int32), np.diff(rows.choice_start))
    sizes = np.bincount(kind)
    counter[KINDS] = len(sizes)
    room = np.zeros(rows.choices, dtype=np.int32)
    room[: len(sizes)] = sizes
    hit, best = np.zeros(rows.choices, dtype=np.int32), np.full(rows.choices, NONE, dtype=np.int32)
    states, seen = np.empty(rows.size, dtype=np.int32), np.full(rows.choices, NONE, dtype=np.int32)
    signature = np.empty(2 * rows.size, dtype=np.uint64)
    return [seed, rows.choice_start, owner, kind, room, hit, best, states, seen, signature]


def _split_all(rows: Rows, working: list[Any], deciding: list[Any]) -> None:
    """Split the labels by the sets of first kinds, before anything else."""
    seed, starts, _, kind, *_, seen, signature = deciding
    everything = np.arange(rows.size, dtype=np.int32)
    signed(rows.size, everything, starts, kind, seed, seen, signature)
    slots, group, leader, population, begin, order, origin = working[9:16]
    groups = grouped(rows.size, everything, working[18], 2, signature, slots, group, leader, population, begin)
    split(rows.size, rows.size, groups, everything, group, leader, population, begin, order, origin, *working[16:])
