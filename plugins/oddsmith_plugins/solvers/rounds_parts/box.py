"""Rounds -> how its cells lie in memory, and which of them a layer works on together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Rounds

CHUNK = 16
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


def strides(rounds: Rounds) -> tuple[int, ...]:
    """The distance in memory between neighbours along each axis; the last one is contiguous."""
    sizes = [len(axis.values) for axis in rounds.axes]
    return tuple(prod(sizes[place + 1 :]) for place in range(len(sizes)))


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
