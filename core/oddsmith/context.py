"""What a run is allowed and where it reports: limits, seed, threads, ranks, monitor, keeper."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from oddsmith.memory import MemoryWatch, free_memory, resident_memory


class LimitError(Exception):
    """The run does not fit its memory, time or state limit. `advice` says what to do."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows."""
        return [f"over the limit: {self}", *([f"  {self.advice}"] if self.advice else [])]


class StoppedError(BaseException):
    """A stop was asked for and the run has ended; the text says how to go on.

    Like KeyboardInterrupt no Exception: whoever tries something and goes on when it fails must not go on here.
    """


class BrokenOfferError(Exception):
    """What a plugin offers (a solver, a kernel, …) does not return what its kind returns."""

    def __init__(self, offer: object, problem: str) -> None:
        """`offer` is the offer or something that it made; its module tells whose it is."""
        super().__init__(problem)
        self.module = (offer if isinstance(offer, type) else type(offer)).__module__


class Keeper(Protocol):
    """Keeps what a long loop has reached, so that a run that ends too early can go on from there.

    with context.keeper.keeping():
        if folder := context.keeper.kept():
            ... read what was reached ...
        while not done:
            ... one round ...
            if context.keeper.due():
                context.keeper.keep(lambda folder: ... write files into the folder ...)

    There is one keeper and one newest checkpoint for a whole run. What is written must therefore tell which part of the
    work it belongs to, and hold the results of the parts before.

    On several ranks only rank 0 keeps the time: it calls `due`, `stopping` and `kept`, and tells the others what they
    say. All ranks then call `keep(write, stop)` with the same `stop`. The folder lies in a file system that they share;
    rank 0 alone knows its name, so `write` begins by telling it to the others (who are given an empty path), and ends
    with a barrier: after it rank 0 seals the folder. An OSError of one rank has to be raised by `write` on all.
    """

    def keeping(self) -> AbstractContextManager[None]:
        """Around a loop that calls `due` often: a stop waits for it. Elsewhere a stop ends the run at once."""

    def due(self) -> bool:
        """Whether it is time to keep, or a stop was asked for. Cheap."""

    def stopping(self) -> bool:
        """Whether a stop was asked for."""

    def keep(self, write: Callable[[Path], None], stop: bool | None = None) -> None:
        """Call `write` with an empty folder and keep what it writes there; StoppedError if a stop was asked for.

        A disk that is full is no reason to end the run: the user is told, and the last checkpoint stays.
        """

    def kept(self) -> Path | None:
        """The folder that `write` filled last in the run that is resumed, its files undamaged; None in a new run."""

    def check(self) -> None:
        """Raise StoppedError if a stop was asked for and nobody is about to keep."""


class Forgetful:
    """The keeper that keeps nothing."""

    def keeping(self) -> AbstractContextManager[None]:
        return nullcontext()

    def due(self) -> bool:
        return False

    def stopping(self) -> bool:
        return False

    def keep(self, write: Callable[[Path], None], stop: bool | None = None) -> None:
        pass

    def kept(self) -> Path | None:
        return None

    def check(self) -> None:
        pass


class Task(Protocol):
    """One piece of long work, as a monitor sees it."""

    def advance(self, done: int, total: int | None = None, note: str = "") -> None:
        """Say how much is done so far (not the increment), of how much, and what is of interest."""

    def finish(self) -> None:
        """Say that the work is over."""


class Monitor(Protocol):
    """Where progress and messages go. The command line shows them; a library user need not."""

    def task(self, name: str, unit: str, total: int | None = None) -> Task:
        """Begin a piece of work that is counted in `unit`s."""

    def message(self, text: str) -> None:
        """A line for the user."""


class _SilentTask:
    def advance(self, done: int, total: int | None = None, note: str = "") -> None:
        pass

    def finish(self) -> None:
        pass


class Silent:
    """The monitor that says nothing."""

    def task(self, name: str, unit: str, total: int | None = None) -> Task:
        return _SilentTask()

    def message(self, text: str) -> None:
        pass


@dataclass(frozen=True)
class Limits:
    """What a run may use; None means: whatever there is."""

    memory: int | None = None
    """Bytes of memory for the whole process."""
    seconds: float | None = None
    states: int | None = None


@dataclass(frozen=True)
class Context:
    """Passed to every stage and plugin; knows no registry and no plugin."""

    limits: Limits = Limits()
    precision: float = 1e-9
    """Asked relative width of every interval."""
    seed: int = 0
    threads: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    rank: int = 0
    ranks: int = 1
    """Processes that share the work (see run/ranks.py); rank 0 speaks for all."""
    neighbours: int = 1
    """Ranks on this node: they share its memory."""
    vector_file: Path | None = None
    """Where solvers keep vectors that do not fit into memory."""
    monitor: Monitor = field(default_factory=Silent)
    keeper: Keeper = field(default_factory=Forgetful)
    started: float = field(default_factory=time.monotonic)
    memory: MemoryWatch = field(default_factory=MemoryWatch, repr=False, compare=False)

    def check(self) -> None:
        """Raise LimitError when time or memory is up, StoppedError when a stop waits. Long loops call it often."""
        self.keeper.check()
        if self.memory.short():
            raise LimitError(
                f"the memory of this machine is used up: {resident_memory() / 1e6:,.0f} MB are held here",
                "make the game smaller with --set or --reduce, or take a machine with more memory",
            )
        limit = self.limits.seconds
        if limit is not None and time.monotonic() - self.started > limit:
            raise LimitError(
                f"the time limit of {limit:g} s is over",
                "allow more with --max-time, or ask for less with --precision",
            )

    def allow_states(self, count: int) -> None:
        """Raise LimitError when a game has more states than the run may explore."""
        limit = self.limits.states
        if limit is not None and count > limit:
            raise LimitError(
                f"the game has more than {limit:,} states",
                "allow more with --max-states, or make the game smaller with --set",
            )

    def available_memory(self) -> int:
        """Bytes that this process may still take: its part of the machine's, or what is left of the limit."""
        free = free_memory() // self.neighbours
        if self.limits.memory is None:
            return free
        return min(free, self.limits.memory - resident_memory())

    def need(self, size: int, purpose: str, advice: str = "") -> None:
        """Ask before taking: raise LimitError if `size` more bytes cannot be had."""
        available = self.available_memory()
        if size > available:
            raise LimitError(
                f"{purpose} needs {size / 1e6:,.0f} MB, and {max(available, 0) / 1e6:,.0f} MB are left",
                advice or "allow more with --max-memory, or make the game smaller with --set",
            )
