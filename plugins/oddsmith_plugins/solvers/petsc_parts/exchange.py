"""A vector spread along one axis -> slices of another axis, one at a time on every rank, and back.

A slice is all cells with a few values of the other axis, as many as a cache holds. Every rank works on slices of its
own range of values, so those of all ranks pass through a buffer of one slice each: a transpose without a second vector.
MPI gathers the pieces from where they lie (derived types), and puts them down as the sweep wants them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from oddsmith_plugins.solvers.petsc_parts.team import RankTeam
from oddsmith_plugins.solvers.rounds_parts.box import Layout
from oddsmith_plugins.solvers.rounds_parts.operator import Vector

SLICE = 1 << 18
"""Numbers of a slice, unless a single value of the axis has more."""
Range = tuple[int, int]


def ranges(size: int, count: int) -> list[Range]:
    """A number of values in so many parts, as even as can be."""
    return list(pairwise(size * k // count for k in range(count + 1)))


@dataclass
class Exchange:
    """For one other axis; at home a rank has all of it, and its part of the outermost axis of `home`."""

    team: RankTeam
    home: Layout
    axis: int

    def __post_init__(self) -> None:
        sizes, order, axis = self.home.sizes, self.home.order, self.axis
        self.spread = order[0]
        self.away = Layout(sizes, (axis, *(other for other in order if other != axis)), 0, sizes[axis])
        """How slices lie in the buffer: the spread axis is second."""
        place = order.index(axis)
        self.between, behind = order[1:place], order[place + 1 :]
        self.run = 1 + sum((sizes[other] - 1) * self.home.strides[other] for other in behind)
        """Numbers that lie together in both layouts."""
        self.parts = ranges(sizes[self.spread], self.team.size)
        self.values = ranges(sizes[axis], self.team.size)
        """Of the other axis, by the rank that works on them."""
        most = max(high - low for low, high in self.values)
        self.width = max(1, min(most, SLICE // self.away.strides[axis]))
        self.steps = -(-most // self.width)
        self.buffer = np.zeros(self.width * self.away.strides[axis])
        self.types: dict[tuple[Layout, int, int], Any] = {}

    @property
    def moved(self) -> int:
        """Bytes that this rank sends for all slices, there and back."""
        piece = prod((self.run, *(self.home.sizes[axis] for axis in self.between))) * self.buffer.itemsize
        rank, count = self.team.rank, self.home.sizes[self.axis]
        low, high = self.values[rank]
        own, all_of_them = self.home.last - self.home.first, self.home.sizes[self.spread]
        return piece * ((count - (high - low)) * own + (high - low) * (all_of_them - own))

    def _type(self, layout: Layout, rank: int, width: int) -> Any:
        """The part of so many values that a rank has at home, where it lies in a layout."""
        if (layout, rank, width) not in self.types:
            low, high = self.parts[rank]
            found = self.team.mpi.DOUBLE.Create_contiguous(self.run)
            sizes = [width, high - low, *(layout.sizes[axis] for axis in self.between)]
            axes = (self.axis, self.spread, *self.between)
            for size, axis in reversed(list(zip(sizes, axes, strict=True))):
                found = found.Create_hvector(size, 1, layout.strides[axis] * self.buffer.itemsize)
            self.types[layout, rank, width] = found.Commit()
        return self.types[layout, rank, width]

    def slice_of(self, rank: int, step: int) -> Range:
        """The values of the axis that a rank works on; there may be none."""
        low, high = self.values[rank]
        return min(low + step * self.width, high), min(low + (step + 1) * self.width, high)

    def _own(self, x: Vector, layout: Layout, begin: int, width: int) -> Vector:
        """The own part of a slice, run by run."""
        axes = (self.axis, self.spread, *self.between)
        inner = (layout.sizes[axis] for axis in self.between)
        shape = (width, self.home.last - self.home.first, *inner, self.run)
        steps = [*(x.itemsize * layout.strides[axis] for axis in axes), x.itemsize]
        return np.lib.stride_tricks.as_strided(x[begin:], shape, steps)

    def _in_buffer(self, rank: int) -> int:
        """Where the part of a rank begins."""
        return self.parts[rank][0] * self.away.strides[self.spread]

    def fetch(self, x: Vector, step: int) -> Range:
        """Bring this rank's slice together in the buffer, and say which one it is."""
        return self._move(x, step, there=True)

    def give(self, x: Vector, step: int) -> None:
        """Bring the slices of all ranks back to where they came from."""
        self._move(x, step, there=False)

    def _move(self, x: Vector, step: int, there: bool) -> Range:
        comm, rank = self.team.comm, self.team.rank
        stride = self.home.strides[self.axis]
        low, high = self.slice_of(rank, step)
        waiting = []
        for shift in range(1, self.team.size):
            other = (rank + shift) % self.team.size
            if low < high:
                piece = [self.buffer[self._in_buffer(other) :], 1, self._type(self.away, other, high - low)]
                waiting.append(comm.Irecv(piece, other) if there else comm.Isend(piece, other))
            begin, end = self.slice_of(other, step)
            if begin < end:
                piece = [x[begin * stride :], 1, self._type(self.home, rank, end - begin)]
                waiting.append(comm.Isend(piece, other) if there else comm.Irecv(piece, other))
        if low < high:
            at_home = self._own(x, self.home, low * stride, high - low)
            in_buffer = self._own(self.buffer, self.away, self._in_buffer(rank), high - low)
            np.copyto(*((in_buffer, at_home) if there else (at_home, in_buffer)))
        self.team.mpi.Request.Waitall(waiting)
        return low, high
