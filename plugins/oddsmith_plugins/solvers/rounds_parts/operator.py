"""Programs of all layers -> one round on a vector over the box, in place, in threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.rounds_parts.program import Program
from oddsmith_plugins.solvers.rounds_parts.sweep import sweep

SLAB = 2_000_000
"""Cells of one call: some hundredths of a second, so that a run can be stopped."""
FEW = 200_000
"""Cells that are not worth a second thread."""
Vector = NDArray[np.float64]


@dataclass
class Operator:
    """Sweeps over layers; slabs of blocks are spread over threads."""

    programs: tuple[Program, ...]
    context: Context
    pool: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        for function in (sweep, *(f for program in self.programs for f in (program.locate, program.begins))):
            assert function.address, "compiled here, not by several threads at once"
        self.pool = ThreadPoolExecutor(max(1, self.context.threads))

    def layer(self, place: int, x: Vector, unit: float) -> None:
        """x := F x for one layer; the unit row is worth `unit`."""
        program = self.programs[place]
        blocks = program.blocks
        parts = -(-blocks.count * blocks.rows * blocks.lanes // SLAB)
        threads = self.context.threads if blocks.count * blocks.rows * blocks.lanes > FEW else 1
        size = -(-blocks.count // (-(-parts // threads) * threads))
        cuts = [(low, min(low + size, blocks.count)) for low in range(0, blocks.count, size)]
        if len(cuts) == 1:
            self._slab(program, x, unit, *cuts[0])
            return
        waiting = []
        for cut in cuts:
            self.context.check()
            waiting.append(self.pool.submit(self._slab, program, x, unit, *cut))
            if len(waiting) > 2 * self.context.threads:
                waiting.pop(0).result()
        for work in waiting:
            work.result()

    def _slab(self, program: Program, x: Vector, unit: float, first: int, last: int) -> None:
        p, b = program, program.blocks
        sweep(
            first, last, p.locate, p.begins, p.truth, p.mask_of, p.state, p.mask.copy(), p.outside, len(p.default),
            p.default, p.use_start, p.use, p.row_of, len(p.drop_condition) - 1, p.drop_condition, p.drop_row,
            p.drop_virtual, p.case_start, p.case_condition, p.entry_start, p.weight, p.condition, p.yes, p.no,
            p.yes_virtual, p.plain, p.group_start, p.group_row, p.coefficient, b.rows, b.lanes, b.padded,
            b.lane_stride, b.row_offset, unit, x, np.zeros(p.buffer_rows * b.padded),
            np.zeros(len(p.default) + 1, dtype=np.int32), p.plain.copy(), np.full(b.rows, -1, dtype=np.int64),
            np.zeros(len(p.default) + 1, dtype=np.int64),
        )  # fmt: skip

    def round(self, x: Vector, unit: float, watch: int) -> list[float]:
        """One round, last layer first; the values at cell `watch` in each layer, in the order of play."""
        seen = [0.0] * len(self.programs)
        for place in reversed(range(len(self.programs))):
            self.layer(place, x, unit)
            seen[place] = float(x[watch])
        return seen
