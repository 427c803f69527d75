"""A large game of one crowd that decides between two options -> its symmetric equilibrium, without stored transitions.

States are numbered breadth first and kept as packed rows, nothing else. The sweep goes through them from the last to
the first, expands them once more and looks up what they lead to, which stands behind them: so every transition is made
twice and never kept. Where a state leads back, or decisions are of another kind, transitions are stored after all.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Batch,
    Context,
    Encoding,
    Expectation,
    Expr,
    Kernel,
    NotCompilableError,
    Played,
    Process,
    Summand,
    check_choices,
    find_rows,
    free_names,
)
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.solvers.petsc_parts.seen import Seen
from oddsmith_plugins.solvers.stage_games_parts.large_sweep import (
    CROWD,
    FORCED_FIRST,
    FORCED_SECOND,
    MOST_PLAYERS,
    PIECES,
    PLAIN,
    lay_out,
    sweep_states,
)

LARGE = 200_000
"""Cells of the box of all variables; smaller games are stored, and solved in fractions where they are small enough."""
ROOM = 1 << 17
"""Successors that are expanded at once."""


@dataclass(frozen=True)
class Swept:
    """What came of the sweep."""

    encoding: Encoding
    rows: NDArray[np.uint64]
    lower: float
    upper: float
    most: float
    """What one player can have at most who plays otherwise."""
    shares: NDArray[np.float32]
    """Of each state: how often the second option is taken; -1 where nobody decides."""
    several: int
    states: int
    transitions: int


def fits(process: Process) -> bool:
    """Whether all that is decided is one crowd's choice between two options, and only its equilibrium is asked for."""
    if prod(p.high - p.low + 1 for p in process.params) < LARGE or len(process.wants) != 1:
        return False
    if not all(_is_plain(summand) for summand in process.summands):
        return False
    return all(_asks_for(question.query, process.wants[0][1]) for question in process.questions)


def _is_plain(summand: Summand) -> bool:
    """Chance, or a crowd's choice between two options that are always there (or one)."""
    if not summand.parties:
        return summand.player is None and not summand.sums
    own, *others = summand.sums
    if summand.parties[0].among is None or len(own.values) > 2 or own.name in free_names(summand.guard):
        return False
    return all(len(each.values) <= MOST_PLAYERS for each in others)


def options_of(process: Process) -> tuple[str, tuple[int, int]]:
    """What the choice between two options is called, and its values."""
    chosen = [summand.sums[0] for summand in process.summands if summand.parties]
    own = max(chosen, key=lambda each: len(each.values))
    return own.name, (own.values[0], own.values[-1])


def _kind(summand: Summand, second: int) -> int:
    if not summand.parties:
        return PLAIN
    own = summand.sums[0].values
    return CROWD if len(own) == 2 else FORCED_SECOND if own[0] == second else FORCED_FIRST


def _asks_for(query: object, reward: str) -> bool:
    if not isinstance(query, Played) or query.play != "equilibrium" or not isinstance(query.measure, Expectation):
        return False
    return query.measure.reward == reward and query.measure.measure in ("reach", "total")


def swept(process: Process, conditions: tuple[Expr, ...], best: bool, context: Context) -> Swept | None:
    """None where the game is not of this kind after all."""
    try:
        kernel = CompiledTarget().build(process, conditions, context)
    except NotCompilableError:
        return None
    if kernel.native is None or kernel.stepped:
        return None
    large = _Large(kernel, process, len(conditions), context)
    return large.sweep(best) if large.explore() else None


