"""Rounds on vectors in a file that is larger than memory: slab by slab, as many layers on each slab as can be.

A slab is a range of one axis. All layers that do not write this axis can be swept on it, one after the other, before
the next slab is needed. A pass over all slabs of one axis does the longest run of coming layers that leaves the axis
alone; then another axis has its turn. With n axes, each written by one layer, a pass does n - 1 layers, so a round
costs n / (n - 1) passes over the file.
"""

from __future__ import annotations

import contextlib
import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np

from oddsmith.plugin import Diagnostic, LimitError, SpecError
from oddsmith_plugins.solvers.rounds_parts.operator import Operator, Seen, Vector

SHORTEST = 16_384
"""Bytes that lie together for one value of an axis: those of shorter runs make no slabs."""
SHARE = 4
"""A slab takes at most one part in so many of the memory at hand."""


@dataclass
class VectorFile:
    """One file that vectors are cut from; it is removed at the end."""

    path: Path
    size: int = 0
    maps: list[tuple[Vector, mmap.mmap]] = field(default_factory=list)

    def __enter__(self) -> VectorFile:
        try:
            self.handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise _refused(self.path, error) from None
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()
        os.close(self.handle)
        with contextlib.suppress(OSError):
            self.path.unlink()

    def clear(self) -> None:
        """Forget all vectors."""
        self.maps.clear()
        self.size = 0
        os.ftruncate(self.handle, 0)

    def zeros(self, count: int, kind: np.dtype) -> Vector:
        """A new vector; its room on the disk is taken at once, not when it is too late."""
        length = -(-count * kind.itemsize // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
        try:
            os.posix_fallocate(self.handle, self.size, length)
        except OSError as error:
            raise LimitError(
                f"the vector file needs {(self.size + length) / 1e9:,.2f} GB: {error.strerror}",
                "name a file on a disk with more room, or store numbers in single precision (storage=single)",
            ) from None
        mapped = mmap.mmap(self.handle, length, offset=self.size)
        self.size += length
        vector = np.frombuffer(mapped, dtype=kind, count=count)
        self.maps.append((vector, mapped))
        return vector

    def release(self, vector: Vector, start: int, stop: int) -> None:
        """Let go of the pages of a part: they are on the disk, or on their way."""
        mapped = next((m for v, m in self.maps if v is vector), None)
        if mapped is None:
            return
        low = -(-start * vector.itemsize // mmap.PAGESIZE) * mmap.PAGESIZE
        high = min(stop * vector.itemsize // mmap.PAGESIZE * mmap.PAGESIZE, len(mapped))
        if high > low:
            mapped.madvise(mmap.MADV_DONTNEED, low, high - low)


def _refused(path: Path, error: OSError) -> SpecError:
    reason = "it exists already" if isinstance(error, FileExistsError) else error.strerror or str(error)
    fix = "name a new file with --vector-file"
    return SpecError([Diagnostic("E706", f"the vector file {path} cannot be made: {reason}", fix=fix)])


@dataclass(frozen=True)
class Pass:
    """Layers that are swept on each slab of an axis before the next slab."""

    axis: int
    places: tuple[int, ...]


@dataclass
class SlabOperator(Operator):
    """Vectors lie in a file."""

    file: VectorFile = field(kw_only=True)
    burst: ClassVar[int] = 8

    def zeros(self, halves: bool = False) -> Vector:
        return self.file.zeros(self.length, self.kind(halves))

    def sweep_rounds(self, x: Vector, unit: float, count: int) -> list[Seen]:
        found = [[0.0] * self.layers for _ in range(count)]
        coming = [(number, place) for number in range(count) for place in reversed(range(self.layers))]
        done = 0
        for sweep in self.passes([place for _, place in coming]):
            steps = coming[done : done + len(sweep.places)]
            for low, high in self.slabs(sweep.axis):
                for number, place in steps:
                    self.range(self.program(place, self.layout, sweep.axis), self.layout, x, unit, (low, high))
                    if low <= self.start[sweep.axis] < high:
                        found[number][place] = self.at_start(x)
                self._release(x, sweep.axis, low, high)
            done += len(steps)
        return found

    def passes(self, places: list[int]) -> Iterator[Pass]:
        """Always the axis that the longest run of coming layers leaves alone."""
        axes = self._axes()
        done = 0
        while done < len(places):
            axis = max(axes, key=lambda axis: self._run(places[done:], axis))
            run = self._run(places[done:], axis)
            yield Pass(axis, tuple(places[done : done + run]))
            done += run

    def _run(self, places: list[int], axis: int) -> int:
        written = [axis in self.recipe.rounds.layers[place].writes for place in places]
        return written.index(True) if True in written else len(places)

    def _axes(self) -> list[int]:
        """Axes with long runs, and at any rate enough of them for every layer to leave one alone."""
        layout, kind = self.layout, self.kind()
        long = [axis for axis in layout.order if layout.strides[axis] * kind.itemsize >= SHORTEST]
        for layer in self.recipe.rounds.layers:
            if all(axis in layer.writes for axis in long):
                long += [axis for axis in layout.order if axis not in layer.writes][:1]
        return long

    def slabs(self, axis: int) -> Iterator[tuple[int, int]]:
        """Ranges of an axis: as many values as a part of the memory takes."""
        size = self.layout.sizes[axis]
        bytes_each = self.length * self.kind().itemsize / size
        width = max(1, min(size, int(self.context.available_memory() / SHARE / bytes_each)))
        return iter([(low, min(low + width, size)) for low in range(0, size, width)])

    def _release(self, x: Vector, axis: int, low: int, high: int) -> None:
        stride = self.layout.strides[axis]
        place = self.layout.order.index(axis)
        outer = self.layout.order[:place]
        starts = np.zeros(1, dtype=np.int64)
        for other in outer:
            steps = np.arange(self.layout.sizes[other]) * self.layout.strides[other]
            starts = (starts[:, None] + steps).ravel()
        for start in starts:
            self.file.release(x, int(start) + low * stride, int(start) + high * stride)
