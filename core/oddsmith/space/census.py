"""Kernel -> how many states and transitions there are, level by level, without keeping the transitions."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from oddsmith.context import Context
from oddsmith.kernel.kernel import Kernel, Rows
from oddsmith.process.process import Process
from oddsmith.space.faults import check_choices
from oddsmith.space.search import Budget

Marks = NDArray[np.uint64]
LARGEST_BATCH = 65_536


class Census:
    """Counts states by a 64-bit mark of each: two states share one with a probability below n * n / 2^65."""

    def __init__(self, kernel: Kernel, process: Process, context: Context) -> None:
        self.kernel, self.process, self.context = kernel, process, context
        self.frontier: Rows = kernel.encoding.initial().reshape(1, -1)
        self.place = 0
        """How much of the frontier is expanded."""
        self.following: list[Rows] = []
        self.known = marks(self.frontier)
        self.levels = [1]
        """How many states each complete level has."""
        self.expanded = self.choices = self.transitions = 0
        values = kernel.encoding.unpack(self.frontier[0])
        self.seen = [(value, value) for value in values]
        """The smallest and the largest value of each parameter in the complete levels."""

    @property
    def states(self) -> int:
        return len(self.known)

    @property
    def finished(self) -> bool:
        return self.place == len(self.frontier)

    def run(self, budget: Budget) -> bool:
        """Count until everything is counted (True) or the budget is used up (False)."""
        started = time.monotonic()
        task = self.context.monitor.task("counting", "states")
        batch = 1
        while not self.finished:
            spent = time.monotonic() - started
            if (budget.states is not None and self.states > budget.states) or (
                budget.seconds is not None and spent > budget.seconds
            ):
                break
            self.advance(batch)
            short = time.monotonic() - started - spent < 0.05
            batch = min(LARGEST_BATCH, 2 * batch) if short else max(1, batch // 2)
            task.advance(self.expanded, None, f"{self.states:,} found")
        task.finish()
        return self.finished

    def advance(self, batch: int) -> None:
        """Expand the next states of the frontier."""
        self.context.check()
        rows = self.frontier[self.place : self.place + batch]
        moves = self.kernel.expand(rows)
        check_choices(self.process, rows, moves.choices, moves.summand)
        found = marks(moves.targets)
        choice = np.repeat(np.arange(len(moves.sizes), dtype=np.uint64), moves.sizes)
        ends = int(np.count_nonzero(moves.choices == 0))
        self.choices += len(moves.sizes) + ends
        self.transitions += len(np.unique(_mixed(found ^ (choice * _ODD)))) + ends
        self.expanded += len(rows)
        self.place += len(rows)
        self._welcome(moves.targets, found)
        if self.finished and self.following:
            self.frontier, self.place = np.concatenate(self.following), 0
            self.following = []
            self.levels.append(len(self.frontier))
            self._look_at_values()

    def coverage(self) -> float:
        """The part of the box that the values seen so far span."""
        part = 1.0
        for (low, high), field in zip(self.seen, self.kernel.encoding.fields, strict=True):
            part *= (high - low + 1) / (field.high - field.low + 1)
        return part

    def _look_at_values(self) -> None:
        for place, (low, high) in enumerate(self.seen):
            values = self.kernel.encoding.column(self.frontier, place)
            self.seen[place] = min(low, int(values.min())), max(high, int(values.max()))

    def _welcome(self, rows: Rows, found: Marks) -> None:
        """Keep those states that were never seen before."""
        fresh, first = np.unique(found, return_index=True)
        if not len(fresh):
            return
        at = np.minimum(np.searchsorted(self.known, fresh), len(self.known) - 1)
        new = self.known[at] != fresh
        if not new.any():
            return
        self.context.need(16 * (self.states + len(fresh)) + rows.nbytes, "counting states")
        # Two ascending runs: a stable sort merges them in linear time.
        self.known = np.sort(np.concatenate((self.known, fresh[new])), kind="stable")
        self.following.append(rows[first[new]])


_ODD = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def marks(rows: Rows) -> Marks:
    """One well mixed 64-bit number per row (splitmix64 over its words; one word: no two states share one)."""
    mixed = np.zeros(len(rows), dtype=np.uint64)
    for word in range(rows.shape[1]):
        mixed = _mixed(mixed * _ODD + rows[:, word])
    return mixed


def _mixed(values: Marks) -> Marks:
    values = (values ^ (values >> np.uint64(30))) * _FIRST
    values = (values ^ (values >> np.uint64(27))) * _SECOND
    mixed: Marks = values ^ (values >> np.uint64(31))
    return mixed
