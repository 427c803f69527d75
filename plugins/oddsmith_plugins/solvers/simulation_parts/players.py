"""A process and what is looked for -> somebody who plays any stretch of games, at any time, in any thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from oddsmith.plugin import Encoding, NotCompilableError, Process, SemanticError, from_text
from oddsmith_plugins.solvers.simulation_parts.interpreter import Interpreter
from oddsmith_plugins.solvers.simulation_parts.program import play_text
from oddsmith_plugins.solvers.simulation_parts.seen import Observable

Block = tuple[NDArray[np.float64], int, int]
"""values[observable, game], moves, games that were cut."""


class StoppedPlayingError(Exception):
    """Somebody asked to stop."""


class FaultError(Exception):
    """The game broke its rules in the state `row`."""

    def __init__(self, row: NDArray[np.uint64]) -> None:
        super().__init__("a fault")
        self.row = row


class Player(Protocol):
    """Plays games by their numbers."""

    quick: bool
    """Whether it runs as machine code, in several threads."""

    def block(self, first: int, count: int, series: int) -> Block:
        """Games first..first+count-1 of a series."""

    def ask_stop(self) -> None:
        """Let all blocks end soon, with StoppedPlayingError."""


@dataclass
class CompiledPlayer:
    """The compiled loop."""

    text: str
    observables: int
    start: NDArray[np.uint64]
    seed: int
    longest: int
    quick: bool = True
    stop: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))

    def __post_init__(self) -> None:
        self.function: Any = from_text(self.text, "simulation")["play"]
        assert self.function.address, "compiled here, not by several threads at once"

    def block(self, first: int, count: int, series: int) -> Block:
        values = np.empty((self.observables, count))
        tally, fault = np.zeros(2, dtype=np.int64), np.zeros_like(self.start)
        counted = (values, tally, fault, self.stop)
        seed = self.seed & (2**64 - 1)
        ended = self.function(first, count, seed, series, self.longest, inf, nan, self.start, *counted)
        if ended == -2:
            raise StoppedPlayingError
        if ended >= 0:
            raise FaultError(fault)
        return values, int(tally[0]), int(tally[1])

    def ask_stop(self) -> None:
        self.stop[0] = 1


@dataclass
class InterpretedPlayer:
    """The interpreter: slow, and it can play everything."""

    interpreter: Interpreter
    seed: int
    longest: int
    quick: bool = False
    stopping: bool = False

    def block(self, first: int, count: int, series: int) -> Block:
        try:
            return self.interpreter.play(first, count, self.seed, series, self.longest, lambda: self.stopping)
        except InterruptedError:
            raise StoppedPlayingError from None
        except SemanticError as error:
            raise FaultError(error.row) from None

    def ask_stop(self) -> None:
        self.stopping = True


def player_of(
    process: Process, observables: Sequence[Observable], decides: bool, seed: int, longest: int, compiled: bool = True
) -> Player:
    """The compiled one where there is one."""
    if compiled:
        try:
            text = play_text(process, observables, decides)
            return CompiledPlayer(text, len(observables), Encoding.of(process.params).initial(), seed, longest)
        except NotCompilableError:
            pass
    return InterpretedPlayer(Interpreter(process, observables, decides), seed, longest)
