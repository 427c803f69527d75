"""Kernel -> numbered states and transitions, breadth first, in plain Python: for exact kernels and for samples."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from oddsmith.context import Context
from oddsmith.kernel.kernel import Kernel, Moves, Rows
from oddsmith.kernel.sound import sound_moves
from oddsmith.process.process import Process
from oddsmith.space.faults import check_choices
from oddsmith.space.raw import RawSpace

STATE_BYTES = 250
"""What one state costs here: its key, its place in the dictionary, its choice."""
TRANSITION_BYTES = 120
"""What one transition costs here: a column and an exact weight."""
MEMORY_STEP = 1 << 24
"""Memory is asked for in portions of this size."""


@dataclass(frozen=True)
class Budget:
    """How much of a space to look at before giving up; None: all of it."""

    states: int | None = None
    seconds: float | None = None


class Search:
    """A breadth-first exploration that can stop after any batch and go on later.

    States are numbered as they are found, so the states of one level (same distance from the start) are consecutive.
    """

    def __init__(self, kernel: Kernel, process: Process, context: Context) -> None:
        self.kernel, self.process, self.context = kernel, process, context
        self.wide = kernel.encoding.words > 1
        self.exact = kernel.numbers == "exact"
        self.index: dict[Any, int] = {}
        self.order: list[Any] = []
        """The keys of the states in the order of their numbers."""
        self.expanded = 0
        self.levels: list[int] = [1]
        """How many states each finished level has, and the current one so far."""
        self.level_end = 1
        self.choice_count: list[int] = []
        self.summand: list[int] = []
        self.sizes: list[int] = []
        self.column: list[int] = []
        self.weight: list[Any] = []
        self.gains: list[Any] = []
        self.step_gains: list[Any] = []
        self.granted = self.followed = 0
        self._number(self._keys(kernel.encoding.initial().reshape(1, -1))[0])

    @property
    def found(self) -> int:
        return len(self.order)

    @property
    def finished(self) -> bool:
        return self.expanded == len(self.order)

    def run(self, budget: Budget) -> bool:
        """Go on until everything is explored (True) or the budget is used up (False)."""
        started = time.monotonic()
        task = self.context.monitor.task("exploring", "states")
        batch = 1
        while not self.finished:
            if budget.states is not None and self.found > budget.states:
                break
            if budget.seconds is not None and time.monotonic() - started > budget.seconds:
                break
            before = time.monotonic()
            self.advance(batch)
            # Batches of some hundredths of a second: rarely interrupted, never deaf to Ctrl-C or a limit.
            batch = min(1024, 2 * batch) if time.monotonic() - before < 0.02 else max(1, batch // 2)
            task.advance(self.expanded, None, f"{self.found:,} found")
        task.finish()
        return self.finished

    def advance(self, batch: int) -> None:
        """Expand the next `batch` states (not beyond the level); raises SemanticError at a faulty one."""
        self.context.check()
        low, high = self.expanded, min(self.expanded + batch, self.level_end)
        rows = self.rows(low, high)
        moves = sound_moves(self.kernel, rows, self.kernel.expand(rows))
        check_choices(self.process, rows, moves.choices, moves.summand)
        self._take(moves)
        self.expanded = high
        if high == self.level_end and not self.finished:
            self.levels.append(self.found - self.level_end)
            self.level_end = self.found
        self._stay_within_limits()

    def rows(self, low: int, high: int) -> Rows:
        """The packed states low..high-1."""
        keys = self.order[low:high]
        if self.wide:
            return np.frombuffer(b"".join(keys), dtype=np.uint64).reshape(len(keys), -1)
        return np.array(keys, dtype=np.uint64).reshape(-1, 1)

    def number_of(self, row: Rows) -> int | None:
        """The number of a packed state, if it was found."""
        return self.index.get(self._keys(row.reshape(1, -1))[0])

    def _keys(self, rows: Rows) -> list[Any]:
        if self.wide:
            flat, width = np.ascontiguousarray(rows).tobytes(), 8 * rows.shape[1]
            return [flat[i : i + width] for i in range(0, len(flat), width)]
        keys: list[Any] = rows[:, 0].tolist()
        return keys

    def _number(self, key: Any) -> int:
        number = self.index.setdefault(key, len(self.order))
        if number == len(self.order):
            self.order.append(key)
        return number

    def _take(self, moves: Moves) -> None:
        """Number the successors and merge those of one choice that are the same state with the same step gains."""
        self.followed += moves.followed
        keys = self._keys(moves.targets)
        weights: list[Any] = moves.exact_weights if moves.exact_weights is not None else moves.weights.tolist()
        steps = moves.exact_step_gains
        if steps is None and moves.step_gains is not None:
            steps = moves.step_gains.tolist()
        gains: list[Any] = moves.exact_gains if moves.exact_gains is not None else moves.gains.tolist()
        sizes, summands = moves.sizes.tolist(), moves.summand.tolist()
        choice = start = 0
        for count in moves.choices.tolist():
            known: list[Any] = []
            for j in range(choice, choice + count):
                merged = self._merged(keys, weights, steps, range(start, start + sizes[j]))
                start += sizes[j]
                if self.process.drops_alike:
                    content = (gains[j], list(merged.items()))
                    if content in known:
                        continue
                    known.append(content)
                self.summand.append(summands[j])
                self.gains.append(gains[j])
                self._lay(merged, steps is not None)
            self.choice_count.append(len(known) if self.process.drops_alike else count)
            choice += count

    def _merged(self, keys: list[Any], weights: list[Any], steps: list[Any] | None, part: range) -> dict[Any, Any]:
        """The weights of one choice by the number of the successor, together with the step gains if there are any."""
        merged: dict[Any, Any] = {}
        for t in part:
            number = self._number(keys[t])
            place = number if steps is None else (number, *steps[t])
            merged[place] = merged[place] + weights[t] if place in merged else weights[t]
        return merged

    def _lay(self, merged: dict[Any, Any], stepped: bool) -> None:
        self.sizes.append(len(merged))
        self.weight += merged.values()
        if stepped:
            self.column += [place[0] for place in merged]
            self.step_gains += [list(place[1:]) for place in merged]
        else:
            self.column += merged

    def _stay_within_limits(self) -> None:
        self.context.allow_states(self.found)
        used = self.found * STATE_BYTES + len(self.column) * TRANSITION_BYTES
        if used > self.granted:
            self.context.need(MEMORY_STEP, f"exploring beyond {self.found:,} states")
            self.granted = used + MEMORY_STEP

    def raw(self) -> RawSpace:
        """What was explored so far."""
        rewards = len(self.kernel.rewards)
        stepped = self.kernel.stepped
        return RawSpace(
            rows=self.rows(0, self.found),
            choice_start=_starts(self.choice_count),
            row_start=_starts(self.sizes),
            column=np.array(self.column, dtype=np.int32),
            weight=np.array([float(w) for w in self.weight], dtype=np.float64),
            summand=np.array(self.summand, dtype=np.int32),
            gains=_matrix(self.gains, rewards),
            step_gains=_matrix(self.step_gains, rewards) if stepped else None,
            exact_weight=self.weight if self.exact else None,
            exact_gains=self.gains if self.exact else None,
            exact_step_gains=self.step_gains if self.exact and stepped else None,
            followed=self.followed,
        )


def _starts(counts: list[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    starts = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def _matrix(values: list[list[Fraction]] | list[list[float]], columns: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([[float(v) for v in line] for line in values], dtype=np.float64).reshape(len(values), columns)