class _Large:
    """The states, and buffers to expand them."""

    def __init__(self, kernel: Kernel, process: Process, conditions: int, context: Context) -> None:
        assert kernel.native is not None
        self.kernel, self.process, self.conditions, self.context = kernel, process, conditions, context
        self.step, self.words, self.rewards = kernel.native, kernel.encoding.words, len(kernel.rewards)
        self.room = max(ROOM, self.step.most_successors, self.step.most_choices)
        self.seen = Seen(self.words, self.room, context)
        self.seen.enter(kernel.encoding.initial(), 1)
        self.ends = np.zeros(0, dtype=np.uint8)
        self.transitions = 0

    def batch(self) -> Batch:
        return Batch(self.step, self.words, self.rewards, False, self.room)

    def explore(self) -> bool:
        """Number all states; False at a faulty one, and where an end is not asked for or what is asked for no end."""
        batch, seen, done = self.batch(), self.seen, 0
        task = self.context.monitor.task("exploring", "states")
        while done < seen.size:
            end = batch.expand(seen.rows.data, done, seen.size, merging=True)
            if batch.fault:
                return False
            pairs = batch.pairs[: 2 * batch.choices].reshape(-1, 2)
            rows = seen.rows.data[done * self.words : end * self.words].reshape(-1, self.words)
            counts = batch.counts[: end - done]
            check_choices(self.process, rows, counts, pairs[:, 0])
            ended = pairs[np.cumsum(counts) - counts, 0] < 0
            if not all((self.kernel.holds(i, rows) == ended).all() for i in range(self.conditions)):
                return False
            self.ends = self._appended(done, end, ended)
            self.transitions += batch.successors
            seen.enter(batch.targets, batch.successors)
            done = end
            self.context.allow_states(seen.size)
            self.context.check()
            task.advance(done, None, f"{seen.size:,} found")
        task.finish()
        return True

    def _appended(self, low: int, high: int, ended: NDArray[np.bool_]) -> NDArray[np.uint8]:
        ends = self.ends
        if high > len(ends):
            ends = np.zeros(max(2 * high, 1 << 16), dtype=np.uint8)
            ends[: len(self.ends)] = self.ends
        ends[low:high] = ended
        return ends

    def sweep(self, best: bool) -> Swept | None:
        """From the last state to the first."""
        size = self.seen.size
        self.context.need(28 * size, "the values of all states")
        x = np.zeros(3 * size)
        shares = np.full(size, -1.0, dtype=np.float32)
        several = np.zeros(2, dtype=np.int64)
        _, (_, second) = options_of(self.process)
        kinds = np.array([*(_kind(summand, second) for summand in self.process.summands), PLAIN], dtype=np.uint8)
        reward = self.kernel.rewards.index(self.process.wants[0][1])
        buffers = [np.zeros(6 * MOST_PLAYERS + 8), *(np.zeros(n) for n in (MOST_PLAYERS, MOST_PLAYERS, MOST_PLAYERS))]
        buffers += [np.zeros(2 * PIECES + MOST_PLAYERS), np.zeros(8)]
        first, start = np.zeros(self.room + 1, dtype=np.int64), np.zeros(self.room + 1, dtype=np.int64)
        task = self.context.monitor.task("backward sweep", "states", size)
        for low, high, batch, column in self._backward():
            lay_out(high - low, batch.counts, batch.pairs, first, start)
            trouble = sweep_states(
                low, high - low, int(best), batch.counts, batch.pairs, batch.gains, batch.gain_columns, reward,
                batch.weights, column, kinds, self.ends, first, start, x, shares, *buffers, several,
            )  # fmt: skip
            if trouble:
                return None
            task.advance(size - low)
            self.context.check()
        task.finish()
        rows = self.seen.rows.data[: size * self.words].reshape(size, self.words)
        lower, upper, most = (float(v) for v in x[:3])
        return Swept(self.kernel.encoding, rows, lower, upper, most, shares, int(several[0]), size, self.transitions)

    def _backward(self) -> Iterator[tuple[int, int, Batch, NDArray[np.int32]]]:
        """Stretches from the last to the first, expanded and looked up by other threads meanwhile."""
        stride = max(1, self.room // max(self.step.most_successors, self.step.most_choices))
        lanes = max(1, self.context.threads)
        free = [(self.batch(), *self._lookup()) for _ in range(lanes + 1)]
        waiting: list[Future[Any]] = []
        high = self.seen.size
        with ThreadPoolExecutor(lanes) as pool:
            while high > 0 or waiting:
                while free and high > 0:
                    low = max(0, high - stride)
                    waiting.append(pool.submit(self._take, low, high, free.pop()))
                    high = low
                low, top, buffers = waiting.pop(0).result()
                yield low, top, buffers[0], buffers[1]
                free.append(buffers)

    def _lookup(self) -> tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]:
        return np.empty(self.room, np.int32), np.empty(self.room, np.uint64), np.empty(self.room, np.int32)

    def _take(self, low: int, high: int, buffers: Any) -> Any:
        batch, column, hashes, missing = buffers
        end = batch.expand(self.seen.rows.data, low, high, merging=True)
        assert end == high, "a stretch was chosen too long"
        table = self.seen.index.table
        rows = self.seen.rows.data
        missed = find_rows(
            batch.successors, self.words, len(table) - 1, table, rows, batch.targets, hashes, column, missing
        )
        assert missed == 0, "a state that was not found before"
        return low, high, buffers
