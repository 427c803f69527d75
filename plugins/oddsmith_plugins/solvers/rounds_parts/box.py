"""Rounds -> how its cells lie in memory, and which of them a layer works on together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Rounds

CHUNK = 24
"""Cells that are worked on at once; lanes are padded to a multiple of it."""


@dataclass(frozen=True)
class Blocks:
    """How one layer cuts the box: a block is all rows (values that the layer writes) times all lanes (one other axis).

    The remaining axes number the blocks, row-major.
    """

    lane: int | None
    """The axis of the lanes; None if the layer writes every axis."""
    outer: tuple[int, ...]
    lanes: int
    lane_stride: int
    row_offset: NDArray[np.int64]
    count: int

    @property
    def rows(self) -> int:
        return len(self.row_offset)

    @property
    def padded(self) -> int:
        return -(-self.lanes // CHUNK) * CHUNK


LINE = 8
"""Numbers in a line of the cache."""


def strides(rounds: Rounds) -> tuple[int, ...]:
    """The distance in memory between neighbours along each axis; the last one is contiguous.

    Long distances are an odd number of cache lines: the rows of a block would else fall on the same few places of the
    cache and drive each other out.
    """
    found: list[int] = []
    stride = 1
    for axis in reversed(rounds.axes):
        found.append(stride)
        stride *= len(axis.values)
        if stride >= 64 * LINE:
            lines = -(-stride // LINE)
            stride = (lines | 1) * LINE
    return tuple(reversed(found))


def length(rounds: Rounds) -> int:
    """How many numbers a vector has: the cells, and the gaps between them."""
    pairs = zip(strides(rounds), rounds.axes, strict=True)
    return 1 + sum(stride * (len(axis.values) - 1) for stride, axis in pairs)


def initial(rounds: Rounds) -> int:
    """Where the initial cell lies."""
    pairs = zip(strides(rounds), rounds.axes, strict=True)
    return sum(stride * axis.values.index(axis.init) for stride, axis in pairs)


def ones(rounds: Rounds) -> NDArray[np.float64]:
    """A vector with one in every cell, and zero in the gaps."""
    vector = np.zeros(length(rounds))
    shape = [len(axis.values) for axis in rounds.axes]
    cells = np.lib.stride_tricks.as_strided(vector, shape, [8 * stride for stride in strides(rounds)])
    cells[...] = 1.0
    return vector


def blocks_of(rounds: Rounds, writes: tuple[int, ...]) -> Blocks:
    """The blocks of a layer; the lanes are the last axis that it does not write, because that lies closest."""
    sizes = [len(axis.values) for axis in rounds.axes]
    stride = strides(rounds)
    free = [place for place in range(len(sizes)) if place not in writes]
    lane = max(free, key=lambda place: (sizes[place] > 1, place), default=None)
    outer = tuple(place for place in free if place != lane)
    offsets = [
        sum(i * stride[place] for i, place in zip(held, writes, strict=True))
        for held in product(*(range(sizes[place]) for place in writes))
    ]
    return Blocks(
        lane,
        outer,
        1 if lane is None else sizes[lane],
        0 if lane is None else stride[lane],
        np.array(offsets, dtype=np.int64),
        prod(sizes[place] for place in outer),
    )
