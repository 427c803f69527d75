"""A vector spread along one axis -> slices of another axis, one at a time on every rank, and back.

A slice is all cells with one value of the other axis. Every rank works on slices of its own range of values, so the
slices of all ranks pass through a buffer of one slice each: a transpose without a second vector. MPI gathers the pieces
from where they lie (derived types), and they lie in the buffer as the sweep wants them.
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
        self.buffer = np.zeros(self.away.strides[axis])
        self.parts = ranges(sizes[self.spread], self.team.size)
        self.slices = ranges(sizes[axis], self.team.size)
        self.steps = max(high - low for low, high in self.slices)
        self.home_type = self._type(self.home, self.team.rank)
        self.away_types = [self._type(self.away, rank) for rank in range(self.team.size)]

    @property
    def moved(self) -> int:
        """Bytes that this rank sends for all slices, there and back."""
        piece = prod((self.run, *(self.home.sizes[axis] for axis in self.between))) * self.buffer.itemsize
        rank, count = self.team.rank, self.home.sizes[self.axis]
        low, high = self.slices[rank]
        own, all_of_them = self.home.last - self.home.first, self.home.sizes[self.spread]
        return piece * ((count - (high - low)) * own + (high - low) * (all_of_them - own))

    def _type(self, layout: Layout, rank: int) -> Any:
        """The part of a slice that this rank has at home, where it lies in a layout."""
        low, high = self.parts[rank]
        size = self.buffer.itemsize
        found = self.team.mpi.DOUBLE.Create_contiguous(self.run)
        for axis in reversed(self.between):
            found = found.Create_hvector(layout.sizes[axis], 1, layout.strides[axis] * size)
        return found.Create_hvector(high - low, 1, layout.strides[self.spread] * size).Commit()

    def slice_of(self, rank: int, step: int) -> int | None:
        """The value of the axis that a rank works on."""
        low, high = self.slices[rank]
        return low + step if low + step < high else None

    def _own(self, x: Vector, layout: Layout, begin: int) -> Vector:
        """The own part of a slice, run by run."""
        axes = (self.spread, *self.between)
        shape = (self.home.last - self.home.first, *(layout.sizes[axis] for axis in self.between), self.run)
        steps = [*(x.itemsize * layout.strides[axis] for axis in axes), x.itemsize]
        return np.lib.stride_tricks.as_strided(x[begin:], shape, steps)

    def _in_buffer(self, rank: int) -> int:
        """Where the part of a rank begins."""
        return self.parts[rank][0] * self.away.strides[self.spread]

    def fetch(self, x: Vector, step: int) -> int | None:
        """Bring this rank's slice together in the buffer, and say which one it is."""
        return self._move(x, step, there=True)

    def give(self, x: Vector, step: int) -> None:
        """Bring the slices of all ranks back to where they came from."""
        self._move(x, step, there=False)

    def _move(self, x: Vector, step: int, there: bool) -> int | None:
        comm, rank = self.team.comm, self.team.rank
        stride, own = self.home.strides[self.axis], self.slice_of(rank, step)
        waiting = []
        for shift in range(1, self.team.size):
            other = (rank + shift) % self.team.size
            if own is not None:
                piece = [self.buffer[self._in_buffer(other) :], 1, self.away_types[other]]
                waiting.append(comm.Irecv(piece, other) if there else comm.Isend(piece, other))
            if (theirs := self.slice_of(other, step)) is not None:
                piece = [x[theirs * stride :], 1, self.home_type]
                waiting.append(comm.Isend(piece, other) if there else comm.Irecv(piece, other))
        if own is not None:
            at_home = self._own(x, self.home, own * stride)
            in_buffer = self._own(self.buffer, self.away, self._in_buffer(rank))
            np.copyto(*((in_buffer, at_home) if there else (at_home, in_buffer)))
        self.team.mpi.Request.Waitall(waiting)
        return own
