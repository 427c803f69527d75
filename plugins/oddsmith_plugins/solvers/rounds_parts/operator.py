"""A recipe -> rounds on vectors over the box, in place, in threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.rounds_parts.box import Layout, initial, whole
from oddsmith_plugins.solvers.rounds_parts.program import Program, Recipe
from oddsmith_plugins.solvers.rounds_parts.sweep import sweep
from oddsmith_plugins.solvers.rounds_parts.team import Team

SLAB = 2_000_000
"""Cells of one call: some hundredths of a second, so that a run can be stopped."""
FEW = 200_000
"""Cells that are not worth a second thread."""
PART = 1 << 18
"""Numbers of a part of a vector: what is done with it one after the other finds it in the cache."""
ADVICE = "allow more with --max-memory, keep vectors in a file with --vector-file, or halve them with storage=single"
UNIT = 2.0**-53
SINGLE_UNIT = 2.0**-24
Vector = NDArray[Any]
"""Doubles, or numbers in single precision where the recipe is cooked with those."""
Seen = list[float]
"""Values at the initial cell, in the order of play."""
_NO_DOUBLES, _NO_SINGLES = np.zeros(1), np.zeros(1, dtype=np.float32)


@dataclass
class Meter:
    """Counts what is swept."""

    rounds: int = 0
    seconds: float = 0.0
    size: int = 8
    """Bytes of a number."""


@dataclass
class Operator:
    """Sweeps over the layers of the whole box; slabs of blocks are spread over threads."""

    recipe: Recipe
    context: Context
    single: bool = False
    """Whether vectors are stored in single precision (all is calculated in double)."""
    team: Team = field(default_factory=Team)
    """Who holds the other parts of the box."""
    meter: Meter = field(default_factory=Meter)
    programs: dict[tuple[int, Layout, int | None], Program] = field(default_factory=dict)
    pool: ThreadPoolExecutor = field(init=False)
    burst: ClassVar[int] = 1
    """Rounds that are best done at once."""

    def __post_init__(self) -> None:
        assert sweep.address, "compiled here, not by several threads at once"
        self.pool = ThreadPoolExecutor(max(1, self.context.threads))
        self.layout = whole(self.recipe.rounds)
        self.start = initial(self.recipe.rounds)
        self.layers = len(self.recipe.rounds.layers)
        self.meter.size = self.kind().itemsize

    @property
    def length(self) -> int:
        """Numbers of a vector that are here."""
        return self.layout.length

    @property
    def error(self) -> float:
        """One round changes a nonnegative vector by at most this factor (less one), because numbers are rounded."""
        entries = [self.own_program(place).entries for place in range(self.layers)]
        return sum(most + 8 for most in entries) * UNIT * 1.01 + self.single * self.layers * SINGLE_UNIT * 1.01

    @property
    def smallest(self) -> float:
        """Smaller numbers may have lost digits to underflow."""
        return 1e-30 if self.single else 1e-280

    @property
    def tiny(self) -> float:
        """More than all underflows of a run add up to."""
        return 1e-37 if self.single else 1e-290

    def kind(self, halves: bool = False) -> np.dtype[Any]:
        """How the numbers of a vector are stored; with `halves` those of a vector for the upper halves of doubles."""
        return np.dtype(np.uint32 if halves else np.float32 if self.single else np.float64)

    def zeros(self, halves: bool = False) -> Vector:
        """A new vector."""
        kind = self.kind(halves)
        purpose = f"one vector over {self.recipe.rounds.cells:,} cells"
        self.context.need(kind.itemsize * self.length, purpose, ADVICE)
        return np.zeros(self.length, dtype=kind)

    def program(self, place: int, layout: Layout, leading: int | None = None) -> Program:
        """The program of a layer, made once."""
        key = (place, layout, leading)
        if key not in self.programs:
            self.programs[key] = self.recipe.program(place, layout, leading)
            assert self.programs[key].locate.address, "compiled here"
            assert self.programs[key].begins.address, "compiled here"
        return self.programs[key]

    def own_program(self, place: int) -> Program:
        """The program with which all of a layer is swept here."""
        return self.program(place, self.layout)

    def layer(self, place: int, x: Vector, unit: float) -> None:
        """x := F x for one layer; the unit row is worth `unit`."""
        self.range(self.own_program(place), self.layout, x, unit)

    def range(
        self, program: Program, layout: Layout, x: Vector, unit: float, span: tuple[int, int] | None = None
    ) -> None:
        """Sweep all blocks, or those of a range of the leading axis."""
        blocks = program.blocks
        low, high = (0, blocks.sizes[blocks.outer[0]] if blocks.outer else 1) if span is None else span
        first, last = low * blocks.inner, high * blocks.inner
        count = last - first
        parts = max(1, -(-count * blocks.cells // SLAB))
        threads = self.context.threads if count * blocks.cells > FEW else 1
        size = max(1, -(-count // (-(-parts // threads) * threads)))
        cuts = [(cut, min(cut + size, last)) for cut in range(first, last, size)]
        if len(cuts) == 1:
            self.slab(program, layout, x, unit, *cuts[0])
            return
        waiting = []
        for cut in cuts:
            self.context.check()
            waiting.append(self.pool.submit(self.slab, program, layout, x, unit, *cut))
            if len(waiting) > 2 * self.context.threads:
                waiting.pop(0).result()
        for work in waiting:
            work.result()

    def slab(self, program: Program, layout: Layout, x: Vector, unit: float, first: int, last: int) -> None:
        p, b = program, program.blocks
        wide, small = (_NO_DOUBLES, x) if self.single else (x, _NO_SINGLES)
        sweep(
            first, last, p.locate, p.begins, p.truth, p.mask_of, p.state, p.mask.copy(), p.outside, len(p.default),
            p.default, p.use_start, p.use, p.row_of, len(p.drop_condition) - 1, p.drop_condition, p.drop_row,
            p.drop_virtual, p.case_start, p.case_condition, p.entry_start, p.weight, p.condition, p.yes, p.no,
            p.yes_virtual, p.plain, p.group_start, p.group_row, p.coefficient, b.rows, b.lanes, b.padded,
            b.lane_stride, b.row_offset, unit, layout.shift, self.single, wide, small,
            np.zeros(p.buffer_rows * b.padded), np.zeros(len(p.default) + 1, dtype=np.int32), p.plain.copy(),
            np.full(b.rows, -1, dtype=np.int64), np.zeros(len(p.default) + 1, dtype=np.int64),
        )  # fmt: skip

    def rounds(self, x: Vector, unit: float, count: int = 1) -> list[Seen]:
        """So many rounds, last layer first; what was seen at the initial cell in each of them."""
        begun = time.perf_counter()
        found = self.sweep_rounds(x, unit, count)
        self.meter.rounds += count
        self.meter.seconds += time.perf_counter() - begun
        return found

    def sweep_rounds(self, x: Vector, unit: float, count: int) -> list[Seen]:
        """The same, not counted."""
        found = []
        for _ in range(count):
            seen = [0.0] * self.layers
            for place in reversed(range(self.layers)):
                self.layer(place, x, unit)
                seen[place] = self.at_start(x)
            found.append(seen)
        return found

    def at_start(self, x: Vector) -> float:
        """The value at the initial cell."""
        place = self.layout.place(self.start)
        assert place is not None
        return float(x[place])

    def parts(self, work: Callable[[slice], Any]) -> list[Any]:
        """Do something with all parts of vectors, in threads."""
        cuts = [slice(low, min(low + PART, self.length)) for low in range(0, self.length, PART)]
        return [work(cuts[0])] if len(cuts) == 1 else list(self.pool.map(work, cuts))

    def write(self, path: Path, x: Vector) -> None:
        """Keep a vector."""
        x.tofile(path)

    def read(self, path: Path, x: Vector) -> None:
        """Read a vector that was kept."""
        with path.open("rb") as handle:
            for low in range(0, self.length, PART):
                x[low : low + PART] = np.fromfile(handle, x.dtype, min(PART, self.length - low))
