"""Blocks of games -> who plays which: threads of this process, and ranks of MPI; results in the order of the games."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from oddsmith.plugin import Context
from oddsmith_plugins.solvers.simulation_parts.asked import Asked
from oddsmith_plugins.solvers.simulation_parts.players import Player
from oddsmith_plugins.solvers.simulation_parts.tallies import Tally, tallies


@dataclass(frozen=True)
class Blocks:
    """Games low..high-1, `size` of them at a time."""

    low: int
    high: int
    size: int

    @property
    def count(self) -> int:
        return -(-(self.high - self.low) // self.size)

    def part(self, first: int, step: int) -> Iterator[tuple[int, int]]:
        """The first game and the number of games of every step-th block."""
        for low in range(self.low + first * self.size, self.high, step * self.size):
            yield low, min(self.size, self.high - low)


@dataclass(frozen=True)
class Played:
    """One block, counted."""

    games: int
    moves: int
    cut: int
    tallies: list[Tally]

    def plus(self, other: Played) -> Played:
        both = [one.plus(more) for one, more in zip(self.tallies, other.tallies, strict=True)]
        return Played(self.games + other.games, self.moves + other.moves, self.cut + other.cut, both)


@dataclass
class Team:
    """All who play."""

    player: Player
    asked: Sequence[Asked]
    context: Context

    def __post_init__(self) -> None:
        self.threads = self.context.threads if self.player.quick else 1
        self.pool = ThreadPoolExecutor(self.threads)
        self.comm: Any = None
        if self.context.ranks > 1:
            from mpi4py import MPI

            self.comm = MPI.COMM_WORLD.Dup()

    def one(self, first: int, count: int, series: int) -> Played:
        values, moves, cut = self.player.block(first, count, series)
        return Played(count, moves, cut, tallies(self.asked, values))

    def play(self, blocks: Blocks) -> Iterator[Played]:
        """The blocks of a stage, in their order."""
        if self.comm is None:
            yield from self._in_threads(blocks.part(0, 1))
            return
        mine = list(self._in_threads(blocks.part(self.comm.rank, self.comm.size)))
        everybody = self.comm.allgather(mine)
        for place in range(blocks.count):
            yield everybody[place % self.comm.size][place // self.comm.size]

    def _in_threads(self, blocks: Iterator[tuple[int, int]]) -> Iterator[Played]:
        waiting: deque[Future[Played]] = deque()
        for block in blocks:
            waiting.append(self.pool.submit(self.one, *block, 0))
            if len(waiting) > 2 * self.threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def close(self) -> None:
        """Nobody plays any more."""
        self.player.ask_stop()
        self.pool.shutdown(wait=True, cancel_futures=True)
