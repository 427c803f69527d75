"""The box of a game with rounds -> how its cells (or a part of them) lie in memory, and how a layer cuts it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Rounds

CHUNK = 24
"""Cells that are worked on at once; lanes are padded to a multiple of it."""
LINE = 8
"""Numbers in a line of the cache."""


@dataclass(frozen=True)
class Layout:
    """All of every axis but the outermost one, of which the values `first` to `last` - 1 are here."""

    sizes: tuple[int, ...]
    order: tuple[int, ...]
    """The axes, outermost first."""
    first: int
    last: int

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """The distance in memory between neighbours along each axis; the innermost is contiguous.

        Long distances are an odd number of cache lines: the rows of a block would else fall on the same few places of
        the cache and drive each other out.
        """
        found = [0] * len(self.sizes)
        stride = 1
        for axis in reversed(self.order):
            found[axis] = stride
            stride *= self.sizes[axis]
            if stride >= 64 * LINE:
                stride = (-(-stride // LINE) | 1) * LINE
        return tuple(found)

    @property
    def shift(self) -> int:
        """How far the first cell that is here lies behind the first cell of the box."""
        return self.first * self.strides[self.order[0]] if self.order else 0

    @property
    def shape(self) -> tuple[int, ...]:
        """Cells that are here along each axis, in the order of memory."""
        outer = (self.last - self.first,) if self.order else ()
        return (*outer, *(self.sizes[axis] for axis in self.order[1:]))

    @property
    def length(self) -> int:
        """How many numbers a vector has: the cells that are here, and the gaps between them."""
        pairs = zip(self.shape, self.order, strict=True)
        return 1 + sum((size - 1) * self.strides[axis] for size, axis in pairs) if min(self.shape, default=1) else 0

    def cells(self, vector: NDArray[Any]) -> NDArray[Any]:
        """The vector as an array over the cells that are here."""
        steps = [vector.itemsize * self.strides[axis] for axis in self.order]
        return np.lib.stride_tricks.as_strided(vector, self.shape, steps)

    def place(self, cell: tuple[int, ...]) -> int | None:
        """Where a cell lies; None if it is not here."""
        if self.order and not self.first <= cell[self.order[0]] < self.last:
            return None
        return sum(i * stride for i, stride in zip(cell, self.strides, strict=True)) - self.shift


def whole(rounds: Rounds) -> Layout:
    """The whole box, the first axis outermost."""
    sizes = tuple(len(axis.values) for axis in rounds.axes)
    return Layout(sizes, tuple(range(len(sizes))), 0, sizes[0] if sizes else 0)


def initial(rounds: Rounds) -> tuple[int, ...]:
    """The initial cell."""
    return tuple(axis.values.index(axis.init) for axis in rounds.axes)


@dataclass(frozen=True)
class Blocks:
    """How one layer cuts the box: a block is all rows (values that the layer writes) times all lanes (one other axis).

    The remaining axes number the blocks, row-major.
    """

    lane: int | None
    """The axis of the lanes; None if the layer leaves no axis for them."""
    outer: tuple[int, ...]
    """The axes that number the blocks; the first is the leading one: a range of its values is a range of blocks."""
    inner: int
    """Blocks for each value of the leading axis."""
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    row_offset: NDArray[np.int64]

    @property
    def rows(self) -> int:
        return len(self.row_offset)

    @property
    def lanes(self) -> int:
        return 1 if self.lane is None else self.sizes[self.lane]

    @property
    def lane_stride(self) -> int:
        return 0 if self.lane is None else self.strides[self.lane]

    @property
    def padded(self) -> int:
        return -(-self.lanes // CHUNK) * CHUNK

    @property
    def cells(self) -> int:
        """Of one block."""
        return self.rows * self.lanes


def blocks_of(layout: Layout, writes: tuple[int, ...], leading: int | None = None) -> Blocks:
    """The blocks of a layer; the lanes are the innermost axis that it does not write, because that lies closest."""
    free = [axis for axis in layout.order if axis not in writes]
    lanes = [axis for axis in free if axis != leading]
    lane = max(lanes, key=lambda axis: (layout.sizes[axis] > 1, layout.order.index(axis)), default=None)
    outer = [axis for axis in free if axis not in (lane, leading)]
    outer = [leading, *outer] if leading is not None else outer
    offsets = [
        sum(i * layout.strides[axis] for i, axis in zip(held, writes, strict=True))
        for held in product(*(range(layout.sizes[axis]) for axis in writes))
    ]
    return Blocks(
        lane,
        tuple(outer),
        prod(layout.sizes[axis] for axis in outer[1:]),
        layout.sizes,
        layout.strides,
        np.array(offsets, dtype=np.int64),
    )
