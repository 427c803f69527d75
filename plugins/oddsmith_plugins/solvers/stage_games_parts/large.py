"""A large game of one crowd that decides between two options -> its symmetric equilibrium, without stored transitions.

States are numbered breadth first and kept as packed rows, nothing else. The sweep goes through them from the last to
the first, expands them once more and looks up what they lead to, which stands behind them: so every transition is made
twice and never kept. Where a state leads back, or decisions are of another kind, transitions are stored after all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import (
    Context,
    Encoding,
    Expectation,
    Expr,
    Kernel,
    NotCompilableError,
    Played,
    Process,
    Rows,
    Summand,
    free_names,
)
from oddsmith_plugins.kernels.compiled import CompiledTarget
from oddsmith_plugins.solvers.row_states import RowStates, Stretch
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
    """The states, and which of them are ends."""

    def __init__(self, kernel: Kernel, process: Process, conditions: int, context: Context) -> None:
        self.kernel, self.process, self.conditions, self.context = kernel, process, conditions, context
        self.states = RowStates(kernel, process, context)
        self.ends = np.zeros(0, dtype=np.uint8)

    def explore(self) -> bool:
        """Number all states; False at a faulty one, and where an end is not asked for or what is asked for no end."""
        return self.states.explore(self._visit)

    def _visit(self, low: int, high: int, rows: Rows, counts: NDArray[np.int64], summand: NDArray[np.int64]) -> bool:
        ended = summand[np.cumsum(counts) - counts] < 0
        if high > len(self.ends):
            self.ends = np.concatenate((self.ends, np.zeros(max(high, 1 << 16), dtype=np.uint8)))
        self.ends[low:high] = ended
        return all(bool((self.kernel.holds(i, rows) == ended).all()) for i in range(self.conditions))

    def sweep(self, best: bool) -> Swept | None:
        """From the last state to the first."""
        size, room = self.states.size, self.states.room
        self.context.need(28 * size, "the values of all states")
        x = np.zeros(3 * size)
        shares = np.full(size, -1.0, dtype=np.float32)
        several = np.zeros(1, dtype=np.int64)
        _, (_, second) = options_of(self.process)
        kinds = np.array([*(_kind(summand, second) for summand in self.process.summands), PLAIN], dtype=np.uint8)
        reward = self.kernel.rewards.index(self.process.wants[0][1])
        buffers = [np.zeros(6 * MOST_PLAYERS + 8), *(np.zeros(MOST_PLAYERS) for _ in range(3))]
        buffers += [np.zeros(2 * PIECES + MOST_PLAYERS), np.zeros(8)]
        first, start = np.zeros(room + 1, dtype=np.int64), np.zeros(room + 1, dtype=np.int64)
        task = self.context.monitor.task("backward sweep", "states", size)
        for stretch in self._backward():
            batch, low, high = stretch.batch, stretch.low, stretch.high
            lay_out(high - low, batch.counts, batch.pairs, first, start)
            trouble = sweep_states(
                low, high - low, int(best), batch.counts, batch.pairs, batch.gains, batch.gain_columns, reward,
                batch.weights, stretch.column, kinds, self.ends, first, start, x, shares, *buffers, several,
            )  # fmt: skip
            if trouble:
                return None
            task.advance(size - low)
            self.context.check()
        task.finish()
        lower, upper, most = (float(v) for v in x[:3])
        encoding, found = self.kernel.encoding, self.states
        return Swept(encoding, found.rows, lower, upper, most, shares, int(several[0]), size, found.transitions)

    def _backward(self) -> Iterator[Stretch]:
        """Stretches from the last to the first, expanded and looked up by other threads meanwhile."""
        states, lanes = self.states, max(1, self.context.threads)
        free = [Stretch(states) for _ in range(lanes + 1)]
        waiting: deque[Future[Stretch]] = deque()
        high = states.size
        with ThreadPoolExecutor(lanes) as pool:
            while high > 0 or waiting:
                while free and high > 0:
                    low = max(0, high - states.stride)
                    waiting.append(pool.submit(states.expand, free.pop(), states.seen.rows.data, low, high))
                    high = low
                stretch = waiting.popleft().result()
                yield stretch
                free.append(stretch)
