"""A compiled kernel -> all states as packed rows, and their choices once more whenever they are wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Batch, Context, Kernel, Process, Rows, check_choices, find_rows
from oddsmith_plugins.solvers.petsc_parts.seen import Seen

ROOM = 1 << 17
"""Successors that are expanded at once."""
Visit = Callable[[int, int, Rows, NDArray[np.int64], NDArray[np.int64]], bool]
"""A stretch (low, high), its rows, how many choices each has, the command of each choice -> whether to go on."""


class Stretch:
    """Buffers for some states, their choices and the numbers of what they lead to."""

    def __init__(self, states: RowStates) -> None:
        self.batch = Batch(states.step, states.words, states.rewards, False, states.room)
        self.column = np.empty(states.room, dtype=np.int32)
        self.hashes = np.empty(states.room, dtype=np.uint64)
        self.missing = np.empty(states.room, dtype=np.int32)
        self.low = self.high = 0


class RowStates:
    """States in the order of a breadth-first search."""

    def __init__(self, kernel: Kernel, process: Process, context: Context) -> None:
        assert kernel.native is not None
        self.kernel, self.process, self.context = kernel, process, context
        self.step, self.words, self.rewards = kernel.native, kernel.encoding.words, len(kernel.rewards)
        self.room = max(ROOM, self.step.most_successors, self.step.most_choices)
        self.seen = Seen(self.words, self.room, context)
        self.seen.enter(kernel.encoding.initial(), 1)
        self.transitions = 0

    @property
    def size(self) -> int:
        return self.seen.size

    @property
    def rows(self) -> Rows:
        return self.seen.rows.data[: self.size * self.words].reshape(self.size, self.words)

    @property
    def stride(self) -> int:
        """States of a stretch that surely have room."""
        return max(1, self.room // max(self.step.most_successors, self.step.most_choices))

    def explore(self, visit: Visit) -> bool:
        """Number all states; False at a faulty one, and where a visitor does not want to go on."""
        batch, seen, done = Stretch(self).batch, self.seen, 0
        task = self.context.monitor.task("exploring", "states")
        try:
            while done < seen.size:
                end = batch.expand(seen.rows.data, done, seen.size, merging=True)
                if batch.fault:
                    return False
                rows = seen.rows.data[done * self.words : end * self.words].reshape(-1, self.words)
                counts, summand = batch.counts[: end - done], batch.pairs[: 2 * batch.choices : 2]
                check_choices(self.process, rows, counts, summand)
                if not visit(done, end, rows, counts, summand):
                    return False
                self.transitions += batch.successors
                seen.enter(batch.targets, batch.successors)
                done = end
                self.context.allow_states(seen.size)
                self.context.check()
                task.advance(done, None, f"{seen.size:,} found")
        finally:
            task.finish()
        return True

    def expand(self, stretch: Stretch, rows: NDArray[Any], low: int, high: int) -> Stretch:
        """The choices of rows low..high-1 (flat) once more, and the numbers of what they lead to; in any thread."""
        end = stretch.batch.expand(rows, low, high, merging=True)
        assert end == high, "a stretch was chosen too long"
        table, known, found = self.seen.index.table, self.seen.rows.data, stretch.batch.successors
        buffers = (stretch.batch.targets, stretch.hashes, stretch.column, stretch.missing)
        missed = find_rows(found, self.words, len(table) - 1, table, known, *buffers)
        assert missed == 0, "a state that was not found before"
        stretch.low, stretch.high = low, high
        return stretch
